package explain

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/nested"
	"github.com/kscope/kscope/tape"
)

// corpusRow is a case from the wild with our verdict on it.
type corpusRow struct {
	ID      string            `json:"id"`
	Source  string            `json:"source"`
	Kind    string            `json:"kind"`
	As      string            `json:"as,omitempty"`
	Topic   string            `json:"topic,omitempty"` // of batches that come alone
	Hex     string            `json:"hex,omitempty"`
	Verdict string            `json:"verdict"`         // ok, damaged, or "no bytes" where the report has none
	Later   string            `json:"later,omitempty"` // what of the case lies beyond this package
	Read    string            `json:"read,omitempty"`  // what it was read as: MESSAGE@VERSION, or a unit
	Offset  *int              `json:"offset,omitempty"`
	Path    string            `json:"path,omitempty"`
	Hints   []string          `json:"hints,omitempty"`
	Finding string            `json:"finding,omitempty"`
	Values  map[string]string `json:"values,omitempty"`
	Note    string            `json:"note,omitempty"`
}

func readCorpus(t testing.TB) (rows []corpusRow) {
	t.Helper()
	data, err := os.ReadFile("testdata/corpus.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row corpusRow
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

func newExplainer() *Explainer { return explainerOf("") }

// explainerOf reads batches that come alone as those of a topic.
func explainerOf(topic string) *Explainer {
	c := message.New(catalog.Builtin(), "")
	c.Nester = nested.New(c, nested.Options{Topic: topic})
	return New(c)
}

// TestCorpus reads every case and compares with the verdict of its row.
func TestCorpus(t *testing.T) {
	x := newExplainer()
	count := map[string]int{}
	for _, row := range readCorpus(t) {
		count[row.Verdict]++
		if row.Later != "" {
			count["in part later"]++
		}
		x := x
		if row.Topic != "" {
			x = explainerOf(row.Topic)
		}
		if row.Hex != "" {
			t.Run(row.ID, func(t *testing.T) { checkRow(t, x, row) })
		}
	}
	t.Logf("%v", count)
	if total := count["ok"] + count["damaged"] + count["no bytes"]; total < 125 {
		t.Errorf("only %d cases", total)
	}
}

func checkRow(t *testing.T, x *Explainer, row corpusRow) {
	as, err := x.ParseAs(row.As)
	if err != nil {
		t.Fatal(err)
	}
	data, err := hex.DecodeString(row.Hex)
	if err != nil {
		t.Fatal(err)
	}
	r, err := x.Read(data, as, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	if got := verdictOf(r); got != row.Verdict {
		t.Errorf("%s, expected %s: %v %v", got, row.Verdict, r.Tape.Err, r.Findings)
	}
	what := string(r.Unit)
	if r.Spec != nil {
		what = r.Spec.String()
	}
	if what != row.Read {
		t.Errorf("read as %s, expected %s", what, row.Read)
	}
	checkError(t, r.Tape.Err, row)
	for i, id := range row.Hints {
		if i >= len(r.Hints) || r.Hints[i].ID != id {
			t.Errorf("hints %v, expected %v", r.Hints, row.Hints)
			break
		}
	}
	if row.Finding != "" && !hasFinding(r, row.Finding) {
		t.Errorf("findings %v lack %q", r.Findings, row.Finding)
	}
	for path, want := range row.Values {
		if got := valueAt(r.Tape, path); got != want {
			t.Errorf("%s is %s, expected %s", path, got, want)
		}
	}
}

func verdictOf(r *Reading) string {
	if r.Damaged {
		return "damaged"
	}
	return "ok"
}

func checkError(t *testing.T, e *tape.Error, row corpusRow) {
	t.Helper()
	switch {
	case row.Offset == nil && e != nil:
		t.Errorf("unexpected: %v", e)
	case row.Offset != nil && e == nil:
		t.Errorf("no error, expected one at %d", *row.Offset)
	case e != nil && (e.Offset != *row.Offset || e.Path != row.Path):
		t.Errorf("error at %d %s, expected at %d %s", e.Offset, e.Path, *row.Offset, row.Path)
	case e != nil && len(row.Hints) > 0 && e.Hint == "":
		t.Errorf("no hint: %v", e)
	}
}

func hasFinding(r *Reading, text string) bool {
	for _, f := range r.Findings {
		if f.Text == text {
			return true
		}
	}
	return false
}

// valueAt shows the value at a path: numbers in decimal, text as it is, other
// bytes in hex, arrays as their count.
func valueAt(t *tape.Tape, path string) string {
	r, ok := t.Find(path)
	if !ok && path == "value" {
		r = t.At(0)
	} else if !ok {
		return "nothing"
	}
	op := t.Op(r)
	switch k := op.Kind; {
	case t.IsNull(r):
		return "null"
	case k.IsArray():
		n, _ := t.Count(r)
		return fmt.Sprintf("%d elements", n)
	case k.IsString():
		b, _ := t.Bytes(r)
		return string(b)
	case k.IsBytes(), k == layout.UUID:
		b, _ := t.Bytes(r)
		return hex.EncodeToString(b)
	}
	return fmt.Sprint(t.Int(r))
}
