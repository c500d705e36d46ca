package hbs.rival;

import java.security.SecureRandom;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.generators.XMSSMTKeyPairGenerator;
import org.bouncycastle.crypto.params.XMSSMTKeyGenerationParameters;
import org.bouncycastle.crypto.params.XMSSMTParameters;
import org.bouncycastle.crypto.params.XMSSMTPrivateKeyParameters;
import org.bouncycastle.crypto.params.XMSSMTPublicKeyParameters;
import org.bouncycastle.crypto.signers.XMSSMTSigner;

/** XMSS^MT, RFC 8391 section 4.2. */
final class XmssMt implements Scheme {
    private static final String[] HEIGHTS = {"20/2", "20/4", "40/2", "40/4", "40/8", "60/3", "60/6", "60/12"};

    private final Map<String, XMSSMTParameters> sets = new LinkedHashMap<>();

    /** OIDs count up from 1: eight heights and numbers of layers in each family. The library does not have all of them. */
    XmssMt() {
        for (int i = 0; i < Xmss.FAMILIES.length * HEIGHTS.length; i++) {
            XMSSMTParameters parameters = XMSSMTParameters.lookupByOID(i + 1);
            if (parameters != null) {
                String family = Xmss.FAMILIES[i / HEIGHTS.length];
                sets.put("XMSSMT-" + family.replace("#", HEIGHTS[i % HEIGHTS.length]), parameters);
            }
        }
    }

    @Override
    public Collection<String> sets() {
        return sets.keySet();
    }

    @Override
    public Key generate(String set, SecureRandom random) throws Exception {
        XMSSMTKeyPairGenerator generator = new XMSSMTKeyPairGenerator();
        generator.init(new XMSSMTKeyGenerationParameters(sets.get(set), random));
        return new One(generator.generateKeyPair());
    }

    @Override
    public Key generateFromSeed(String set, byte[] seed) throws Exception {
        throw Failure.unsupported("the library derives the secrets of a key in a way of its own");
    }

    @Override
    public boolean verify(String set, byte[] publicKey, byte[] message, byte[] signature) throws Exception {
        XMSSMTSigner verifier = new XMSSMTSigner();
        verifier.init(false, new XMSSMTPublicKeyParameters.Builder(sets.get(set)).withPublicKey(publicKey).build());
        verifier.update(message, 0, message.length);
        return verifier.verifySignature(signature);
    }

    private static final class One implements Key {
        private final XMSSMTSigner signer = new XMSSMTSigner();
        private final byte[] publicKey;
        private long index;

        One(AsymmetricCipherKeyPair pair) throws Exception {
            signer.init(true, (XMSSMTPrivateKeyParameters) pair.getPrivate());
            publicKey = ((XMSSMTPublicKeyParameters) pair.getPublic()).getEncoded();
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
