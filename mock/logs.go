package mock

import (
	"context"
	"encoding/base64"
	"fmt"
	"time"
)

// bytesOf is a field of bytes.
func bytesOf(b Body, key string) []byte {
	switch v := b[key].(type) {
	case []byte:
		return v
	case string:
		data, _ := base64.StdEncoding.DecodeString(v)
		return data
	}
	return nil
}

// produce answers Produce. Where an answer is not wanted, an error ends the
// connection, because there is no other way to tell.
func (b *Broker) produce(_ context.Context, r *Request) (Body, error) {
	defer b.wake()
	acks, failed := r.Body.Int("acks"), ""
	responses := b.each(r.Body.Structs("topicData"), "partitionData", "partitionResponses",
		func(t *topic, code string, asked Body) Body {
			index := asked.Int("index")
			out := Body{"index": index, "baseOffset": -1}
			p, missing := t.at(index)
			switch {
			case acks < -1 || acks > 1:
				code = "INVALID_REQUIRED_ACKS"
			case t == nil:
			case p == nil:
				code = missing
			default:
				out["baseOffset"], code = b.appendTo(p, bytesOf(asked, "records"))
				out["logStartOffset"] = p.start
			}
			if code != "" {
				out["errorCode"], failed = code, code
			}
			return out
		})
	if failed != "" && r.unanswered() {
		return nil, fmt.Errorf("produce with acks 0: %s", failed)
	}
	return Body{"responses": responses}, nil
}

func (b *Broker) appendTo(p *partition, records []byte) (base int64, code string) {
	h, code := b.checked(records)
	if code != "" {
		return -1, code
	}
	return p.append(&h, records)
}

// maxWait bounds how long a fetch may wait.
const maxWait = time.Minute

// fetch answers Fetch when there are as many bytes as are asked for, something
// is wrong, or the time is over.
func (b *Broker) fetch(ctx context.Context, r *Request) (Body, error) {
	if r.Body.Int("sessionId") != 0 {
		return Body{"errorCode": "FETCH_SESSION_ID_NOT_FOUND"}, nil // none is ever given
	}
	until := time.Now().Add(min(ms(r.Body, "maxWaitMs"), maxWait))
	for {
		body, bytes, bad := b.fetchNow(r)
		if bad || int64(bytes) >= r.Body.Int("minBytes") || !time.Now().Before(until) {
			return body, nil
		}
		if err := b.sleep(ctx, until); err != nil {
			return nil, err
		}
	}
}

// fetchNow is the answer to a fetch as things are, how many bytes of records it
// has, and whether something is wrong.
func (b *Broker) fetchNow(r *Request) (body Body, bytes int, bad bool) {
	most := int(r.Body.Int("maxBytes"))
	if most <= 0 {
		most = 50 << 20 // version 0 to 2 know no bound
	}
	body = Body{"responses": b.each(r.Body.Structs("topics"), "partitions", "partitions",
		func(t *topic, code string, asked Body) Body {
			index, offset := asked.Int("partition"), asked.Int("fetchOffset")
			out := Body{"partitionIndex": index, "highWatermark": -1, "records": []byte{}}
			p, missing := t.at(index)
			switch {
			case t == nil:
				out["errorCode"], bad = code, true
			case p == nil:
				out["errorCode"], bad = missing, true
			case asked.Int("currentLeaderEpoch") > 0:
				out["errorCode"], bad = "UNKNOWN_LEADER_EPOCH", true
			case offset < p.start || offset > p.next:
				out["errorCode"], bad = "OFFSET_OUT_OF_RANGE", true
			default:
				records := p.from(offset, min(most-bytes, int(asked.Int("partitionMaxBytes"))), bytes == 0)
				bytes += len(records)
				out["records"], out["highWatermark"] = records, p.next
				out["lastStableOffset"], out["logStartOffset"] = p.next, p.start
			}
			return out
		})}
	return body, bytes, bad
}

// Timestamps that ListOffsets gives a meaning to.
const (
	latest       = -1
	maxTimestamp = -3
)

func (b *Broker) listOffsets(r *Request) Body {
	return Body{"topics": b.each(r.Body.Structs("topics"), "partitions", "partitions",
		func(t *topic, code string, asked Body) Body {
			index := asked.Int("partitionIndex")
			out := Body{"partitionIndex": index, "timestamp": -1, "offset": -1}
			p, missing := t.at(index)
			switch {
			case t == nil:
				out["errorCode"] = code
			case p == nil:
				out["errorCode"] = missing
			default:
				b.list(p, asked.Int("timestamp"), out)
				out["leaderEpoch"], out["oldStyleOffsets"] = 0, []any{out["offset"]}
			}
			return out
		})}
}

// list finds the offset of a timestamp, and of what timestamps stand for.
func (b *Broker) list(p *partition, timestamp int64, out Body) {
	switch {
	case timestamp == latest:
		out["offset"] = p.next
		return
	case timestamp < 0 && timestamp != maxTimestamp: // the earliest, wherever it is kept
		out["offset"] = p.start
		return
	}
	if timestamp == maxTimestamp {
		timestamp = 0
		for i := range p.batches {
			timestamp = max(timestamp, p.batches[i].newest)
		}
	}
	for i := range p.batches {
		if p.batches[i].newest < timestamp {
			continue
		}
		for offset, at := range b.stamps(p.batches[i].data) {
			if at >= timestamp {
				out["offset"], out["timestamp"] = offset, at
				return
			}
		}
	}
}

func (b *Broker) epochEnds(r *Request) Body {
	return Body{"topics": b.each(r.Body.Structs("topics"), "partitions", "partitions",
		func(t *topic, code string, asked Body) Body {
			index := asked.Int("partition")
			out := Body{"partition": index}
			p, missing := t.at(index)
			switch {
			case t == nil:
				out["errorCode"] = code
			case p == nil:
				out["errorCode"] = missing
			default:
				out["leaderEpoch"], out["endOffset"] = 0, p.next
			}
			return out
		})}
}

func (b *Broker) initProducerID(r *Request) Body {
	b.producers++
	return Body{"producerId": b.producers, "producerEpoch": 0}
}
