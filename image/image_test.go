package image_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/image"
	"github.com/kscope/kscope/internal/golden"
	"github.com/kscope/kscope/message"
)

func codec() *message.Codec { return message.New(catalog.Builtin(), "") }

// step is one line of a sequence: a record, or the paths to show.
type step struct {
	record image.Record
	text   string
	show   []string
	shows  bool
}

// sequence reads testdata/name; its README says what is in there.
func sequence(t testing.TB, name string) (steps []step) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	offset := int64(0)
	for n, line := range strings.Split(string(text), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || line[0] == '#':
			continue
		case word == "show":
			steps = append(steps, step{shows: true, show: strings.Fields(rest)})
			continue
		}
		r, err := parseRecord(word, rest)
		if err != nil {
			t.Fatalf("%s:%d: %v", name, n+1, err)
		}
		r.File, r.Offset = name, offset
		offset++
		steps = append(steps, step{record: r, text: line})
	}
	return steps
}

func parseRecord(word, rest string) (r image.Record, err error) {
	if word == "hex" {
		r.Value, err = hex.DecodeString(rest)
		return r, err
	}
	if word == "control" {
		r.Control = true
		word, rest, _ = strings.Cut(rest, " ")
	}
	specs, err := codec().Resolve(word)
	if err != nil {
		return r, err
	}
	if r.Control {
		for _, c := range catalog.Builtin().ControlRecords() {
			if c.Message == specs[0].Name {
				r.Key = []byte{0, 0, 0, byte(c.Type)}
			}
		}
	}
	r.Value, err = specs[0].Encode(nil, []byte(rest), message.Payload, message.Header{})
	return r, err
}

func sequences(t testing.TB) (names []string) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no sequences", err)
	}
	for _, f := range files {
		names = append(names, filepath.Base(f))
	}
	return names
}

func build(t testing.TB, records []image.Record) *image.Image {
	t.Helper()
	b, err := image.NewBuilder(codec())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		b.Add(r)
	}
	return b.Image()
}

func TestSequences(t *testing.T) {
	for _, name := range sequences(t) {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			var records []image.Record
			for _, s := range sequence(t, name) {
				if !s.shows {
					records = append(records, s.record)
					fmt.Fprintf(&out, "%d %s\n", s.record.Offset, cut(s.text))
					continue
				}
				show(t, &out, build(t, records), s.show)
			}
			golden.Equal(t, strings.TrimSuffix(name, ".txt")+".golden", out.Bytes())
		})
	}
}

func cut(s string) string {
	if len(s) > 100 {
		return s[:100] + "…"
	}
	return s
}

func show(t *testing.T, out *bytes.Buffer, im *image.Image, paths []string) {
	t.Helper()
	for _, p := range paths {
		found, err := im.Select(p)
		if err != nil {
			fmt.Fprintln(out, err)
			continue
		}
		if err := image.TreeOf(out, found, image.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	var all bytes.Buffer
	if err := im.Tree(&all, image.Options{}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(all.String()) { // what stands behind the tree
		if !strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "metadata") {
			out.WriteString(line)
		}
	}
	out.WriteString("\n")
}

// TestEveryRecordHasLines: a metadata record or control record that the catalog
// learns of must be decided on.
func TestEveryRecordHasLines(t *testing.T) {
	c := catalog.Builtin()
	known := map[string]bool{}
	for _, line := range strings.Split(image.RecordsText, "\n") {
		if words := strings.Fields(line); len(words) > 1 && words[0] != "#" {
			known[words[0]] = true
		}
	}
	var topic catalog.TopicRecords
	for _, r := range c.Topics() {
		if r.Topic == "__cluster_metadata" {
			topic = r
		}
	}
	n := 0
	for _, e := range c.Messages() {
		if e.Type != "metadata" || !topic.Has(e.Name, c.Topics()) {
			continue
		}
		n++
		if !known[e.Name] {
			t.Errorf("records.txt has no line for %s", e.Name)
		}
	}
	for _, r := range c.ControlRecords() {
		if !known[r.Message] {
			t.Errorf("records.txt has no line for %s", r.Message)
		}
	}
	if n < 29 {
		t.Errorf("only %d metadata records", n)
	}
}

// TestEveryRecordIsTried: each record of the newest release is in a sequence.
func TestEveryRecordIsTried(t *testing.T) {
	tried := map[string]bool{}
	for _, name := range sequences(t) {
		for _, s := range sequence(t, name) {
			word, _, _ := strings.Cut(strings.TrimPrefix(s.text, "control "), "@")
			tried[word] = true
		}
	}
	c := catalog.Builtin()
	for _, e := range c.Messages() {
		if e.Type == "metadata" && !strings.HasPrefix(e.Name, "Remote") && !tried[e.Name] {
			t.Errorf("%s is in no sequence", e.Name)
		}
	}
	for _, r := range c.ControlRecords() {
		if r.Message != "EndTxnMarker" && !tried[r.Message] {
			t.Errorf("%s is in no sequence", r.Message)
		}
	}
}

// TestSetAtEveryOffset: a value's record is never one that comes later, and an
// image at an offset knows nothing of what follows.
func TestSetAtEveryOffset(t *testing.T) {
	for _, name := range sequences(t) {
		var records []image.Record
		for _, s := range sequence(t, name) {
			if s.shows {
				continue
			}
			records = append(records, s.record)
			im := build(t, records)
			if im.Offset != s.record.Offset {
				t.Errorf("%s: offset %d, not %d", name, im.Offset, s.record.Offset)
			}
			check(t, im.Root, "", s.record.Offset)
		}
	}
}

func check(t *testing.T, n *image.Node, path string, last int64) {
	t.Helper()
	path += "/" + n.Name
	if n.Kind == image.Value && n.Set == nil && !strings.Contains(path, "//") && strings.Count(path, "/") < 4 {
		t.Errorf("%s: no record set it", path)
	}
	if n.Set != nil && (n.Set.Offset > last || n.Set.Record == "") {
		t.Errorf("%s: set by %+v, but offset %d is the last", path, n.Set, last)
	}
	for i, c := range n.Children() {
		if n.Kind == image.List {
			check(t, c, path+"/"+strconv.Itoa(i), last)
			continue
		}
		check(t, c, path, last)
	}
}
