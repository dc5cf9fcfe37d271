// Package conform checks that a node answers as Apache Kafka does: it is for
// those who build brokers and proxies.
//
//	conform.Checks()                                          what there is to check
//	conform.Run(ctx, codec, addr, cfg, options, report)       runs it, and reports result by result
//	conform.Text, conform.JUnit, conform.AppendJSON           results for people, build servers, programs
//
// # Terminology
//
// A check is one thing that holds of Kafka, with a level, the reason why it
// matters and the source where Kafka says so. Its id is GROUP.NAME. A result is
// a verdict on it: ok, fail or skip, and what was seen. An exchange is what was
// sent for it and what came; of a failure it says where in the bytes. A case is
// the part of a check that is about one API in one version.
//
//	frames         sizes, headers, order, and what is no request
//	versions       ApiVersions, by which clients find out the rest
//	answers        every answer, at every version on offer, by its schema
//	sasl           what a stranger may say
//	produce        records in; fetch, offsets: and out again
//	metadata       topics and brokers
//	groups         members, generations, committed offsets
//	transactions   producers, fencing, isolation
//
// # Levels
//
// What Kafka 4.4 does is the yardstick: it passes all checks, and the tests of
// this repository hold it to that. Must is for what clients break on, or lose or
// invent data by; should for what they or their users notice; may for the rest.
//
// # How a run goes
//
// The node is asked what it offers. A check that needs an API or version that
// is not on offer is skipped, and says so. Each check has connections of its
// own and a deadline of its own, so that they may run in any order, side by
// side, and a silent node ends no run.
//
// The checks of answers share one survey: each version of each API that the
// catalog knows to read and not to write (catalog.Effects) is asked with all
// defaults, and with one element in each array. No API has a case of its own
// there; an API that comes with a new release of Kafka is checked once it is in
// the catalog.
//
// # Writing
//
// Without Options.Write nothing is written. With it, a scratch topic called
// kscope-conform-SEED is made, with a partition for each check, and removed at
// the end, also after failures and when the run is interrupted; what cannot be
// removed is named in the Summary. Groups are deleted. What Kafka forgets by
// itself only is left to it: producer ids and transactional ids whose names
// begin alike. The first checks of groups and transactions make the internal
// topics of a cluster that has none yet.
//
// # Guarantees
//
// A check fails for one reason, which its words and the fault in its last
// exchange name: offset, path, expected, found. Nothing that a node sends makes
// a run panic or hang. Results come in the order of Checks.
//
// # What it does not do
//
// It checks one node; it looks at no replication, no controller's own APIs, no
// access rules, and no speed.
package conform
