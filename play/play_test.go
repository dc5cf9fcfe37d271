package play_test

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/play"
)

// engine is an engine whose answers are read as what they are.
type engine struct {
	t testing.TB
	*play.Engine
}

func newEngine(t testing.TB) *engine { return &engine{t, play.New(catalog.Builtin())} }

// failure is why there is no answer, as the documentation has it.
type failure struct {
	Text, Field, Path string
	Line, Column      int
}

// reading is the answer of decode and edits.
type reading struct {
	Data                      []byte
	Size                      int
	Format, What, As, Message string
	Unit                      string
	Notes, Hints              []string
	Fault                     *struct {
		Offset                                   int
		Path, Expected, Found, Hint, Text, Caret string
	}
	Findings []struct {
		Offset     int
		Path, Text string
		Damage     bool
	}
	Candidates         []struct{ As, What, Sure, Why string }
	Damaged, Explained bool
	Spaces             []struct{ Number, Size int }
	View               struct {
		Grid, Tree string
		Lines      int
	}
	Changed [][3]int
}

// try calls a method; out gets the answer, when there is one.
func (e *engine) try(method string, request, out any) *failure {
	e.t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		e.t.Fatal(err)
	}
	answer := e.Call(method, text)
	var failed struct{ Error *failure }
	if err := json.Unmarshal(answer, &failed); err != nil {
		e.t.Fatalf("%s %s: %v in %s", method, text, err, answer)
	}
	if failed.Error == nil && out != nil {
		if err := json.Unmarshal(answer, out); err != nil {
			e.t.Fatalf("%s %s: %v in %s", method, text, err, answer)
		}
	}
	return failed.Error
}

// do calls a method that must succeed.
func (e *engine) do(method string, request object) (r reading) {
	e.t.Helper()
	if f := e.try(method, request, &r); f != nil {
		e.t.Fatalf("%s %v: %s", method, request, f.Text)
	}
	return r
}

// corpusRow is what these tests need of a case of package explain.
type corpusRow struct {
	ID, As, Topic, Hex, Verdict, Read, Path string
	Offset                                  *int
	Hints                                   []string
}

func corpus(t testing.TB) (rows []corpusRow) {
	t.Helper()
	f, err := os.Open("../explain/testdata/corpus.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row corpusRow
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Hex != "" {
			rows = append(rows, row)
		}
	}
	if len(rows) < 90 {
		t.Fatalf("only %d cases", len(rows))
	}
	return rows
}

// TestCorpus decodes every case of package explain, quickly and then with its
// causes, and compares with its verdict.
func TestCorpus(t *testing.T) {
	e := newEngine(t)
	for _, row := range corpus(t) {
		t.Run(row.ID, func(t *testing.T) {
			e.t = t
			request := object{"text": row.Hex, "as": row.As, "topic": row.Topic, "quick": true}
			quick := e.do("decode", request)
			if quick.Explained == quick.Damaged {
				t.Errorf("quickly: damaged %t, explained %t", quick.Damaged, quick.Explained)
			}
			r := e.do("explain", object{})
			if want := row.Verdict == "damaged"; r.Damaged != want || !r.Explained {
				t.Errorf("damaged: %t, want %t", r.Damaged, want)
			}
			if row.Read != "" && r.Message != row.Read && r.Unit != row.Read {
				t.Errorf("read as %s %s, want %s", r.Message, r.Unit, row.Read)
			}
			if len(r.Hints) < len(row.Hints) {
				t.Errorf("%d hints, want %d", len(r.Hints), len(row.Hints))
			}
			if f := r.Fault; f != nil {
				if row.Offset != nil && f.Offset != *row.Offset || row.Path != "" && f.Path != row.Path {
					t.Errorf("fault at %d, %s; want %d, %s", f.Offset, f.Path, *row.Offset, row.Path)
				}
				if !strings.Contains(f.Caret, "^^") {
					t.Errorf("caret %q", f.Caret)
				}
			}
		})
	}
}

// TestReadAgain reads every case again as what it turned out to be.
func TestReadAgain(t *testing.T) {
	e := newEngine(t)
	for _, row := range corpus(t) {
		first := e.do("decode", object{"text": row.Hex, "as": row.As, "topic": row.Topic})
		if first.As == "" {
			continue
		}
		again := e.do("decode", object{"text": row.Hex, "as": first.As, "topic": row.Topic})
		if again.What != first.What || again.View.Lines != first.View.Lines {
			t.Errorf("%s: as %s: %s with %d lines, was %s with %d", row.ID, first.As, again.What, again.View.Lines, first.What, first.View.Lines)
		}
	}
}

// TestJSONGivesTheBytes writes the JSON of every case that is fine again.
func TestJSONGivesTheBytes(t *testing.T) {
	e := newEngine(t)
	n := 0
	for _, row := range corpus(t) {
		r := e.do("decode", object{"text": row.Hex, "as": row.As, "topic": row.Topic})
		if r.Damaged || r.Unit == "unknown" {
			continue
		}
		var j struct{ JSON string }
		if f := e.try("json", object{}, &j); f != nil {
			t.Fatal(f.Text)
		}
		var again reading
		if f := e.try("encode", object{"json": j.JSON}, &again); f != nil {
			t.Errorf("%s: %s\n%s", row.ID, f.Text, j.JSON)
			continue
		}
		if hex.EncodeToString(again.Data) != hex.EncodeToString(r.Data) || len(again.Changed) > 0 {
			t.Errorf("%s: JSON gives\n%x, not\n%x\nchanged %v", row.ID, again.Data, r.Data, again.Changed)
		}
		n++
	}
	if n < 30 {
		t.Errorf("only %d cases were written", n)
	}
}

// TestHostile gives every method requests of all kinds, over bytes of all
// kinds: whatever comes, there is an answer.
func TestHostile(t *testing.T) {
	e := newEngine(t)
	r := rand.New(rand.NewPCG(1, 2))
	methods := []string{"decode", "explain", "view", "locate", "value", "set", "splice", "encode", "json", "sample", "compare", "complete", "nonsense"}
	texts := []string{"", "00", "ffffffff", "zz", "\x00\xff", "[1,2", `{"a":1}`, "-1", "null", "0x", "Topics[0].Name", "RequestHeader.client_id"}
	number := func() int { return r.IntN(80) - 10 }
	for i := range 3000 {
		method := methods[r.IntN(len(methods))]
		data := make([]byte, r.IntN(60))
		for j := range data {
			data[j] = byte(r.IntN(6) * r.IntN(60))
		}
		text := func() string { return texts[r.IntN(len(texts))] }
		request := map[string]object{
			"decode": {"data": data, "input": "raw", "guess": i%3 == 0, "quick": i%2 == 0, "window": object{"lines": []int{number(), number()}, "rows": []int{number(), number()}}},
			"view":   {"space": number(), "rows": []int{number(), number()}, "lines": []int{number(), number()}, "full": true},
			"locate": {"path": text()}, "value": {"line": number()}, "set": {"line": number(), "value": text()},
			"splice": {"offset": number(), "remove": number(), "insert": text()}, "encode": {"json": text()},
			"sample": {"message": text(), "kind": text()}, "complete": {"text": text()}, "compare": {"from": text(), "to": text()},
		}[method]
		e.try(method, request, nil)
		e.Call(method, []byte(text()))
	}
}

// TestWindows puts windows together, which must give what one window shows.
func TestWindows(t *testing.T) {
	e := newEngine(t)
	data := metadata(t)
	r := e.do("decode", object{"data": data, "input": "raw", "as": "body:MetadataResponse@12", "window": object{"rows": []int{0, 1 << 20}, "lines": []int{0, 1 << 20}}})
	var grid []string
	var tree string
	for from := 0; from < r.View.Lines; from += 997 {
		var v struct{ Grid, Tree string }
		row := from / 997 * 200
		if f := e.try("view", object{"rows": []int{row, row + 200}, "lines": []int{from, from + 997}}, &v); f != nil {
			t.Fatal(f.Text)
		}
		tree += v.Tree
		if v.Grid != "" {
			grid = append(grid, v.Grid)
		}
	}
	if tree != r.View.Tree || strings.Count(tree, "\n") != r.View.Lines {
		t.Errorf("windows have %d lines, the tree has %d", strings.Count(tree, "\n"), r.View.Lines)
	}
	// Leaves that go over the edge of a window are one element less.
	if got, want := textOf(strings.Join(grid, "\n")), textOf(r.View.Grid); got != want {
		t.Errorf("windows of the grid differ from it: %d and %d characters", len(got), len(want))
	}
}

// textOf is HTML without its tags.
func textOf(html string) string {
	var b strings.Builder
	for i, part := range strings.Split(html, "<") {
		if _, rest, ok := strings.Cut(part, ">"); ok && i > 0 {
			part = rest
		}
		b.WriteString(part)
	}
	return b.String()
}

// TestLimit refuses what is too large to be shown.
func TestLimit(t *testing.T) {
	e := newEngine(t)
	if f := e.try("decode", object{"data": make([]byte, 16<<20+1), "input": "raw"}, nil); f == nil || f.Field != "text" || !strings.Contains(f.Text, "command line") {
		t.Errorf("%+v", f)
	}
}
