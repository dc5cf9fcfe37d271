package conform

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/view"
)

// Text writes results for people: a line for each check under the heading of its
// group; below one that failed the reason, and what went over the wire, with
// the place that is wrong.
//
//	frames
//	  ok    frames.one-byte    a request may come byte by byte: 36 packets
//	  FAIL  frames.pipeline    requests sent together are answered in their order
//	  skip  4 checks           the node does not offer Metadata
type Text struct {
	W     io.Writer
	Codec *message.Codec
	// View says how bytes are shown; its Color counts for all of the text.
	View view.Options
	// Brief leaves out what went over the wire.
	Brief bool
	// Each writes a line for each API and version too.
	Each bool

	group   string
	skipped []Result // of the group, which are written at its end
	failed  map[Level]int
}

// idWidth has room for every id.
const idWidth = 30

// Result writes what came of one check. Those that were skipped are told of at
// the end of their group, those with one reason together.
func (t *Text) Result(r Result) error {
	w := bufio.NewWriter(t.W)
	t.heading(w, r.Group())
	switch r.Verdict {
	case Skipped:
		t.skipped = append(t.skipped, r)
	case OK:
		fmt.Fprintf(w, "  %s    %-*s  %s\n", t.View.Paint(view.Good, "ok"), idWidth, r.ID, r.Title+t.View.Paint(view.Aside, behind(": ", news(r))))
		t.each(w, r.Cases)
	default:
		if t.failed == nil {
			t.failed = map[Level]int{}
		}
		t.failed[r.Level]++
		fmt.Fprintf(w, "  %s  %-*s  %s (%s)\n", t.View.Paint(view.Bad, "FAIL"), idWidth, r.ID, r.Title, r.Level)
		t.failure(w, r)
	}
	return w.Flush()
}

// news are the words of a check that holds, without an error that its title
// names already.
func news(r Result) string {
	if code, name, ok := strings.Cut(strings.TrimSuffix(r.Words, ")"), " ("); ok && strings.Contains(r.Title, name) || code == "0" {
		return ""
	}
	return r.Words
}

// behind is text with something in front of it, nothing for none.
func behind(before, text string) string {
	if text == "" {
		return ""
	}
	return before + harmless(text)
}

// harmless is text that stays on its line: nodes have a say in it.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

func (t *Text) heading(w io.Writer, group string) {
	if group == t.group {
		return
	}
	t.flush(w)
	if t.group != "" {
		io.WriteString(w, "\n")
	}
	t.group = group
	io.WriteString(w, t.View.Paint(view.Heading, group)+"\n")
}

// flush tells which checks of the group were skipped.
func (t *Text) flush(w io.Writer) {
	for len(t.skipped) > 0 {
		first := t.skipped[0]
		rest := slices.DeleteFunc(slices.Clone(t.skipped), func(r Result) bool { return r.Words == first.Words })
		what := first.ID
		if n := len(t.skipped) - len(rest); n > 1 {
			what = prose.Count(n, "check")
		}
		fmt.Fprintf(w, "  %s  %-*s  %s\n", t.View.Paint(view.Aside, "skip"), idWidth, what, t.View.Paint(view.Aside, harmless(first.Words)))
		t.skipped = rest
	}
}

func (t *Text) each(w io.Writer, cases []Case) {
	if !t.Each {
		return
	}
	for _, c := range cases {
		verdict := t.View.Paint(view.Good, string(OK)) + "  "
		if c.Verdict == Failed {
			verdict = t.View.Paint(view.Bad, "FAIL")
		}
		fmt.Fprintf(w, "          %s  %s\n", verdict, harmless(c.String()))
	}
}

// failure explains a check that failed.
func (t *Text) failure(w io.Writer, r Result) {
	bad := together(r.Cases)
	if len(r.Cases) == 0 {
		t.line(w, "found", t.View.Paint(view.Bad, harmless(r.Words)))
	}
	for _, c := range bad {
		if c.Verdict == Failed && !t.Each {
			t.line(w, "found", t.View.Paint(view.Bad, harmless(c.String())))
		}
	}
	t.each(w, r.Cases)
	t.line(w, "why", r.Reason)
	t.line(w, "source", r.Source)
	if len(r.Exchanges) == 0 || t.Brief {
		return
	}
	at := slices.IndexFunc(r.Exchanges, func(x Exchange) bool { return x.Fault != nil })
	if at < 0 {
		at = len(r.Exchanges) - 1
	}
	if at > 0 {
		t.line(w, "before", t.before(r.Exchanges[:at]))
	}
	t.exchange(w, r.Exchanges[at])
}

// line writes one fact about a failure.
func (t *Text) line(w io.Writer, what, text string) {
	fmt.Fprintf(w, "        %s %s\n", t.View.Paint(view.Aside, fmt.Sprintf("%-6s", what)), text)
}

// mostBefore is how many requests are named that came before one.
const mostBefore = 6

// before names what was asked in front of what failed.
func (t *Text) before(all []Exchange) string {
	var names []string
	for _, x := range all[max(0, len(all)-mostBefore):] {
		names = append(names, x.requestName(t.Codec))
	}
	if n := len(all) - mostBefore; n > 0 {
		names = slices.Insert(names, 0, fmt.Sprintf("%d more", n))
	}
	return strings.Join(names, ", ")
}

// exchange shows both frames.
func (t *Text) exchange(w io.Writer, x Exchange) {
	request, answer := x.docs(t.Codec)
	t.line(w, "sent", x.requestName(t.Codec)+", "+prose.Count(len(x.Request), "byte"))
	t.doc(w, request)
	if len(x.Answer) == 0 {
		t.line(w, "came", cmp.Or(harmless(x.Note), "nothing"))
		return
	}
	t.line(w, "came", x.answerName(t.Codec)+", "+prose.Count(len(x.Answer), "byte"))
	t.doc(w, answer)
	if x.Note != "" {
		t.line(w, "then", harmless(x.Note))
	}
}

// doc shows a tree with a margin, and the bytes around its fault.
func (t *Text) doc(w io.Writer, d *view.Doc) {
	m := &margin{w: w, text: "          "}
	if d.Tape.Err != nil && len(d.Tape.Nodes) < 2 { // nothing that has a tree
		view.Grid(m, d, t.View)
		return
	}
	view.Tree(m, d, t.View)
	view.Caret(m, d)
}

// margin puts text in front of each line. Errors are kept by the writer below it.
type margin struct {
	w      io.Writer
	text   string
	inLine bool
}

// Write writes lines with the margin in front of them.
func (m *margin) Write(p []byte) (int, error) {
	for line := range strings.Lines(string(p)) {
		if !m.inLine && line != "\n" {
			io.WriteString(m.w, m.text)
		}
		io.WriteString(m.w, line)
		m.inLine = !strings.HasSuffix(line, "\n")
	}
	return len(p), nil
}

// Summary writes the end of a run.
func (t *Text) Summary(s Summary) error {
	w := bufio.NewWriter(t.W)
	t.flush(w)
	failed := fmt.Sprintf("%d failed", s.Failed)
	var levels []string
	for _, l := range Levels() {
		if n := t.failed[l]; n > 0 {
			levels = append(levels, fmt.Sprintf("%d %s", n, l))
		}
	}
	if s.Failed > 0 {
		failed = t.View.Paint(view.Bad, failed) + " (" + strings.Join(levels, ", ") + ")"
	}
	fmt.Fprintf(w, "\n%d ok, %s, %d skipped in %v\n", s.OK, failed, s.Skipped, s.Took.Round(10*time.Millisecond))
	return w.Flush()
}
