package conform

import (
	"encoding/binary"
	"fmt"

	"github.com/kscope/kscope/record"
)

// Where the answers to Produce say what became of a partition.
const (
	producedCode   = "Responses[0].PartitionResponses[0].ErrorCode"
	producedOffset = "Responses[0].PartitionResponses[0].BaseOffset"
)

const (
	logValidator   = "org.apache.kafka.storage.internals.log.LogValidator"
	produceRequest = "org.apache.kafka.common.requests.ProduceRequest"
	producers      = "org.apache.kafka.storage.internals.log.ProducerAppendInfo"
	replicas       = "kafka.server.ReplicaManager"
)

// The versions of Produce from the one on that takes batches of magic 2.
const (
	produceBatches = 3
	produces       = "Produce@3"
)

func produceChecks() []Check {
	return []Check{
		{ID: "produce.offsets", Title: "batches get offsets without gaps, in every version", Level: Must,
			Reason: "consumers go on at the offset behind the last that they have seen", Source: guide + ", Produce",
			Needs: Write, APIs: []string{produces}, run: produceAll},
		{ID: "produce.bad-crc", Title: "a batch with a wrong CRC gets CORRUPT_MESSAGE", Level: Must,
			Reason: "bytes that changed on the way must not be stored as if they were right", Source: logValidator,
			Needs: Write, APIs: []string{produces},
			run: refused(func(b batch) batch { b[record.CRCAt] ^= 1; return b }, "CORRUPT_MESSAGE")},
		{ID: "produce.bad-magic", Title: "a batch of a magic that the version does not allow gets INVALID_RECORD", Level: Should,
			Reason: "its layout is that of another format", Source: produceRequest, Needs: Write, APIs: []string{produces},
			run: refused(func(b batch) batch { b[record.MagicAt] = 1; return b }, "INVALID_RECORD")},
		{ID: "produce.cut-batch", Title: "a batch that is cut gets INVALID_RECORD", Level: Must,
			Reason: "readers of the log would take the next batch for the rest of this one", Source: produceRequest,
			Needs: Write, APIs: []string{produces},
			run: refused(func(b batch) batch { return b[:len(b)-3] }, "INVALID_RECORD")},
		{ID: "produce.short-length", Title: "a batch that says to be shorter than a header gets CORRUPT_MESSAGE", Level: Must,
			Reason: "where the next batch begins is told by it", Source: "org.apache.kafka.common.record.ByteBufferLogInputStream",
			Needs: Write, APIs: []string{produces},
			run: refused(func(b batch) batch { binary.BigEndian.PutUint32(b[record.LengthAt:], 7); return b }, "CORRUPT_MESSAGE")},
		{ID: "produce.wrong-count", Title: "a batch with fewer records than it counts gets INVALID_RECORD", Level: Must,
			Reason: "offsets are given by the count", Source: logValidator,
			Needs: Write, APIs: []string{produces}, run: refused(miscount, "INVALID_RECORD")},
		{ID: "produce.empty-batch", Title: "a batch without records gets INVALID_RECORD", Level: Should,
			Reason: "it takes an offset and has nothing there", Source: logValidator, Needs: Write, APIs: []string{produces},
			run: refused(func(batch) batch { return batch(record.AppendEmpty(nil)) }, "INVALID_RECORD")},
		{ID: "produce.no-batch", Title: "empty records get INVALID_RECORD", Level: Should,
			Reason: "a producer whose batch was lost is not told that it is stored", Source: produceRequest,
			Needs: Write, APIs: []string{produces},
			run: refused(func(batch) batch { return nil }, "INVALID_RECORD")},
		{ID: "produce.two-batches", Title: "two batches for one partition get INVALID_RECORD", Level: Should,
			Reason: "the answer has room for one base offset", Source: produceRequest, Needs: Write, APIs: []string{produces},
			run: refused(func(b batch) batch { return append(b, b...) }, "INVALID_RECORD")},
		{ID: "produce.control-batch", Title: "a control batch of a client gets INVALID_RECORD", Level: Must,
			Reason: "markers end transactions; only coordinators may write them", Source: logValidator,
			Needs: Write, APIs: []string{produces},
			run: refused(func(b batch) batch { b[record.AttributesAt+1] |= record.ControlFlag; return b.sealed() }, "INVALID_RECORD")},
		{ID: "produce.unknown-topic", Title: "a topic that is not there gets UNKNOWN_TOPIC_OR_PARTITION", Level: Must,
			Reason: "clients ask for metadata again on it, and give up when it is gone", Source: replicas,
			Needs: Write, APIs: []string{produces}, run: produceUnknown},
		{ID: "produce.unknown-partition", Title: "a partition that is not there gets UNKNOWN_TOPIC_OR_PARTITION", Level: Must,
			Reason: "clients ask for metadata again on it", Source: replicas,
			Needs: Write, APIs: []string{produces}, run: producePartition},
		{ID: "produce.unknown-id", Title: "a topic id that is not there gets UNKNOWN_TOPIC_ID", Level: Must,
			Reason: "clients learn by it that a topic was deleted and made anew", Source: "KIP-516",
			Needs: Write, APIs: []string{"Produce@13"}, run: produceUnknownID},
		{ID: "produce.acks", Title: "acks other than -1, 0 and 1 get INVALID_REQUIRED_ACKS", Level: Should,
			Reason: "a producer that asks for 2 copies is not to believe that it has them", Source: replicas,
			Needs: Write, APIs: []string{produces}, run: produceAcks},
		{ID: "produce.acks-0", Title: "with acks 0 there is no answer, and the records are stored", Level: Must,
			Reason: "an answer would be taken for that to the next request", Source: guide + ", Produce",
			Needs: Write, APIs: []string{produces, "ListOffsets@1"}, run: silentAcks},
		{ID: "produce.acks-0-error", Title: "with acks 0 an error ends the connection", Level: May,
			Reason: "it is the only sign that a producer can get", Source: "kafka.server.KafkaApis",
			Needs: Write, APIs: []string{produces}, run: silentError},
		{ID: "produce.sequence-gap", Title: "a sequence with a gap gets OUT_OF_ORDER_SEQUENCE_NUMBER", Level: Must,
			Reason: "a batch in between was lost, and would come too late", Source: "KIP-98, " + producers,
			Needs: Write, APIs: []string{produces, "InitProducerId"}, run: sequenceGap},
		{ID: "produce.duplicate", Title: "a batch sent twice is stored once, and both answers are alike", Level: Must,
			Reason: "producers send again when an answer is lost", Source: "KIP-98",
			Needs: Write, APIs: []string{produces, "InitProducerId", "ListOffsets@1"}, run: duplicate},
		{ID: "produce.old-epoch", Title: "a batch of an older producer epoch gets INVALID_PRODUCER_EPOCH", Level: Must,
			Reason: "a producer that was replaced must not write any more", Source: "KIP-98, KIP-360",
			Needs: Write, APIs: []string{produces, "InitProducerId"}, run: oldEpoch},
	}
}

// produce is the body that writes records to a partition.
func (p topic) produce(records batch, acks int) object {
	return object{"acks": acks, "timeoutMs": 3000, "topicData": list{object{"name": p.name, "topicId": p.id,
		"partitionData": list{object{"index": p.partition, "records": records.base64()}}}}}
}

// store writes a batch and gives its offset.
func (t *try) store(b batch) int64 {
	r := t.ask("Produce", t.topic.produce(b, -1))
	r.fine(producedCode)
	return r.int(producedOffset)
}

// refused makes a check that a broken batch gets an error.
func refused(breaks func(batch) batch, errors ...string) func(*try) {
	return func(t *try) {
		t.ask("Produce", t.topic.produce(breaks(t.batch()), -1)).code(producedCode, errors...)
	}
}

// miscount says that there is a record more than there is.
func miscount(b batch) batch {
	binary.BigEndian.PutUint32(b[record.CountAt:], sampleRecords+1)
	binary.BigEndian.PutUint32(b[record.LastOffsetDeltaAt:], sampleRecords)
	return b.sealed()
}

func produceAll(t *try) {
	span := t.span("Produce")
	offset := int64(0)
	lo := max(span.Lo, produceBatches)
	for v := lo; v <= span.Hi; v++ {
		r := t.askAt("Produce", v, t.topic.produce(t.batch(), -1))
		r.fine(producedCode)
		r.is(producedOffset, offset)
		offset += sampleRecords
	}
	t.saw("%d records, versions %d-%d", offset, lo, span.Hi)
}

// produceNamed is the newest version of Produce that names topics by their names.
const produceNamed = 12

func produceUnknown(t *try) {
	r := t.askAt("Produce", t.upTo("Produce", produceNamed), t.strange().produce(t.batch(), -1))
	r.code(producedCode, "UNKNOWN_TOPIC_OR_PARTITION")
}

func producePartition(t *try) {
	away := t.topic
	away.partition = 1 << 20
	t.ask("Produce", away.produce(t.batch(), -1)).code(producedCode, "UNKNOWN_TOPIC_OR_PARTITION")
}

func produceUnknownID(t *try) {
	t.ask("Produce", t.strange().produce(t.batch(), -1)).code(producedCode, "UNKNOWN_TOPIC_ID")
}

func produceAcks(t *try) {
	t.ask("Produce", t.topic.produce(t.batch(), 2)).code(producedCode, "INVALID_REQUIRED_ACKS")
}

// silentAcks asks for offsets behind two requests without answers: the first
// frame that comes must answer that.
func silentAcks(t *try) {
	l := t.dial()
	for range 2 {
		l.send(l.frame("Produce", t.newest("Produce"), t.topic.produce(t.batch(), 0)))
		l.forget()
	}
	r := l.ask("ListOffsets", t.newest("ListOffsets"), t.topic.offsets(latest))
	r.is(listedOffset, 2*sampleRecords)
	t.saw("no answer, %d records", 2*sampleRecords)
}

func silentError(t *try) {
	l := t.dial()
	b := t.batch()
	b[record.CRCAt] ^= 1
	l.send(l.frame("Produce", t.newest("Produce"), t.topic.produce(b, 0)))
	l.closed()
}

// initProducer gets an id for a producer, of a transactional one if there is a key.
func (t *try) initProducer(key any) producer {
	r := t.askProducer(key, 30_000)
	r.fine("ErrorCode")
	return producer{r.least("ProducerId", 0), int16(r.least("ProducerEpoch", 0))}
}

func (t *try) askProducer(key any, timeoutMs int) *reply {
	return t.coordinator("InitProducerId", "ErrorCode", object{"transactionalId": key, "transactionTimeoutMs": timeoutMs,
		"producerId": -1, "producerEpoch": -1})
}

func sequenceGap(t *try) {
	p := t.initProducer(nil)
	t.store(t.batch().from(p, 0))
	r := t.ask("Produce", t.topic.produce(t.batch().from(p, sampleRecords+1), -1))
	r.code(producedCode, "OUT_OF_ORDER_SEQUENCE_NUMBER")
}

func duplicate(t *try) {
	p := t.initProducer(nil)
	first := t.store(t.batch().from(p, 0))
	r := t.ask("Produce", t.topic.produce(t.batch().from(p, 0), -1))
	r.code(producedCode, "NONE")
	r.is(producedOffset, first)
	t.ask("ListOffsets", t.topic.offsets(latest)).is(listedOffset, sampleRecords)
	t.saw("offset %d twice", first)
}

func oldEpoch(t *try) {
	old := t.initProducer(nil)
	old.epoch += 3
	t.store(t.batch().from(old, 0))
	old.epoch--
	r := t.ask("Produce", t.topic.produce(t.batch().from(old, sampleRecords), -1))
	r.code(producedCode, "INVALID_PRODUCER_EPOCH")
}

// coordinator asks what a coordinator answers, again while that loads.
func (t *try) coordinator(api, code string, body object) *reply {
	return t.patiently(t.newest(api), api, code, body)
}

func (t *try) patiently(version int16, api, code string, body object) *reply {
	for {
		r := t.askAt(api, version, body)
		if !t.going() || !r.has(code) {
			return r
		}
		switch t.errorName(int16(r.int(code))) {
		case "COORDINATOR_LOAD_IN_PROGRESS", "COORDINATOR_NOT_AVAILABLE", "NOT_COORDINATOR", "CONCURRENT_TRANSACTIONS":
		default:
			return r
		}
		if !t.pause() {
			t.words = fmt.Sprintf("%s: it took more than %v for the coordinator to answer with anything but %s", api, t.patience, t.errorName(int16(r.int(code))))
			return r
		}
	}
}
