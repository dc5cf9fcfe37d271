package mock_test

import (
	"fmt"
	"testing"

	"github.com/kscope/kscope/record"
)

// inTransaction is a batch of two records of a transaction.
func inTransaction(id int64, epoch int16, sequence int32) []byte {
	batch := record.AppendSample(nil, 1)
	batch[record.AttributesAt+1] |= 0x10 // transactional
	return producer(batch, id, epoch, sequence)
}

const (
	begin    = `{"transactionalId":"x","transactionTimeoutMs":60000}`
	add      = `{"v3AndBelowTransactionalId":"x","v3AndBelowProducerId":%d,"v3AndBelowProducerEpoch":%d,"v3AndBelowTopics":[{"name":"t","partitions":[%s]}]}`
	produced = `{"transactionalId":"x","acks":-1,"topicData":[{"name":"t","partitionData":[{"index":0,"records":"%s"}]}]}`
	fetched  = `{"isolationLevel":%d,"maxBytes":9999,"topics":[{"topic":"t","partitions":[{"partition":0,"fetchOffset":0,"partitionMaxBytes":9999}]}]}`
)

func ending(epoch int, committed bool) string {
	return fmt.Sprintf(`{"transactionalId":"x","producerId":1,"producerEpoch":%d,"committed":%t}`, epoch, committed)
}

// TestTransactions aborts a transaction and commits another, in versions that
// name partitions beforehand.
func TestTransactions(t *testing.T) {
	p := broker(t, "4.4").dial()
	wants(t, p.ask("InitProducerId@4", begin), `"errorCode":0,"producerId":1,"producerEpoch":0`)
	batch := func(sequence int32) string { return fmt.Sprintf(produced, base(inTransaction(1, 0, sequence))) }
	wants(t, p.ask("Produce@11", batch(0)), `"errorCode":48`)
	wants(t, p.ask("EndTxn@4", ending(0, true)), `"errorCode":48`)
	wants(t, p.ask("AddPartitionsToTxn@3", fmt.Sprintf(add, 1, 0, "0,9")), `{"partitionIndex":0,"partitionErrorCode":55},{"partitionIndex":9,"partitionErrorCode":3}`)
	wants(t, p.ask("AddPartitionsToTxn@3", fmt.Sprintf(add, 2, 0, "0")), `"partitionErrorCode":49`)
	wants(t, p.ask("AddPartitionsToTxn@3", fmt.Sprintf(add, 1, 0, "0")), `{"partitionIndex":0,"partitionErrorCode":0}`)
	wants(t, p.ask("Produce@11", batch(0)), `"errorCode":0,"baseOffset":0`)
	wants(t, p.ask("Fetch@12", fmt.Sprintf(fetched, 0)), `"highWatermark":2,"lastStableOffset":0`, `"baseOffset":0,`)
	wants(t, p.ask("Fetch@12", fmt.Sprintf(fetched, 1)), `"highWatermark":2,"lastStableOffset":0`, `"records":""`)
	wants(t, p.ask("ListOffsets@6", `{"isolationLevel":1,"topics":[{"name":"t","partitions":[{"partitionIndex":0,"timestamp":-1}]}]}`), `"offset":0`)
	wants(t, p.ask("EndTxn@4", ending(0, false)), `"errorCode":0`)
	wants(t, p.ask("EndTxn@4", ending(0, false)), `"errorCode":0`)
	wants(t, p.ask("EndTxn@4", ending(0, true)), `"errorCode":48`)

	p.ask("AddPartitionsToTxn@3", fmt.Sprintf(add, 1, 0, "0"))
	wants(t, p.ask("Produce@11", batch(2)), `"errorCode":0,"baseOffset":3`)
	wants(t, p.ask("EndTxn@4", ending(0, true)), `"errorCode":0`)
	// Two markers, sound to the last byte, and the first transaction in the list.
	wants(t, p.ask("Fetch@12", fmt.Sprintf(fetched, 1)), `"highWatermark":6,"lastStableOffset":6`, `"abortedTransactions":[{"producerId":1,"firstOffset":0}]`,
		`"key":"AAAAAA==","value":"AAAAAAAA"`, `"key":"AAAAAQ==","value":"AAAAAAAA"`)
}

// TestImplicit is the newer way: partitions are added by what is produced, and
// each end gives an epoch.
func TestImplicit(t *testing.T) {
	p := broker(t, "4.4").dial()
	p.ask("InitProducerId@5", begin)
	wants(t, p.ask("Produce@12", fmt.Sprintf(produced, base(inTransaction(1, 0, 0)))), `"errorCode":0,"baseOffset":0`)
	wants(t, p.ask("EndTxn@5", ending(0, true)), `"errorCode":0,"producerId":1,"producerEpoch":1`)
	wants(t, p.ask("Produce@12", fmt.Sprintf(produced, base(inTransaction(1, 0, 2)))), `"errorCode":47`)
	wants(t, p.ask("Produce@12", fmt.Sprintf(produced, base(inTransaction(1, 1, 0)))), `"errorCode":0`)
	// Another producer of the id ends it.
	wants(t, p.ask("InitProducerId@5", begin), `"producerId":1,"producerEpoch":2`)
	wants(t, p.ask("Fetch@12", fmt.Sprintf(fetched, 1)), `"abortedTransactions":[{"producerId":1,"firstOffset":3}]`)
	wants(t, p.ask("EndTxn@5", ending(1, true)), `"errorCode":90`)
}

func TestOffsetsOfTransactions(t *testing.T) {
	p := broker(t, "4.4").dial()
	p.ask("InitProducerId@4", begin)
	const ids = `"transactionalId":"x","producerId":1,"producerEpoch":0,"groupId":"g"`
	commit := `{` + ids + `,"topics":[{"name":"t","partitions":[{"partitionIndex":0,"committedOffset":42}]}]}`
	wants(t, p.ask("TxnOffsetCommit@3", commit), `"errorCode":48`)
	wants(t, p.ask("AddOffsetsToTxn@3", `{`+ids+`}`), `"errorCode":0`)
	wants(t, p.ask("TxnOffsetCommit@3", commit), `"errorCode":0`)
	const ask = `{"groupId":"g","topics":[{"name":"t","partitionIndexes":[0]}]}`
	wants(t, p.ask("OffsetFetch@5", ask), `"committedOffset":-1`)
	p.ask("EndTxn@4", ending(0, true))
	wants(t, p.ask("OffsetFetch@5", ask), `"committedOffset":42`)
}
