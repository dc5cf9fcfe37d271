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
	acks := r.Body.Int("acks")
	where := shape{"partitionData", "partitionResponses", "index", "index", Body{"baseOffset": -1}}
	responses, failed := b.each(r.Body.Structs("topicData"), where, func(_ *topic, p *partition, asked, answer Body) {
		if acks < -1 || acks > 1 {
			answer.fail("INVALID_REQUIRED_ACKS")
			return
		}
		var code string
		answer["baseOffset"], code = b.appendTo(p, r, bytesOf(asked, "records"))
		answer["logStartOffset"] = p.start
		answer.fail(code)
	})
	if failed != "" && r.silent {
		return nil, fmt.Errorf("produce with acks 0: %s", failed)
	}
	return Body{"responses": responses}, nil
}

func (b *Broker) appendTo(p *partition, r *Request, records []byte) (base int64, code string) {
	h, code := b.checked(records)
	if code == "" && h.Attributes.Transactional() {
		code = b.join(p, r, &h)
	}
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
		body, bytes, failed := b.fetchNow(r)
		if failed != "" || int64(bytes) >= r.Body.Int("minBytes") || !time.Now().Before(until) {
			return body, nil
		}
		if err := b.sleep(ctx, until); err != nil {
			return nil, err
		}
	}
}

// fetchNow is the answer to a fetch as things are, and how many bytes of records
// it has.
func (b *Broker) fetchNow(r *Request) (body Body, bytes int, failed string) {
	most := int(r.Body.Int("maxBytes"))
	if most <= 0 {
		most = 50 << 20 // version 0 to 2 know no bound
	}
	where := shape{"partitions", "partitions", "partition", "partitionIndex", Body{"highWatermark": -1, "records": []byte{}}}
	responses, failed := b.each(r.Body.Structs("topics"), where, func(_ *topic, p *partition, asked, answer Body) {
		offset := asked.Int("fetchOffset")
		switch {
		case asked.Int("currentLeaderEpoch") > 0:
			answer.fail("UNKNOWN_LEADER_EPOCH")
			return
		case offset < p.start || offset > p.next:
			answer.fail("OFFSET_OUT_OF_RANGE")
			return
		}
		end := p.next
		if committed(r) {
			end = p.stable()
			answer["abortedTransactions"] = p.abortedIn(offset, end)
		}
		records := p.between(offset, end, min(most-bytes, int(asked.Int("partitionMaxBytes"))), bytes == 0)
		bytes += len(records)
		answer["records"], answer["highWatermark"] = records, p.next
		answer["lastStableOffset"], answer["logStartOffset"] = p.stable(), p.start
	})
	return Body{"responses": responses}, bytes, failed
}

// readCommitted is the isolation level of those who want no more than what has
// been committed.
const readCommitted = 1

func committed(r *Request) bool { return r.Body.Int("isolationLevel") == readCommitted }

// Timestamps that ListOffsets gives a meaning to.
const (
	latest       = -1
	maxTimestamp = -3
)

func (b *Broker) listOffsets(r *Request) Body {
	where := shape{"partitions", "partitions", "partitionIndex", "partitionIndex", Body{"timestamp": -1, "offset": -1}}
	topics, _ := b.each(r.Body.Structs("topics"), where, func(_ *topic, p *partition, asked, answer Body) {
		end := p.next
		if committed(r) {
			end = p.stable()
		}
		b.list(p, asked.Int("timestamp"), end, answer)
		answer["leaderEpoch"], answer["oldStyleOffsets"] = 0, []any{answer["offset"]}
	})
	return Body{"topics": topics}
}

// list finds the offset of a timestamp, and of what timestamps stand for, in
// front of an end.
func (b *Broker) list(p *partition, timestamp, end int64, answer Body) {
	switch {
	case timestamp == latest:
		answer["offset"] = end
		return
	case timestamp < 0 && timestamp != maxTimestamp: // the earliest, wherever it is kept
		answer["offset"] = p.start
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
			if at >= timestamp && offset < end {
				answer["offset"], answer["timestamp"] = offset, at
				return
			}
		}
	}
}

func (b *Broker) epochEnds(r *Request) Body {
	topics, _ := b.each(r.Body.Structs("topics"), shape{"partitions", "partitions", "partition", "partition", nil},
		func(_ *topic, p *partition, _, answer Body) {
			answer["leaderEpoch"], answer["endOffset"] = 0, p.next
		})
	return Body{"topics": topics}
}
