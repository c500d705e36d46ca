package hbs.rival;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Fields of a request. */
final class Reader {
    private final ByteBuffer rest;

    Reader(byte[] frame) {
        rest = ByteBuffer.wrap(frame);
    }

    int octet() throws Failure {
        return field(() -> rest.get() & 0xff);
    }

    int word() throws Failure {
        return field(rest::getInt);
    }

    byte[] bytes() throws Failure {
        int length = word();
        if (length < 0 || length > rest.remaining()) {
            throw Failure.failed("the frame ends within a field");
        }
        byte[] bytes = new byte[length];
        rest.get(bytes);
        return bytes;
    }

    String text() throws Failure {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    void end() throws Failure {
        if (rest.hasRemaining()) {
            throw Failure.failed("the frame has " + rest.remaining() + " bytes too many");
        }
    }

    private interface Field {
        int read();
    }

    private static int field(Field field) throws Failure {
        try {
            return field.read();
        } catch (BufferUnderflowException end) {
            throw Failure.failed("the frame ends within a field");
        }
    }
}
