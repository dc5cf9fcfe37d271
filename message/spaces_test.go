package message_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// mixed is a records field with all that Kafka has ever put into one: batches
// of every codec, control records, messages and wrappers of both older formats.
func mixed() string {
	value := base64.StdEncoding.EncodeToString([]byte("some value that is not too short"))
	record := fmt.Sprintf(`{"timestampDelta":1,"offsetDelta":1,"key":"a2V5","value":%q,"headers":[{"key":"h","value":null}]}`, value)
	var entries []string
	for codec := range 5 {
		entries = append(entries, fmt.Sprintf(`{"baseOffset":%d,"attributes":%d,"records":[%s,%s]}`, 10*codec, codec, record, record))
	}
	entries = append(entries, `{"attributes":48,"records":[{"key":"AAAAAQ==","value":"AAAAAAAA"}]}`)
	for magic := range 2 {
		entries = append(entries, fmt.Sprintf(`{"magic":%d,"offset":4,"value":%q}`, magic, value))
		for codec := 1; codec < 4; codec++ {
			inner := fmt.Sprintf(`{"magic":%d,"offset":0,"key":"a2V5","value":%q},{"magic":%d,"offset":1,"value":null}`, magic, value, magic)
			entries = append(entries, fmt.Sprintf(`{"magic":%d,"offset":7,"attributes":%d,"messages":[%s]}`, magic, codec, inner))
		}
	}
	return "[" + strings.Join(entries, ",") + "]"
}

// packed are messages whose records are mixed.
func packed(t *testing.T, try func(s *message.Spec, b []byte)) {
	t.Helper()
	codec := message.New(catalog.Builtin(), "")
	for _, c := range []struct {
		name    string
		version int16
		text    string
	}{
		{"FetchResponse", 4, `{"responses":[{"topic":"t","partitions":[{"abortedTransactions":[],"records":%s}]}]}`},
		{"FetchResponse", 17, `{"responses":[{"partitions":[{"abortedTransactions":null,"records":%s},{"records":null,"abortedTransactions":null}]}]}`},
		{"ProduceRequest", 3, `{"topicData":[{"name":"t","partitionData":[{"records":%s}]}]}`},
		{"ProduceRequest", 9, `{"topicData":[{"name":"t","partitionData":[{"index":1,"records":%s}]}]}`},
	} {
		s, err := codec.Spec(c.name, c.version)
		if err != nil {
			t.Fatal(err)
		}
		b, err := s.Encode(nil, []byte(fmt.Sprintf(c.text, mixed())), message.Body, message.Header{})
		if err != nil {
			t.Fatal(err)
		}
		try(s, b)
	}
}

func TestLawTilingOfSpaces(t *testing.T) {
	packed(t, func(s *message.Spec, b []byte) {
		var tp tape.Tape
		s.Read(&tp, b, message.Body)
		if len(tp.Spaces()) != 10 || len(tp.Findings) > 0 {
			t.Errorf("%s: %d spaces, %v", s, len(tp.Spaces()), tp.Findings)
		}
		checkTiling(t, s.String(), &tp)
	})
}

func TestLawLosslessOfSpaces(t *testing.T) {
	packed(t, func(s *message.Spec, b []byte) {
		var tp tape.Tape
		s.Read(&tp, b, message.Body)
		checkLossless(t, s.String(), s, &tp, b)
		text := jsonform.Append(nil, &tp, 0, jsonform.Options{Unpacked: true})
		if !json.Valid(text) || bytes.Contains(text, []byte("compressedRecords")) {
			t.Fatalf("%s: %s", s, text)
		}
		again, err := s.Encode(nil, text, message.Body, message.Header{})
		if err != nil || !bytes.Equal(again, b) { // the same library has compressed both
			t.Errorf("%s: %v\n%x\n%x", s, err, b, again)
		}
	})
}

// TestLawPrefixOfSpaces cuts messages at every length: what lies in front of
// the cut is unpacked as in the whole.
func TestLawPrefixOfSpaces(t *testing.T) {
	packed(t, func(s *message.Spec, b []byte) {
		var whole, cut tape.Tape
		s.Read(&whole, b, message.Body)
		for n := range b {
			s.Read(&cut, b[:n], message.Body)
			checkTiling(t, s.String(), &cut)
			if cut.Err == nil {
				t.Fatalf("%s cut at %d: no error", s, n)
			}
			for i := range cut.Spaces() {
				if !bytes.Equal(cut.SpaceData(i+1), whole.SpaceData(i+1)) {
					t.Fatalf("%s cut at %d: space %d differs", s, n, i+1)
				}
			}
		}
	})
}

// TestLawLosslessWhateverTheSpaces changes each byte, also those that are
// compressed.
func TestLawLosslessWhateverTheSpaces(t *testing.T) {
	packed(t, func(s *message.Spec, b []byte) {
		var tp tape.Tape
		for i := range b {
			c := bytes.Clone(b)
			c[i] ^= byte(1 + i*37%255)
			s.Read(&tp, c, message.Body)
			checkTiling(t, s.String(), &tp)
			if tp.Err == nil {
				checkLossless(t, fmt.Sprintf("%s byte %d", s, i), s, &tp, c)
			}
		}
	})
}

// TestChunksInJSON: a piece of a log that begins with a whole batch is batches
// in JSON, one from the middle of a batch is base64; both come back.
func TestChunksInJSON(t *testing.T) {
	s, err := message.New(catalog.Builtin(), "").Spec("FetchSnapshotResponse", 1)
	if err != nil {
		t.Fatal(err)
	}
	for from, want := range map[int]string{0: `"unalignedRecords":[{"baseOffset":6,`, 9: `"unalignedRecords":"`} {
		chunk := base64.StdEncoding.EncodeToString(record.AppendSample(nil, 3)[from:])
		text := `{"topics":[{"partitions":[{"unalignedRecords":"` + chunk + `"}]}]}`
		b, err := s.Encode(nil, []byte(text), message.Body, message.Header{})
		if err != nil {
			t.Fatal(err)
		}
		var tp tape.Tape
		s.Read(&tp, b, message.Body)
		json := string(jsonform.Append(nil, &tp, 0, jsonform.Options{}))
		if !strings.Contains(json, want) {
			t.Errorf("from byte %d: %s", from, json)
		}
		checkLossless(t, "chunk", s, &tp, b)
	}
}
