// Package speak speaks every API at every version with real nodes.
//
// What a node offers it is asked: each API in each version, with a request that
// is made from the schema (the smallest instance) and from values.txt, which says
// by entity types and names of fields what makes sense in the cluster at hand:
// topics, groups, ids, epochs. Every answer has to be read to its last byte
// without a remark. closed.txt says which requests have no answer, and why.
//
// The tests do so with a quorum of three controllers and a broker, with a node
// that is both, and with a broker of ZooKeeper's time; print what was answered;
// and hold the commands call and probe against the same nodes.
package speak
