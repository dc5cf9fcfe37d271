// Package image holds kscope's image of the metadata against Kafka's own.
//
//	records --> MetadataDelta, MetadataImage --> a snapshot's records --> kscope's image
//	records ---------------------------------------------------------> kscope's image
//
// Both are the same behind each record of the sequences in image/testdata, and
// of the metadata log of a real cluster; what one refuses, the other does.
package image
