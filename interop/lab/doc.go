// Package lab starts real Kafka clusters on loopback for tests.
//
//	c := lab.ForTest(t, lab.Options{Release: "4.4.0", Controllers: 3, Brokers: 1})
//	answer, err := raw.Roundtrip(ctx, c.Brokers()[0].Addr, frame)
//	c.Kill(c.Controllers()[0])
//
// # What runs
//
// Release decides. From 3.3 on it is KRaft: Controllers and Brokers as
// processes of their own, or one Combined process that is both. Older releases
// get one ZooKeeper in place of the controllers. Every node is one Java process
// with a small heap, its own directory and log file, on free loopback ports.
//
//	<temporary directory>/kscope-lab-<pid>-<random>/
//	  log4j*.properties
//	  <node>/server.properties
//	  <node>/data/
//	  <node>/node.log        what the node prints, all of its log
//
// # What never stays
//
// Stop ends the processes by their ids and removes the directory. It runs on
// Stop, at the end of the context, at the end of the test (ForTest) and on
// SIGINT or SIGTERM. If this process dies otherwise, the kernel (Linux) ends the
// nodes, and the next Start clears the directory.
package lab
