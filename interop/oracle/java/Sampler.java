import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.TaggedFields;

/**
 * Random instances of a generated message class at one version.
 *
 * The class's SCHEMA_n tells which fields the version has, the Java fields take the values, and Kafka's own write turns
 * the object into bytes; so nothing here knows an encoding. Whether a field may be null is asked of Kafka too: the class
 * is made to write an object that has the null, since schemas before 4.1 don't tell it for structs and records.
 */
final class Sampler {
    private static final Map<String, Boolean> NULLABLE = new HashMap<>();
    private static final int MANY = 127; // from here on a compact length takes two bytes
    private static final int[] UNKNOWN_TAGS = {100, 127, 128, 4000, 16383, 16384, Integer.MAX_VALUE - 1};

    private final Class<?> root;
    private final short version;
    private final Values values;
    private final Random random;
    private int budget;

    Sampler(Class<?> root, short version, long seed) {
        this.root = root;
        this.version = version;
        this.random = new Random(seed * 1_000_003L ^ root.getSimpleName().hashCode() * 31L ^ version);
        this.values = new Values(random);
    }

    Message draw() {
        budget = 3 * MANY;
        try {
            return struct(root);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(Oracle.describe(e), e);
        }
    }

    private Message struct(Class<?> c) throws ReflectiveOperationException {
        Message m = (Message) c.getDeclaredConstructor().newInstance();
        Schema schema = ((Schema[]) c.getField("SCHEMAS").get(null))[version];
        for (BoundField f : schema.fields()) {
            if (f.def.type instanceof TaggedFields) {
                tagged(m, (TaggedFields) f.def.type);
            } else {
                set(m, f.def.name, f.def.type);
            }
        }
        return m;
    }

    private void tagged(Message m, TaggedFields tags) throws ReflectiveOperationException {
        Field known = TaggedFields.class.getDeclaredField("fields");
        known.setAccessible(true);
        for (Object o : ((Map<?, ?>) known.get(tags)).values()) {
            org.apache.kafka.common.protocol.types.Field f = (org.apache.kafka.common.protocol.types.Field) o;
            if (random.nextBoolean()) {
                set(m, f.name, f.type);
            }
        }
        int from = random.nextInt(4 * UNKNOWN_TAGS.length); // most structs have none
        for (int i = from; i < UNKNOWN_TAGS.length; i += 1 + random.nextInt(3)) {
            m.unknownTaggedFields().add(new RawTaggedField(UNKNOWN_TAGS[i], values.bytes()));
        }
    }

    private void set(Message m, String name, org.apache.kafka.common.protocol.types.Type type)
            throws ReflectiveOperationException {
        Field f = field(m.getClass(), name);
        if (!f.getType().isPrimitive() && random.nextInt(5) == 0 && nullable(f, type)) {
            f.set(m, null);
        } else {
            f.set(m, value(f.getGenericType(), type));
        }
    }

    private boolean nullable(Field f, org.apache.kafka.common.protocol.types.Type type)
            throws ReflectiveOperationException {
        String key = f.getDeclaringClass().getName() + "." + f.getName() + " " + version;
        Boolean known = NULLABLE.get(key);
        if (known == null) {
            Message probe = (Message) f.getDeclaringClass().getDeclaredConstructor().newInstance();
            if (writable(probe)) {
                f.set(probe, null);
                known = writable(probe);
            } else { // some other field has no valid default, so the probe can tell nothing
                known = type.isNullable();
            }
            NULLABLE.put(key, known);
        }
        return known;
    }

    private boolean writable(Message m) {
        try {
            Codec.write(m, version); // not only size(), which a null uuid passes
            return true;
        } catch (NullPointerException e) {
            return false;
        }
    }

    private Object value(Type java, org.apache.kafka.common.protocol.types.Type type)
            throws ReflectiveOperationException {
        if (type.arrayElementType().isPresent()) {
            return array(java, type.arrayElementType().get());
        }
        Class<?> c = (Class<?>) java;
        if (Message.class.isAssignableFrom(c)) {
            return struct(c);
        }
        if (Extras.isRecords(c)) {
            return values.records(c.getPackage().getName());
        }
        return scalar(c, type.toString());
    }

    private Object scalar(Class<?> c, String type) {
        if (c == String.class) {
            return values.string();
        } else if (c == byte[].class) {
            return values.bytes();
        } else if (c == ByteBuffer.class) {
            return ByteBuffer.wrap(values.bytes());
        } else if (c == Uuid.class) {
            return values.uuid();
        } else if (c == boolean.class || c == Boolean.class) {
            return random.nextBoolean();
        } else if (c == double.class || c == Double.class) {
            return values.float64();
        } else if (c == byte.class || c == Byte.class) {
            return (byte) values.integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
        } else if (c == short.class || c == Short.class) {
            return (short) values.integer(Short.MIN_VALUE, Short.MAX_VALUE);
        } else if (c == int.class || c == Integer.class) { // int32 or uint16
            return (int) (type.equals("UINT16") ? values.integer(0, 0xffff)
                : values.integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
        } else if (c == long.class || c == Long.class) { // int64 or uint32
            return type.equals("UINT32") || type.equals("UNSIGNED_INT32") ? values.integer(0, 0xffffffffL)
                : values.integer(Long.MIN_VALUE, Long.MAX_VALUE);
        }
        throw new IllegalStateException("no random values for " + c + " (" + type + ")");
    }

    @SuppressWarnings("unchecked")
    private Object array(Type java, org.apache.kafka.common.protocol.types.Type element)
            throws ReflectiveOperationException {
        Collection<Object> out = java instanceof ParameterizedType ? new ArrayList<>()
            : (Collection<Object>) ((Class<?>) java).getDeclaredConstructor().newInstance();
        Type elementJava = Extras.elementType(java);
        int n = length();
        for (int i = 0; i < n; i++) {
            out.add(value(elementJava, element));
        }
        return out;
    }

    /** The number of elements; large ones and depth share one budget, so that an instance stays within some 10 KB. */
    private int length() {
        int dice = random.nextInt(20);
        int n = dice < 4 ? 0 : dice < 10 ? 1 : dice < 16 ? 2 + random.nextInt(2) : dice < 18 ? 5 + random.nextInt(5)
            : MANY - 1 + random.nextInt(4);
        if (n > budget) {
            n = random.nextInt(2);
        }
        budget -= n;
        return n;
    }

    /** Schemas say throttle_time_ms where classes say throttleTimeMs. */
    private static Field field(Class<?> c, String schemaName) throws NoSuchFieldException {
        String wanted = schemaName.replace("_", "").toLowerCase(Locale.ROOT);
        for (Field f : Extras.fields(c)) {
            if (f.getName().replace("_", "").toLowerCase(Locale.ROOT).equals(wanted)) {
                return f;
            }
        }
        throw new NoSuchFieldException(c.getSimpleName() + "." + schemaName);
    }
}
