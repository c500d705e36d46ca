package hbs.rival;

import java.security.SecureRandom;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.generators.LMSKeyPairGenerator;
import org.bouncycastle.crypto.params.LMOtsParameters;
import org.bouncycastle.crypto.params.LMSKeyGenerationParameters;
import org.bouncycastle.crypto.params.LMSParameters;
import org.bouncycastle.crypto.params.LMSPrivateKeyParameters;
import org.bouncycastle.crypto.params.LMSPublicKeyParameters;
import org.bouncycastle.crypto.params.LMSigParameters;
import org.bouncycastle.crypto.signers.LMSSigner;

/** LMS, RFC 8554 section 5. */
final class Lms implements Scheme {
    private final Map<String, LMSParameters> sets = new LinkedHashMap<>();

    Lms() {
        for (int family = 0; family < FAMILIES.length; family++) {
            for (int height = 0; height < HEIGHTS.length; height++) {
                for (int width = 0; width < WIDTHS.length; width++) {
                    String name = "LMS-" + FAMILIES[family].replace("#", "M") + "-H" + HEIGHTS[height]
                            + "+LMOTS-" + FAMILIES[family].replace("#", "N") + "-W" + WIDTHS[width];
                    sets.put(name, parameters(family, height, width));
                }
            }
        }
    }

    /** Hash functions and lengths, in the order of the type words. */
    static final String[] FAMILIES = {"SHA256-#32", "SHA256-#24", "SHAKE-#32", "SHAKE-#24"};

    static final int[] HEIGHTS = {5, 10, 15, 20, 25};
    static final int[] WIDTHS = {1, 2, 4, 8};

    /** Type words count up: 5 of trees, then 4 of one-time signatures, in each family. */
    static LMSParameters parameters(int family, int height, int width) {
        return new LMSParameters(
                LMSigParameters.getParametersForType(5 + 5 * family + height),
                LMOtsParameters.getParametersForType(1 + 4 * family + width));
    }

    @Override
    public Collection<String> sets() {
        return sets.keySet();
    }

    @Override
    public Key generate(String set, SecureRandom random) throws Exception {
        LMSKeyPairGenerator generator = new LMSKeyPairGenerator();
        generator.init(new LMSKeyGenerationParameters(sets.get(set), random));
        AsymmetricCipherKeyPair pair = generator.generateKeyPair();
        return new One((LMSPrivateKeyParameters) pair.getPrivate());
    }

    /** {@code SEED ‖ I}, RFC 8554 appendix A. */
    @Override
    public Key generateFromSeed(String set, byte[] seed) throws Exception {
        LMSParameters of = sets.get(set);
        int n = of.getLMSigParam().getM();
        byte[] identifier = Fixed.part(seed, n, n + 16);
        return new One(new LMSPrivateKeyParameters(
                of.getLMSigParam(), of.getLMOTSParam(), 0, identifier, 1 << of.getLMSigParam().getH(),
                Fixed.part(seed, 0, n)));
    }

    @Override
    public boolean verify(String set, byte[] publicKey, byte[] message, byte[] signature) throws Exception {
        LMSSigner verifier = new LMSSigner();
        verifier.init(false, LMSPublicKeyParameters.getInstance(publicKey));
        return verifier.verifySignature(message, signature);
    }

    private static final class One implements Key {
        private final LMSPrivateKeyParameters key;
        private final byte[] publicKey;

        One(LMSPrivateKeyParameters key) throws Exception {
            this.key = key;
            publicKey = key.getPublicKey().getEncoded();
        }

        @Override
        public byte[] publicKey() {
            return publicKey;
        }

        @Override
        public byte[] sign(byte[] message, byte[] given) throws Exception {
            if (given != null) {
                throw Failure.unsupported("the library derives C");
            }
            LMSSigner signer = new LMSSigner();
            signer.init(true, key);
            return signer.generateSignature(message);
        }

        @Override
        public long index() {
            return key.getIndex();
        }

        @Override
        public long remaining() {
            return key.getUsagesRemaining();
        }
    }
}
