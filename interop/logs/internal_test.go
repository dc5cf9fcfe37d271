package logs_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/agreement"
	"github.com/kscope/kscope/interop/logs"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/nested"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// reader reads records of internal topics, by us and by Kafka.
type reader struct {
	t      *testing.T
	oracle *oracle.Oracle
	nester *nested.Nester

	classes map[string]bool // that the release has
	seen    map[string]int  // messages read, with their versions
}

func newReader(t *testing.T, release string) *reader {
	t.Helper()
	o, err := oracle.Start(t.Context(), release)
	need.Met(t, err)
	t.Cleanup(func() { _ = o.Close() })
	all := catalog.Builtin()
	r, err := all.ParseRelease(release)
	if err != nil {
		t.Fatal(err)
	}
	list, err := o.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	in := &reader{t, o, nested.New(message.New(all, r), nested.Options{}), map[string]bool{}, map[string]int{}}
	for _, m := range list {
		in.classes[m.Name] = true
	}
	return in
}

func internalTopics() []string {
	return []string{"__consumer_offsets", "__transaction_state", "__share_group_state", "__cluster_metadata", "__remote_log_metadata"}
}

// TestInternalTopics: every record that a broker wrote for itself is known, and
// says what it says to Kafka's own classes, field by field.
func TestInternalTopics(t *testing.T) {
	for _, r := range logs.Recipes() {
		t.Run(r.Name, func(t *testing.T) {
			m := logs.ForTest(t, r.Name)
			in := newReader(t, r.Release)
			for _, topic := range internalTopics() {
				for _, file := range batchFiles(t, m.Dir) {
					if filepath.Base(filepath.Dir(file)) == topic+"-0" {
						in.file(topic, file)
					}
				}
			}
			names := slices.Sorted(maps.Keys(in.seen))
			t.Logf("%d messages: %v", len(names), names)
			if least := map[string]int{"modern": 70, "killed": 15, "tiered": 20, "formats": 6}[r.Name]; len(names) < least {
				t.Errorf("%d messages in the recipe, want %d", len(names), least)
			}
		})
	}
}

func (in *reader) file(topic, file string) {
	p, ok := in.nester.Topic(topic)
	if !ok {
		in.t.Fatalf("%s is not known", topic)
	}
	for _, b := range allBatches(in.t, in.oracle, file) {
		for _, r := range b.Records {
			where := fmt.Sprintf("%s offset %d", file, r.Offset)
			if b.Control {
				in.control(where, r)
			} else {
				in.record(where, p, r)
			}
		}
	}
}

// allBatches is for loops that ask the oracle further questions.
func allBatches(t *testing.T, o *oracle.Oracle, file string) (all []*oracle.Batch) {
	t.Helper()
	for b, err := range o.Records(t.Context(), file) {
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, b)
	}
	return all
}

func (in *reader) control(where string, r oracle.Record) {
	s, err := in.nester.Control(r.Key, r.Value)
	if err != nil {
		in.t.Errorf("%s: %v", where, err)
		return
	}
	prefix := 2
	if first := s.Schema.Fields[0]; first.Name == "Version" {
		prefix = 0 // the schema has it, and so have Kafka's classes
	}
	in.same(where, s, r.Value, prefix)
}

func (in *reader) record(where string, p *nested.Topic, r oracle.Record) {
	prefix := 2 // int16 version
	key, err := p.Key(r.Key)
	if err != nil {
		in.t.Errorf("%s: key: %v", where, err)
	}
	if key != nil {
		in.same(where+" key", key, r.Key, prefix)
	} else {
		prefix = 0
		for range 3 {
			_, n := wire.ReadUvarint(r.Value, prefix)
			prefix += n
		}
	}
	if r.Value == nil {
		return
	}
	value, err := p.Value(r.Key, r.Value)
	if err != nil || value == nil {
		in.t.Errorf("%s: value %x: %v", where, r.Value, err)
		return
	}
	in.same(where+" value", value, r.Value, prefix)
}

// same reads a payload and holds it against what Kafka reads behind its prefix.
func (in *reader) same(where string, s *message.Spec, payload []byte, prefix int) {
	in.t.Helper()
	in.seen[s.String()]++
	var t tape.Tape
	s.Read(&t, payload, message.Payload)
	if t.Err != nil || len(t.Findings)+len(t.NotCanonical()) > 0 {
		in.t.Errorf("%s: %s: %v %v %v", where, s, t.Err, t.Findings, t.NotCanonical())
		return
	}
	if !in.classes[s.Name] { // the release reads it without a class of its own
		return
	}
	want, err := in.oracle.Decode(in.t.Context(), s.Name, int(s.Version), payload[prefix:])
	if err != nil || want.Remaining > 0 {
		in.t.Errorf("%s: Kafka reads no %s from %x: %v", where, s, payload, err)
		return
	}
	text, err := agreement.Join(want.Value)
	if err != nil {
		in.t.Fatal(err)
	}
	got := bodyOf(&t, s)
	if diff, err := agreement.Compare(got, text); diff != "" || err != nil {
		in.t.Errorf("%s: %s: %s %v\nours    %s\nKafka's %s", where, s, diff, err, got, text)
	}
}

func bodyOf(t *tape.Tape, s *message.Spec) []byte {
	for i := range t.Nodes {
		if _, info := t.Lookup(t.Nodes[i].Op); info == &s.Body.Info[0] {
			return jsonform.Append(nil, t, i, jsonform.Options{})
		}
	}
	return nil
}

// TestEveryTypeOfRecord draws instances of every record of internal topics from
// Kafka's classes, in every version, since brokers of today write only some of
// them: each is found by what its topic says and reads as it does to Kafka.
func TestEveryTypeOfRecord(t *testing.T) {
	in := newReader(t, "4.4.0")
	list, err := in.oracle.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	types := 0
	for _, m := range list {
		if !slices.Contains([]string{"metadata", "coordinator-key", "coordinator-value"}, m.Type) {
			continue
		}
		types++
		for v := m.Lowest; v <= m.Highest; v++ {
			samples, err := in.oracle.Random(t.Context(), m.Name, v, 1, 5)
			if err != nil {
				t.Fatalf("%s %d: %v", m.Name, v, err)
			}
			for _, s := range samples {
				in.drawn(m, v, s.Bytes)
			}
		}
	}
	if types < 80 {
		t.Errorf("%d types of records", types)
	}
	t.Logf("%d types, %d versions", types, len(in.seen))
}

// drawn puts a body behind the numbers that tell its type, and reads it by the
// topic that knows it.
func (in *reader) drawn(m oracle.Message, version int, body []byte) {
	in.t.Helper()
	number := binary.BigEndian.AppendUint16(nil, uint16(m.APIKey)) // of a key, which coordinators have
	prefix := binary.BigEndian.AppendUint16(nil, uint16(version))
	switch m.Type {
	case "coordinator-key":
		prefix = number
	case "metadata":
		prefix = nil
		for _, n := range []uint64{1, uint64(m.APIKey), uint64(version)} { // frame version, type, version
			prefix = binary.AppendUvarint(prefix, n)
		}
	}
	payload := slices.Concat(prefix, body)
	for _, name := range internalTopics() {
		p, _ := in.nester.Topic(name)
		s, err := p.Value(number, payload)
		if m.Type == "coordinator-key" {
			s, err = p.Key(payload)
		}
		if err == nil && s != nil && s.Name == m.Name && int(s.Version) == version {
			in.same(m.Name, s, payload, len(prefix))
			return
		}
	}
	in.t.Errorf("no topic knows %s %d: %x", m.Name, version, payload)
}
