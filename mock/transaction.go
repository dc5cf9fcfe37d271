package mock

import (
	"time"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
)

// transaction is what a Broker knows of a transactional id.
type transaction struct {
	id       string
	producer int64
	epoch    int16
	ongoing  bool
	ended    string // how the last one ended: "" for none, committed or aborted
	parts    map[*partition]bool
	offsets  map[*group]map[place]commit // that count once it commits
}

// How transactions end.
const (
	isCommitted = "committed"
	isAborted   = "aborted"
)

// maxTransaction is Kafka's transaction.max.timeout.ms.
const maxTransaction = 15 * time.Minute

// initProducerID answers InitProducerId: an id for those without a transaction,
// and a new epoch, which ends what was going on, for a transactional id.
func (b *Broker) initProducerID(r *Request) Body {
	id, transactional := r.Body["transactionalId"].(string)
	timeout := ms(r.Body, "transactionTimeoutMs")
	switch {
	case !transactional:
		b.producers++
		return Body{"producerId": b.producers, "producerEpoch": 0}
	case id == "":
		return Body{"errorCode": "INVALID_REQUEST", "producerEpoch": -1}
	case timeout <= 0 || timeout > maxTransaction:
		return Body{"errorCode": "INVALID_TRANSACTION_TIMEOUT", "producerEpoch": -1}
	}
	x := b.transactions[id]
	if x == nil {
		b.producers++
		x = &transaction{id: id, producer: b.producers, epoch: -1}
		b.transactions[id] = x
	}
	b.end(x, isAborted)
	x.epoch++
	x.ended = ""
	return Body{"producerId": x.producer, "producerEpoch": x.epoch}
}

// transaction finds the transaction of a request, or of a part of one; code is
// the name of an error when it is not the sender's.
func (b *Broker) transaction(asked Body) (x *transaction, code string) {
	x = b.transactions[asked.Text("transactionalId")]
	switch {
	case x == nil || x.producer != asked.Int("producerId"):
		return nil, "INVALID_PRODUCER_ID_MAPPING"
	case int64(x.epoch) != asked.Int("producerEpoch"):
		return nil, "PRODUCER_FENCED"
	}
	return x, ""
}

// begin notes that something is done in a transaction.
func (x *transaction) begin() {
	if !x.ongoing {
		x.ongoing, x.parts, x.offsets = true, map[*partition]bool{}, map[*group]map[place]commit{}
	}
}

// addPartitions answers AddPartitionsToTxn, which is about one transaction before
// version 4, with fields of other names.
func (b *Broker) addPartitions(r *Request) Body {
	if r.Version < 4 {
		return Body{"resultsByTopicV3AndBelow": b.add(Body{
			"transactionalId": r.Body["v3AndBelowTransactionalId"], "producerId": r.Body["v3AndBelowProducerId"],
			"producerEpoch": r.Body["v3AndBelowProducerEpoch"], "topics": r.Body["v3AndBelowTopics"],
		})}
	}
	all := []any{}
	for _, asked := range r.Body.Structs("transactions") {
		all = append(all, Body{"transactionalId": asked["transactionalId"], "topicResults": b.add(asked)})
	}
	return Body{"resultsByTransaction": all}
}

// add adds partitions to a transaction: all of them or, when one is not there,
// none.
func (b *Broker) add(asked Body) (results []any) {
	x, refused := b.transaction(asked)
	found := map[*partition]bool{}
	whole := true
	for _, topic := range asked.Structs("topics") {
		t, _ := b.find(topic)
		list, _ := topic["partitions"].([]any)
		answers := []any{}
		for _, index := range list {
			n, _ := toInt(index)
			answer := Body{"partitionIndex": n, "partitionErrorCode": refused}
			if p := t.at(n); p != nil {
				found[p] = true
			} else if refused == "" {
				answer["partitionErrorCode"], whole = "UNKNOWN_TOPIC_OR_PARTITION", false
			}
			answers = append(answers, answer)
		}
		results = append(results, Body{"name": topic["name"], "resultsByPartition": answers})
	}
	for _, topic := range results {
		for _, answer := range topic.(Body).Structs("resultsByPartition") {
			switch {
			case answer.Text("partitionErrorCode") != "":
			case whole:
				delete(answer, "partitionErrorCode")
			default:
				answer["partitionErrorCode"] = "OPERATION_NOT_ATTEMPTED"
			}
		}
	}
	if refused == "" && whole && len(found) > 0 {
		x.begin()
		for p := range found {
			x.parts[p] = true
		}
	}
	return results
}

// From these versions on, Produce and TxnOffsetCommit add to the transaction what
// was not added before (KIP-890).
const (
	implicitProduce = 12
	implicitOffsets = 5
)

// join checks a transactional batch, which must be of a transaction that has the
// partition.
func (b *Broker) join(p *partition, r *Request, h *record.BatchHeader) (code string) {
	x := b.transactions[r.Body.Text("transactionalId")]
	switch {
	case x == nil || x.producer != h.ProducerID:
		return "INVALID_PRODUCER_ID_MAPPING"
	case x.epoch != h.ProducerEpoch:
		return "INVALID_PRODUCER_EPOCH"
	case r.Version >= implicitProduce:
		x.begin()
		x.parts[p] = true
	case !x.ongoing || !x.parts[p]:
		return "INVALID_TXN_STATE"
	}
	return ""
}

func (b *Broker) addOffsets(r *Request) Body {
	x, code := b.transaction(r.Body)
	if code != "" {
		return Body{"errorCode": code}
	}
	x.begin()
	g := b.group(r.Body.Text("groupId"))
	if x.offsets[g] == nil {
		x.offsets[g] = map[place]commit{}
	}
	return Body{}
}

func (b *Broker) commitInTransaction(r *Request) Body {
	x, refused := b.transaction(r.Body)
	g := b.group(r.Body.Text("groupId"))
	switch {
	case refused != "":
	case r.Version >= implicitOffsets:
		b.addOffsets(r)
	case !x.ongoing || x.offsets[g] == nil:
		refused = "INVALID_TXN_STATE"
	}
	topics, _ := b.each(r.Body.Structs("topics"), commits, func(t *topic, _ *partition, asked, answer Body) {
		if refused != "" {
			answer.fail(refused)
			return
		}
		x.offsets[g][place{t.name, asked.Int("partitionIndex")}] = commitOf(asked)
	})
	return Body{"topics": topics}
}

// bumping is the version of EndTxn from which on each end gives a new epoch
// (KIP-890).
const bumping = 5

func (b *Broker) endTransaction(r *Request) Body {
	x, code := b.transaction(r.Body)
	if code != "" {
		return Body{"errorCode": code, "producerEpoch": -1}
	}
	how := isAborted
	if wanted, _ := r.Body["committed"].(bool); wanted {
		how = isCommitted
	}
	if !x.ongoing && x.ended != how {
		return Body{"errorCode": "INVALID_TXN_STATE", "producerEpoch": -1}
	}
	b.end(x, how)
	if r.Version >= bumping {
		x.epoch++
	}
	b.wake()
	return Body{"producerId": x.producer, "producerEpoch": x.epoch}
}

// end ends what is going on in a transaction.
func (b *Broker) end(x *transaction, how string) {
	if !x.ongoing {
		return
	}
	for p := range x.parts {
		b.mark(p, x, how)
	}
	for g, offsets := range x.offsets {
		for at, c := range offsets {
			if how == isCommitted {
				g.offsets[at] = c
			}
		}
	}
	x.ongoing, x.ended, x.parts, x.offsets = false, how, nil, nil
}

// mark ends a transaction in a partition, by a marker.
func (b *Broker) mark(p *partition, x *transaction, how string) {
	kind := record.AbortMarker
	if how == isCommitted {
		kind = record.CommitMarker
	}
	now := time.Now().UnixMilli()
	w := layout.Writer{}
	err := b.records.AppendBatch(&w, &source{root: Body{
		"attributes": record.TransactionalFlag | record.ControlFlag, "lastOffsetDelta": 0, "baseTimestamp": now, "maxTimestamp": now,
		"producerId": x.producer, "producerEpoch": x.epoch, "baseSequence": -1,
		"records": []any{Body{"key": []byte{0, 0, 0, byte(kind)}, "value": []byte{0, 0, 0, 0, 0, 0}, "headers": []any{}}},
	}})
	h, ok := record.ReadHeader(w.Buf)
	if err != nil || !ok {
		return // it is always the same batch, which a test has seen
	}
	first, began := p.open[x.producer]
	if began && how == isAborted {
		p.aborted = append(p.aborted, abort{x.producer, first, p.next})
	}
	delete(p.open, x.producer)
	p.add(&h, w.Buf)
}
