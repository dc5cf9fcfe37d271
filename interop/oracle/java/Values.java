import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Random values of the wire's primitive types, edges first. */
final class Values {
    private static final double[] FLOATS = {0.0, -0.0, 1.5, -1.0, Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, 1e21, Math.PI};
    // 1 to 4 bytes a character in UTF-8, and those that JSON escapes
    private static final String[] PIECES = {"a", "kafka", "\u00e9", "\u00df\u03a9", "\u65e5\u672c\u8a9e", "\u20ac",
        "\ud83d\ude00", "\ud834\udd1e", "\"\\/", "\n\t", "\u0000\u001f", "\u2028", "\ufeff", "<&>"};

    private final Random random;

    Values(Random random) {
        this.random = random;
    }

    long integer(long min, long max) {
        switch (random.nextInt(8)) {
            case 0:
                return min;
            case 1:
                return max;
            case 2:
                return 0;
            case 3:
                return min < 0 ? -1 : 1;
            case 4:
                return 1;
            case 5:
                return random.nextInt(100);
            default:
                return Long.MIN_VALUE == min ? random.nextLong()
                    : min + Math.floorMod(random.nextLong(), max - min + 1);
        }
    }

    /** Finite only: Kafka's own JSON cannot take a NaN or an infinity back. */
    double float64() {
        return FLOATS[random.nextInt(FLOATS.length)];
    }

    String string() {
        int dice = random.nextInt(24);
        if (dice < 4) {
            return "";
        }
        if (dice == 23) {
            return "x".repeat(125 + random.nextInt(5));
        }
        StringBuilder b = new StringBuilder();
        for (int i = random.nextInt(3); i >= 0; i--) {
            b.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return b.toString();
    }

    byte[] bytes() {
        int dice = random.nextInt(24);
        byte[] out = new byte[dice < 4 ? 0 : dice == 23 ? 125 + random.nextInt(5) : 1 + random.nextInt(8)];
        random.nextBytes(out);
        return out;
    }

    Uuid uuid() {
        switch (random.nextInt(4)) {
            case 0:
                return Uuid.ZERO_UUID;
            case 1:
                return new Uuid(-1, -1);
            default:
                return new Uuid(random.nextLong(), random.nextLong());
        }
    }

    /** No bytes, or one batch made by Kafka, plain or gzip. The package of its record classes moved in 4.4. */
    Object records(String recordPackage) throws ReflectiveOperationException {
        Class<?> memory = Class.forName(recordPackage + ".MemoryRecords");
        Class<?> simple = Class.forName(recordPackage + ".SimpleRecord");
        if (random.nextInt(5) == 0) {
            return memory.getField("EMPTY").get(null);
        }
        for (Method m : memory.getMethods()) {
            Class<?>[] p = m.getParameterTypes();
            if (m.getName().equals("withRecords") && p.length == 2 && p[1].isArray()) {
                return m.invoke(null, compression(p[0], random.nextInt(3) == 0), simpleRecords(simple));
            }
        }
        throw new NoSuchMethodException("MemoryRecords.withRecords(compression, records)");
    }

    /** CompressionType is an enum up to 3.7; then Compression with builders takes its place. */
    private static Object compression(Class<?> type, boolean gzip) throws ReflectiveOperationException {
        if (!gzip) {
            return type.getField("NONE").get(null);
        }
        if (type.isEnum()) {
            return type.getField("GZIP").get(null);
        }
        Object builder = type.getMethod("gzip").invoke(null);
        return builder.getClass().getMethod("build").invoke(builder);
    }

    private Object simpleRecords(Class<?> simple) throws ReflectiveOperationException {
        Object out = Array.newInstance(simple, 1 + random.nextInt(3));
        for (int i = 0; i < Array.getLength(out); i++) {
            Header[] headers = {new RecordHeader(string(), bytes())};
            byte[] key = random.nextBoolean() ? null : string().getBytes(StandardCharsets.UTF_8);
            Object record = simple.getConstructor(long.class, byte[].class, byte[].class, Header[].class)
                .newInstance(1_700_000_000_000L + random.nextInt(100_000), key, bytes(), headers);
            Array.set(out, i, record);
        }
        return out;
    }
}
