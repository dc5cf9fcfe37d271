import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateDelegationTokenOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.security.token.delegation.DelegationToken;

/** What operators do to a cluster, for the log of the cluster's metadata: each thing set, and some taken back. */
final class Cluster {
    private final Workload work;
    private final Admin admin;
    private final String sasl;

    Cluster(Workload work, String sasl) {
        this.work = work;
        this.admin = work.admin;
        this.sasl = sasl;
    }

    void run() throws Exception {
        configs();
        quotas();
        credentials();
        acls();
        tokens();
        work.create("deleted");
        work.create("grown");
        admin.createPartitions(Map.of("grown", NewPartitions.increaseTo(3))).all().get();
        admin.deleteTopics(List.of("deleted")).all().get();
    }

    private void configs() throws Exception {
        alter(ConfigResource.Type.TOPIC, "v2-gzip", "max.message.bytes", "2000000");
        alter(ConfigResource.Type.TOPIC, "v2-gzip", "max.message.bytes", null);
        alter(ConfigResource.Type.TOPIC, "v2-lz4", "flush.messages", "1000");
        alter(ConfigResource.Type.BROKER, "1", "log.cleaner.threads", "2");
        alter(ConfigResource.Type.BROKER, "", "message.max.bytes", "1500000");
        alter(ConfigResource.Type.GROUP, "consumer-group", "consumer.session.timeout.ms", "50000");
        alter(ConfigResource.Type.CLIENT_METRICS, "subscription", "interval.ms", "60000");
    }

    private void alter(ConfigResource.Type type, String name, String key, String value) throws Exception {
        AlterConfigOp op = new AlterConfigOp(new ConfigEntry(key, value),
            value == null ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET);
        Map<ConfigResource, Collection<AlterConfigOp>> all = Map.of(new ConfigResource(type, name), List.of(op));
        admin.incrementalAlterConfigs(all).all().get();
    }

    private void quotas() throws Exception {
        quota(Map.of("user", "alice"), "producer_byte_rate", 1048576.0);
        quota(Map.of("user", "alice", "client-id", "client-1"), "request_percentage", 12.5);
        quota(java.util.Collections.singletonMap("user", null), "consumer_byte_rate", 2e6); // the default user
        quota(Map.of("user", "alice"), "producer_byte_rate", null);
        quota(Map.of("ip", "127.0.0.9"), "connection_creation_rate", 100.0);
    }

    private void quota(Map<String, String> entity, String key, Double value) throws Exception {
        admin.alterClientQuotas(List.of(new ClientQuotaAlteration(new ClientQuotaEntity(entity),
            List.of(new ClientQuotaAlteration.Op(key, value))))).all().get();
    }

    private void credentials() throws Exception {
        byte[] salt = Workload.bytes("the-salt-of-a-test");
        for (ScramMechanism m : new ScramMechanism[] {ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_512}) {
            admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion("bob",
                new ScramCredentialInfo(m, 4096), Workload.bytes("password-of-a-test"), salt))).all().get();
        }
        admin.alterUserScramCredentials(List.of(new UserScramCredentialDeletion("bob", ScramMechanism.SCRAM_SHA_256))).all().get();
    }

    private void acls() throws Exception {
        AclBinding literal = acl(ResourceType.TOPIC, "v2-none", PatternType.LITERAL, AclOperation.READ, AclPermissionType.ALLOW);
        AclBinding prefixed = acl(ResourceType.GROUP, "team-", PatternType.PREFIXED, AclOperation.ALL, AclPermissionType.DENY);
        admin.createAcls(List.of(literal, prefixed)).all().get();
        admin.deleteAcls(List.of(prefixed.toFilter())).all().get();
    }

    private static AclBinding acl(ResourceType type, String name, PatternType pattern, AclOperation op, AclPermissionType permission) {
        return new AclBinding(new ResourcePattern(type, name, pattern),
            new AccessControlEntry("User:bob", "*", op, permission));
    }

    /** Delegation tokens are given to those who have said who they are, so this needs the SASL listener. */
    private void tokens() throws Exception {
        Properties p = work.clientProperties();
        p.put("bootstrap.servers", sasl);
        p.put("security.protocol", "SASL_PLAINTEXT");
        p.put("sasl.mechanism", "PLAIN");
        p.put("sasl.jaas.config",
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"alice\" password=\"alice-of-a-test\";");
        try (Admin alice = Admin.create(p)) {
            DelegationToken kept = alice.createDelegationToken(new CreateDelegationTokenOptions()).delegationToken().get();
            Workload.retry(() -> alice.renewDelegationToken(kept.hmac()).expiryTimestamp().get());
            DelegationToken gone = alice.createDelegationToken(new CreateDelegationTokenOptions()).delegationToken().get();
            Workload.retry(() -> alice.expireDelegationToken(gone.hmac(),
                new org.apache.kafka.clients.admin.ExpireDelegationTokenOptions().expiryTimePeriodMs(-1)).expiryTimestamp().get());
        }
    }
}
