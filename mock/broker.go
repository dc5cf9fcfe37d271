package mock

import (
	"cmp"
	"context"
	"crypto/rand"
	"sync"
	"time"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/wire"
)

// BrokerOptions say what a broker begins with.
type BrokerOptions struct {
	Topics     map[string]int // topics that are there, with their numbers of partitions
	Partitions int            // of topics that are made by being asked for; 0 is 1
	NoCreation bool           // topics are not made by being asked for
	// MaxLog is how many bytes of batches a partition keeps; the oldest go first.
	// 0 is 64 MiB.
	MaxLog int
	// MinSession is the shortest session timeout that a member may ask for; 0 is
	// Kafka's group.min.session.timeout.ms, 6 seconds.
	MinSession time.Duration
}

// Broker is a Behaviour with a memory, enough for real clients to produce and
// consume: the one node of a cluster, which leads every partition at leader
// epoch 0 and coordinates every group.
//
//	topics   Metadata, DescribeCluster, DescribeTopicPartitions, CreateTopics,
//	         DeleteTopics
//	logs     Produce (batches are checked to the last record, and those that a
//	         producer id sends again are known by their sequence), Fetch (waits
//	         as asked, a minute at most), ListOffsets, OffsetForLeaderEpoch
//	groups   FindCoordinator, JoinGroup, SyncGroup, Heartbeat, LeaveGroup,
//	         OffsetCommit, OffsetFetch, DescribeGroups, ListGroups, DeleteGroups
//	ids      InitProducerId, AddPartitionsToTxn, AddOffsetsToTxn,
//	         TxnOffsetCommit, EndTxn: transactions, seen by read_committed as
//	         they end, and fenced by epochs
//	sasl     SaslHandshake, SaslAuthenticate: PLAIN and OAUTHBEARER, whatever
//	         the credentials
//
// Each is written once for all versions. What it does not do: replication; the
// timeout of transactions; groups of the newer protocols (KIP-848, KIP-932,
// KIP-1071), which it refuses as brokers do that have them switched off; fetch
// sessions, so that each fetch is a full one; records of magic 0 and 1, which it
// refuses; compaction, quotas, access rules, configs. Nothing stays when it ends.
type Broker struct {
	opts    BrokerOptions
	records *record.Layouts
	answers map[string]func(context.Context, *Request) (Body, error) // by API

	mu           sync.Mutex
	changed      chan struct{} // closed, and replaced, when something is to be seen
	topics       map[string]*topic
	order        []*topic // as they were made
	groups       map[string]*group
	transactions map[string]*transaction
	producers    int64 // ids that were given
	members      int   // ids that were given
}

// NewBroker makes a broker.
func NewBroker(o BrokerOptions) *Broker {
	o.Partitions, o.MaxLog, o.MinSession = cmp.Or(o.Partitions, 1), cmp.Or(o.MaxLog, 64<<20), cmp.Or(o.MinSession, 6*time.Second)
	b := &Broker{opts: o, records: record.NewLayouts(), changed: make(chan struct{}), topics: map[string]*topic{}, groups: map[string]*group{}, transactions: map[string]*transaction{}}
	for name, partitions := range o.Topics {
		b.create(name, partitions)
	}
	at := func(do func(*Request) Body) func(context.Context, *Request) (Body, error) {
		return func(_ context.Context, r *Request) (Body, error) { return do(r), nil }
	}
	// An API is here when it needs the state; all others are the mirror's.
	b.answers = map[string]func(context.Context, *Request) (Body, error){
		"Metadata":                at(b.metadata),
		"DescribeCluster":         at(b.describeCluster),
		"DescribeTopicPartitions": at(b.describeTopicPartitions),
		"CreateTopics":            at(b.createTopics),
		"DeleteTopics":            at(b.deleteTopics),
		"Produce":                 b.produce,
		"Fetch":                   b.fetch,
		"ListOffsets":             at(b.listOffsets),
		"OffsetForLeaderEpoch":    at(b.epochEnds),
		"InitProducerId":          at(b.initProducerID),
		"AddPartitionsToTxn":      at(b.addPartitions),
		"AddOffsetsToTxn":         at(b.addOffsets),
		"TxnOffsetCommit":         at(b.commitInTransaction),
		"EndTxn":                  at(b.endTransaction),
		"FindCoordinator":         at(b.findCoordinator),
		"JoinGroup":               b.joinGroup,
		"SyncGroup":               b.syncGroup,
		"Heartbeat":               at(b.heartbeat),
		"LeaveGroup":              at(b.leaveGroup),
		"OffsetCommit":            at(b.offsetCommit),
		"OffsetFetch":             at(b.offsetFetch),
		"DescribeGroups":          at(b.describeGroups),
		"ListGroups":              at(b.listGroups),
		"DeleteGroups":            at(b.deleteGroups),
		"ConsumerGroupHeartbeat":  at(noSuchGroups),
		"ShareGroupHeartbeat":     at(noSuchGroups),
		"StreamsGroupHeartbeat":   at(noSuchGroups),
		"ConsumerGroupDescribe":   at(noneOf),
		"ShareGroupDescribe":      at(noneOf),
		"StreamsGroupDescribe":    at(noneOf),
		"SaslHandshake":           at(saslHandshake),
		"SaslAuthenticate":        at(saslAuthenticate),
	}
	return b
}

// Answer makes Broker a Behaviour.
func (b *Broker) Answer(ctx context.Context, r *Request) (Body, error) {
	answer := b.answers[r.API]
	if answer == nil {
		return nil, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return answer(ctx, r)
}

// sleep gives the lock away until something has changed or the time has come.
func (b *Broker) sleep(ctx context.Context, until time.Time) error {
	changed := b.changed
	b.mu.Unlock()
	defer b.mu.Lock()
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case <-changed:
	case <-timer.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// wake lets all that sleep look again.
func (b *Broker) wake() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// newUUID is a random uuid as Kafka's JSON has it.
func newUUID() string {
	var id [wire.UUIDLen]byte
	rand.Read(id[:])
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4, RFC 9562
	return string(wire.AppendUUIDText(nil, id[:]))
}

// ms is a field of milliseconds as a duration.
func ms(b Body, key string) time.Duration { return time.Duration(b.Int(key)) * time.Millisecond }
