package explain

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/kscope/kscope/record"
)

// packedBatch is a batch of many records that are much smaller compressed, so
// that offsets in what is unpacked lie far behind the end of the input.
func packedBatch(t *testing.T) []byte {
	t.Helper()
	b := record.AppendSample(nil, 1)
	records := bytes.Repeat(b[record.HeaderLen:], 200)
	l := record.NewLayouts()
	b, err := l.Codecs.Append(b[:record.HeaderLen:record.HeaderLen], records, record.Gzip)
	if err != nil {
		t.Fatal(err)
	}
	b[22] = byte(record.Gzip)
	binary.BigEndian.PutUint32(b[57:], 400)
	binary.BigEndian.PutUint32(b[8:], uint32(len(b)-12))
	binary.BigEndian.PutUint32(b[17:], record.Checksum(b))
	return b
}

// TestUnpackedIsNotTheInput holds that hints and evidence keep what was unpacked
// apart from the input, whatever is damaged.
func TestUnpackedIsNotTheInput(t *testing.T) {
	x := newExplainer()
	data := packedBatch(t)
	r, err := x.Read(data, As{}, nil, false)
	if err != nil || r.Damaged || len(r.Tape.Spaces()) != 1 || len(r.Tape.SpaceData(1)) < 4*len(data) {
		t.Fatalf("%v, damaged %v, %d spaces", err, r.Damaged, len(r.Tape.Spaces()))
	}
	wrong := bytes.Clone(data)
	binary.BigEndian.PutUint32(wrong[17:], 0)
	if r, err = x.Read(wrong, As{}, nil, false); err != nil || len(r.Hints) == 0 || !strings.Contains(r.Hints[0].Text, "the CRC at offset 0x0011") {
		t.Errorf("a CRC of 0: %v, %+v", err, r.Hints)
	}
	for n := range data {
		for _, as := range []As{{}, {Unit: string(Batch)}, {Unit: string(Records)}} {
			changed := bytes.Clone(data)
			changed[n] ^= 0x41
			if _, err := x.Read(changed, as, nil, false); err != nil {
				t.Fatal(err)
			}
			if _, err := x.Read(data[:n], as, nil, false); err != nil {
				t.Fatal(err)
			}
		}
	}
}
