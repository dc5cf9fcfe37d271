import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Groups of all kinds that the Java clients have, for what their coordinators write. */
final class Groups {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Workload work;

    Groups(Workload work) {
        this.work = work;
    }

    void run() throws Exception {
        consume("classic-group", Map.of("group.protocol", "classic"), false);
        consume("static-group", Map.of("group.protocol", "classic", "group.instance.id", "instance-1"), false);
        consume("consumer-group", Map.of("group.protocol", "consumer", "client.rack", "rack-a"), false);
        consume("regex-group", Map.of("group.protocol", "consumer"), true);
        consume("deleted-group", Map.of("group.protocol", "classic"), false);
        Workload.retry(() -> work.admin.deleteConsumerGroups(List.of("deleted-group")).all().get());
        work.admin.alterConsumerGroupOffsets("by-admin", Map.of(new TopicPartition("v2-none", 0),
            new OffsetAndMetadata(3, java.util.Optional.of(0), ""))).all().get();
        share();
    }

    private void consume(String group, Map<String, String> more, boolean pattern) throws Exception {
        Properties p = properties(group);
        p.put("auto.offset.reset", "earliest");
        p.put("enable.auto.commit", "false");
        p.putAll(more);
        try (KafkaConsumer<byte[], byte[]> c = new KafkaConsumer<>(p, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            if (pattern) {
                c.subscribe(new SubscriptionPattern("v2-.*"));
            } else {
                c.subscribe(Modern.dataTopics());
            }
            for (int i = 0, read = 0; read == 0; i++) {
                read = c.poll(POLL).count();
                if (i == 50) {
                    throw new IllegalStateException(group + " got no records");
                }
            }
            c.commitSync();
            c.commitSync(Map.of(new TopicPartition("v2-none", 0), new OffsetAndMetadata(2, java.util.Optional.of(0), "some metadata")));
        }
    }

    /** Takes, gives back, refuses and extends, so that the state has ranges and not only a start. */
    private void share() throws Exception {
        ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, "share-group");
        work.admin.incrementalAlterConfigs(Map.of(group, List.of(new AlterConfigOp(
            new ConfigEntry("share.auto.offset.reset", "earliest"), AlterConfigOp.OpType.SET)))).all().get();
        Properties p = properties("share-group");
        p.put("share.acknowledgement.mode", "explicit");
        try (KafkaShareConsumer<byte[], byte[]> c = new KafkaShareConsumer<>(p, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            c.subscribe(List.of("segments"));
            AcknowledgeType[] types = {AcknowledgeType.ACCEPT, AcknowledgeType.RELEASE, AcknowledgeType.REJECT, AcknowledgeType.ACCEPT};
            for (int i = 0, rounds = 0; rounds < 4; i++) {
                ConsumerRecords<byte[], byte[]> records = c.poll(POLL);
                for (ConsumerRecord<byte[], byte[]> r : records) {
                    c.acknowledge(r, types[(int) (r.offset() / 3 + rounds) % types.length]);
                }
                if (!records.isEmpty()) {
                    c.commitSync();
                    rounds++;
                } else if (i > 100) {
                    throw new IllegalStateException("the share group got " + rounds + " rounds of records");
                }
            }
        }
    }

    private Properties properties(String group) {
        Properties p = work.clientProperties();
        p.putAll(new HashMap<>(Map.of("group.id", group, "client.id", "client-of-" + group)));
        return p;
    }
}
