package oracle_test

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/oracle"
)

// oldMessage is an uncompressed set of magic 1 with one message, made by hand:
// offset 5, timestamp 1, key null, value "v".
const oldMessage = "0000000000000005" + "00000017" + "%crc%" + "01" + "00" + "0000000000000001" + "ffffffff" + "00000001" + "76"

func bytesOf(t *testing.T, crc string) []byte {
	t.Helper()
	data, err := hex.DecodeString(strings.ReplaceAll(oldMessage, "%crc%", crc))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestMemoryRecords(t *testing.T) {
	for _, release := range []string{"2.8.2", "4.0.2", "4.4.0"} {
		t.Run(release, func(t *testing.T) {
			o := start(t, release)
			var seen []*oracle.Batch
			for b, err := range o.MemoryRecords(t.Context(), bytesOf(t, "00000000")) {
				if err != nil {
					t.Fatal(err)
				}
				seen = append(seen, b)
			}
			if len(seen) != 1 || len(seen[0].Records) != 1 {
				t.Fatalf("got %+v", seen)
			}
			b, r := seen[0], seen[0].Records[0]
			if b.Magic != 1 || b.Valid || b.Size != 35 || b.BaseOffset != 5 || b.Codec != "none" || b.ProducerID != -1 {
				t.Errorf("got %+v", b)
			}
			if r.Offset != 5 || r.Timestamp != 1 || r.Key != nil || string(r.Value) != "v" || r.Sequence != -1 {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestMemoryRecordsRefused(t *testing.T) {
	o := start(t, "4.4.0")
	data := bytesOf(t, "00000000")
	broken := append(data, data...)
	broken[len(data)+16] = 77 // magic of the second
	n := 0
	var last error
	for b, err := range o.MemoryRecords(t.Context(), broken) {
		if b != nil {
			n++
		}
		last = err
	}
	var refusal *oracle.Refusal
	if n != 1 || !errors.As(last, &refusal) || !strings.Contains(refusal.Text, "Invalid magic") {
		t.Errorf("%d batches, %v", n, last)
	}
}

// A loop that is left early leaves nothing behind for the next question.
func TestRecordsLeftEarly(t *testing.T) {
	o := start(t, "4.4.0")
	data := bytesOf(t, "00000000")
	many := strings.Repeat(string(data), 500)
	for range o.MemoryRecords(t.Context(), []byte(many)) {
		break
	}
	d, err := o.Decode(t.Context(), "HeartbeatResponse", 0, []byte{0, 27})
	if err != nil || string(d.JSON) != `{"errorCode":27}` {
		t.Errorf("got %s, %v", d.JSON, err)
	}
}

func TestRecordsErrors(t *testing.T) {
	o := start(t, "4.4.0")
	for _, err := range o.Records(t.Context(), "no/such/file.log") {
		var refusal *oracle.Refusal
		if !errors.As(err, &refusal) {
			t.Errorf("got %v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range o.Records(ctx, "any.log") {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
	o.Close()
	for _, err := range o.Records(t.Context(), "any.log") {
		if !errors.Is(err, oracle.ErrEnded) {
			t.Errorf("got %v", err)
		}
	}
}
