import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;

/**
 * Times Kafka's own classes: one piece of work in a loop, for as long as the request says.
 *
 * "decode": bytes to an object. "toJson": bytes to an object to the text of its JSON. "fromJson": text to an object to
 * bytes. The caller warms up by asking more than once.
 */
final class Bench {
    private interface Work {
        /** Returns something that depends on the work, so that it is not left out. */
        int run() throws Exception;
    }

    private final ObjectMapper mapper;
    private int sink;
    private Message last; // a field, so that no object is thought away

    Bench(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    void answer(Catalog.Kind kind, short version, JsonNode request, ObjectNode reply) throws Exception {
        Work work = work(kind, version, request);
        long end = System.nanoTime() + 1_000_000L * request.path("millis").asLong(100);
        long begin = System.nanoTime();
        long n = 0;
        while (System.nanoTime() < end) {
            for (int i = 0; i < 16; i++) {
                sink += work.run();
            }
            n += 16;
        }
        reply.put("nanos", (System.nanoTime() - begin) / (double) n).put("sink", sink);
    }

    private Work work(Catalog.Kind kind, short version, JsonNode request) {
        byte[] bytes = Hex.decode(request.path("hex").asText());
        byte[] text = request.path("json").toString().getBytes(StandardCharsets.UTF_8);
        String what = request.path("what").asText();
        switch (what) {
            case "decode":
                return () -> {
                    last = read(kind, version, bytes);
                    return 1;
                };
            case "toJson":
                return () -> mapper.writeValueAsBytes(kind.toJson(read(kind, version, bytes), version)).length;
            case "fromJson":
                return () -> Codec.write(kind.fromJson(mapper.readTree(text), version), version).length;
            default:
                throw new IllegalArgumentException("unknown work " + what);
        }
    }

    private static Message read(Catalog.Kind kind, short version, byte[] bytes) throws Exception {
        Message m = kind.create();
        m.read(new ByteBufferAccessor(ByteBuffer.wrap(bytes)), version);
        return m;
    }
}
