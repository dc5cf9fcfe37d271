// Package logs gives log directories that real brokers wrote, for tests that
// read them.
//
//	m := logs.ForTest(t, "modern")
//	filepath.Glob(filepath.Join(m.Dir, "segments-0", "*.log"))
//
// # What there is
//
//	modern   4.4.0, one combined node, ended in its own way
//	killed   4.4.0, killed: indexes at full length with zeros behind their entries
//	formats  2.8.2 with ZooKeeper: magic 0, 1 and 2
//
// A directory is made once (Kafka's own clients give a broker of package lab
// some work, ten seconds) and kept in the cache under a name that changes with
// everything that decides its content. What is in one is said at the workloads,
// in the Java files of package oracle; Made.Sent has the counts.
//
// Records need no broker when there are to be many of them: see Large.
package logs
