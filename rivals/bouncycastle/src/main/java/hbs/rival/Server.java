package hbs.rival;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** Answers requests. */
final class Server {
    private static final int VERSION = 2;

    private final Map<String, Scheme> schemes = new LinkedHashMap<>();
    private final Map<Integer, Made> keys = new HashMap<>();
    private final Warmth warmth = new Warmth();
    private int next;
    private boolean quit;

    /** A key with the set that it is of. */
    private record Made(String set, Key key) {}

    Server() {
        for (Scheme scheme : new Scheme[] {new Lms(), new Hss(), new Xmss(), new XmssMt(), new SlhDsa()}) {
            for (String set : scheme.sets()) {
                schemes.put(set, scheme);
            }
        }
    }

    boolean hasQuit() {
        return quit;
    }

    /** The answer to a request, without its length. */
    byte[] answer(byte[] frame) throws IOException {
        Reader request = new Reader(frame);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(body);
        int id = -1;
        try {
            id = request.word();
            out.writeInt(id);
            out.writeByte(0);
            switch (request.octet()) {
                case 1 -> describe(request, out);
                case 2 -> generate(request, out);
                case 3 -> sign(request, out);
                case 4 -> verify(request, out);
                case 5 -> drop(request);
                case 6 -> {
                    request.end();
                    quit = true;
                }
                default -> throw Failure.failed("there is no such request");
            }
            return body.toByteArray();
        } catch (Failure failure) {
            return refusal(id, failure);
        } catch (Exception | StackOverflowError | OutOfMemoryError thrown) {
            thrown.printStackTrace();
            return refusal(id, Failure.of(thrown));
        }
    }

    private static byte[] refusal(int id, Failure failure) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(body);
        out.writeInt(id);
        out.writeByte(failure.status);
        bytes(out, failure.getMessage().getBytes(StandardCharsets.UTF_8));
        return body.toByteArray();
    }

    private void describe(Reader request, DataOutputStream out) throws IOException, Failure {
        request.word();
        request.end();
        out.writeInt(VERSION);
        String version = new BouncyCastleProvider().getVersionStr();
        String machine = System.getProperty("java.vm.name") + " " + Runtime.version();
        String[] texts = {"bouncycastle", version, "Java", machine, "its own, in Java"};
        for (String text : texts) {
            bytes(out, text.getBytes(StandardCharsets.UTF_8));
        }
        out.writeInt(schemes.size());
        for (String set : schemes.keySet()) {
            bytes(out, set.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Scheme scheme(String set) throws Failure {
        Scheme scheme = schemes.get(set);
        if (scheme == null) {
            throw Failure.unsupported("there is no " + set);
        }
        return scheme;
    }

    private void generate(Reader request, DataOutputStream out) throws Exception {
        String set = request.text();
        int kind = request.octet();
        byte[] origin = request.bytes();
        int count = request.word();
        request.end();
        Scheme scheme = scheme(set);
        if (kind > 1 || count < 1) {
            throw Failure.failed("there is no such origin, or no key to be made");
        }
        out.writeInt(count);
        SecureRandom random = seeded(origin);
        Meter meter = new Meter();
        Key key = null;
        for (int i = 0; i < count; i++) {
            warmth.of(set + " generate", () -> scheme.generate(set, random));
            key = meter.measure(
                    () -> kind == 0 ? scheme.generate(set, random) : scheme.generateFromSeed(set, origin));
            meter.write(out);
            out.writeInt(next);
            bytes(out, key.publicKey());
            keys.put(next, new Made(set, key));
            next += 1;
        }
        out.writeLong(key.index());
        out.writeLong(key.remaining());
    }

    private void sign(Reader request, DataOutputStream out) throws Exception {
        Made made = keys.get(request.word());
        int kind = request.octet();
        byte[] randomness = request.bytes();
        byte[][] messages = new byte[count(request)][];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = request.bytes();
        }
        request.end();
        if (made == null) {
            throw Failure.failed("there is no such key");
        }
        byte[] given = kind == 2 ? randomness : null;
        Key key = made.key();
        out.writeInt(messages.length);
        Meter meter = new Meter();
        for (byte[] message : messages) {
            if (key.remaining() == 0) {
                throw Failure.exhausted("the key has no index left");
            }
            warmth.ofSigning(made.set(), scheme(made.set()), message);
            byte[] signature = meter.measure(() -> key.sign(message, given));
            meter.write(out);
            bytes(out, signature);
        }
        out.writeLong(key.index());
        out.writeLong(key.remaining());
    }

    private void verify(Reader request, DataOutputStream out) throws Exception {
        String set = request.text();
        Scheme scheme = scheme(set);
        int count = count(request);
        out.writeInt(count);
        Meter meter = new Meter();
        for (int i = 0; i < count; i++) {
            byte[] publicKey = request.bytes();
            byte[] message = request.bytes();
            byte[] signature = request.bytes();
            Meter.Operation<Boolean> verify = () -> {
                try {
                    return scheme.verify(set, publicKey, message, signature);
                } catch (IllegalArgumentException | IllegalStateException | IOException refused) {
                    // What the library says to what is no signature. Anything else is a defect of it.
                    return false;
                }
            };
            warmth.of(set + " verify", verify);
            boolean verifies = meter.measure(verify);
            meter.write(out);
            out.writeByte(verifies ? 1 : 0);
        }
        request.end();
    }

    private void drop(Reader request) throws Failure {
        Made made = keys.remove(request.word());
        request.end();
        if (made == null) {
            throw Failure.failed("there is no such key");
        }
    }

    /** A number of fields that take four bytes each at least. */
    private static int count(Reader request) throws Failure {
        int count = request.word();
        if (count < 0 || count > 1 << 20) {
            throw Failure.failed("too many of them");
        }
        return count;
    }

    /** A generator with this seed. */
    static SecureRandom seeded(byte[] seed) throws NoSuchAlgorithmException {
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(seed);
        return random;
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
