package conform

import "fmt"

const txnCoordinator = "kafka.coordinator.transaction.TransactionCoordinator"

func transactionChecks() []Check {
	apis := []string{"FindCoordinator", "InitProducerId", "AddPartitionsToTxn", "EndTxn"}
	all := append(apis[:4:4], produces, fetches)
	return []Check{
		{ID: "transactions.init", Title: "a transactional id keeps its producer id, and each start gets a newer epoch", Level: Must,
			Reason: "epochs tell a producer from those that it replaces", Source: "KIP-98", Needs: Write, APIs: apis[:2], run: initTwice},
		{ID: "transactions.commit", Title: "what was committed is seen by read_committed", Level: Must,
			Reason: "that is what transactions are for", Source: "KIP-98", Needs: Write, APIs: all, run: commit},
		{ID: "transactions.abort", Title: "what was aborted is told in the list of aborted transactions", Level: Must,
			Reason: "consumers leave such records out by that list", Source: "KIP-98", Needs: Write, APIs: all, run: abort},
		{ID: "transactions.isolation", Title: "what is not committed yet is seen by read_uncommitted alone", Level: Must,
			Reason: "readers would act on what may be aborted", Source: "KIP-98", Needs: Write, APIs: all, run: isolation},
		{ID: "transactions.implicit", Title: "Produce adds its partition to the transaction, and EndTxn gives a new epoch", Level: Should,
			Reason: "late requests of one transaction cannot get into the next", Source: "KIP-890",
			Needs: Write, APIs: []string{"FindCoordinator", "InitProducerId", "Produce@12", "EndTxn@5", fetches}, run: implicit},
		{ID: "transactions.unregistered", Title: "a transactional batch for a partition that was not added is refused", Level: Should,
			Reason: "no marker would ever end it, and readers would wait there", Source: "KIP-890",
			Needs: Write, APIs: all, run: unregistered},
		{ID: "transactions.fenced", Title: "a producer that was replaced gets PRODUCER_FENCED or INVALID_PRODUCER_EPOCH", Level: Must,
			Reason: "two producers would write in one name", Source: "KIP-98, KIP-588", Needs: Write, APIs: apis, run: fenced},
		{ID: "transactions.end-nothing", Title: "the end of a transaction that has not begun gets INVALID_TXN_STATE", Level: Should,
			Reason: "the producer and the coordinator disagree about what was written", Source: txnCoordinator,
			Needs: Write, APIs: apis, run: endNothing},
		{ID: "transactions.end-twice", Title: "a commit may be sent twice, and an abort behind it gets INVALID_TXN_STATE", Level: Must,
			Reason: "producers send again when an answer is lost, and must not be told the contrary", Source: txnCoordinator,
			Needs: Write, APIs: all, run: endTwice},
		{ID: "transactions.unknown-id", Title: "a transactional id that has no producer gets INVALID_PRODUCER_ID_MAPPING", Level: Should,
			Reason: "ids expire, and their producers must begin anew", Source: txnCoordinator,
			Needs: Write, APIs: apis, run: unknownMapping},
		{ID: "transactions.unknown-partition", Title: "a partition that is not there gets UNKNOWN_TOPIC_OR_PARTITION", Level: Should,
			Reason: "a marker could never be written there", Source: metadataAPI, Needs: Write, APIs: apis, run: addUnknown},
		{ID: "transactions.timeout", Title: "a timeout above the node's limit gets INVALID_TRANSACTION_TIMEOUT", Level: Should,
			Reason: "readers wait that long for a producer that died", Source: "transaction.max.timeout.ms",
			Needs: Write, APIs: apis[:2], run: txnTimeout},
		{ID: "transactions.empty-id", Title: "an empty transactional id gets INVALID_REQUEST", Level: Should,
			Reason: "all producers that forgot theirs would fence each other", Source: txnCoordinator,
			Needs: Write, APIs: apis[:2], run: emptyTxnID},
		{ID: "transactions.offsets", Title: "offsets of a transaction count once it commits", Level: Must,
			Reason: "what was read and what was written because of it go together", Source: "KIP-98, KIP-447", Needs: Write,
			APIs: []string{"FindCoordinator", "InitProducerId", "AddOffsetsToTxn", "TxnOffsetCommit@3", "EndTxn", "OffsetFetch@7"}, run: txnOffsets},
	}
}

// Versions up to which clients themselves say which partitions a transaction
// has (KIP-890).
const (
	addNamed      = 3
	produceNoAdd  = 11
	endNoBump     = 4
	commitNoAdd   = 4
	readCommitted = 1
)

// begin gets a producer for the check's transactional id.
func (t *try) begin() producer {
	t.findCoordinator(transactionKey)
	return t.initProducer(t.names[transactionKey])
}

// tell asks the coordinator of the check's transactional id.
func (t *try) tell(api string, most int16, p producer, code string, body object) *reply {
	o := object{"transactionalId": t.names[transactionKey], "producerId": p.id, "producerEpoch": p.epoch,
		"v3AndBelowTransactionalId": t.names[transactionKey], "v3AndBelowProducerId": p.id, "v3AndBelowProducerEpoch": p.epoch}
	return t.patiently(t.upTo(api, most), api, code, o.with(body))
}

const addedCode = "ResultsByTopicV3AndBelow[0].ResultsByPartition[0].PartitionErrorCode"

// add adds a partition to a transaction.
func (t *try) add(p producer, to topic) *reply {
	r := t.tell("AddPartitionsToTxn", addNamed, p, addedCode, object{"v3AndBelowTopics": list{object{"name": to.name, "partitions": list{to.partition}}}})
	t.undo(func(t *try) { t.finish(p, false) })
	return r
}

// finish ends a transaction, as clients do that add partitions themselves.
func (t *try) finish(p producer, commit bool) *reply {
	return t.tell("EndTxn", endNoBump, p, "ErrorCode", object{"committed": commit})
}

// write writes a batch in a transaction whose partition has been added.
func (t *try) write(p producer, sequence int32) *reply {
	body := t.topic.produce(t.batch().within(p, sequence), -1)
	body["transactionalId"] = t.names[transactionKey]
	return t.patiently(t.upTo("Produce", produceNoAdd), "Produce", producedCode, body)
}

// written begins a transaction with one batch in it.
func (t *try) written() producer {
	p := t.begin()
	t.add(p, t.topic).fine(addedCode)
	t.write(p, 0).fine(producedCode)
	return p
}

// read reads the check's partition from its beginning.
func (t *try) read(isolation int) *reply {
	r := t.ask("Fetch", t.topic.fetch(0, object{"isolationLevel": isolation, "minBytes": 0}))
	r.fine(fetchedCode)
	return r
}

func initTwice(t *try) {
	first := t.begin()
	second := t.initProducer(t.names[transactionKey])
	if t.going() && (second.id != first.id || second.epoch != first.epoch+1) {
		t.fail("expected producer %d with epoch %d, found producer %d with epoch %d", first.id, first.epoch+1, second.id, second.epoch)
	}
	t.saw("epochs %d and %d", first.epoch, second.epoch)
}

// settled waits until the marker of an ended transaction is in the partition:
// the answer to EndTxn comes before it.
func (t *try) settled(stable int64) *reply {
	for {
		r := t.read(readCommitted)
		last := r.int(fetched + "LastStableOffset")
		if !t.going() || last == stable {
			return r
		}
		if !t.pause() {
			t.words = fmt.Sprintf("expected the last stable offset to become %d, found %d", stable, last)
			return r
		}
	}
}

func commit(t *try) {
	p := t.written()
	t.finish(p, true).fine("ErrorCode")
	r := t.settled(sampleRecords + 1) // two records and the marker
	if len(r.batches()) == 0 {
		r.wrong(records, "the records that were committed", "none")
	}
	if n := r.countAny(fetched + "AbortedTransactions"); n > 0 {
		r.wrong(fetched+"AbortedTransactions", "none", fmt.Sprint(n))
	}
	t.saw("%d records and a marker", sampleRecords)
}

func abort(t *try) {
	p := t.written()
	t.finish(p, false).fine("ErrorCode")
	r := t.settled(sampleRecords + 1)
	r.is(fetched+"AbortedTransactions[0].ProducerId", p.id)
	r.is(fetched+"AbortedTransactions[0].FirstOffset", 0)
	t.saw("producer %d from offset 0 on", p.id)
}

func isolation(t *try) {
	t.written()
	r := t.read(readCommitted)
	r.is(fetched+"LastStableOffset", 0)
	r.is(fetched+"HighWatermark", sampleRecords)
	if n := len(r.batches()); n > 0 {
		r.wrong(records, "no records", fmt.Sprintf("%d bytes", n))
	}
	r = t.read(0)
	if len(r.batches()) == 0 {
		r.wrong(records, "the records that were written", "none")
	}
	t.saw("last stable offset 0, high watermark %d", sampleRecords)
}

func implicit(t *try) {
	p := t.begin()
	body := t.topic.produce(t.batch().within(p, 0), -1)
	body["transactionalId"] = t.names[transactionKey]
	t.patiently(t.newest("Produce"), "Produce", producedCode, body).fine(producedCode)
	r := t.tell("EndTxn", t.newest("EndTxn"), p, "ErrorCode", object{"committed": true})
	r.fine("ErrorCode")
	r.is("ProducerId", p.id)
	r.is("ProducerEpoch", int64(p.epoch)+1)
	t.settled(sampleRecords + 1)
	t.saw("epochs %d and %d", p.epoch, p.epoch+1)
}

func unregistered(t *try) {
	p := t.begin()
	t.write(p, 0).code(producedCode, "TRANSACTION_ABORTABLE", "INVALID_TXN_STATE") // the first from version 11 on
}

func fenced(t *try) {
	old := t.begin()
	t.initProducer(t.names[transactionKey])
	t.add(old, t.topic).code(addedCode, "PRODUCER_FENCED", "INVALID_PRODUCER_EPOCH")
	t.finish(old, true).code("ErrorCode", "PRODUCER_FENCED", "INVALID_PRODUCER_EPOCH")
}

func endNothing(t *try) {
	t.finish(t.begin(), true).code("ErrorCode", "INVALID_TXN_STATE")
}

func endTwice(t *try) {
	p := t.written()
	t.finish(p, true).fine("ErrorCode")
	t.finish(p, true).fine("ErrorCode")
	t.finish(p, false).code("ErrorCode", "INVALID_TXN_STATE")
}

func unknownMapping(t *try) {
	t.findCoordinator(transactionKey)
	p := producer{1 << 40, 0}
	t.add(p, t.topic).code(addedCode, "INVALID_PRODUCER_ID_MAPPING")
	t.finish(p, true).code("ErrorCode", "INVALID_PRODUCER_ID_MAPPING")
}

func addUnknown(t *try) {
	p := t.begin()
	away := t.topic
	away.partition = 1 << 20
	t.add(p, away).code(addedCode, "UNKNOWN_TOPIC_OR_PARTITION")
}

func txnTimeout(t *try) {
	t.findCoordinator(transactionKey)
	t.askProducer(t.names[transactionKey], 1<<31-1).code("ErrorCode", "INVALID_TRANSACTION_TIMEOUT")
}

func emptyTxnID(t *try) {
	t.askProducer("", 10_000).code("ErrorCode", "INVALID_REQUEST")
}

func txnOffsets(t *try) {
	t.findCoordinator(groupKey)
	p := t.begin()
	t.tell("AddOffsetsToTxn", t.newest("AddOffsetsToTxn"), p, "ErrorCode", object{"groupId": t.names[groupKey]}).fine("ErrorCode")
	t.undo(func(t *try) { t.finish(p, false) })
	body := alone.with(t.topic.commit(42, ""))
	body["groupId"] = t.names[groupKey]
	t.tell("TxnOffsetCommit", commitNoAdd, p, commitCode, body).fine(commitCode)
	t.position().is(fetchedOffset, -1)
	t.finish(p, true).fine("ErrorCode")
	for t.going() && t.position().int(fetchedOffset) != 42 {
		if !t.pause() {
			t.words = "expected offset 42 once the transaction was committed, found none"
		}
	}
	t.saw("none, and 42 behind the commit")
}
