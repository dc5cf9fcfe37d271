package main

import (
	"bytes"
	"slices"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
)

func all(tb testing.TB) []row {
	tb.Helper()
	r, err := rows(message.New(catalog.Builtin(), ""))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func BenchmarkRows(b *testing.B) {
	for _, r := range all(b) {
		contenders := map[string]work{"kscope": r.ours}
		for _, p := range r.peers {
			if p.work != nil {
				contenders[p.name] = p.work
			}
		}
		for name, w := range contenders {
			b.Run(r.name+"/"+r.subject.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(r.subject.data)))
				for b.Loop() {
					if err := w(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestRowsWork runs each piece of work once; how long it takes is no test.
func TestRowsWork(t *testing.T) {
	for _, r := range all(t) {
		if err := r.ours(); err != nil {
			t.Errorf("%s: %v", r.name, err)
		}
		for _, p := range r.peers {
			if p.work == nil {
				continue
			}
			if err := p.work(); err != nil {
				t.Errorf("%s, %s: %v", r.name, p.name, err)
			}
		}
		m := fresh(r.subject)
		if err := m.ReadFrom(r.subject.data); err != nil || !bytes.Equal(m.AppendTo(nil), r.subject.data) {
			t.Errorf("%s: kmsg does not write what it reads: %v", r.subject.name, err)
		}
	}
}

// TestSubjects holds the messages to what the package says of them, because a
// ratio is of one message.
func TestSubjects(t *testing.T) {
	for _, want := range []string{"MetadataResponse@12, 46 KB", "BeginQuorumEpochRequest@1, 117 B", "FetchResponse@12, 107 KB"} {
		if !slices.ContainsFunc(all(t), func(r row) bool { return r.subject.name == want }) {
			t.Errorf("no row is about %s", want)
		}
	}
}

// TestFloods proves that hostile inputs are what they are said to be: whole
// messages of the length asked for.
func TestFloods(t *testing.T) {
	w, layouts, err := findWorst(message.New(catalog.Builtin(), ""))
	if err != nil || layouts < 800 {
		t.Fatalf("%d layouts, %v", layouts, err)
	}
	for _, n := range []int{64, 4096, 100_000} {
		data, err := flooded(w, n)
		if err != nil || len(data) > n || len(data) < n-n/8-2 {
			t.Errorf("%d bytes for %d, %v", len(data), n, err)
		}
		nodes, _, _ := cost(w.spec, data)
		if got := float64(nodes) / float64(len(data)); got < 0.8*w.density() {
			t.Errorf("%.2f nodes a byte, want %.2f", got, w.density())
		}
	}
}
