import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.MemoryRecordsBuilder;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.record.TimestampType;

/**
 * The verb segment: a large segment without a broker, in batches of the size that producers make.
 *
 * The keys are short, the values half words and half digits, so that they compress as logs of services do. Equal requests
 * give equal records.
 */
final class Segments {
    private static final int BATCH = 16 << 10;
    private static final long BEGIN = 1_700_000_000_000L;
    private static final String[] WORDS = {"GET", "POST", "orders", "payments", "status", "accepted", "refused", "user", "region", "eu-west"};

    private final Random random = new Random(1);
    private final StringBuilder text = new StringBuilder();

    static void answer(JsonNode request, ObjectNode reply) throws IOException {
        Path path = Path.of(request.path("path").asText());
        long most = request.path("bytes").asLong();
        int count = request.path("count").asInt();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 20)) {
            new Segments().write(out, compression(request.path("codec").asText()), count, most, reply);
        }
    }

    private void write(OutputStream out, Compression c, int count, long most, ObjectNode reply) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(4 * BATCH);
        int n = 0, batches = 0;
        long written = 0;
        while (n < count && written < most) {
            buffer.clear();
            MemoryRecordsBuilder b = MemoryRecords.builder(buffer, RecordBatch.CURRENT_MAGIC_VALUE, c, TimestampType.CREATE_TIME, n);
            for (int size = 0; size < BATCH && n < count; n++) {
                byte[] key = ("key-" + n % 5000).getBytes(StandardCharsets.UTF_8);
                byte[] value = value(n);
                b.append(BEGIN + n, key, value, new Header[0]);
                size += key.length + value.length;
            }
            ByteBuffer done = b.build().buffer();
            written += done.remaining();
            batches++;
            Channels.newChannel(out).write(done);
        }
        reply.put("count", n).put("batches", batches).put("bytes", written);
    }

    private byte[] value(int n) {
        text.setLength(0);
        text.append("{\"unit\":\"ms\",\"n\":").append(n);
        for (int i = 0; i < 4; i++) {
            text.append(",\"").append(WORDS[random.nextInt(WORDS.length)]).append("\":\"")
                .append(Long.toString(random.nextLong() >>> 6, 36)).append('"');
        }
        return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static Compression compression(String codec) {
        switch (codec) {
            case "none":
                return Compression.NONE;
            case "gzip":
                return Compression.gzip().build();
            case "snappy":
                return Compression.snappy().build();
            case "lz4":
                return Compression.lz4().build();
            case "zstd":
                return Compression.zstd().build();
            default:
                throw new IllegalArgumentException("no codec is called " + codec);
        }
    }
}
