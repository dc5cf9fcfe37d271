import java.nio.ByteBuffer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.apache.kafka.common.metadata.MetadataRecordType;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;
import org.apache.kafka.image.writer.ImageWriterOptions;
import org.apache.kafka.image.writer.RecordListWriter;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * The verb image: Kafka's own image of the metadata, as the records of a snapshot of it, behind each of some records of
 * the metadata log. What Kafka refuses changes nothing, and is listed with Kafka's reason.
 */
final class Images {
    private MetadataImage image = MetadataImage.EMPTY;
    private MetadataImage before; // the transaction that is open; null for none

    static void answer(JsonNode request, ObjectNode reply) {
        ArrayNode images = reply.putArray("images");
        ArrayNode refusals = reply.putArray("refusals");
        Images replay = new Images();
        long offset = 0;
        for (JsonNode hex : request.path("records")) {
            String refusal = "";
            try {
                ByteBuffer value = ByteBuffer.wrap(Hex.decode(hex.asText()));
                replay.add(MetadataRecordSerde.INSTANCE.read(new ByteBufferAccessor(value), value.remaining()), offset);
            } catch (RuntimeException e) {
                refusal = e.toString();
            }
            refusals.add(refusal);
            offset++;
            replay.write(images.addArray());
        }
    }

    private void add(ApiMessageAndVersion record, long offset) {
        switch (MetadataRecordType.fromId(record.message().apiKey())) {
            case BEGIN_TRANSACTION_RECORD:
                if (before != null) {
                    throw new IllegalStateException("a transaction is open");
                }
                before = image;
                break;
            case ABORT_TRANSACTION_RECORD:
                image = open();
                before = null;
                break;
            case END_TRANSACTION_RECORD:
                open();
                before = null;
                break;
            default:
                MetadataDelta delta = new MetadataDelta.Builder().setImage(image).build();
                delta.replay(record.message());
                image = delta.apply(new MetadataProvenance(offset, 1, 0, true));
        }
    }

    private MetadataImage open() {
        if (before == null) {
            throw new IllegalStateException("no transaction is open");
        }
        return before;
    }

    private void write(ArrayNode out) {
        RecordListWriter writer = new RecordListWriter();
        (before == null ? image : before).write(writer, new ImageWriterOptions.Builder(MetadataVersion.latestProduction())
            .setEligibleLeaderReplicasEnabled(true).setLossHandler(e -> { }).build());
        for (ApiMessageAndVersion r : writer.records()) {
            ObjectSerializationCache cache = new ObjectSerializationCache();
            ByteBuffer value = ByteBuffer.allocate(MetadataRecordSerde.INSTANCE.recordSize(r, cache));
            MetadataRecordSerde.INSTANCE.write(r, cache, new ByteBufferAccessor(value));
            out.add(Hex.encode(value.array()));
        }
    }
}
