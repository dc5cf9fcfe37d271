package image_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/image"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/oracle"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/segment"
)

const (
	sequences = "../../image/testdata/*.txt"
	realLog   = "../../segment/testdata/real/4.4.0/__cluster_metadata-0/00000000000000000000.log"
)

func TestSequences(t *testing.T) {
	files, err := filepath.Glob(sequences)
	if err != nil || len(files) == 0 {
		t.Fatal("no sequences", err)
	}
	for _, file := range files {
		if filepath.Base(file) == "odd.txt" {
			continue // what Kafka's image has no place for
		}
		t.Run(filepath.Base(file), func(t *testing.T) { agree(t, values(t, file)) })
	}
}

func TestRealLog(t *testing.T) { agree(t, logValues(t)) }

// agree has both take one record after the other.
func agree(t *testing.T, all [][]byte) {
	o, err := oracle.Start(t.Context(), "4.4.0")
	need.Met(t, err)
	defer o.Close()
	images, refusals, err := o.Images(t.Context(), all)
	if err != nil || len(images) != len(all) {
		t.Fatalf("%d images of %d records, %v", len(images), len(all), err)
	}
	ours := builder(t)
	for i, value := range all {
		before := len(ours.Image().Findings.List)
		ours.Add(image.Record{Offset: int64(i), Value: value})
		im := ours.Image()
		if refused := len(im.Findings.List) > before; refused != (refusals[i] != "") {
			t.Errorf("record %d: Kafka says %q, we say %+v", i, refusals[i], im.Findings.List[before:])
		}
		theirs := builder(t)
		for k, v := range images[i] {
			theirs.Add(image.Record{Offset: int64(k), Snapshot: true, Value: v})
		}
		if their := theirs.Image(); their.Damaged() {
			t.Fatalf("record %d: what Kafka writes is odd: %+v", i, their)
		}
		compare(t, i, "", im.Root, theirs.Image().Root)
	}
}

func builder(t *testing.T) *image.Builder {
	t.Helper()
	b, err := image.NewBuilder(message.New(catalog.Builtin(), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func compare(t *testing.T, record int, path string, ours, theirs *image.Node) {
	t.Helper()
	switch {
	case ours == nil && (isDefault(theirs) || path == unset), theirs == nil && isDefault(ours):
	case ours == nil || theirs == nil:
		t.Errorf("record %d: %s: ours %s, theirs %s", record, path, text(ours), text(theirs))
	case ours.Kind == image.Value || theirs.Kind == image.Value || ours.Kind == image.List:
		if a, b := text(ours), text(theirs); a != b {
			t.Errorf("record %d: %s: ours %s, theirs %s", record, path, a, b)
		}
	default:
		for _, c := range ours.Children() {
			compare(t, record, path+"/"+c.Name, c, theirs.Child(c.Name))
		}
		for _, c := range theirs.Children() {
			if ours.Child(c.Name) == nil {
				compare(t, record, path+"/"+c.Name, nil, c)
			}
		}
	}
}

// migrating is what Kafka puts where a record tells no directories.
const migrating = `"AAAAAAAAAAAAAAAAAAAAAA"`

// unset is what Kafka writes first into a snapshot, also where no record has
// set it yet.
const unset = "/features/metadata.version"

// isDefault reports whether a node may as well be absent: Kafka writes records
// of newer versions than it reads, with all their fields.
func isDefault(n *image.Node) bool {
	if n.Kind != image.Value {
		return n.Len() == 0
	}
	switch s := string(n.JSON); s {
	case "null", "[]", "false":
		return true
	default:
		return n.Name == "directories" && strings.Trim(strings.ReplaceAll(s, migrating, ""), "[,]") == ""
	}
}

func text(n *image.Node) string {
	if n == nil {
		return "nothing"
	}
	var b bytes.Buffer
	if err := image.JSONOf(&b, []image.Found{{Node: n}}, image.Options{Reveal: true}); err != nil {
		return err.Error()
	}
	return b.String()
}

func values(t *testing.T, file string) (all [][]byte) {
	t.Helper()
	codec := message.New(catalog.Builtin(), "")
	for _, line := range lines(t, file) {
		word, rest, _ := strings.Cut(line, " ")
		if word == "show" {
			continue
		}
		specs, err := codec.Resolve(word)
		if err != nil {
			t.Fatal(err)
		}
		value, err := specs[0].Encode(nil, []byte(rest), message.Payload, message.Header{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, value)
	}
	return all
}

// logValues are those of the records of a real log, but for control records.
func logValues(t *testing.T) (all [][]byte) {
	t.Helper()
	f, err := segment.Open(realLog)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	codec := message.New(catalog.Builtin(), "")
	batches, walker := segment.NewReader(f, f.Size), segment.NewWalker(&codec.Records.Codecs)
	for batches.Next() == segment.AtBatch {
		if batches.Batch.Control {
			continue
		}
		walker.Start(&batches.Batch)
		for walker.Next() {
			all = append(all, bytes.Clone(walker.Record.Value))
		}
	}
	if len(all) < 100 {
		t.Fatalf("%d records", len(all))
	}
	return all
}

func lines(t *testing.T, file string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			all = append(all, line)
		}
	}
	return all
}
