package nested

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// ofType lists the messages of a type that the newest release has.
func ofType(c *catalog.Catalog, types ...schema.Type) map[string]bool {
	all := map[string]bool{}
	releases := c.Releases()
	last := releases[len(releases)-1].Release
	for _, e := range c.Messages() {
		if slices.Contains(types, e.Type) && e.Newest().Last == last {
			all[e.Name] = true
		}
	}
	return all
}

// inBatch reads one record of a topic and gives what was read in its key and
// value.
func inBatch(t *testing.T, n *Nester, what string, control bool, p pair) (key, value []string) {
	t.Helper()
	tp := readRecords(n, batch(control, p))
	checkClean(t, what, tp)
	_, key = nests(tp, "key")
	_, value = nests(tp, "value")
	return key, value
}

// TestEveryCoordinatorRecord reads an instance of every type of coordinator
// record, in every version of its value.
func TestEveryCoordinatorRecord(t *testing.T) {
	for _, release := range []catalog.Release{"", "3.9", "4.0"} {
		c, n := newCodec(t, release, Options{})
		missing := ofType(c.Catalog, schema.CoordinatorKey, schema.CoordinatorValue)
		for _, topic := range c.Catalog.Topics() {
			if topic.Family != catalog.CoordinatorRecords {
				continue
			}
			n.opt.Topic = topic.Topic
			p, ok := n.Topic(topic.Topic)
			if !ok || len(p.types()) == 0 {
				t.Fatalf("no records in %s", topic.Topic)
			}
			for number, types := range p.types() {
				coordinatorRecord(t, c, n, number, types[0], missing)
			}
		}
		if release == "" && len(missing) > 0 {
			t.Errorf("not read: %v", missing)
		}
	}
}

func coordinatorRecord(t *testing.T, c *message.Codec, n *Nester, number int, r recordType, missing map[string]bool) {
	t.Helper()
	if _, has := r.entry.At(c.Release); !has {
		return
	}
	key := full(t, spec(t, c, r.key, r.version), message.Payload)
	if got := int(binary.BigEndian.Uint16(key)); got != number {
		t.Fatalf("%s begins with %d, not %d", r.key, got, number)
	}
	values, err := c.ResolveAll(r.value)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range values {
		what := fmt.Sprintf("%s and %s", r.key, s)
		inKey, inValue := inBatch(t, n, what, false, pair{key, withoutBytes(t, s)})
		if !slices.Contains(inKey, r.key) || !slices.Contains(inValue, r.value) {
			t.Errorf("%s: read as %v and %v", what, inKey, inValue)
		}
		delete(missing, r.key)
		delete(missing, r.value)
	}
	inBatch(t, n, r.key+" and a tombstone", false, pair{key, nil})
}

// withoutBytes is the full instance of a message without what it nests itself.
func withoutBytes(t *testing.T, s *message.Spec) []byte {
	t.Helper()
	v := instanceOf(t, s)
	v.set("protocolType", "protocolType", "other")
	if s.Name == "ConsumerGroupMemberMetadataValue" {
		delete(v, "classicMemberMetadata")
	}
	return v.encode(t, s, message.Payload)
}

// TestEveryMetadataRecord reads an instance of every metadata record in every
// version.
func TestEveryMetadataRecord(t *testing.T) {
	c, n := newCodec(t, "", Options{})
	missing := ofType(c.Catalog, schema.Metadata)
	for _, topic := range c.Catalog.Topics() {
		if topic.Family == catalog.CoordinatorRecords {
			continue
		}
		n.opt.Topic = topic.Topic
		p, _ := n.Topic(topic.Topic)
		for _, types := range p.types() {
			specs, err := c.ResolveAll(types[0].value)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range specs {
				_, value := inBatch(t, n, s.String(), false, pair{nil, full(t, s, message.Payload)})
				if !slices.Contains(value, s.Name) {
					t.Errorf("%s: read as %v", s, value)
				}
			}
			delete(missing, types[0].value)
		}
	}
	if len(missing) > 0 {
		t.Errorf("not read: %v", missing)
	}
}

// TestEveryControlRecord reads an instance of every control record in every
// version, also as a release has it that had no schema for it.
func TestEveryControlRecord(t *testing.T) {
	for _, release := range []catalog.Release{"", "3.9"} {
		c, n := newCodec(t, release, Options{})
		newest := message.New(c.Catalog, "")
		for _, r := range c.Catalog.ControlRecords() {
			e, err := c.Catalog.Lookup(r.Message, "")
			if err != nil {
				t.Fatal(err)
			}
			for v := e.Versions().Lo; v <= e.Versions().Hi; v++ {
				s := spec(t, newest, r.Message, v)
				value := full(t, s, message.Payload)
				binary.BigEndian.PutUint16(value, uint16(v))
				key := binary.BigEndian.AppendUint16([]byte{0, 0}, uint16(r.Type))
				inKey, inValue := inBatch(t, n, s.String(), true, pair{key, value})
				if !slices.Equal(inKey, []string{"ControlRecordKey"}) || !slices.Equal(inValue, []string{r.Message}) {
					t.Errorf("%s: read as %v and %v", s, inKey, inValue)
				}
			}
		}
	}
}

// Published records: a commit marker, a snapshot header, a transactional offset
// commit, a metadata log (cases ct-strimzi-commit-2, sn-13845, it-strimzi-offset
// and kr-ct-log of the explainer's corpus).
func TestPublishedRecords(t *testing.T) {
	for _, c := range []struct{ topic, hex, key, value string }{
		{"", "0000000000000002000000420000000002c8075fc600300000000000000183c7eddc6e00000183c7eddc6e00000000000000000000ffffffff000000012000000008000000010c00000000000000", "ControlRecordKey", "EndTxnMarker"},
		{"", "0000000000000000000000470000000002cb09f11400200000000000000180ff31c30d00000180ff31c30dffffffffffffffffffffffffffff000000012a000000080000000316000000000000000027100000", "ControlRecordKey", "SnapshotHeaderRecord"},
		{"__consumer_offsets", "00000000000000010000006a0000000002fa53407400100000000000000183c7eddc3e00000183c7eddc3e0000000000000000000000000000000000017000000034000100086d792d67726f7570000877632d696e707574000000003000030000000000000001ffffffff000000000183c7eddc3800", "OffsetCommitKey", "OffsetCommitValue"},
		{"__cluster_metadata", "00000000000000220000009a0000000102099ce19b00000000000100000191e05b2d1500000191e05b2d15ffffffffffffffffffffffffffff000000023c000000013001020004666f6fbfd99e5e3235455281f8d4af1741970c0000900100000201820101030100000000bfd99e5e3235455281f8d4af1741970c020000000102000000010101000000010000000000000000020224973cbadd44cf874445a99619da340000", "", "TopicRecord"},
		{"clicks", "00000000000000010000006a0000000002fa53407400100000000000000183c7eddc3e00000183c7eddc3e0000000000000000000000000000000000017000000034000100086d792d67726f7570000877632d696e707574000000003000030000000000000001ffffffff000000000183c7eddc3800", "", ""},
	} {
		data, err := hex.DecodeString(c.hex)
		if err != nil {
			t.Fatal(err)
		}
		_, n := newCodec(t, "", Options{Topic: c.topic})
		tp := readRecords(n, data)
		checkClean(t, c.value, tp)
		for name, want := range map[string]string{"key": c.key, "value": c.value} {
			_, inside := nests(tp, name)
			if want == "" && len(inside) > 0 || want != "" && !slices.Contains(inside, want) {
				t.Errorf("%s of %q: %v, want %q", name, c.topic, inside, want)
			}
		}
	}
}

// Values that a broker of 4.4.0 with tiered storage has written: a segment is
// copied, and is there.
func TestRemoteLogRecords(t *testing.T) {
	_, n := newCodec(t, "", Options{Topic: "__remote_log_metadata"})
	for digits, want := range map[string]string{
		"01000007746965726564aecb362e5310435c998a9e081267c2f50000000000bb95f8c903ba48d48d4ee910247e6c500000000000000000000000000000000017000000010000018bcfe568f0000001a22bd1a8570200000000000000000000000000000006ce000001000101": "RemoteLogSegmentMetadataRecord",
		"01010007746965726564aecb362e5310435c998a9e081267c2f50000000000bb95f8c903ba48d48d4ee910247e6c500000000001000001a22bd1a92a040102030100":                                                                                     "RemoteLogSegmentMetadataUpdateRecord",
	} {
		if _, value := inBatch(t, n, want, false, pair{nil, unhex(t, digits)}); !slices.Equal(value, []string{want}) {
			t.Errorf("%s is read as %v", want, value)
		}
	}
}

// TestRealLogs reads the logs of internal topics that real brokers have left:
// every key and value is known, and fits.
func TestRealLogs(t *testing.T) {
	logs, err := filepath.Glob("../segment/testdata/real/*/__*/*.log")
	if err != nil || len(logs) == 0 {
		t.Fatal("no logs", err)
	}
	for _, path := range logs {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Base(filepath.Dir(path))
		_, n := newCodec(t, "", Options{Topic: dir[:strings.LastIndexByte(dir, '-')]})
		tp := readRecords(n, data)
		checkClean(t, path, tp)
		if _, ok := tp.Find("records[0].value"); !ok {
			t.Errorf("%s: no records", path)
		}
	}
}

// TestTopicOfFields finds the topic of records by what stands around them.
func TestTopicOfFields(t *testing.T) {
	c, _ := newCodec(t, "", Options{Topic: "__transaction_state"})
	untold, _ := newCodec(t, "", Options{})
	metadata := full(t, spec(t, c, "TopicRecord", 0), message.Payload)
	offset := full(t, spec(t, c, "OffsetCommitKey", 0), message.Payload)
	for _, test := range []struct {
		message, path, field, topic, want string
		version                           int16
		data                              []byte
	}{
		{"FetchResponse", "Responses.Partitions.Records", "Topic", "__cluster_metadata", "TopicRecord", 12, batch(false, pair{nil, metadata})},
		{"FetchResponse", "Responses.Partitions.Records", "TopicId", "AAAAAAAAAAAAAAAAAAAAAQ", "TopicRecord", 17, batch(false, pair{nil, metadata})},
		{"FetchResponse", "Responses.Partitions.Records", "TopicId", "caWaUYloT4uTfjbR0pKGTg", "OffsetCommitKey", 17, batch(false, pair{offset, nil})},
		{"FetchResponse", "Responses.Partitions.Records", "TopicId", "caWaUYloT4uTfjbR0pKGTg", "", 17, batch(false, pair{[]byte("k"), offset})},
		{"FetchResponse", "Responses.Partitions.Records", "Topic", "clicks", "", 12, batch(false, pair{nil, metadata})},
		{"ProduceRequest", "TopicData.PartitionData.Records", "Name", "__consumer_offsets", "OffsetCommitKey", 9, batch(false, pair{offset, offset})},
		{"FetchSnapshotResponse", "Topics.Partitions.UnalignedRecords", "Name", "__cluster_metadata", "TopicRecord", 0, batch(false, pair{nil, metadata})},
	} {
		c := c
		if test.field == "TopicId" {
			c = untold
		}
		s := spec(t, c, test.message, test.version)
		v := instanceOf(t, s)
		v.setBytes(test.path, test.data)
		v.set(test.path, test.field, test.topic)
		tp := &tape.Tape{}
		s.Read(tp, v.encode(t, s, message.Frame), message.Frame)
		var inside []string
		for _, name := range []string{"key", "value"} {
			_, more := nests(tp, name)
			inside = append(inside, more...)
		}
		if tp.Err != nil || test.want == "" && len(inside) > 0 || test.want != "" && !slices.Contains(inside, test.want) {
			t.Errorf("%s of %s: %v, want %q %v", s, test.topic, inside, test.want, tp.Err)
		}
	}
}

// TestChunks reads pieces of a snapshot from where a batch begins.
func TestChunks(t *testing.T) {
	c, _ := newCodec(t, "", Options{})
	s := spec(t, c, "FetchSnapshotResponse", 1)
	one := batch(false, pair{nil, full(t, spec(t, c, "TopicRecord", 0), message.Payload)})
	for _, test := range []struct {
		position string
		data     []byte
		batches  int
		note     string
	}{
		{"0", append(slices.Clone(one), one...), 2, ""},
		{"0", one[:len(one)-1], 1, "cut"},
		{"100", append(slices.Clone(one), one...), 2, ""},
		{"100", one[1:], 0, "middle of a batch"},
		{"100", one[:len(one)-1], 0, "middle of a batch"},
	} {
		v := instanceOf(t, s)
		v.setBytes("Topics.Partitions.UnalignedRecords", test.data)
		v.set("Topics.Partitions.UnalignedRecords", "Position", test.position)
		tp := &tape.Tape{}
		s.Read(tp, v.encode(t, s, message.Body), message.Body)
		node, inside := nests(tp, "UnalignedRecords")
		notes := ""
		for _, f := range tp.Findings {
			if f.Node >= node && f.Node < int(tp.Nodes[node].Next) {
				notes += f.Text
			}
		}
		if tp.Err != nil || len(inside) != test.batches || (notes == "") != (test.note == "") || !strings.Contains(notes, test.note) {
			t.Errorf("at %s, %d bytes: %v %q %v", test.position, len(test.data), inside, notes, tp.Err)
		}
	}
}

// TestUnknownRecords says why keys and values stay bytes.
func TestUnknownRecords(t *testing.T) {
	for _, test := range []struct {
		topic   string
		control bool
		pair    pair
		want    string
	}{
		{"__consumer_offsets", false, pair{[]byte{0, 99}, []byte("x")}, "record type 99 of __consumer_offsets is not known"},
		{"__consumer_offsets", false, pair{[]byte{0}, []byte("x")}, "a key in __consumer_offsets begins with 2 bytes, found 1 byte"},
		{"__consumer_offsets", false, pair{[]byte("\x00\x02\x00\x01g"), []byte{0, 9}}, "GroupMetadataValue has no version 9"},
		{"__consumer_offsets", false, pair{nil, []byte{0, 1}}, "a key in __consumer_offsets begins with 2 bytes, found 0 bytes"},
		{"__cluster_metadata", false, pair{nil, []byte{1, 99, 0}}, "record type 99 of __cluster_metadata is not known"},
		{"__cluster_metadata", false, pair{nil, []byte{1, 2, 9, 0}}, "TopicRecord has no version 9"},
		{"__cluster_metadata", false, pair{nil, []byte{0x81, 0x80, 0x80, 0x80, 0x08, 0x0c, 0x00}}, "frame version 2147483649 is not known"},
		{"__cluster_metadata", false, pair{nil, []byte{0x80}}, "does not begin with its type"},
		{"__cluster_metadata", false, pair{nil, []byte{1, 2, 0, 0, 0}}, "no TopicRecord@0"},
		{"", true, pair{[]byte{0, 0, 0, 99}, []byte{0, 0}}, "control record type 99 is not known"},
		{"", true, pair{[]byte{0, 0, 0, 1}, []byte("opaque")}, "EndTxnMarker has no version"},
		{"", true, pair{[]byte{0, 0}, []byte{0, 0}}, "the key of a control record begins with 4 bytes, found 2 bytes"},
	} {
		_, n := newCodec(t, "", Options{Topic: test.topic})
		tp := readRecords(n, batch(test.control, test.pair))
		checkTiling(t, test.want, tp)
		found := slices.ContainsFunc(tp.Findings, func(f tape.Finding) bool { return strings.Contains(f.Text, test.want) })
		if tp.Err != nil || !found {
			t.Errorf("%v %v lack %q", tp.Err, tp.Findings, test.want)
		}
	}
}

// TestTopicByForm reads logs of real brokers without their topic's name: those
// of internal topics tell it, users' data never does.
func TestTopicByForm(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	n := New(codec, Options{})
	files, err := filepath.Glob("../segment/testdata/real/4.4.0/*/*.log")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	told := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Base(filepath.Dir(file))
		want, _, _ := strings.Cut(dir, "-")
		if !strings.HasPrefix(want, "__") {
			want = ""
		}
		_, got := n.byForm(data)
		if got != want && firstRecords(data) != nil {
			t.Errorf("%s: told as %q", file, got)
		}
		if got != "" {
			told++
		}
	}
	t.Logf("%d of %d logs told by their form", told, len(files))
	if told == 0 {
		t.Error("none told")
	}
}

func TestControlName(t *testing.T) {
	n := New(message.New(catalog.Builtin(), ""), Options{})
	for key, want := range map[string]string{
		"\x00\x00\x00\x00": "ABORT", "\x00\x01\x00\x06more": "KRAFT_VOTERS",
		"\x00\x00\x00\x63": "UNKNOWN(99)", "\x00\x00\xff\xff": "UNKNOWN(-1)", "\x00\x00\x01": "", "": "",
	} {
		if got := n.ControlName([]byte(key)); got != want {
			t.Errorf("%x: %q, want %q", key, got, want)
		}
	}
}
