// Package mock is a Kafka node for those who write clients: it answers every API
// at every version that a release has, rightly by default, and wrongly in just
// the way that a rule says.
//
//	rules, err := mock.ReadRules("rules.jsonl")            or []mock.Rule{...}
//	s, err := mock.New(codec, mock.Options{Rules: rules, Behaviour: mock.NewBroker(mock.BrokerOptions{})})
//	err = s.Serve(ctx, listener)                           until ctx ends
//	s.Exchanges()                                          what was asked, byte for byte
//
// # Terminology
//
// An offer is which APIs, at which versions, ApiVersions says that the node has.
// A behaviour answers as a node with a state does; without one, and where it
// does not know an API, the mirror answers: with what was asked for. A rule says
// which requests are answered in another way, and how. An exchange is one
// request and what was done about it.
//
//	request --> first rule that fits --> its answer --> its faults --> sent its way
//	       \--> no rule --> behaviour, or mirror --> sent
//
// # The mirror
//
// A struct of the response belongs to a struct of the request: the bodies to
// each other, and the elements of arrays, one by one. It takes from there what
// has the same name and type. An array of structs takes its elements from the
// first array that fits: by its own name; by the name of its key, which is the
// first field that tells no error; from plain values that are keys (TopicNames
// for Name). All else has its default, so that no error is told. Topics and
// partitions that were asked for come back, groups and resources too:
//
//	ProduceRequest   TopicData  Name "t"  PartitionData       Index 0  Records ...
//	ProduceResponse  Responses  Name "t"  PartitionResponses  Index 0  ErrorCode 0 ...
//
// # Rules
//
// A file of rules is JSON Lines, one object a rule, or JSON objects and arrays of
// them. The first rule that fits a request decides alone. Its keys, of which each
// is the field of [Rule] of that name:
//
//	which requests: all that is given must fit
//	api            name or key of an API; any when absent
//	versions       "3", "0-4" or "2+"
//	clientId       of the header
//	request        what the body has: named fields are as given, of arrays some
//	               element for each that is given
//	nth            the first that it is for, from 1 on; alone, the only one
//	times          how many it is for
//	every          of which it is for one: every second, third, ...
//
//	what the answer says
//	answer         node (the default: what it says without the rule), mirror,
//	               defaults, or a sample: smallest, full, edge:max, random:SEED, … (see package sample)
//	body           the answer itself, in Kafka's JSON form, or "@FILE", a file with
//	               that in the folder of the rules; what it leaves out has its default
//	error          name or number of an error, for every error code in arrays, or
//	               for that of the body where arrays have none. The answer is the
//	               mirror unless one is given: the node has not done what it refuses
//	set            {"path": value, ...}: changes in that answer, last of all. A path
//	               is topics[*].partitions[0].leaderId, by the names of the JSON
//
//	what is wrong with its bytes
//	version        the body is in this version
//	headerVersion  the response header is 0 or 1
//	headerTags     tagged fields in the header, [{"tag":7,"data":"base64"}]
//	correlationId  another one
//	truncate       the frame ends so many bytes early, and its size says so
//	trailing       hex digits of bytes behind the body; the size counts them
//	flip           so many bits behind the size are turned round; seed says which
//	size           this is the size; nothing else changes
//	sizeDelta      the size is larger or, below 0, smaller by this
//	raw            hex digits of what is sent in place of the frame
//
//	how it is sent
//	delay          after so long, "250ms"
//	silence        true: not at all, and the connection stays
//	disconnect     before, after, or so many bytes of it: then the connection ends
//	split          in pieces of so many bytes, with "pause" between them
//	repeat         so many times more
//	swap           true: behind the answer to the next request
//
// The rule counts requests that fit in all but nth, times and every, and that no
// earlier rule took. Tagged fields that no schema names are _taggedFields in any
// struct, as in package jsonform. Error codes may be given by name wherever a
// value is. A rule that silences or disconnects still lets the node do what the
// request asks for, as when an answer is lost; "answer":"mirror" keeps it from
// that.
//
// # Values from the request
//
// In body and set, ${PATH} in a string stands for a value. A string that is
// nothing else becomes the value itself, a number or a struct perhaps. Paths
// begin with request, header (clientId, correlationId, apiKey, apiVersion) or
// node (id, host, port, clusterId). An element {"$each": "PATH", ...} of an array
// stands for one element for each at PATH, which ${item} is in it; with "$value"
// these are plain values. A path that leads nowhere ends the connection, and the
// exchange says why.
//
//	{"api":"Metadata","body":{"topics":[{"$each":"request.topics","name":"${item.name}","errorCode":"LEADER_NOT_AVAILABLE"}]}}
//
// # Examples
//
//	{"api":"Produce","times":2,"error":"NOT_LEADER_OR_FOLLOWER"}       does the client retry?
//	{"api":"Produce","nth":1,"disconnect":"before"}                    the answer is lost, the records are not
//	{"api":"Fetch","nth":3,"split":1,"pause":"1ms"}                    byte by byte
//	{"api":"Fetch","every":5,"disconnect":"40"}                        in the middle of an answer
//	{"api":"Metadata","set":{"brokers[*].port":1}}                     the right answer, but for one field
//	{"api":"ApiVersions","versions":"4+","answer":"node","error":35,"version":0}   an older node
//	{"clientId":"slow","delay":"2s"}                                   all that one client asks
//	{"api":"Metadata","headerVersion":0}                               where tagged fields should be
//	{"api":"Metadata","sizeDelta":1}                                   the client waits for a byte that never comes
//	{"api":"Metadata","set":{"topics[*]._taggedFields":[{"tag":1000,"data":"AQI="}]}}
//
// # Requests that cannot be answered
//
// As nodes do, the server closes the connection on a request for an API or
// version that is not on offer, on one that its schema cannot read, and on a
// frame whose size is negative or above the limit; the exchange says why, also
// that the client speaks TLS or HTTP. An ApiVersions request of an
// unknown version gets error 35 in a body of version 0. A Produce request with
// acks 0 gets no answer. Requests on one connection are answered in their order,
// one at a time.
//
// # Guarantees
//
// An answer without a fault reads to its last byte, at every version on offer. A
// rule that names an API, error, field or key that does not exist is an error of
// New or ReadRules, with its place. No request makes the server crash or hang, or
// use more memory than a small multiple of what was sent; a body of more than a
// million values ends the connection. The same rules, requests and order give the
// same answers, times and ids apart.
//
// # What it does not do
//
// It is no broker: [Broker] says what it leaves out. It is one node, and does not
// stand between a client and real nodes. TLS is up to the listener.
package mock
