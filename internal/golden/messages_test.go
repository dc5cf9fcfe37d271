package golden_test

import (
	"encoding/binary"
	"hash/crc32"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/golden"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
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

// TestUnpacked keeps a batch whose records are compressed, and what is unpacked
// from it.
func TestUnpacked(t *testing.T) {
	batch := record.AppendSample(nil, 1)
	records := batch[record.HeaderLen:]
	stored := []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x01") // gzip, one block that is not made smaller
	stored = binary.LittleEndian.AppendUint16(stored, uint16(len(records)))
	stored = binary.LittleEndian.AppendUint16(stored, ^uint16(len(records)))
	stored = append(stored, records...)
	stored = binary.LittleEndian.AppendUint32(stored, crc32.ChecksumIEEE(records))
	stored = binary.LittleEndian.AppendUint32(stored, uint32(len(records)))
	batch = append(batch[:record.HeaderLen:record.HeaderLen], stored...)
	batch[22] = 1                                                  // attributes
	binary.BigEndian.PutUint32(batch[8:], uint32(len(batch)-12))   // batchLength
	binary.BigEndian.PutUint32(batch[17:], record.Checksum(batch)) // crc

	l := record.NewLayouts()
	tp := tape.Tape{Nester: l}
	tp.Read(batch, l.Read)
	golden.Equal(t, "unpacked.txt", golden.Annotate(&tp))
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
