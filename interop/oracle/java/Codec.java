import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/** The verbs list, decode, encode, random, bench, workload, segment and image, for releases with generated JSON converters. */
final class Codec implements UnaryOperator<String> {
    private final ObjectMapper mapper = new ObjectMapper();
    private final Catalog catalog;

    Codec() throws Exception {
        catalog = new Catalog();
    }

    @Override
    public String apply(String line) {
        ObjectNode reply = mapper.createObjectNode();
        try {
            JsonNode request = mapper.readTree(line);
            String op = request.path("op").asText();
            switch (op) {
                case "list":
                    list(reply);
                    break;
                case "workload":
                    Workload.answer(request, reply);
                    break;
                case "image":
                    Class.forName("Images").getDeclaredMethod("answer", JsonNode.class, ObjectNode.class).invoke(null, request, reply);
                    break;
                case "segment":
                    Class.forName("Segments").getDeclaredMethod("answer", JsonNode.class, ObjectNode.class).invoke(null, request, reply);
                    break;
                default:
                    message(op, request, reply);
            }
            return mapper.writeValueAsString(reply);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(Oracle.describe(e), e);
        }
    }

    private void message(String op, JsonNode request, ObjectNode reply) throws Exception {
        Catalog.Kind kind = catalog.find(request.path("message").asText());
        short version = (short) request.path("version").asInt();
        Message empty = kind.create();
        if (version < empty.lowestSupportedVersion() || version > empty.highestSupportedVersion()) {
            throw new IllegalArgumentException(kind.name + " has versions " + empty.lowestSupportedVersion() + "-"
                + empty.highestSupportedVersion() + ", not " + version);
        }
        switch (op) {
            case "decode":
                ByteBuffer bytes = ByteBuffer.wrap(Hex.decode(request.path("hex").asText()));
                decode(kind, version, bytes, reply);
                reply.put("remaining", bytes.remaining());
                break;
            case "encode":
                JsonNode json = Extras.withBinary(kind.messageClass(), request.path("json"));
                Message m = kind.fromJson(json, (short) request.path("jsonVersion").asInt(version));
                Extras.setUnknownTags(m, request.path("unknownTags"));
                reply.put("hex", Hex.encode(write(m, version)));
                break;
            case "bench":
                new Bench(mapper).answer(kind, version, request, reply);
                break;
            case "random":
                random(kind, version, request, reply);
                break;
            default:
                throw new IllegalArgumentException("unknown op " + op);
        }
    }

    private void list(ObjectNode reply) throws Exception {
        ArrayNode list = reply.putArray("messages");
        for (Catalog.Kind k : catalog.all()) {
            Message m = k.create();
            list.addObject().put("name", k.name).put("class", k.className).put("type", k.type)
                .put("apiKey", Catalog.Kind.apiKey(m))
                .put("lowest", m.lowestSupportedVersion()).put("highest", m.highestSupportedVersion());
        }
    }

    private Message decode(Catalog.Kind kind, short version, ByteBuffer bytes, ObjectNode reply) throws Exception {
        Message m = kind.create();
        m.read(new ByteBufferAccessor(bytes), version);
        JsonNode json = kind.toJson(m, version);
        Extras extras = new Extras(mapper);
        extras.collect(m, json, "");
        reply.set("json", json);
        extras.addTo(reply);
        return m;
    }

    private void random(Catalog.Kind kind, short version, JsonNode request, ObjectNode reply) throws Exception {
        ArrayNode samples = reply.putArray("samples");
        long seed = request.path("seed").asLong();
        int count = request.path("count").asInt(1);
        for (int i = 0; i < count; i++) {
            Sampler sampler = new Sampler(kind.messageClass(), version, seed + i);
            byte[] bytes = accepted(kind, version, sampler);
            ObjectNode sample = samples.addObject().put("hex", Hex.encode(bytes));
            ByteBuffer in = ByteBuffer.wrap(bytes);
            Message again = decode(kind, version, in, sample);
            if (in.hasRemaining() || !java.util.Arrays.equals(bytes, write(again, version))) {
                throw new IllegalStateException("Kafka does not write what it has read: " + sample.get("hex"));
            }
        }
    }

    /** Draws until Kafka's own write takes the object; an object that no draw gets past is reported, not hidden. */
    private static byte[] accepted(Catalog.Kind kind, short version, Sampler sampler) {
        RuntimeException last = null;
        for (int i = 0; i < 10; i++) {
            try {
                return write(sampler.draw(), version);
            } catch (RuntimeException e) {
                last = e;
            }
        }
        throw new IllegalStateException("no random " + kind.name + " " + version + " was accepted: "
            + Oracle.describe(last), last);
    }

    static byte[] write(Message m, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(m.size(cache, version));
        m.write(new ByteBufferAccessor(buffer), cache, version);
        if (buffer.hasRemaining()) {
            throw new IllegalStateException("Kafka wrote " + buffer.position() + " bytes and had announced " + buffer.limit());
        }
        return buffer.array();
    }
}
