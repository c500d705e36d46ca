package hbs.rival;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;

/**
 * Warms up what a virtual machine compiles while it runs: before the second call of an operation on a set, so
 * that the first is cold, and all others are not.
 */
final class Warmth {
    /** How long an operation is repeated, in nanoseconds, once it was called. */
    private static final long PATIENCE = 2_000_000_000L;

    private final Map<String, Integer> calls = new HashMap<>();

    /** To be called before each call of the operation with this name. */
    void of(String name, Meter.Operation<?> operation) throws Exception {
        if (calls.merge(name, 1, Integer::sum) != 2) {
            return;
        }
        long started = System.nanoTime();
        while (System.nanoTime() - started < PATIENCE) {
            operation.run();
        }
    }

    /** The same of signing, with keys of its own: no index of any other is used. */
    void ofSigning(String set, Scheme scheme, byte[] message) throws Exception {
        SecureRandom random = new SecureRandom();
        Key[] key = new Key[1];
        of(set + " sign", () -> {
            if (key[0] == null || key[0].remaining() == 0) {
                key[0] = scheme.generate(set, random);
            }
            return key[0].sign(message, null);
        });
    }
}
