import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.types.RawTaggedField;

/**
 * What Kafka's JSON converters lose: the bytes of records fields and unknown tagged fields.
 *
 * Records: Kafka writes an empty binary value but reads a full one, so the bytes are put in that place, as base64, and
 * the path of the field is listed. Unknown tagged fields: listed beside the JSON with the path of the struct they belong
 * to ("" is the message itself, else for instance topics[0].partitions[3]).
 */
final class Extras {
    private final ArrayNode records;
    private final ArrayNode unknownTags;

    Extras(ObjectMapper mapper) {
        records = mapper.createArrayNode();
        unknownTags = mapper.createArrayNode();
    }

    void addTo(ObjectNode reply) {
        if (records.size() > 0) {
            reply.set("records", records);
        }
        if (unknownTags.size() > 0) {
            reply.set("unknownTags", unknownTags);
        }
    }

    /** Walks a message beside the JSON that Kafka made of it. */
    void collect(Message m, JsonNode json, String path) throws Exception {
        for (RawTaggedField f : m.unknownTaggedFields()) {
            unknownTags.addObject().put("path", path).put("tag", f.tag()).put("hex", Hex.encode(f.data()));
        }
        for (Field f : fields(m.getClass())) {
            JsonNode child = json.get(f.getName());
            Object value = f.get(m);
            if (child == null || value == null) {
                continue; // not in this version, or left out as a default
            }
            String childPath = join(path, f.getName());
            if (isRecords(f.getType())) {
                ((ObjectNode) json).put(f.getName(), bytes(value));
                records.add(childPath);
            } else if (value instanceof Message) {
                collect((Message) value, child, childPath);
            } else if (value instanceof Collection) {
                int i = 0;
                for (Object e : (Collection<?>) value) {
                    if (e instanceof Message) {
                        collect((Message) e, child.get(i), childPath + "[" + i + "]");
                    }
                    i++;
                }
            }
        }
    }

    /** The opposite of collect for unknown tagged fields. */
    static void setUnknownTags(Message m, JsonNode list) throws Exception {
        if (list.isMissingNode() || list.size() == 0) {
            return;
        }
        Map<String, Message> structs = new HashMap<>();
        index(m, "", structs);
        for (JsonNode tag : list) {
            Message owner = structs.get(tag.path("path").asText());
            if (owner == null) {
                throw new IllegalArgumentException("no struct at " + tag.path("path").asText());
            }
            owner.unknownTaggedFields().add(
                new RawTaggedField(tag.path("tag").asInt(), Hex.decode(tag.path("hex").asText())));
        }
    }

    private static void index(Message m, String path, Map<String, Message> structs) throws Exception {
        structs.put(path, m);
        for (Field f : fields(m.getClass())) {
            Object value = f.get(m);
            if (value instanceof Message) {
                index((Message) value, join(path, f.getName()), structs);
            } else if (value instanceof Collection) {
                int i = 0;
                for (Object e : (Collection<?>) value) {
                    if (e instanceof Message) {
                        index((Message) e, join(path, f.getName()) + "[" + i + "]", structs);
                    }
                    i++;
                }
            }
        }
    }

    /**
     * Turns the base64 text of bytes fields into binary nodes: 2.8's converters take nothing else, though text is what
     * a JSON parser gives them. Changes the JSON in place, except that a lone text is replaced by the result.
     */
    static JsonNode withBinary(Type type, JsonNode json) throws IOException {
        if (type == byte[].class || type == ByteBuffer.class || isRecords(type)) {
            return json.isTextual() ? BinaryNode.valueOf(json.binaryValue()) : json;
        }
        if (json instanceof ArrayNode) {
            ArrayNode array = (ArrayNode) json;
            Type element = elementType(type);
            for (int i = 0; i < array.size(); i++) {
                array.set(i, withBinary(element, array.get(i)));
            }
        } else if (json instanceof ObjectNode && type instanceof Class) {
            for (Field f : fields((Class<?>) type)) {
                JsonNode child = json.get(f.getName());
                if (child != null) {
                    ((ObjectNode) json).set(f.getName(), withBinary(f.getGenericType(), child));
                }
            }
        }
        return json;
    }

    /** X of a List<X>, or of a generated XCollection, which extends a generic collection of X; itself for others. */
    static Type elementType(Type type) {
        Type t = type instanceof Class ? ((Class<?>) type).getGenericSuperclass() : type;
        return t instanceof ParameterizedType ? ((ParameterizedType) t).getActualTypeArguments()[0] : type;
    }

    static boolean isRecords(Type type) {
        return type instanceof Class && ((Class<?>) type).getSimpleName().equals("BaseRecords"); // its package moved in 4.4
    }

    private static byte[] bytes(Object records) throws Exception {
        ByteBuffer b = ((ByteBuffer) records.getClass().getMethod("buffer").invoke(records)).duplicate();
        byte[] out = new byte[b.remaining()];
        b.get(out);
        return out;
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static final Map<Class<?>, List<Field>> FIELDS = new HashMap<>();

    /** The schema fields of a generated class. */
    static List<Field> fields(Class<?> c) {
        return FIELDS.computeIfAbsent(c, x -> {
            List<Field> out = new ArrayList<>();
            for (Field f : x.getDeclaredFields()) {
                if (!Modifier.isStatic(f.getModifiers()) && !f.getName().equals("_unknownTaggedFields")) {
                    f.setAccessible(true);
                    out.add(f);
                }
            }
            return out;
        });
    }
}
