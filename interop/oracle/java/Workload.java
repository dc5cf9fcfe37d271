import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Gives a broker something to write: the verb "workload".
 *
 * This class holds what all releases have, and the work for a broker of the age of message formats 0 and 1. Modern, which
 * is compiled for 4.0 and later only, holds the rest. Both count the records that they send, by topic: what a reader of the
 * broker's files has to find, where nothing is compacted away.
 */
class Workload {
    static final String[] OLD_CODECS = {"none", "gzip", "snappy", "lz4"};
    static final String[] CODECS = {"none", "gzip", "snappy", "lz4", "zstd"};
    private static final long BEGIN = 1_700_000_000_000L; // timestamps that don't change from run to run

    final String bootstrap;
    final Admin admin;
    final Map<String, Integer> sent = new TreeMap<>();

    Workload(String bootstrap) {
        this.bootstrap = bootstrap;
        this.admin = Admin.create(clientProperties());
    }

    static void answer(JsonNode request, ObjectNode reply) throws Exception {
        String name = request.path("name").asText();
        Workload w = name.equals("formats") ? new Workload(request.path("bootstrap").asText())
            : (Workload) Class.forName("Modern").getDeclaredConstructor(String.class, String.class)
                .newInstance(request.path("bootstrap").asText(), request.path("sasl").asText());
        try {
            w.run(name);
        } finally {
            w.admin.close(Duration.ofSeconds(2));
        }
        ObjectNode sent = reply.putObject("sent");
        w.sent.forEach(sent::put);
    }

    /** Magic 0, 1 and 2 in each codec that they had; the formats are configured, the client always sends magic 2. */
    void run(String name) throws Exception {
        formats();
        mixed();
        compactedOld();
        coordinated();
    }

    private void formats() throws Exception {
        for (String version : new String[] {"0.9.0", "0.10.0", "2.8"}) {
            int magic = version.equals("0.9.0") ? 0 : version.equals("0.10.0") ? 1 : 2;
            for (String codec : magic == 2 ? CODECS : OLD_CODECS) {
                create("v" + magic + "-" + codec, "message.format.version", version, "index.interval.bytes", "200");
                codecs("v" + magic + "-" + codec, codec, magic == 2);
            }
        }
        for (String codec : new String[] {"none", "gzip"}) {
            create("v1-append-time-" + codec, "message.format.version", "0.10.0", "message.timestamp.type", "LogAppendTime");
            codecs("v1-append-time-" + codec, codec, false);
        }
    }

    /** One segment with all three formats, as an upgrade leaves it. */
    private void mixed() throws Exception {
        create("mixed", "message.format.version", "0.9.0");
        codecs("mixed", "none", false);
        codecs("mixed", "gzip", false);
        for (String version : new String[] {"0.10.0", "2.8"}) {
            ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "mixed");
            admin.incrementalAlterConfigs(Map.of(topic, List.of(new AlterConfigOp(
                new ConfigEntry("message.format.version", version), AlterConfigOp.OpType.SET)))).all().get();
            codecs("mixed", "none", false);
            codecs("mixed", "lz4", false);
        }
    }

    private void compactedOld() throws Exception {
        for (String version : new String[] {"0.9.0", "0.10.0"}) {
            for (String codec : new String[] {"none", "gzip"}) {
                String topic = "v" + (version.equals("0.9.0") ? 0 : 1) + "-compacted-" + codec;
                create(topic, "message.format.version", version, "cleanup.policy", "compact",
                    "segment.bytes", "600", "min.cleanable.dirty.ratio", "0.01", "delete.retention.ms", "86400000");
                repeated(topic, Map.of("compression.type", codec));
            }
        }
    }

    /** A group and transactions, for what the coordinators of that age write. */
    private void coordinated() throws Exception {
        create("transactions", "index.interval.bytes", "200");
        try (KafkaProducer<byte[], byte[]> p = producer(Map.of("transactional.id", "old"))) {
            p.initTransactions();
            for (int round = 0; round < 4; round++) {
                p.beginTransaction();
                send(p, "transactions", "key", "round-" + round);
                p.flush();
                if (round % 2 == 0) {
                    p.commitTransaction();
                } else {
                    p.abortTransaction();
                }
                sent.merge("transactions", 1, Integer::sum); // the marker
            }
        }
        Properties config = clientProperties();
        config.putAll(Map.of("group.id", "old-group", "auto.offset.reset", "earliest", "enable.auto.commit", "false"));
        try (KafkaConsumer<byte[], byte[]> c = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            c.subscribe(List.of("v2-none"));
            retry(() -> {
                if (c.poll(Duration.ofMillis(200)).isEmpty()) {
                    throw new IllegalStateException("the group got no records");
                }
                return null;
            });
            c.commitSync();
        }
    }

    // What both ages use.

    Properties clientProperties() {
        Properties p = new Properties();
        p.put("bootstrap.servers", bootstrap);
        p.put("metadata.max.age.ms", "1000"); // topics are created while clients run
        return p;
    }

    KafkaProducer<byte[], byte[]> producer(Map<String, String> more) {
        Properties p = clientProperties();
        p.put("linger.ms", "60000"); // a batch ends where the workload flushes
        p.put("batch.size", "1000000");
        p.putAll(more);
        return new KafkaProducer<>(p, new ByteArraySerializer(), new ByteArraySerializer());
    }

    void create(String topic, String... config) throws Exception {
        Map<String, String> all = new HashMap<>();
        all.put("retention.ms", "-1"); // the timestamps are old
        for (int i = 0; i < config.length; i += 2) {
            all.put(config[i], config[i + 1]);
        }
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(all))).all().get();
        retry(() -> admin.listOffsets(Map.of(new TopicPartition(topic, 0), OffsetSpec.latest())).all().get());
    }

    /** For what is refused until something has been elected, loaded or spread. */
    static <T> T retry(Callable<T> call) throws Exception {
        for (int i = 0; ; i++) {
            try {
                return call.call();
            } catch (Exception e) {
                if (i == 100) {
                    throw e;
                }
                Thread.sleep(50);
            }
        }
    }

    /** Three batches: one record, one of each shape, several larger ones that compress well. */
    void codecs(String topic, String codec, boolean headers) throws Exception {
        try (KafkaProducer<byte[], byte[]> p = producer(Map.of("compression.type", codec))) {
            send(p, topic, "k", "v");
            p.flush();
            shapes(p, topic, headers);
            p.flush();
            for (int i = 0; i < 4; i++) {
                send(p, topic, "key-" + i, "value ".repeat(10 + i));
            }
        }
    }

    void shapes(KafkaProducer<byte[], byte[]> p, String topic, boolean headers) throws Exception {
        send(p, topic, null, "no key");
        send(p, topic, "", "empty key");
        send(p, topic, "tombstone", null);
        send(p, topic, "empty", "");
        send(p, topic, null, null);
        if (headers) {
            send(p, topic, "h0", "one header", new RecordHeader("trace", bytes("1234")));
            send(p, topic, "h1", "null and empty", new RecordHeader("null", (byte[]) null), new RecordHeader("", new byte[0]),
                new RecordHeader("twice", bytes("a")), new RecordHeader("twice", bytes("b")));
        }
    }

    /** Five keys over and over and one that goes, in enough segments that a cleaner finds work. */
    void repeated(String topic, Map<String, String> config) throws Exception {
        try (KafkaProducer<byte[], byte[]> p = producer(config)) {
            for (int round = 0; round < 6; round++) {
                for (int i = 0; i < 10; i++) {
                    send(p, topic, "key-" + i % (4 + round % 2), "round-" + round + "-" + i);
                }
                if (round == 0 || round == 2) {
                    send(p, topic, "gone", round == 0 ? "here" : null);
                }
                p.flush();
            }
        }
    }

    void send(KafkaProducer<byte[], byte[]> p, String topic, String key, String value, Header... headers) {
        int n = sent.merge(topic, 1, Integer::sum);
        List<Header> list = new ArrayList<>(List.of(headers));
        p.send(new ProducerRecord<>(topic, 0, BEGIN + 10L * n, bytes(key), bytes(value), list));
    }

    static byte[] bytes(String s) {
        return s == null ? null : s.getBytes(StandardCharsets.UTF_8);
    }
}
