package agreement_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/agreement"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
)

// releases are what the law is held for. The counts of (message, version) pairs
// were taken once: fewer means that something is no longer looked at.
var releases = []struct {
	release string
	pairs   int
}{{"4.4.0", 744}, {"3.9.1", 740}, {"2.8.2", 514}}

// Random instances of Kafka's: as many of each pair as make about this many
// bytes, because small ones leave more to chance, but within bounds.
const (
	instanceBytes   = 8 << 10
	fewestInstances = 4
	mostInstances   = 30
)

// trial holds what a test of one release needs.
type trial struct {
	*testing.T
	oracle *oracle.Oracle
	codec  *message.Codec
	list   []oracle.Message
	tape   tape.Tape
	faults int
}

// eachRelease runs a test against Kafka's classes of each release.
func eachRelease(t *testing.T, test func(b *trial)) {
	for _, r := range releases {
		t.Run(r.release, func(t *testing.T) {
			o, err := oracle.Start(t.Context(), r.release)
			need.Met(t, err)
			t.Cleanup(func() { _ = o.Close() })
			list, err := o.List(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			c := catalog.Builtin()
			minor, err := c.ParseRelease(r.release)
			if err != nil {
				t.Fatal(err)
			}
			b := &trial{T: t, oracle: o, codec: message.New(c, minor), list: list}
			if n := len(b.specs()); n != r.pairs {
				t.Errorf("%d pairs, want %d", n, r.pairs)
			}
			test(b)
		})
	}
}

// specs gives every (message, version) that Kafka has.
func (b *trial) specs() []*message.Spec {
	var all []*message.Spec
	for _, m := range b.list {
		for v := m.Lowest; v <= m.Highest; v++ {
			s, err := b.codec.Spec(m.Name, int16(v))
			if err != nil {
				b.Fatalf("%s %d: %v", m.Name, v, err)
			}
			all = append(all, s)
		}
	}
	return all
}

func (b *trial) batch(requests []oracle.Request) []oracle.Reply {
	b.Helper()
	replies, err := b.oracle.Batch(b.Context(), requests)
	if err != nil {
		b.Fatal(err)
	}
	return replies
}

// differ notes a difference; a law that is broken is broken in many places, so
// only the first are told.
func (b *trial) differ(s *message.Spec, data []byte, format string, args ...any) {
	b.Helper()
	if b.faults++; b.faults <= 10 {
		b.Errorf("%s: %s\nbytes %.300x", s, fmt.Sprintf(format, args...), data)
	}
}

// read gives our JSON of a body that must be whole, canonical and without
// findings.
func (b *trial) read(s *message.Spec, data []byte) (json []byte, err error) {
	s.Read(&b.tape, data, message.Body)
	if b.tape.Err != nil {
		return nil, b.tape.Err
	}
	if remarks := append(b.tape.NotCanonical(), b.tape.Findings...); len(remarks) > 0 {
		return nil, fmt.Errorf("remark: %v", remarks)
	}
	if at, gap := gap(&b.tape); gap {
		return nil, fmt.Errorf("leaves do not tile at offset %d", at)
	}
	return jsonform.Append(nil, &b.tape, 0, jsonform.Options{OpaqueRecords: true}), nil
}

// gap finds the first place of the input that no leaf, or more than one,
// covers. What was unpacked from a leaf lies in a byte space of its own.
func gap(t *tape.Tape) (at int, found bool) {
	var walk func(r tape.Ref) bool
	walk = func(r tape.Ref) bool {
		_, unpacked := t.Opens(r.Node())
		if t.HasChildren(r) && (r.IsPart() || !unpacked) {
			for c := range t.Children(r) {
				if !walk(c) {
					return false
				}
			}
			return true
		}
		off, end := t.Span(r)
		if off != at || end < off {
			return false
		}
		at = end
		return true
	}
	for r := range t.Roots() {
		if !walk(r) {
			return at, true
		}
	}
	return at, at != len(t.Data)
}

// TestLawAgreement takes what Kafka makes: we read it as Kafka does, and write
// what Kafka wrote.
func TestLawAgreement(t *testing.T) {
	eachRelease(t, func(b *trial) {
		specs, n, tags, records := b.specs(), 0, 0, 0
		for i, samples := range b.kafkas(specs) {
			for _, kafka := range samples {
				b.agree(specs[i], kafka)
				n, tags, records = n+1, tags+len(kafka.Unknown), records+len(kafka.Records)
			}
		}
		b.Logf("Kafka's instances: %d pairs, %d instances, %d unknown tags, %d records fields, %d differences",
			len(specs), n, tags, records, b.faults)
	})
}

// kafkas gives random instances for each spec.
func (b *trial) kafkas(specs []*message.Spec) [][]oracle.Sample {
	var few, more []oracle.Request
	for _, s := range specs {
		few = append(few, oracle.RandomRequest(s.Name, int(s.Version), 1, fewestInstances))
	}
	all := make([][]oracle.Sample, len(specs))
	b.samples(all, specs, few)
	for i, s := range specs {
		size := 1
		for _, sample := range all[i] {
			size += len(sample.Bytes)
		}
		n := min(instanceBytes*fewestInstances/size, mostInstances)
		more = append(more, oracle.RandomRequest(s.Name, int(s.Version), 1+fewestInstances, max(n-fewestInstances, 1)))
	}
	b.samples(all, specs, more)
	return all
}

func (b *trial) samples(to [][]oracle.Sample, specs []*message.Spec, ask []oracle.Request) {
	for i, reply := range b.batch(ask) {
		if err := reply.Err(); err != nil || len(reply.Samples) != ask[i].Count {
			b.Errorf("%s: %d instances, %v", specs[i], len(reply.Samples), err)
		}
		to[i] = append(to[i], reply.Samples...)
	}
}

func (b *trial) agree(s *message.Spec, kafka oracle.Sample) {
	b.Helper()
	want, err := agreement.Join(kafka.Value)
	if err != nil {
		b.Fatal(err)
	}
	ours, err := b.read(s, kafka.Bytes)
	if err != nil {
		b.differ(s, kafka.Bytes, "read: %v", err)
		return
	}
	if d, err := agreement.Compare(ours, want); d != "" || err != nil {
		b.differ(s, kafka.Bytes, "our JSON or Kafka's: %s %v", d, err)
	}
	data, err := s.Encode(nil, want, message.Body, message.Header{})
	if err != nil || !bytes.Equal(data, kafka.Bytes) {
		b.differ(s, kafka.Bytes, "written from Kafka's JSON: %v\n      %x\n%s", err, data, want)
	}
}

// kinds are the samples of ours that Kafka is given.
var kinds = []sample.Kind{
	sample.Smallest, sample.Full, sample.EdgeMin, sample.EdgeMax, sample.EdgeNull,
	sample.Random(1), sample.Random(2), sample.Random(3), sample.Random(4), sample.Random(5),
}

// TestLawAgreementOfSamples takes what we make: Kafka reads it to the last byte
// and as we do, and writes from our JSON what we wrote.
func TestLawAgreementOfSamples(t *testing.T) {
	eachRelease(t, func(b *trial) {
		specs := b.specs()
		b.hold(specs)
		b.Logf("our instances: %d pairs, %d instances, %d differences", len(specs), len(specs)*len(kinds), b.faults)
	})
}

// hold has Kafka read and write our instances of specs.
func (b *trial) hold(specs []*message.Spec) {
	b.Helper()
	var about []*message.Spec
	var ours [][]byte // JSON
	var decode, encode []oracle.Request
	for _, s := range specs {
		for _, k := range kinds {
			data, err := s.Append(nil, sample.Source(k), message.Body, message.Header{})
			if err != nil {
				b.Fatalf("%s %s: %v", s, k, err)
			}
			json, err := b.read(s, data)
			if err != nil {
				b.Fatalf("%s %s: %v", s, k, err)
			}
			v, err := agreement.Split(json)
			if err != nil {
				b.Fatalf("%s %s: %v", s, k, err)
			}
			about, ours = append(about, s), append(ours, json)
			decode = append(decode, oracle.DecodeRequest(s.Name, int(s.Version), data))
			encode = append(encode, oracle.EncodeRequest(s.Name, int(s.Version), v))
		}
	}
	for i, reply := range b.batch(decode) {
		b.decoded(about[i], decode[i].Bytes, ours[i], reply)
	}
	for i, reply := range b.batch(encode) {
		if data := decode[i].Bytes; reply.Err() != nil || !bytes.Equal(reply.Bytes, data) {
			b.differ(about[i], data, "Kafka writes from our JSON: %v\n      %x\n%s", reply.Err(), reply.Bytes, ours[i])
		}
	}
}

func (b *trial) decoded(s *message.Spec, data, ours []byte, kafka oracle.Reply) {
	b.Helper()
	if kafka.Err() != nil || kafka.Remaining != 0 {
		b.differ(s, data, "Kafka reads: %v, %d bytes remain", kafka.Err(), kafka.Remaining)
		return
	}
	want, err := agreement.Join(kafka.Value)
	if err != nil {
		b.Fatal(err)
	}
	if d, err := agreement.Compare(ours, want); d != "" || err != nil {
		b.differ(s, data, "our JSON or Kafka's: %s %v", d, err)
	}
}
