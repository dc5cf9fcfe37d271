// Package oracle asks Kafka's own Java classes what the right answer is.
//
// A small Java program (java/*.java, embedded here, compiled once per release
// and kept in the cache) runs inside the jars of one release and answers JSON
// lines. It knows no message: it finds Kafka's generated classes and their JSON
// converters by looking through the jars, so a new release needs no change.
//
//	o, err := oracle.Start(ctx, "4.4.0")
//	o.List      every message with its versions
//	o.Decode    bytes -> Kafka's JSON form, and how many bytes remain
//	o.Encode    Kafka's JSON form -> bytes
//	o.Random    random instances: bytes and JSON
//	o.Errors    the error codes          } also for releases
//	o.APIKeys   the APIs and versions    } before 2.8
//	o.Records   batches and records of a file     } o.Batches: without records,
//	o.MemoryRecords  the same of bytes           } one after the other
//	o.Workload  gives a broker work, by Kafka's clients
//	o.Segment   writes a segment of any size
//	o.Bench     how fast Kafka is at it
//	o.Batch     many requests in flight: a whole release takes about two seconds
//
// # The JSON form
//
// It is what Kafka's converter writes, with two additions for what it loses.
// Fields of type records hold all their bytes as base64, where Kafka would
// write an empty value (Kafka reads the full one); Value.Records lists their
// paths. Unknown tagged fields stand beside the JSON, in Value.Unknown. Paths
// look like "topics[0].partitions[3].records"; "" is the message itself.
//
// # Random instances
//
// They are drawn from the fields that the class's own schema gives for the
// version, favour edges (smallest, largest, 0, -1, null, empty, arrays and
// strings around 127 elements, all lengths of UTF-8, unknown tags) and are
// accepted and read back unchanged by Kafka. Equal arguments give equal
// instances. Floats are finite, because Kafka's JSON cannot take others back.
//
// Numbers in the JSON go up to 64 bits: don't read them into float64.
package oracle
