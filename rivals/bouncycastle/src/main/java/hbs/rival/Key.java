package hbs.rival;

/** A private key. */
interface Key {
    /** The public key, in the standard's format. */
    byte[] publicKey();

    /**
     * Signs.
     *
     * @param given randomness of the signature if it is given, else null
     */
    byte[] sign(byte[] message, byte[] given) throws Exception;

    /** Index of the next signature; -1 without state. */
    default long index() {
        return -1;
    }

    /** Signatures that are left; -1 without state. */
    default long remaining() {
        return -1;
    }
}
