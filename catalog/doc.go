// Package catalog holds the facts of every Kafka release: its messages and
// their layouts, API keys, versions, headers, error codes, and what they mean.
//
// # Terminology
//
// A release is a minor one ("4.4"). An entry is one message with its history:
// which versions are valid in which releases. An edition is a schema and the
// range of releases that agree with it; layouts that changed without a new
// version are why one message has several. An API is a request and its
// response under one key, whatever they were called over time.
//
// # Where facts come from
//
//	data/releases.txt     releases                              written by the importer,
//	data/versions.txt     messages, keys, versions per release  from Kafka's jars
//	data/schemas/*.txt    editions, one file a message
//	data/errorcodes.txt   codes, names, retriable, since
//	data/fields.txt       what fields mean                      written by hand,
//	data/messages.txt     what messages and types are for       in our own words
//	data/changes.txt      KIPs, and words on versions
//	data/errors.txt       what errors mean, and who returns them
//	data/headers.txt      which header a version has
//	data/meanings.txt     which fields are error codes, times, ...
//	data/nested.txt       which fields hold something else, and what
//	data/effects.txt      which requests change a cluster, and how
//	data/offers.txt       which nodes offer which APIs
//	data/kips.txt         what proposals are about
//	data/presets.txt      values that requests are better sent with
//
// Everything is read when it is first asked for, and only what is asked for:
// one message costs versions.txt, its own file and its descriptions.
//
// # Guarantees
//
// A layout belongs to a message, a version and a range of releases. Without a
// release, the newest that has the version counts. Releases before 2.2 say
// which versions they have but not their layouts; the oldest edition that has
// the version stands in for them, and the Edition returned says so. Before
// 2.8 only requests, responses, headers and what else lies in kafka-clients
// are known.
//
// Schemas loaded at run time ([Catalog.WithSchemas]) come before built-in ones,
// whatever the release. They count as the pseudo-release [Loaded].
//
// A Catalog is safe for concurrent use. What it returns is shared: callers
// must not change messages or slices.
package catalog
