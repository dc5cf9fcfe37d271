package message

import (
	"encoding/binary"
	"slices"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/wire"
)

// What stands in front of the body of messages that are no requests and no
// responses. Kafka's schemas do not say it; the classes that write them do.
var (
	// org.apache.kafka.server.common.serialization.AbstractApiMessageSerde, of
	// __cluster_metadata and __remote_log_metadata
	metadataPrefix = layout.Literal("MetadataFrame", "", "what a metadata record begins with", layout.Header,
		layout.Part{Name: "frame_version", Type: "uvarint", Kind: layout.Uvarint, About: "version of this frame: 1"},
		layout.Part{Name: "record_type", Type: "uvarint", Kind: layout.Uvarint, About: "which record this is, the apiKey of its schema"},
		layout.Part{Name: "record_version", Type: "uvarint", Kind: layout.Uvarint, About: "version of that record"})
	// org.apache.kafka.common.protocol.MessageUtil.toVersionPrefixedByteBuffer
	versionPrefix = layout.Literal("Version", "", "what the message begins with", layout.Header,
		layout.Part{Name: "version", Type: "int16", Kind: layout.Int16, About: "version of the body; of a coordinator key, the record type"})
)

// unprefixed are data messages that are written without their version: it is
// a field of theirs, or stands in the file around them.
var unprefixed = []string{
	"LeaderChangeMessage", "SnapshotHeaderRecord", "SnapshotFooterRecord", "KRaftVersionRecord", "VotersRecord",
	"QuorumStateData", "AbortedTxn",
}

func (c *Codec) prefix(s *Spec) *layout.Layout {
	switch {
	case s.Type == schema.Header, slices.Contains(unprefixed, s.Name):
		return nil
	case s.Type == schema.Metadata:
		return metadataPrefix
	}
	return versionPrefix
}

// appendPrefix appends what stands in front of the body.
func (s *Spec) appendPrefix(dst []byte) []byte {
	switch s.header {
	case metadataPrefix:
		dst = wire.AppendUvarint(dst, 1)
		dst = wire.AppendUvarint(dst, uint32(s.APIKey))
		return wire.AppendUvarint(dst, uint32(s.Version))
	case versionPrefix:
		version := s.Version
		if s.Type == schema.CoordinatorKey {
			version = int16(s.APIKey)
		}
		return binary.BigEndian.AppendUint16(dst, uint16(version))
	}
	return dst
}
