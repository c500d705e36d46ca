package hbs.rival;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * BouncyCastle as a rival: reads requests from standard input and answers on standard output, as the
 * documentation of the crate {@code rival} says.
 */
public final class Main {
    /** Bytes of a frame after its length, at most. */
    private static final int MOST = 64 << 20;

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        // Whoever prints something prints it where it is no answer.
        System.setOut(System.err);
        Server server = new Server();
        while (true) {
            int length;
            try {
                length = in.readInt();
            } catch (EOFException end) {
                return;
            }
            if (length < 0 || length > MOST) {
                throw new IOException("a frame of " + Integer.toUnsignedString(length) + " bytes");
            }
            byte[] frame = new byte[length];
            in.readFully(frame);
            byte[] answer = server.answer(frame);
            out.writeInt(answer.length);
            out.write(answer);
            out.flush();
            if (server.hasQuit()) {
                return;
            }
        }
    }
}
