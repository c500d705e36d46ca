package hbs.rival;

import java.security.SecureRandom;
import java.util.Arrays;

/** A source that gives the parts of a seed, each once: the first that is as long as what is asked for. */
final class Fixed extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final transient byte[][] parts;

    Fixed(byte[]... parts) {
        this.parts = parts;
    }

    @Override
    public void nextBytes(byte[] bytes) {
        for (int i = 0; i < parts.length; i++) {
            if (parts[i] != null && parts[i].length == bytes.length) {
                System.arraycopy(parts[i], 0, bytes, 0, bytes.length);
                parts[i] = null;
                return;
            }
        }
        throw new IllegalStateException("the library asks for " + bytes.length + " bytes of another kind");
    }

    /** Bytes {@code from} to {@code to} of a seed. */
    static byte[] part(byte[] seed, int from, int to) {
        return Arrays.copyOfRange(seed, from, to);
    }
}
