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
	v, err := New(message.New(catalog.Builtin(), "")).VerifyArchive(bytes.NewReader(data), int64(len(data)), func(m Mismatch) { t.Error(m) })
	if v != (Verified{Lines: m.Lines}) || err != nil {
		t.Errorf("%+v, %v", v, err)
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

// edited is an archive with files changed, or without those that become "".
func edited(t *testing.T, data []byte, edit func(name, text string) string) []byte {
	t.Helper()
	var changed bytes.Buffer
	w := zip.NewWriter(&changed)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		text := edit(f.Name, fileOf(t, data, f.Name))
		if text == "" {
			continue
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
	return changed.Bytes()
}

// TestVerifyArchive damages archives: what is wrong is told, with the file, and
// the rest is checked all the same.
func TestVerifyArchive(t *testing.T) {
	const responses = "vectors/VoteResponse.jsonl"
	data, m := archive(t)
	lines := strings.Count(fileOf(t, data, responses), "\n")
	flipped := bytes.Clone(data)
	flipped[bytes.Index(data, []byte(responses))+len(responses)+100] ^= 1 // in its compressed bytes
	change := func(name, to string) []byte {
		return edited(t, data, func(n, text string) string {
			if n == name {
				return to
			}
			return text
		})
	}
	for name, test := range map[string]struct {
		data  []byte
		want  Verified
		words []string
	}{
		"line": {edited(t, data, func(n, text string) string {
			return strings.Replace(text, `"errorCode":0`, `"errorCode":1`, 1)
		}), Verified{m.Lines, 1, 1}, []string{responses + ": SHA-256: expected ", responses + ": line "}},
		"text":     {change("README.md", "x"), Verified{m.Lines, 0, 1}, []string{"README.md: SHA-256: expected "}},
		"missing":  {change(responses, ""), Verified{m.Lines - lines, 0, 1}, []string{responses + ": expected a file that can be read, found "}},
		"bits":     {flipped, Verified{Files: 1}, []string{responses + ": expected a file that can be read, found "}},
		"manifest": {change(manifestName, "x"), Verified{m.Lines, 0, 1}, []string{manifestName + ": expected a file that can be read, found invalid character"}},
		"none":     {change(manifestName, ""), Verified{Lines: m.Lines}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var told []string
			c := New(message.New(catalog.Builtin(), ""))
			v, err := c.VerifyArchive(bytes.NewReader(test.data), int64(len(test.data)), func(m Mismatch) { told = append(told, m.String()) })
			if name == "bits" { // how many lines of that file come depends on where it breaks
				if v.Lines < m.Lines-lines {
					t.Errorf("%d lines of other files", v.Lines)
				}
				v.Lines, v.Bad = 0, 0
			}
			if v != test.want || err != nil || len(told) < len(test.words) {
				t.Errorf("%+v, %v: %q", v, err, told)
			}
			for _, want := range test.words {
				if !strings.Contains(strings.Join(told, "\n"), want) {
					t.Errorf("%q is not in %q", want, told)
				}
			}
		})
	}
	if _, err := New(message.New(catalog.Builtin(), "")).VerifyArchive(bytes.NewReader(data), int64(len(data)/2), nil); err == nil {
		t.Error("half an archive is none")
	}
}
