// Command kscope shows the Apache Kafka wire protocol and speaks it: what every
// message of every release looks like on the wire, what given bytes say, and
// which bytes a message becomes.
//
//	kscope show BeginQuorumEpoch
//	kscope decode 00000010001200000000000100066b73636f7065
//	kscope encode MetadataRequest@12 '{"topics":null}' --unit frame
//
// Results go to standard output and everything else to standard error. Exit
// codes: 0 fine, 1 the input is damaged or a check failed, 2 wrong use. Each
// file here is one command; what they do is done by the packages of this module.
package main
