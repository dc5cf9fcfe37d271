package vector

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
)

// archive makes one of two messages.
func archive(t *testing.T) (data []byte, m Manifest) {
	t.Helper()
	c := New(message.New(catalog.Builtin(), ""))
	var specs []*message.Spec
	for _, name := range []string{"Vote", "PartitionRecord"} {
		found, err := c.Codec.ResolveAll(name)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, found...)
	}
	var b bytes.Buffer
	m, err := c.Archive(&b, specs, append(sample.Edges(), sample.Smallest, sample.Random(7)))
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), m
}

func TestArchive(t *testing.T) {
	data, m := archive(t)
	if again, _ := archive(t); !bytes.Equal(data, again) {
		t.Error("two archives of the same differ")
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		if y, m, d := f.Modified.UTC().Date(); y != 1980 || m != time.January || d != 1 || f.ModifiedDate != 1<<5|1 { // month 1, day 1
			t.Errorf("%s is of %v", f.Name, f.Modified)
		}
	}
	// VoteRequest and VoteResponse 0-2, PartitionRecord 0-2; frames of requests and responses
	if m.Messages != 3 || m.Versions != 9 || m.Lines != 9*5+6 || m.Seed != 7 || m.Confirmed != 9 {
		t.Errorf("manifest %+v", m)
	}
	lines, bad, err := New(message.New(catalog.Builtin(), "")).VerifyArchive(bytes.NewReader(data), int64(len(data)), func(m Mismatch) { t.Error(m) })
	if lines != m.Lines || bad != 0 || err != nil {
		t.Errorf("%d lines, %d bad, %v", lines, bad, err)
	}
	for name, want := range map[string]string{
		"README.md":                     "# Test vectors",
		"vectors/VoteRequest.jsonl":     `"confirmed":"4.4.0"}`,
		"text/PartitionRecord.txt":      "# PartitionRecord@2 full\nPartitionRecord message v2",
		"vectors/VoteResponse.jsonl":    `"unit":"frame","sample":"full","correlationId":0,`,
		"vectors/PartitionRecord.jsonl": `"sample":"edge:null"`,
	} {
		if text := fileOf(t, data, name); !strings.Contains(text, want) {
			t.Errorf("%s has no %q: %.300s", name, want, text)
		}
	}
}

func fileOf(t *testing.T, data []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestVerifyArchive changes a line in an archive: the line and the checksum
// are told, with the file.
func TestVerifyArchive(t *testing.T) {
	data, _ := archive(t)
	var changed bytes.Buffer
	w := zip.NewWriter(&changed)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		text := fileOf(t, data, f.Name)
		if f.Name == "vectors/VoteResponse.jsonl" {
			text = strings.Replace(text, `"errorCode":0`, `"errorCode":1`, 1)
		}
		to, err := w.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(to, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var told []string
	c := New(message.New(catalog.Builtin(), ""))
	_, bad, err := c.VerifyArchive(bytes.NewReader(changed.Bytes()), int64(changed.Len()), func(m Mismatch) { told = append(told, m.String()) })
	all := strings.Join(told, "\n")
	if bad != 2 || err != nil || !strings.Contains(all, "vectors/VoteResponse.jsonl: SHA-256: expected ") ||
		!strings.Contains(all, "vectors/VoteResponse.jsonl: line ") {
		t.Errorf("%d bad, %v:\n%s", bad, err, all)
	}
}
