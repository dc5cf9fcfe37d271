import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.security.auth.SaslExtensions;
import org.apache.kafka.common.security.oauthbearer.internals.OAuthBearerClientInitialResponse;
import org.apache.kafka.common.security.scram.internals.ScramMessages;
import org.apache.kafka.common.telemetry.internals.ClientTelemetryUtils;
import org.apache.kafka.connect.runtime.distributed.ConnectProtocol;
import org.apache.kafka.connect.runtime.distributed.ExtendedAssignment;
import org.apache.kafka.connect.runtime.distributed.ExtendedWorkerState;
import org.apache.kafka.connect.runtime.distributed.IncrementalCooperativeConnectProtocol;
import org.apache.kafka.connect.util.ConnectorTaskId;
import org.apache.kafka.shaded.io.opentelemetry.proto.common.v1.AnyValue;
import org.apache.kafka.shaded.io.opentelemetry.proto.common.v1.InstrumentationScope;
import org.apache.kafka.shaded.io.opentelemetry.proto.common.v1.KeyValue;
import org.apache.kafka.shaded.io.opentelemetry.proto.metrics.v1.*;
import org.apache.kafka.shaded.io.opentelemetry.proto.resource.v1.Resource;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.internals.assignment.AssignmentInfo;
import org.apache.kafka.streams.processor.internals.assignment.SubscriptionInfo;
import org.apache.kafka.streams.state.HostInfo;

/** Prints the lines of kafka.txt. Runs with the jars of kafka-streams and connect-runtime 3.9.1. */
public class Vectors {
    public static void main(String[] args) throws Exception {
        for (int version = 1; version <= 11; version++) {
            streams(version);
        }
        print("streams-assignment", new AssignmentInfo(11, 11, List.of(new TaskId(0, 1, "top")), Map.of(), new HashMap<>(), new HashMap<>(), 0).encode());
        assignors();
        connect();
        sasl();
        metrics();
    }

    private static void streams(int version) {
        Map<TaskId, Long> sums = new TreeMap<>(Map.of(new TaskId(0, 1), -2L, new TaskId(1, 2), 42L));
        Map<String, String> tags = version >= 11 ? Map.of("zone", "eu-1") : Map.of();
        ProcessId process = new ProcessId(UUID.fromString("01020304-0506-4708-890a-0b0c0d0e0f10"));
        print("streams-subscription", new SubscriptionInfo(version, version, process, version >= 2 ? "host:8080" : "", sums, (byte) 3, 0, tags).encode());
        Map<TaskId, Set<TopicPartition>> standby = Map.of(new TaskId(1, 2), Set.of(new TopicPartition("in", 2)));
        Map<HostInfo, Set<TopicPartition>> hosts = new LinkedHashMap<>();
        hosts.put(new HostInfo("h", 80), new LinkedHashSet<>(List.of(new TopicPartition("in", 1), new TopicPartition("other", 0))));
        AssignmentInfo info = new AssignmentInfo(version, version, List.of(new TaskId(0, 1), new TaskId(0, 2)), standby, hosts, hosts, 0);
        info.setNextRebalanceTime(1700000000000L);
        print("streams-assignment", info.encode());
    }

    private static void assignors() {
        ConsumerGroupMetadata group = new ConsumerGroupMetadata("g", 5, "m", Optional.empty());
        StickyAssignor sticky = new StickyAssignor();
        sticky.onAssignment(new ConsumerPartitionAssignor.Assignment(List.of(new TopicPartition("t", 0), new TopicPartition("t", 1))), group);
        print("sticky-assignment", sticky.subscriptionUserData(Set.of("t")));
        CooperativeStickyAssignor cooperative = new CooperativeStickyAssignor();
        cooperative.onAssignment(new ConsumerPartitionAssignor.Assignment(List.of()), group);
        print("cooperative-generation", cooperative.subscriptionUserData(Set.of("t")));
    }

    private static void connect() {
        String url = "http://w:8083/", leader = "http://l:8083/";
        List<ConnectorTaskId> tasks = List.of(new ConnectorTaskId("c1", 0), new ConnectorTaskId("c2", 1));
        print("connect-subscription", ConnectProtocol.serializeMetadata(new ConnectProtocol.WorkerState(url, 7)));
        print("connect-assignment", ConnectProtocol.serializeAssignment(new ConnectProtocol.Assignment((short) 0, "leader", leader, 7, List.of("c1"), tasks)));
        for (boolean sessioned : new boolean[] {false, true}) {
            ExtendedAssignment assignment = new ExtendedAssignment((short) (sessioned ? 2 : 1), (short) 0, "leader", leader, 7,
                List.of("c1"), tasks.subList(0, 1), List.of("c2"), List.of(new ConnectorTaskId("c2", 3)), 300000);
            print("connect-assignment", IncrementalCooperativeConnectProtocol.serializeAssignment(assignment, sessioned));
            print("connect-subscription", IncrementalCooperativeConnectProtocol.serializeMetadata(new ExtendedWorkerState(url, 7, assignment), sessioned));
            print("connect-subscription", IncrementalCooperativeConnectProtocol.serializeMetadata(new ExtendedWorkerState(url, 7, null), sessioned));
        }
    }

    private static void sasl() throws Exception {
        print("sasl-client", new OAuthBearerClientInitialResponse("tok.en.x", new SaslExtensions(Map.of("traceId", "123"))).toBytes());
        print("sasl-client", new ScramMessages.ClientFirstMessage("user", "nonce1", Map.of("tokenauth", "true")).toBytes());
        ScramMessages.ClientFinalMessage last = new ScramMessages.ClientFinalMessage("n,,".getBytes(), "nonce12");
        last.proof(new byte[] {1, 2, 3});
        print("sasl-client", last.toBytes());
        print("sasl-server", new ScramMessages.ServerFirstMessage("nonce1", "2", new byte[] {9, 8, 7}, 4096).toBytes());
        print("sasl-server", new ScramMessages.ServerFinalMessage(null, new byte[] {5, 6}).toBytes());
        print("sasl-server", new ScramMessages.ServerFinalMessage("invalid-proof", null).toBytes());
    }

    private static void metrics() throws Exception {
        NumberDataPoint point = NumberDataPoint.newBuilder().setStartTimeUnixNano(1700000000000000000L).setTimeUnixNano(1700000001000000000L).setAsDouble(2.5)
            .addAttributes(KeyValue.newBuilder().setKey("client_id").setValue(AnyValue.newBuilder().setStringValue("p-1"))).build();
        MetricsData data = MetricsData.newBuilder().addResourceMetrics(ResourceMetrics.newBuilder()
            .setResource(Resource.newBuilder().addAttributes(KeyValue.newBuilder().setKey("k").setValue(AnyValue.newBuilder().setIntValue(4))))
            .addScopeMetrics(ScopeMetrics.newBuilder().setScope(InstrumentationScope.newBuilder().setName("sc"))
                .addMetrics(Metric.newBuilder().setName("org.apache.kafka.producer.connection.creation.total").setSum(Sum.newBuilder().setIsMonotonic(true)
                    .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_DELTA).addDataPoints(point)))
                .addMetrics(Metric.newBuilder().setName("g").setGauge(Gauge.newBuilder().addDataPoints(NumberDataPoint.newBuilder().setAsInt(-3))))
                .addMetrics(Metric.newBuilder().setName("h").setHistogram(Histogram.newBuilder().addDataPoints(HistogramDataPoint.newBuilder()
                    .setCount(3).setSum(1.5).addBucketCounts(1).addBucketCounts(2).addExplicitBounds(0.5))))
                .addMetrics(Metric.newBuilder().setName("s").setSummary(Summary.newBuilder().addDataPoints(SummaryDataPoint.newBuilder()
                    .setCount(1).addQuantileValues(SummaryDataPoint.ValueAtQuantile.newBuilder().setQuantile(0.99).setValue(7))))))).build();
        for (CompressionType type : CompressionType.values()) {
            print("otlp-metrics:" + type.id, ClientTelemetryUtils.compress(data.toByteArray(), type));
        }
    }

    private static void print(String form, ByteBuffer bytes) {
        ByteBuffer view = bytes.duplicate();
        view.rewind();
        byte[] copy = new byte[view.remaining()];
        view.get(copy);
        print(form, copy);
    }

    private static void print(String form, byte[] bytes) {
        StringBuilder line = new StringBuilder(form).append(' ');
        for (byte b : bytes) {
            line.append(String.format("%02x", b));
        }
        System.out.println(line);
    }
}
