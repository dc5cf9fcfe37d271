import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The work for a broker of 4.0 or later. */
final class Modern extends Workload {
    private final String sasl;

    public Modern(String bootstrap, String sasl) {
        super(bootstrap);
        this.sasl = sasl;
    }

    @Override
    void run(String name) throws Exception {
        switch (name) {
            case "modern":
                data();
                transactions();
                new Groups(this).run();
                new Cluster(this, sasl).run();
                break;
            case "killed":
                killed();
                break;
            case "tiered":
                tiered();
                break;
            default:
                throw new IllegalArgumentException("no workload is called " + name);
        }
    }

    /** Each codec, both kinds of timestamps, several segments, compaction, a log that starts late. */
    private void data() throws Exception {
        for (String codec : CODECS) {
            create("v2-" + codec, "index.interval.bytes", "200");
            codecs("v2-" + codec, codec, true);
        }
        for (String codec : new String[] {"none", "zstd"}) {
            create("v2-append-time-" + codec, "message.timestamp.type", "LogAppendTime");
            codecs("v2-append-time-" + codec, codec, true);
        }
        create("segments", "internal.segment.bytes", "4096", "index.interval.bytes", "256", "segment.index.bytes", "4096");
        many("segments", 200, 8);
        create("cut", "internal.segment.bytes", "2048");
        many("cut", 60, 6);
        admin.deleteRecords(Map.of(new TopicPartition("cut", 0),
            org.apache.kafka.clients.admin.RecordsToDelete.beforeOffset(25))).all().get();
        for (String codec : new String[] {"none", "gzip", "zstd"}) {
            create("compacted-" + codec, "cleanup.policy", "compact", "internal.segment.bytes", "600",
                "min.cleanable.dirty.ratio", "0.01", "delete.retention.ms", "86400000");
            repeated("compacted-" + codec, Map.of("compression.type", codec));
        }
    }

    private void many(String topic, int n, int batch) throws Exception {
        try (KafkaProducer<byte[], byte[]> p = producer(Map.of())) {
            for (int i = 0; i < n; i++) {
                send(p, topic, "key-" + i, "value ".repeat(i % 20));
                if (i % batch == batch - 1) {
                    p.flush();
                }
            }
        }
    }

    /** Committed, aborted and open transactions, with offsets of a group among them, also in a compacted topic. */
    private void transactions() throws Exception {
        create("transactions", "internal.segment.bytes", "1500", "index.interval.bytes", "200");
        create("compacted-transactions", "cleanup.policy", "compact", "internal.segment.bytes", "600",
            "min.cleanable.dirty.ratio", "0.01", "delete.retention.ms", "86400000");
        try (KafkaProducer<byte[], byte[]> one = transactional("one"); KafkaProducer<byte[], byte[]> two = transactional("two")) {
            for (int round = 0; round < 6; round++) {
                begin(one, "one", round);
                begin(two, "two", round);
                if (round == 2) {
                    one.sendOffsetsToTransaction(Map.of(new TopicPartition("transactions", 0),
                        new OffsetAndMetadata(7, "by a transaction")), new ConsumerGroupMetadata("transactional-group"));
                }
                end(one, round % 2 == 0);
                end(two, round % 3 != 0);
            }
            sent.merge("transactions", 12, Integer::sum); // markers
            sent.merge("compacted-transactions", 12, Integer::sum);
        }
        KafkaProducer<byte[], byte[]> open = transactional("open");
        begin(open, "open", 0);
        open.close(Duration.ZERO); // neither commits nor aborts
    }

    private KafkaProducer<byte[], byte[]> transactional(String id) {
        KafkaProducer<byte[], byte[]> p = producer(Map.of("transactional.id", id, "transaction.timeout.ms", "600000"));
        p.initTransactions();
        return p;
    }

    private void begin(KafkaProducer<byte[], byte[]> p, String who, int round) throws Exception {
        p.beginTransaction();
        for (int i = 0; i < 3; i++) {
            send(p, "transactions", who + "-" + i, "round-" + round);
            send(p, "compacted-transactions", who + "-" + i, "round-" + round);
        }
        p.flush();
    }

    private static void end(KafkaProducer<byte[], byte[]> p, boolean commit) {
        if (commit) {
            p.commitTransaction();
        } else {
            p.abortTransaction();
        }
    }

    /** For a broker that is about to be killed: indexes stay as long as they were made, and zero behind their entries. */
    private void killed() throws Exception {
        Map<String, String> lz4 = new HashMap<>(Map.of("compression.type", "lz4"));
        create("killed", "index.interval.bytes", "100", "segment.index.bytes", "4096");
        try (KafkaProducer<byte[], byte[]> p = producer(lz4)) {
            for (int i = 0; i < 30; i++) {
                send(p, "killed", "key-" + i, "value ".repeat(20));
                p.flush();
            }
        }
    }

    /** Segments that go to a remote tier, and a topic that is deleted there too, until the log of it all says so. */
    private void tiered() throws Exception {
        create("tiered", "remote.storage.enable", "true", "internal.segment.bytes", "2048", "local.retention.ms", "1000");
        create("tiered-deleted", "remote.storage.enable", "true", "internal.segment.bytes", "2048");
        many("tiered", 60, 6);
        many("tiered-deleted", 60, 6);
        TopicPartition log = new TopicPartition("__remote_log_metadata", 0);
        try (KafkaConsumer<byte[], byte[]> c = new KafkaConsumer<>(clientProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            c.assign(List.of(log));
            c.seekToBeginning(List.of(log));
            updates(c, 4); // two segments of each topic are copied
            admin.deleteTopics(List.of("tiered-deleted")).all().get();
            updates(c, 4); // those of one topic are being deleted, then are
        }
    }

    /** Waits for updates, which are of type 1; RemoteLogMetadataSerde puts the type behind its own version. */
    private static void updates(KafkaConsumer<byte[], byte[]> c, int n) {
        for (int i = 0; n > 0; i++) {
            for (ConsumerRecord<byte[], byte[]> r : c.poll(Duration.ofMillis(100))) {
                n -= r.value()[1] == 1 ? 1 : 0;
            }
            if (i == 200) {
                throw new IllegalStateException(n + " updates of remote segments were not written");
            }
        }
    }

    static List<String> dataTopics() {
        return List.of("v2-none", "segments");
    }
}
