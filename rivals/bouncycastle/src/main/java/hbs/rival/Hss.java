package hbs.rival;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bouncycastle.crypto.generators.HSSKeyPairGenerator;
import org.bouncycastle.crypto.params.HSSKeyGenerationParameters;
import org.bouncycastle.crypto.params.HSSPrivateKeyParameters;
import org.bouncycastle.crypto.params.HSSPublicKeyParameters;
import org.bouncycastle.crypto.params.LMSParameters;
import org.bouncycastle.crypto.signers.HSSSigner;

/** HSS, RFC 8554 section 6: the sets that are measured, of all that can be put together. */
final class Hss implements Scheme {
    private final Map<String, LMSParameters[]> sets = new LinkedHashMap<>();

    /** Names of sets with n = 32, as {@code HSS-SHA256-H5-W2-L2} and {@code HSS-SHA256-H10-W4+H5-W8}. */
    Hss() {
        for (int family : new int[] {0, 2}) {
            String hash = family == 0 ? "SHA256" : "SHAKE";
            for (int height = 0; height < 2; height++) {
                for (int width = 0; width < 4; width++) {
                    LMSParameters one = Lms.parameters(family, height, width);
                    String name = "HSS-" + hash + "-H" + Lms.HEIGHTS[height] + "-W" + Lms.WIDTHS[width];
                    for (int levels = 1; levels <= 8; levels++) {
                        List<LMSParameters> all = new ArrayList<>();
                        for (int level = 0; level < levels; level++) {
                            all.add(one);
                        }
                        sets.put(name + "-L" + levels, all.toArray(new LMSParameters[0]));
                    }
                    for (int lower = 0; lower < 2; lower++) {
                        for (int narrow = 0; narrow < 4; narrow++) {
                            if (lower != height || narrow != width) {
                                LMSParameters[] two = {one, Lms.parameters(family, lower, narrow)};
                                sets.put(name + "+H" + Lms.HEIGHTS[lower] + "-W" + Lms.WIDTHS[narrow], two);
                            }
                        }
                    }
                }
            }
        }
    }

    @Override
    public Collection<String> sets() {
        return sets.keySet();
    }

    @Override
    public Key generate(String set, SecureRandom random) throws Exception {
        HSSKeyPairGenerator generator = new HSSKeyPairGenerator();
        generator.init(new HSSKeyGenerationParameters(sets.get(set), random));
        return new One((HSSPrivateKeyParameters) generator.generateKeyPair().getPrivate());
    }

    /** {@code SEED ‖ I} of the top tree: the library draws the two, one as long as a hash, one of 16 bytes. */
    @Override
    public Key generateFromSeed(String set, byte[] seed) throws Exception {
        int n = sets.get(set)[0].getLMSigParam().getM();
        return generate(set, new Fixed(Fixed.part(seed, 0, n), Fixed.part(seed, n, n + 16)));
    }

    @Override
    public boolean verify(String set, byte[] publicKey, byte[] message, byte[] signature) throws Exception {
        HSSSigner verifier = new HSSSigner();
        verifier.init(false, HSSPublicKeyParameters.getInstance(publicKey));
        return verifier.verifySignature(message, signature);
    }

    private static final class One implements Key {
        private final HSSPrivateKeyParameters key;
        private final byte[] publicKey;

        One(HSSPrivateKeyParameters key) throws Exception {
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
            HSSSigner signer = new HSSSigner();
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
