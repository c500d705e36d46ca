package hbs.rival;

import java.security.SecureRandom;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.generators.XMSSKeyPairGenerator;
import org.bouncycastle.crypto.params.XMSSKeyGenerationParameters;
import org.bouncycastle.crypto.params.XMSSParameters;
import org.bouncycastle.crypto.params.XMSSPrivateKeyParameters;
import org.bouncycastle.crypto.params.XMSSPublicKeyParameters;
import org.bouncycastle.crypto.signers.XMSSSigner;

/** XMSS, RFC 8391 section 4.1. */
final class Xmss implements Scheme {
    /** Hash functions and lengths in bits, in the order of the OIDs. */
    static final String[] FAMILIES = {
        "SHA2_#_256", "SHA2_#_512", "SHAKE_#_256", "SHAKE_#_512", "SHA2_#_192", "SHAKE256_#_256", "SHAKE256_#_192",
    };

    private static final String[] HEIGHTS = {"10", "16", "20"};

    private final Map<String, XMSSParameters> sets = new LinkedHashMap<>();

    /** OIDs count up from 1: three heights in each family. The library does not have all of them. */
    Xmss() {
        for (int i = 0; i < FAMILIES.length * HEIGHTS.length; i++) {
            XMSSParameters parameters = XMSSParameters.lookupByOID(i + 1);
            if (parameters != null) {
                String family = FAMILIES[i / HEIGHTS.length];
                sets.put("XMSS-" + family.replace("#", HEIGHTS[i % HEIGHTS.length]), parameters);
            }
        }
    }

    @Override
    public Collection<String> sets() {
        return sets.keySet();
    }

    @Override
    public Key generate(String set, SecureRandom random) throws Exception {
        XMSSKeyPairGenerator generator = new XMSSKeyPairGenerator();
        generator.init(new XMSSKeyGenerationParameters(sets.get(set), random));
        return new One(generator.generateKeyPair());
    }

    @Override
    public Key generateFromSeed(String set, byte[] seed) throws Exception {
        throw Failure.unsupported("the library derives the secrets of a key in a way of its own");
    }

    @Override
    public boolean verify(String set, byte[] publicKey, byte[] message, byte[] signature) throws Exception {
        XMSSSigner verifier = new XMSSSigner();
        verifier.init(false, new XMSSPublicKeyParameters.Builder(sets.get(set)).withPublicKey(publicKey).build());
        verifier.update(message, 0, message.length);
        return verifier.verifySignature(signature);
    }

    private static final class One implements Key {
        private final XMSSSigner signer = new XMSSSigner();
        private final byte[] publicKey;
        private long index;

        One(AsymmetricCipherKeyPair pair) throws Exception {
            signer.init(true, (XMSSPrivateKeyParameters) pair.getPrivate());
            publicKey = ((XMSSPublicKeyParameters) pair.getPublic()).getEncoded();
        }

        @Override
        public byte[] publicKey() {
            return publicKey;
        }

        @Override
        public byte[] sign(byte[] message, byte[] given) throws Exception {
            if (given != null) {
                throw Failure.unsupported("the standard derives r");
            }
            signer.update(message, 0, message.length);
            byte[] signature = signer.generateSignature();
            index += 1;
            return signature;
        }

        @Override
        public long index() {
            return index;
        }

        @Override
        public long remaining() {
            return signer.getUsagesRemaining();
        }
    }
}
