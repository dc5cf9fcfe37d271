package message_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
)

// kinds are the samples that the laws are tried on.
var kinds = []sample.Kind{sample.Smallest, sample.Full, sample.Random(1), sample.Random(2), sample.Random(3)}

// fullFrame is the full sample of a message in a frame.
func fullFrame(t *testing.T, c *message.Codec, name string, version int16) (*message.Spec, []byte) {
	t.Helper()
	s, err := c.Spec(name, version)
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Append(nil, sample.Source(sample.Full), message.Frame, message.Header{})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return s, b
}

// everyVersion calls try for each version of each message, as the newest
// release that has it does, and says how many that were.
func everyVersion(t *testing.T, try func(t *testing.T, s *message.Spec)) {
	t.Helper()
	specs, err := message.New(catalog.Builtin(), "").ResolveAll("")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range specs {
		try(t, s)
	}
	n := len(specs)
	t.Logf("%d (message, version) pairs", n)
	if n < 800 {
		t.Errorf("only %d pairs", n)
	}
}

func instance(t *testing.T, s *message.Spec, k sample.Kind) []byte {
	t.Helper()
	b, err := s.Append(nil, sample.Source(k), message.Body, message.Header{})
	if err != nil {
		t.Fatalf("%s %s: %v", s, k, err)
	}
	return b
}

// leaves gives the leaf spans of each space of a tape in the order of a walk.
func leaves(tp *tape.Tape) (spans [][][2]int) {
	spans = make([][][2]int, len(tp.Spaces())+1)
	var walk func(r tape.Ref)
	walk = func(r tape.Ref) {
		if !tp.HasChildren(r) || opens(tp, r) {
			off, end := tp.Span(r)
			space := tp.SpaceOf(r.Node())
			spans[space] = append(spans[space], [2]int{off, end})
		}
		for c := range tp.Children(r) {
			walk(c)
		}
	}
	for r := range tp.Roots() {
		walk(r)
	}
	return spans
}

// opens reports whether the contents of r were unpacked from it.
func opens(tp *tape.Tape, r tape.Ref) bool {
	if r.IsPart() {
		return false
	}
	_, ok := tp.Opens(r.Node())
	return ok
}

// checkNesting fails unless every container is tiled by what is in it.
func checkNesting(t *testing.T, what string, tp *tape.Tape, r tape.Ref) {
	t.Helper()
	if !tp.HasChildren(r) {
		return
	}
	at, last := tp.Span(r)
	if opens(tp, r) {
		number, _ := tp.Opens(r.Node())
		at, last = 0, len(tp.SpaceData(number))
	}
	for c := range tp.Children(r) {
		off, end := tp.Span(c)
		if off != at {
			t.Fatalf("%s: %s in %s begins at %d, not %d\n%x", what, tp.Info(c).Name, tp.Info(r).Name, off, at, tp.Data)
		}
		at = end
		checkNesting(t, what, tp, c)
	}
	if at != last {
		t.Fatalf("%s: %s ends at %d, its contents at %d\n%x", what, tp.Info(r).Name, last, at, tp.Data)
	}
}

// checkTiling fails unless the leaves cover the input, and each space, exactly
// once, in order.
func checkTiling(t *testing.T, what string, tp *tape.Tape) {
	t.Helper()
	for r := range tp.Roots() {
		checkNesting(t, what, tp, r)
	}
	for space, spans := range leaves(tp) {
		at := 0
		for _, s := range spans {
			if s[0] != at || s[1] < s[0] {
				t.Fatalf("%s: leaf [%d,%d) of space %d where %d is next\n%x", what, s[0], s[1], space, at, tp.Data)
			}
			at = s[1]
		}
		if data := tp.SpaceData(space); at != len(data) {
			t.Fatalf("%s: leaves of space %d end at %d of %d (err %v)\n%x", what, space, at, len(data), tp.Err, tp.Data)
		}
	}
}

func TestLawTiling(t *testing.T) {
	var tp tape.Tape
	everyVersion(t, func(t *testing.T, s *message.Spec) {
		for _, k := range kinds {
			for _, u := range []message.Unit{message.Body, message.Frame} {
				b, err := s.Append(nil, sample.Source(k), u, message.Header{})
				if err != nil {
					t.Fatalf("%s %s: %v", s, k, err)
				}
				s.Read(&tp, b, u)
				what := fmt.Sprintf("%s %s %s", s, k, u)
				if tp.Err != nil && !(u == message.Frame && !s.IsAPI()) {
					t.Fatalf("%s: %v\n%x", what, tp.Err, b)
				}
				checkTiling(t, what, &tp)
			}
		}
	})
}

func TestLawLossless(t *testing.T) {
	var tp tape.Tape
	everyVersion(t, func(t *testing.T, s *message.Spec) {
		for _, k := range kinds {
			b := instance(t, s, k)
			s.Read(&tp, b, message.Body)
			if bad := tp.NotCanonical(); len(bad) > 0 {
				t.Fatalf("%s %s: not canonical: %v\n%x", s, k, bad, b)
			}
			checkLossless(t, fmt.Sprintf("%s %s", s, k), s, &tp, b)
		}
	})
}

func checkLossless(t *testing.T, what string, s *message.Spec, tp *tape.Tape, b []byte) {
	t.Helper()
	json := jsonform.AppendLossless(nil, tp, 0, b, jsonform.Options{})
	back, err := s.Encode(nil, json, message.Body, message.Header{})
	if err != nil {
		t.Fatalf("%s: %v\n%s", what, err, json)
	}
	if !bytes.Equal(back, b) {
		t.Fatalf("%s: bytes changed\n%x\n%x\n%s", what, b, back, json)
	}
}

// TestLawLosslessWhateverTheBytes changes each byte: what still reads must
// survive the way through JSON, canonical or not.
func TestLawLosslessWhateverTheBytes(t *testing.T) {
	var tp tape.Tape
	read := 0
	everyVersion(t, func(t *testing.T, s *message.Spec) {
		b := instance(t, s, sample.Full)
		for i := 0; i < len(b); i++ {
			c := bytes.Clone(b)
			c[i] ^= byte(1 + i*37%255)
			s.Read(&tp, c, message.Body)
			checkTiling(t, s.String(), &tp)
			if tp.Err == nil && !slices.ContainsFunc(slices.Collect(tp.Roots()), func(r tape.Ref) bool { return r.Node() > 0 }) {
				read++
				checkLossless(t, fmt.Sprintf("%s byte %d", s, i), s, &tp, c)
			}
		}
	})
	t.Logf("%d changed messages still read", read)
}

func TestLawPrefix(t *testing.T) {
	var whole, cut tape.Tape
	everyVersion(t, func(t *testing.T, s *message.Spec) {
		b := instance(t, s, sample.Full)
		s.Read(&whole, b, message.Body)
		for n := 0; n < len(b); n++ {
			s.Read(&cut, b[:n], message.Body)
			checkTiling(t, s.String(), &cut)
			if cut.Err == nil {
				t.Fatalf("%s cut at %d of %d: no error", s, n, len(b))
			}
			if cut.Err.Offset > n {
				t.Fatalf("%s cut at %d: error at %d", s, n, cut.Err.Offset)
			}
			for i, node := range cut.Nodes {
				if int(node.Off) >= cut.Err.Offset || cut.Info(cut.At(i)).Name == "undecoded" {
					break
				}
				if w := whole.Nodes[i]; w.Op != node.Op || w.Off != node.Off {
					t.Fatalf("%s cut at %d: node %d is %v, not %v", s, n, i, node, w)
				}
			}
		}
	})
}

func TestLawLocated(t *testing.T) {
	var tp tape.Tape
	everyVersion(t, func(t *testing.T, s *message.Spec) {
		for _, u := range []message.Unit{message.Body, message.Payload} {
			b, err := s.Append(nil, sample.Source(sample.Smallest), u, message.Header{})
			if err != nil {
				t.Fatal(err)
			}
			for n := range b {
				s.Read(&tp, b[:n], u)
				e := tp.Err
				if e == nil || e.Expected == "" || e.Found == "" || e.Path == "" || e.Code == 0 || e.Offset > n {
					t.Fatalf("%s %s cut at %d: %+v", s, u, n, e)
				}
			}
		}
	})
}

// TestLawTotal gives every message hostile counts: no panic, and no more nodes
// than the input has room for.
func TestLawTotal(t *testing.T) {
	var tp tape.Tape
	hostile := [][]byte{
		bytes.Repeat([]byte{0xff}, 64), bytes.Repeat([]byte{0x7f}, 64), make([]byte, 64),
		bytes.Repeat([]byte{0xff, 0xff, 0xff, 0xff, 0x0f}, 20), bytes.Repeat([]byte{1}, 64), bytes.Repeat([]byte{2}, 300),
	}
	everyVersion(t, func(t *testing.T, s *message.Spec) {
		for _, b := range hostile {
			for _, u := range []message.Unit{message.Body, message.Payload, message.Frame} {
				s.Read(&tp, b, u)
				checkTiling(t, s.String(), &tp)
				if len(tp.Nodes) > 3*len(b)+40 {
					t.Fatalf("%s: %d nodes for %d bytes", s, len(tp.Nodes), len(b))
				}
			}
		}
	})
}

// TestCutFrameShowsWholeBatches: in a frame that is cut, records in front of
// the cut are read like everything else there.
func TestCutFrameShowsWholeBatches(t *testing.T) {
	s, b := fullFrame(t, message.New(catalog.Builtin(), ""), "FetchResponse", 12)
	var tp tape.Tape
	s.Read(&tp, b, message.Frame)
	records, ok := tp.Find("Responses[1].Partitions[1].Records")
	if !ok {
		t.Fatal("no records")
	}
	_, end := tp.Span(records)
	s.Read(&tp, b[:end-1], message.Frame)
	checkTiling(t, "cut", &tp)
	if e := tp.Err; e == nil || e.Path != "Responses[1].Partitions[1].Records" || e.Offset != end-1 {
		t.Errorf("error %v", e)
	}
	if _, ok := tp.Find("Responses[1].Partitions[0].Records[0].records[1].value"); !ok {
		t.Error("no records of the partition in front of the cut")
	}
	if _, ok := tp.Find("Responses[1].Partitions[1].Records[0]"); !ok {
		t.Error("nothing of the batch that is cut")
	}
}
