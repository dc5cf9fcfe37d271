// Package explain gives verdicts on bytes: what they are, where they stop
// making sense, what was expected there, and what the writer most likely did.
//
// # Terminology
//
// A reading is bytes read as one thing. What that thing is comes from the
// caller (As, Request) or is found out. A plan is one way to read: a message
// version and a unit. A reading tiles when it ends without an error and without
// bytes left over. A mending is a small change to the bytes, or to the layout,
// that makes a reading tile; it tells what the writer did. A hint is a cause in
// words. A candidate is what bytes of unknown kind could be.
//
// # How a verdict is made
//
//	bytes -> plan -> reading -> fault? -> catalogue of hints -> words
//	                   |          each tries a mending and reads again
//	                   +-> findings, damage
//
// Hints are rows of a table: an id, what it explains, when it applies, and a
// function that tries. Facts that hints need (what other protocols begin with,
// which API answers in an older version) are rows too.
//
// # Guarantees
//
// No guessing: without being asked to, nothing is read as a message or version
// that neither the caller nor the bytes name. Bytes name a message when they
// hold a request's header, a metadata record's, or a batch whose CRC is right.
// What else bytes could be is said as a candidate, with how sure that is.
//
// Bounded: mendings are tried near the fault, at most a few hundred, and not at
// all on inputs above 256 KiB. No input makes a reading panic.
//
// Damaged bytes are no error of Read: its errors are for wrong use only.
//
// What bytes hold, compressed or nested, is read as the codec's Nester reads it.
// Causes are looked for in the bytes themselves, not in what was unpacked from
// them.
package explain
