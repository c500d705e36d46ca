package hbs.rival;

import java.security.SecureRandom;
import java.util.Collection;

/** A family of parameter sets. */
interface Scheme {
    /** Their names. */
    Collection<String> sets();

    /** Generates a key. */
    Key generate(String set, SecureRandom random) throws Exception;

    /** Generates the key that the standard derives from a seed. */
    Key generateFromSeed(String set, byte[] seed) throws Exception;

    /** Whether a signature verifies. Throws what the library throws. */
    boolean verify(String set, byte[] publicKey, byte[] message, byte[] signature) throws Exception;
}
