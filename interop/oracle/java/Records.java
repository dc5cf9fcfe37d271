import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Iterator;
import java.util.OptionalLong;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.FileRecords;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.record.RecordBatch;

/**
 * The verbs records (a file) and memoryrecords (bytes): what Kafka's own classes read.
 *
 * The answer is one line a batch, then one line with "end". Text is made by hand because a segment has many records. The
 * package of Kafka's record classes moved in 4.1 and later; whoever compiles this has the imports say where they are.
 */
final class Records {
    private final ObjectMapper mapper = new ObjectMapper();
    private final Base64.Encoder base64 = Base64.getEncoder();
    private final StringBuilder line = new StringBuilder();

    void answer(String request, Writer out) throws IOException {
        JsonNode json = mapper.readTree(request);
        boolean shallow = json.path("shallow").asBoolean();
        String error = null;
        try {
            if (json.path("op").asText().equals("records")) {
                try (FileRecords records = FileRecords.open(new File(json.path("path").asText()), false)) {
                    batches(records.batches().iterator(), shallow, out);
                }
            } else {
                MemoryRecords records = MemoryRecords.readableRecords(ByteBuffer.wrap(Hex.decode(json.path("hex").asText())));
                batches(records.batches().iterator(), shallow, out);
            }
        } catch (RuntimeException e) { // Kafka stops here; what came before was answered
            error = Oracle.describe(e);
        }
        line.setLength(0);
        field(line.append('{'), "end", true);
        if (error != null) {
            line.append(",\"error\":").append(mapper.writeValueAsString(error));
        }
        out.append(line.append("}\n"));
    }

    private void batches(Iterator<? extends RecordBatch> batches, boolean shallow, Writer out) throws IOException {
        long position = 0;
        while (batches.hasNext()) {
            RecordBatch b = batches.next();
            line.setLength(0);
            field(line.append('{'), "position", position);
            next("size", b.sizeInBytes());
            next("magic", b.magic());
            next("crc", b.checksum());
            next("valid", b.isValid());
            if (head(b) && !shallow) {
                records(b);
            }
            out.append(line.append("}\n"));
            position += b.sizeInBytes();
        }
    }

    /** What may need a look at the records, which damage makes fail; then nothing of it is answered. */
    private boolean head(RecordBatch b) throws IOException {
        int whole = line.length();
        try {
            next("baseOffset", b.baseOffset());
            next("lastOffset", b.lastOffset());
            next("codec", '"' + b.compressionType().name + '"');
            next("timestampType", '"' + b.timestampType().name + '"');
            next("maxTimestamp", b.maxTimestamp());
            next("leaderEpoch", b.partitionLeaderEpoch());
            next("producerId", b.producerId());
            next("producerEpoch", b.producerEpoch());
            next("baseSequence", b.baseSequence());
            next("lastSequence", b.lastSequence());
            next("transactional", b.isTransactional());
            next("control", b.isControlBatch());
            next("deleteHorizon", deleteHorizon(b));
            next("count", b.countOrNull());
            return true;
        } catch (RuntimeException e) {
            refused(whole, e);
            return false;
        }
    }

    private void records(RecordBatch b) throws IOException {
        line.append(",\"records\":[");
        int begin = line.length();
        int whole = begin;
        try {
            for (Record r : b) {
                line.append(whole == begin ? "" : ",");
                record(r);
                whole = line.length();
            }
            line.append(']');
        } catch (RuntimeException e) {
            line.setLength(whole);
            line.append(']');
            refused(line.length(), e);
        }
    }

    private void refused(int whole, RuntimeException e) throws IOException {
        line.setLength(whole);
        line.append(",\"error\":").append(mapper.writeValueAsString(Oracle.describe(e)));
    }

    private void record(Record r) throws IOException {
        field(line.append('{'), "offset", r.offset());
        next("timestamp", r.timestamp());
        next("sequence", r.sequence());
        bytes("key", r.key());
        bytes("value", r.value());
        line.append(",\"headers\":[");
        boolean first = true;
        for (Header h : r.headers()) {
            line.append(first ? "{" : ",{").append("\"key\":").append(mapper.writeValueAsString(h.key()));
            bytes("value", h.value() == null ? null : ByteBuffer.wrap(h.value()));
            line.append('}');
            first = false;
        }
        line.append("]}");
    }

    private void bytes(String name, ByteBuffer value) {
        if (value == null) {
            next(name, "null");
            return;
        }
        byte[] b = new byte[value.remaining()];
        value.duplicate().get(b);
        line.append(",\"").append(name).append("\":\"").append(base64.encodeToString(b)).append('"');
    }

    private void next(String name, Object value) {
        field(line.append(','), name, value);
    }

    private static void field(StringBuilder b, String name, Object value) {
        b.append('"').append(name).append("\":").append(value);
    }

    /** Came with 3.0; null where the release or the batch has none. */
    private static Object deleteHorizon(RecordBatch b) {
        try {
            OptionalLong t = (OptionalLong) RecordBatch.class.getMethod("deleteHorizonMs").invoke(b);
            return t.isPresent() ? t.getAsLong() : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
