package view

import (
	"bytes"
	"encoding/json"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
)

// whyCounter is a printer that counts the lessons of what it meets.
type whyCounter struct {
	values values
	used   map[string]int
}

func (c *whyCounter) thing(it *item) { c.used[c.values.why(it)]++ }

// TestLessons holds that every thing of every message has a lesson, and that
// every lesson is of use: of what only damaged or random bytes have, too.
func TestLessons(t *testing.T) {
	c := message.New(catalog.Builtin(), "")
	used := map[string]int{}
	count := func(d *Doc) {
		if err := walk(d, Options{}, &whyCounter{values: newValues(d, true), used: used}); err != nil {
			t.Fatal(err)
		}
	}
	specs, err := c.ResolveAll("")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range specs {
		for _, k := range []sample.Kind{sample.Smallest, sample.Full, sample.Random(1), sample.Random(2)} {
			g, err := NewPage(c, s, k)
			if err != nil {
				t.Fatal(err)
			}
			count(g.Sections[0].Doc)
		}
	}
	for _, g := range goldens {
		count(zooDoc(t, g.version, g.hex))
	}
	count(oddDoc(t))
	lessons := Lessons()
	for id, n := range used {
		if lessons[id] == "" {
			t.Errorf("no lesson %q, which %d things have", id, n)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(lessons)) {
		if used[id] == 0 {
			t.Errorf("nothing has the lesson %s: %s", id, lessons[id])
		}
	}
}

// oddDoc has what formats have that Kafka describes in code.
func oddDoc(t *testing.T) *Doc {
	t.Helper()
	part := func(name string, k layout.Kind) layout.Part { return layout.Part{Name: name, Kind: k} }
	related := func(name string, kind layout.RelationKind) layout.Part {
		p := part(name, layout.Varint)
		p.Relation = layout.Relation{Kind: kind, To: "base"}
		return p
	}
	nest := func(name, what string, k layout.Kind) layout.Part {
		p := part(name, k)
		p.Nest = what
		return p
	}
	secret := part("secret", layout.Raw)
	secret.Secret = true
	sum := part("sum", layout.Uint32)
	sum.Measure = layout.CRC32
	absent := part("absent", layout.TaggedStruct)
	absent.Nullable, absent.Parts = true, []layout.Part{part("x", layout.Int8)}
	null := part("null", layout.Bytes)
	null.Nullable = true
	parts := []layout.Part{sum, part("base", layout.Int8), absent, null, part("short", layout.Varint), part("zero", layout.Varint),
		part("long", layout.Varlong), part("many", layout.Uvarint), part("empty", layout.VarBytes), related("delta", layout.Delta),
		related("back", layout.Countdown), related("over", layout.Overridden), related("told", layout.Told),
		nest("inside", "leaf", layout.VarBytes), nest("packed", "packed", layout.VarBytes), secret}
	data := []byte("\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\x02\x00\x80\x01\x80\x01\x00\x02\x02\x02\x02\x02x\x02yz")
	d := &Doc{Tape: &tape.Tape{Nester: oddNester{}}}
	odd := layout.Literal("odd", "struct", "", layout.Body, parts...)
	d.Tape.Read(data, func(t *tape.Tape) {
		t.RunUntil(odd, len(odd.Ops)-2)
		t.RunLeaf(odd, len(odd.Ops)-2)
		t.Close()
	})
	return d
}

// oddNester makes a leaf of what is inside.
type oddNester struct{}

func (oddNester) Nest(t *tape.Tape, what string) {
	leaf := layout.Leaf("leaf", "bytes", "", layout.Body)
	if what == "leaf" {
		t.RunLeaf(leaf, 0)
		return
	}
	b := t.Upcoming()
	err := t.Unpack(leaf, 0, func(dst []byte) ([]byte, error) { return append(dst, b...), nil }, func() {
		leaf.Info[0].Show = func([]byte) string { return "words" }
		t.RunLeaf(leaf, 0)
	})
	if err != nil {
		t.Note(err.Error())
	}
}

func (c *whyCounter) finding([]byte, tape.Finding) {}

func (c *whyCounter) gap([]byte, int) {}

// TestAnchors holds that each line of a tree in HTML has its path as an id,
// none of them twice, and that marks stand with the fields that they are of.
func TestAnchors(t *testing.T) {
	d := beginQuorumEpoch(t).Sections[0].Doc
	d.Marks = map[string]string{"VoterId": "new in v1", "Topics": "v1: <moved>"}
	markup := show(t, func(b *bytes.Buffer) error { return HTML(b, d, Options{Anchor: "request"}) })
	var ids []string
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(markup, -1) {
		ids = append(ids, m[1])
	}
	for _, want := range []string{"request:", "request:RequestHeader.client_id", "request:Topics.length", "request:Topics[0].Partitions[0].LeaderEpoch"} {
		if !slices.Contains(ids, want) {
			t.Errorf("no id %s in %q", want, ids)
		}
	}
	slices.Sort(ids)
	if n := len(slices.Compact(slices.Clone(ids))); n != len(ids) {
		t.Errorf("%d ids, of which %d differ", len(ids), n)
	}
	if n := strings.Count(markup, "data-mark"); n != 2 || !strings.Contains(markup, `id="request:Topics" data-mark="v1: &lt;moved&gt;" data-off=20`) {
		t.Errorf("%d marks in\n%s", n, markup)
	}
	if got, want := strings.Count(markup, " data-why="), strings.Count(markup, "=k-node"); got != want {
		t.Errorf("%d lines have a lesson, of %d", got, want)
	}
}

// TestAnchorsAreNodes holds that ids have the paths that Nodes gives, each at
// the first line that has it.
func TestAnchorsAreNodes(t *testing.T) {
	c := message.New(catalog.Builtin(), "")
	for _, e := range c.Catalog.Messages() {
		s, err := c.Spec(e.Name, e.Versions().Hi)
		if err != nil {
			t.Fatal(err)
		}
		g, err := NewPage(c, s, sample.Full)
		if err != nil {
			t.Fatal(err)
		}
		d := g.Sections[0].Doc
		var want, got []string
		for line := range strings.Lines(show(t, func(b *bytes.Buffer) error { return Nodes(b, d, Options{}) })) {
			var n node
			if err := json.Unmarshal([]byte(line), &n); err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(want, "x:"+n.Path) {
				want = append(want, "x:"+n.Path)
			}
		}
		markup := show(t, func(b *bytes.Buffer) error { return HTML(b, d, Options{Anchor: "x"}) })
		for _, m := range regexp.MustCompile(`k-node id="([^"]*)"`).FindAllStringSubmatch(markup, -1) {
			got = append(got, html.UnescapeString(m[1]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: ids %q, want %q", s, got, want)
		}
	}
}
