// Package image plays the records of KRaft's metadata log: it tells the state
// of a cluster at an offset, and for each value which record set it.
//
// # Terminology
//
// The image is a tree of nodes. A section is one part of it: features, quorum,
// brokers, controllers, topics, configs, clientQuotas, acls, scram,
// delegationTokens, producerIds, zkMigration. What a record says of one thing
// is an object, whose members have the names that Kafka's JSON has for fields;
// things by their keys are a map. A set is the record that set a value: file,
// offset, message and version.
//
//	topics                          map, by name
//	  orders                        object      TopicRecord@0
//	    topicId                     value
//	    partitions                  map, by number
//	      0                         object      PartitionRecord@2
//	        leader                  value       PartitionChangeRecord@2, later
//
// # How records change it
//
// records.txt says it, a line an operation with its source in Kafka; the code
// knows operations, and no record. What it cannot know, because no field says
// it, are facts about values: that a leader in a PartitionChangeRecord raises
// the leader epoch, that level 0 removes a feature, that a topic's
// configuration goes with the topic.
//
// Records of a transaction (KIP-868) count when it ends, with the offsets that
// they have themselves; until then they are no part of the image.
//
// A record of which nothing is known, and one that the catalog cannot read, is
// told as not understood. One that contradicts the image, such as a change of
// a partition that is not there, changes nothing and is a finding, as Kafka
// would refuse it; so is what is damaged or missing in a file.
//
// # Guarantees
//
// Time is linear in the size of what is read, memory in the size of the image
// and of the largest transaction. No content makes this package panic. Two ways
// to the same offset, over a snapshot or over the log, give the same values.
//
// Keys of credentials and values of settings that hold passwords are not
// written unless Options.Reveal is set.
//
// # What it does not do
//
// It takes every record for committed: where the high watermark was, no file
// says. The last records of a log that a crash has cut off from its quorum may
// have been replaced. It shows what records say, where brokers go on to fill
// something in: partitions without directories are in the directory MIGRATING
// for them, and settings that a release no longer has are passed over.
package image
