package conform

import (
	"bytes"
	"fmt"
	"time"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/record"
)

// Where the answers to Fetch say what became of a partition.
const (
	fetched     = "Responses[0].Partitions[0]."
	fetchedCode = fetched + "ErrorCode"
	records     = fetched + "Records"
)

// The versions of Fetch from the one on that gives batches of magic 2.
const (
	fetchBatches = 4
	fetches      = "Fetch@4"
)

// Controllers have a Fetch of their own, for each other: where a check says
// nothing else, Metadata tells that the node is a broker.
func fetchChecks() []Check {
	return []Check{
		{ID: "fetch.round-trip", Title: "what was produced is fetched byte for byte, in every version", Level: Must,
			Reason: "the CRC in a batch is the producer's; consumers check it", Source: "KIP-98",
			Needs: Write, APIs: []string{produces, fetches}, run: roundTrip},
		{ID: "fetch.codecs", Title: "compressed batches are stored and fetched as they came", Level: Must,
			Reason: "brokers pass on what producers compressed; consumers unpack it", Source: logValidator,
			Needs: Write, APIs: []string{"Produce@7", fetches}, run: codecs},
		{ID: "fetch.middle", Title: "a fetch from inside a batch gives the whole batch", Level: Must,
			Reason: "batches are stored and sent as units; clients skip what is in front", Source: guide + ", Fetch",
			Needs: Write, APIs: []string{produces, fetches}, run: fetchMiddle},
		{ID: "fetch.watermark", Title: "the high watermark is the offset behind the last record", Level: Must,
			Reason: "clients measure by it how far they are behind", Source: guide + ", Fetch",
			Needs: Write, APIs: []string{produces, fetches}, run: watermark},
		{ID: "fetch.at-end", Title: "a fetch at the end gives no records and no error", Level: Must,
			Reason: "that is where a consumer that has read everything waits", Source: guide + ", Fetch",
			Needs: Topic, APIs: []string{fetches, "ListOffsets@1"}, run: fetchEnd},
		{ID: "fetch.out-of-range", Title: "an offset behind the end gets OFFSET_OUT_OF_RANGE", Level: Must,
			Reason: "consumers reset their position on it", Source: guide + ", errors",
			Needs: Topic, APIs: []string{fetches, "ListOffsets@1"}, run: outOfRange},
		{ID: "fetch.unknown-partition", Title: "a partition that is not there gets UNKNOWN_TOPIC_OR_PARTITION", Level: Must,
			Reason: "clients ask for metadata again on it", Source: replicas, Needs: Topic, APIs: []string{fetches}, run: fetchPartition},
		{ID: "fetch.unknown-topic", Title: "a topic name that is not there gets UNKNOWN_TOPIC_OR_PARTITION", Level: Must,
			Reason: "clients ask for metadata again on it", Source: replicas, APIs: []string{fetches, "Metadata"}, run: fetchUnknown},
		{ID: "fetch.unknown-id", Title: "a topic id that is not there gets UNKNOWN_TOPIC_ID", Level: Must,
			Reason: "clients learn by it that a topic was deleted and made anew", Source: "KIP-516",
			APIs: []string{"Fetch@13", "Metadata"}, run: fetchUnknownID},
		{ID: "fetch.max-bytes", Title: "a batch larger than all limits is given whole when it comes first", Level: Must,
			Reason: "a consumer would never get past it otherwise", Source: "KIP-74",
			Needs: Write, APIs: []string{produces, fetches}, run: maxBytes},
		{ID: "fetch.max-wait", Title: "a fetch with nothing to give is answered when its time is over", Level: Must,
			Reason: "answered at once, consumers ask without end; answered late, they time out", Source: guide + ", Fetch",
			Needs: Write, APIs: []string{fetches}, run: maxWait},
		{ID: "fetch.min-bytes", Title: "a fetch that waits is answered when records come", Level: Must,
			Reason: "else each record takes the longest time that consumers allow", Source: guide + ", Fetch",
			Needs: Write, APIs: []string{produces, fetches}, run: minBytes},
		{ID: "fetch.no-wait", Title: "a fetch that wants no bytes is answered at once", Level: Should,
			Reason: "it asks for what there is, and no more", Source: guide + ", Fetch",
			Needs: Write, APIs: []string{fetches}, run: noWait},
		{ID: "fetch.session", Title: "a fetch session gives what has changed, and only that", Level: Should,
			Reason: "consumers of many partitions name them once", Source: "KIP-227",
			Needs: Write, APIs: []string{produces, "Fetch@7"}, run: session},
		{ID: "fetch.session-unknown", Title: "a session that is not there gets FETCH_SESSION_ID_NOT_FOUND", Level: Must,
			Reason: "clients begin a new session on it", Source: "KIP-227", APIs: []string{"Fetch@7", "Metadata"}, run: sessionUnknown},
		{ID: "fetch.unknown-epoch", Title: "a leader epoch newer than the node's gets UNKNOWN_LEADER_EPOCH", Level: Should,
			Reason: "the node has not yet heard of a new leader, and may give records that are none", Source: "KIP-320",
			Needs: Topic, APIs: []string{"Fetch@9"}, run: unknownEpoch},
		{ID: "offsets.ends", Title: "the earliest and the latest offset are the ends of the log", Level: Must,
			Reason: "consumers without a position begin at one of them", Source: "KIP-79",
			Needs: Write, APIs: []string{produces, "ListOffsets@1"}, run: logEnds},
		{ID: "offsets.by-time", Title: "a time finds the first record at or after it, and none after the last", Level: Should,
			Reason: "users go back to a time by it", Source: "KIP-79",
			Needs: Write, APIs: []string{produces, "ListOffsets@1"}, run: byTime},
		{ID: "offsets.max-timestamp", Title: "timestamp -3 finds the record with the largest timestamp", Level: May,
			Reason: "tools tell by it when something was last written", Source: "KIP-734",
			Needs: Write, APIs: []string{produces, "ListOffsets@7"}, run: maxTimestamp},
		{ID: "offsets.unknown-topic", Title: "a topic that is not there gets UNKNOWN_TOPIC_OR_PARTITION", Level: Must,
			Reason: "clients ask for metadata again on it", Source: replicas, APIs: []string{"ListOffsets@1"}, run: offsetsUnknown},
	}
}

// fetch is the body that reads a partition.
func (p topic) fetch(offset int64, more object) object {
	return object{"replicaId": -1, "maxWaitMs": 0, "minBytes": 1, "maxBytes": 1 << 20, "isolationLevel": 0, "sessionId": 0, "sessionEpoch": -1,
		"topics": list{object{"topic": p.name, "topicId": p.id, "partitions": list{object{"partition": p.partition, "currentLeaderEpoch": -1,
			"fetchOffset": offset, "lastFetchedEpoch": -1, "logStartOffset": -1, "partitionMaxBytes": 1 << 20}}}}}.with(more)
}

// partition is the one partition of a fetch, to be changed.
func (o object) partition() object {
	return o["topics"].(list)[0].(object)["partitions"].(list)[0].(object)
}

// same wants the records of an answer to be a batch that was sent, but for
// what brokers write into it: base offset and leader epoch.
func (r *reply) same(sent batch) {
	got := r.batches()
	if r.t == nil || !r.t.going() {
		return
	}
	if len(got) != len(sent) {
		r.wrong(records, fmt.Sprintf("%d bytes of records", len(sent)), fmt.Sprint(len(got)))
		return
	}
	if at := firstDifference(got[record.MagicAt:], sent[record.MagicAt:]); at >= 0 {
		at += record.MagicAt
		r.wrong(records, fmt.Sprintf("byte 0x%02x at %d of the batch, as it was sent", sent[at], at), fmt.Sprintf("0x%02x", got[at]))
	}
}

func firstDifference(a, b []byte) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// batches are the bytes of the records in an answer.
func (r *reply) batches() []byte {
	ref, _, ok := r.must(records)
	if !ok {
		return nil
	}
	b, _ := r.tape.Bytes(ref)
	return b
}

func roundTrip(t *try) {
	b := t.batch()
	t.store(b)
	span := t.span("Fetch")
	lo := max(span.Lo, fetchBatches)
	for v := lo; v <= span.Hi; v++ {
		r := t.askAt("Fetch", v, t.topic.fetch(0, nil))
		r.fine(fetchedCode)
		r.same(b)
	}
	t.saw("%d bytes, versions %d-%d", len(b), lo, span.Hi)
}

func codecs(t *try) {
	var names []string
	offset := int64(0)
	for c := record.Gzip; c <= record.Zstd; c++ {
		b, err := t.batch().packed(c)
		if err != nil {
			t.fail("%s: %v", c, err)
			return
		}
		t.store(b)
		r := t.ask("Fetch", t.topic.fetch(offset, nil))
		r.fine(fetchedCode)
		r.same(b)
		offset += sampleRecords
		names = append(names, c.String())
	}
	t.saw("%s", prose.List(names))
}

func fetchMiddle(t *try) {
	b := t.batch()
	t.store(b)
	r := t.ask("Fetch", t.topic.fetch(1, nil))
	r.fine(fetchedCode)
	r.same(b)
}

func watermark(t *try) {
	t.store(t.batch())
	t.store(t.batch())
	r := t.ask("Fetch", t.topic.fetch(0, nil))
	r.fine(fetchedCode)
	r.is(fetched+"HighWatermark", 2*sampleRecords)
	r.is(fetched+"LastStableOffset", 2*sampleRecords)
	t.saw("%d", 2*sampleRecords)
}

// logEnd is the offset behind the last record.
func (t *try) logEnd() int64 {
	r := t.ask("ListOffsets", t.topic.offsets(latest))
	r.fine(listedCode)
	return r.int(listedOffset)
}

func fetchEnd(t *try) {
	r := t.ask("Fetch", t.topic.fetch(t.logEnd(), object{"minBytes": 0}))
	r.fine(fetchedCode)
}

func outOfRange(t *try) {
	end := t.logEnd()
	t.ask("Fetch", t.topic.fetch(end+1_000_000, nil)).code(fetchedCode, "OFFSET_OUT_OF_RANGE")
	t.ask("Fetch", t.topic.fetch(-5, nil)).code(fetchedCode, "OFFSET_OUT_OF_RANGE")
}

func fetchPartition(t *try) {
	away := t.topic
	away.partition = 1 << 20
	t.ask("Fetch", away.fetch(0, nil)).code(fetchedCode, "UNKNOWN_TOPIC_OR_PARTITION")
}

// fetchNamed is the newest version of Fetch that names topics by their names.
const fetchNamed = 12

func fetchUnknown(t *try) {
	t.askAt("Fetch", t.upTo("Fetch", fetchNamed), t.strange().fetch(0, nil)).code(fetchedCode, "UNKNOWN_TOPIC_OR_PARTITION")
}

func fetchUnknownID(t *try) {
	t.ask("Fetch", t.strange().fetch(0, nil)).code(fetchedCode, "UNKNOWN_TOPIC_ID")
}

func maxBytes(t *try) {
	b := t.batch()
	t.store(b)
	t.store(b)
	body := t.topic.fetch(0, object{"maxBytes": 1})
	body.partition()["partitionMaxBytes"] = 1
	r := t.ask("Fetch", body)
	r.fine(fetchedCode)
	if got := r.batches(); t.going() && len(got) < len(b) {
		r.wrong(records, fmt.Sprintf("the first batch, %d bytes", len(b)), fmt.Sprintf("%d bytes", len(got)))
	} else if t.going() && !bytes.Equal(got[record.MagicAt:len(b)], b[record.MagicAt:]) {
		r.wrong(records, "the first batch as it was sent", "another")
	}
}

// Times that the checks of waiting use. What is late by less than late may
// have been held up by the machine.
const (
	shortWait = 300 * time.Millisecond
	late      = 2 * time.Second
)

// timed asks for records that are not there, and says how long the answer took.
func (t *try) timed(wait time.Duration, least int) time.Duration {
	t.ask("Fetch", t.topic.fetch(0, object{"maxWaitMs": 0, "minBytes": 0})).fine(fetchedCode) // the connection is there
	began := time.Now()
	t.ask("Fetch", t.topic.fetch(0, object{"maxWaitMs": wait.Milliseconds(), "minBytes": least})).fine(fetchedCode)
	return time.Since(began)
}

func maxWait(t *try) {
	switch took := t.timed(shortWait, 1); {
	case !t.going():
	case took < shortWait:
		t.fail("expected an answer after %v, found one after %v", shortWait, took.Round(time.Millisecond))
	case took > shortWait+late:
		t.fail("expected an answer soon after %v, found one after %v", shortWait, took.Round(time.Millisecond))
	}
	t.saw("%v", shortWait)
}

func noWait(t *try) {
	if took := t.timed(late+shortWait, 0); t.going() && took > late {
		t.fail("expected an answer at once, found one after %v", took.Round(time.Millisecond))
	}
	t.saw("at once")
}

// minBytes has one connection wait for longer than the check may take, and
// writes on another.
func minBytes(t *try) {
	l := t.dial()
	began := time.Now()
	l.send(l.frame("Fetch", t.newest("Fetch"), t.topic.fetch(0, object{"maxWaitMs": 60_000})))
	b := t.batch()
	t.store(b)
	r := l.receive()
	r.fine(fetchedCode)
	r.same(b)
	if took := time.Since(began); took > late {
		t.fail("expected an answer at once, found one after %v", took.Round(time.Millisecond))
	}
}

func session(t *try) {
	t.store(t.batch())
	r := t.ask("Fetch", t.topic.fetch(0, object{"sessionEpoch": 0}))
	r.fine("ErrorCode")
	id := r.int("SessionId")
	if t.going() && id == 0 {
		t.saw("no session was begun, as a node may decide")
		return
	}
	next := object{"sessionId": id, "sessionEpoch": 1, "topics": list{}, "minBytes": 0}
	first := t.ask("Fetch", t.topic.fetch(0, next)) // the position of the session has not moved, so its records come again
	first.fine("ErrorCode")
	next["sessionEpoch"], next["topics"] = 2, t.topic.fetch(sampleRecords, nil)["topics"]
	t.ask("Fetch", t.topic.fetch(0, next)).fine("ErrorCode")
	next["sessionEpoch"], next["topics"] = 3, list{}
	r = t.ask("Fetch", t.topic.fetch(0, next))
	r.fine("ErrorCode")
	if n := r.count("Responses"); n != 0 {
		r.wrong("Responses", "no topic, because nothing has changed", fmt.Sprint(n))
	}
	next["sessionEpoch"] = 9
	t.ask("Fetch", t.topic.fetch(0, next)).code("ErrorCode", "INVALID_FETCH_SESSION_EPOCH")
}

func sessionUnknown(t *try) {
	body := t.topic.fetch(0, object{"sessionId": 1 << 30, "sessionEpoch": 1, "topics": list{}})
	t.ask("Fetch", body).code("ErrorCode", "FETCH_SESSION_ID_NOT_FOUND")
}

func unknownEpoch(t *try) {
	body := t.topic.fetch(0, nil)
	body.partition()["currentLeaderEpoch"] = 1 << 30
	t.ask("Fetch", body).code(fetchedCode, "UNKNOWN_LEADER_EPOCH")
}

// Where the answers to ListOffsets say what became of a partition.
const (
	listedCode   = "Topics[0].Partitions[0].ErrorCode"
	listedOffset = "Topics[0].Partitions[0].Offset"
)

// Timestamps of ListOffsets that are none. Source: org.apache.kafka.common.requests.ListOffsetsRequest.
const (
	latest     = -1
	earliest   = -2
	newestTime = -3
)

// offsets is the body that asks for the offset of a time.
func (p topic) offsets(timestamp int64) object {
	return object{"replicaId": -1, "isolationLevel": 0, "timeoutMs": 3000, "topics": list{object{"name": p.name,
		"partitions": list{object{"partitionIndex": p.partition, "currentLeaderEpoch": -1, "timestamp": timestamp}}}}}
}

func logEnds(t *try) {
	t.store(t.batch())
	for _, end := range []struct{ timestamp, offset int64 }{{earliest, 0}, {latest, sampleRecords}} {
		r := t.ask("ListOffsets", t.topic.offsets(end.timestamp))
		r.fine(listedCode)
		r.is(listedOffset, end.offset)
	}
	t.saw("0 and %d", sampleRecords)
}

func byTime(t *try) {
	t.store(t.batch())
	ms := t.now.UnixMilli()
	for _, c := range []struct{ at, offset int64 }{{0, 0}, {ms, 0}, {ms + 1, 1}, {ms + 2, -1}} {
		r := t.ask("ListOffsets", t.topic.offsets(c.at))
		r.fine(listedCode)
		r.is(listedOffset, c.offset)
	}
	t.saw("4 times")
}

func maxTimestamp(t *try) {
	t.store(t.batch())
	r := t.ask("ListOffsets", t.topic.offsets(newestTime))
	r.fine(listedCode)
	r.is(listedOffset, sampleRecords-1)
}

func offsetsUnknown(t *try) {
	t.ask("ListOffsets", t.strange().offsets(latest)).code(listedCode, "UNKNOWN_TOPIC_OR_PARTITION")
}
