package golden_test

import (
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/golden"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
)

// TestMessages keeps the full instance of messages that have something of
// their own each: headers, prefixes, records, tags, nullable structs.
func TestMessages(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	client := "kscope"
	header := message.Header{CorrelationID: 7, ClientID: &client}
	for _, c := range []struct {
		name    string
		version int16
		unit    message.Unit
	}{
		{"BeginQuorumEpochRequest", 1, message.Frame},
		{"BeginQuorumEpochResponse", 1, message.Frame},
		{"ApiVersionsResponse", 0, message.Frame},
		{"ApiVersionsResponse", 3, message.Frame},
		{"ApiVersionsResponse", 4, message.Frame},
		{"FetchResponse", 12, message.Frame},
		{"FetchResponse", 17, message.Frame},
		{"ProduceRequest", 9, message.Frame},
		{"MetadataResponse", 12, message.Frame},
		{"JoinGroupRequest", 5, message.Frame},
		{"ControlledShutdownRequest", 0, message.Frame},
		{"ConsumerGroupHeartbeatResponse", 1, message.Frame},
		{"FetchSnapshotRequest", 1, message.Frame},
		{"PartitionRecord", 2, message.Payload},
		{"OffsetCommitKey", 1, message.Payload},
		{"OffsetCommitValue", 4, message.Payload},
		{"RemoteLogSegmentMetadataRecord", 0, message.Payload},
	} {
		s, err := codec.Spec(c.name, c.version)
		if err != nil {
			t.Error(err)
			continue
		}
		t.Run(s.String(), func(t *testing.T) {
			b, err := s.Append(nil, sample.Source(sample.Full), c.unit, header)
			if err != nil {
				t.Fatal(err)
			}
			var tp tape.Tape
			s.Read(&tp, b, c.unit)
			golden.Equal(t, s.String()+".txt", golden.Annotate(&tp))
		})
	}
}

// TestDamaged keeps what is said of bytes that are cut or left over.
func TestDamaged(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	s, err := codec.Spec("FetchResponse", 12)
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Append(nil, sample.Source(sample.Smallest), message.Frame, message.Header{})
	if err != nil {
		t.Fatal(err)
	}
	var tp tape.Tape
	s.Read(&tp, b[:len(b)-20], message.Frame)
	golden.Equal(t, "cut.txt", golden.Annotate(&tp))
	s.Read(&tp, append(b, 1, 2, 3), message.Frame)
	golden.Equal(t, "left-over.txt", golden.Annotate(&tp))
	b[len(b)-8] ^= 1
	s.Read(&tp, b, message.Frame)
	golden.Equal(t, "crc.txt", golden.Annotate(&tp))
}
