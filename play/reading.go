package play

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/view"
)

// reading is the answer of decode and of edits.
type reading struct {
	Data       []byte      `json:"data"`
	Size       int         `json:"size"`
	Format     string      `json:"format,omitempty"`
	What       string      `json:"what"`
	As         string      `json:"as"`
	Message    string      `json:"message,omitempty"`
	Unit       string      `json:"unit"`
	Notes      []string    `json:"notes"`
	Fault      *fault      `json:"fault,omitempty"`
	Findings   []finding   `json:"findings"`
	Hints      []string    `json:"hints"`
	Candidates []candidate `json:"candidates"`
	Damaged    bool        `json:"damaged"`
	Explained  bool        `json:"explained"`
	Spaces     []space     `json:"spaces"`
	View       *viewed     `json:"view"`
	Changed    [][3]int    `json:"changed,omitempty"`
}

// fault is where the bytes stop making sense.
type fault struct {
	Offset   int    `json:"offset"`
	Space    int    `json:"space"`
	Path     string `json:"path"`
	Expected string `json:"expected"`
	Found    string `json:"found"`
	Hint     string `json:"hint,omitempty"`
	Text     string `json:"text"`
	Caret    string `json:"caret"`
}

type finding struct {
	Space  int    `json:"space"`
	Offset int    `json:"offset"`
	Path   string `json:"path"`
	Text   string `json:"text"`
	Damage bool   `json:"damage"`
}

type candidate struct {
	As   string `json:"as"`
	What string `json:"what"`
	Sure string `json:"sure"`
	Why  string `json:"why"`
}

type space struct {
	Number int    `json:"number"`
	Size   int    `json:"size"`
	Title  string `json:"title,omitempty"`
}

// answer tells of the reading and shows a window of it.
func (o *opened) answer(w *window) (*reading, error) {
	shown, err := o.view(w)
	if err != nil && w.Space != 0 { // the space that was looked at is no more
		w.Space, w.Rows = 0, [2]int{0, w.Rows[1] - w.Rows[0]}
		shown, err = o.view(w)
	}
	a := &reading{
		Data: o.data, Size: len(o.data), What: o.what(), As: o.As(), Unit: string(o.Unit),
		Notes: o.notes(), Fault: o.fault(), Findings: o.findings(), Hints: []string{}, Candidates: []candidate{},
		Damaged: o.Damaged, Explained: o.explained, Spaces: o.spaces(), View: shown,
	}
	if o.Spec != nil {
		a.Message = o.Spec.String()
	}
	for _, h := range o.Hints {
		a.Hints = append(a.Hints, h.Text)
	}
	for _, c := range o.Candidates {
		a.Candidates = append(a.Candidates, candidate{c.As(), c.String(), c.Sure, c.Why})
	}
	return a, err
}

// what says what was read, in words.
func (o *opened) what() string {
	if o.Spec != nil {
		return explain.Candidate{Spec: o.Spec, Unit: o.Unit}.String()
	}
	return string(o.Unit)
}

// notes are those of the reading, without the hints, which the answer has too.
func (o *opened) notes() []string {
	notes := slices.DeleteFunc(slices.Clone(o.Notes), func(n string) bool {
		return slices.ContainsFunc(o.Hints, func(h explain.Hint) bool { return h.Text == n })
	})
	return append([]string{}, notes...)
}

func (o *opened) fault() *fault {
	e := o.Tape.Err
	if e == nil {
		return nil
	}
	var caret bytes.Buffer
	_ = view.Caret(&caret, o.doc) // a buffer takes everything
	return &fault{e.Offset, e.Space, e.Path, e.Expected, e.Found, e.Hint, e.Error(), caret.String()}
}

// mostFindings is how many findings an answer has; what is more the tree shows.
const mostFindings = 100

func (o *opened) findings() []finding {
	all := []finding{}
	for _, f := range o.Findings[:min(len(o.Findings), mostFindings)] {
		at := o.Tape.SpaceOf(f.Node)
		path := ""
		if at == 0 {
			path = o.Tape.PathAt(f.Offset)
		}
		all = append(all, finding{at, f.Offset, path, f.Text, f.Damage})
	}
	return all
}

func (o *opened) spaces() []space {
	all := []space{{Size: len(o.data)}}
	for number, node := range o.Tape.Openers() {
		r, size := o.Tape.At(node), len(o.Tape.SpaceData(number))
		off, end := o.Tape.Span(r)
		title := fmt.Sprintf("%s unpacked from %s (%s)", prose.Count(size, "byte"), o.Tape.Info(r).Name, prose.Count(end-off, "byte"))
		all = append(all, space{number, size, title})
	}
	return all
}
