// Package mockpeers proves that real clients take kscope mock for a broker, and
// that they see the faults which its rules ask for.
//
// The peers are four client libraries of four families: kcat and confluent-kafka
// (librdkafka, an old and a new one), Java's console producer and consumer,
// kafka-python, and franz-go. Each produces to a mock node and consumes from it,
// in a group.
//
// Python packages are installed by pip, by their names and versions, into
// $KSCOPE_CACHE or the user's cache directory, and kept there.
package mockpeers
