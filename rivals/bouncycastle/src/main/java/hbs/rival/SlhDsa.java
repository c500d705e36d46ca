package hbs.rival;

import java.security.SecureRandom;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.CipherParameters;
import org.bouncycastle.crypto.generators.SLHDSAKeyPairGenerator;
import org.bouncycastle.crypto.params.ParametersWithRandom;
import org.bouncycastle.crypto.params.SLHDSAKeyGenerationParameters;
import org.bouncycastle.crypto.params.SLHDSAParameters;
import org.bouncycastle.crypto.params.SLHDSAPrivateKeyParameters;
import org.bouncycastle.crypto.params.SLHDSAPublicKeyParameters;
import org.bouncycastle.crypto.signers.SLHDSASigner;

/** SLH-DSA, FIPS 205: pure, with an empty context. */
final class SlhDsa implements Scheme {
    private final Map<String, SLHDSAParameters> sets = new LinkedHashMap<>();

    SlhDsa() {
        sets.put("SLH-DSA-SHA2-128s", SLHDSAParameters.sha2_128s);
        sets.put("SLH-DSA-SHA2-128f", SLHDSAParameters.sha2_128f);
        sets.put("SLH-DSA-SHA2-192s", SLHDSAParameters.sha2_192s);
        sets.put("SLH-DSA-SHA2-192f", SLHDSAParameters.sha2_192f);
        sets.put("SLH-DSA-SHA2-256s", SLHDSAParameters.sha2_256s);
        sets.put("SLH-DSA-SHA2-256f", SLHDSAParameters.sha2_256f);
        sets.put("SLH-DSA-SHAKE-128s", SLHDSAParameters.shake_128s);
        sets.put("SLH-DSA-SHAKE-128f", SLHDSAParameters.shake_128f);
        sets.put("SLH-DSA-SHAKE-192s", SLHDSAParameters.shake_192s);
        sets.put("SLH-DSA-SHAKE-192f", SLHDSAParameters.shake_192f);
        sets.put("SLH-DSA-SHAKE-256s", SLHDSAParameters.shake_256s);
        sets.put("SLH-DSA-SHAKE-256f", SLHDSAParameters.shake_256f);
    }

    @Override
    public Collection<String> sets() {
        return sets.keySet();
    }

    @Override
    public Key generate(String set, SecureRandom random) {
        SLHDSAKeyPairGenerator generator = new SLHDSAKeyPairGenerator();
        generator.init(new SLHDSAKeyGenerationParameters(random, sets.get(set)));
        return new One(generator.generateKeyPair());
    }

    /** {@code SK.seed ‖ SK.prf ‖ PK.seed}, FIPS 205 algorithm 18. */
    @Override
    public Key generateFromSeed(String set, byte[] seed) {
        int n = sets.get(set).getN();
        SLHDSAKeyPairGenerator generator = new SLHDSAKeyPairGenerator();
        generator.init(new SLHDSAKeyGenerationParameters(new SecureRandom(), sets.get(set)));
        return new One(generator.internalGenerateKeyPair(
                Fixed.part(seed, 0, n), Fixed.part(seed, n, 2 * n), Fixed.part(seed, 2 * n, 3 * n)));
    }

    @Override
    public boolean verify(String set, byte[] publicKey, byte[] message, byte[] signature) {
        SLHDSASigner verifier = new SLHDSASigner();
        verifier.init(false, new SLHDSAPublicKeyParameters(sets.get(set), publicKey));
        return verifier.verifySignature(message, signature);
    }

    private static final class One implements Key {
        private final SLHDSAPrivateKeyParameters key;
        private final byte[] publicKey;

        One(AsymmetricCipherKeyPair pair) {
            key = (SLHDSAPrivateKeyParameters) pair.getPrivate();
            publicKey = ((SLHDSAPublicKeyParameters) pair.getPublic()).getEncoded();
        }

        @Override
        public byte[] publicKey() {
            return publicKey;
        }

        @Override
        public byte[] sign(byte[] message, byte[] given) {
            CipherParameters parameters = key;
            if (given != null) {
                parameters = new ParametersWithRandom(key, new Fixed(given));
            }
            SLHDSASigner signer = new SLHDSASigner();
            signer.init(true, parameters);
            return signer.generateSignature(message);
        }
    }
}
