package nested

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// MaxDepth is how deep bytes may lie in bytes: an envelope that holds a Fetch
// response with records of __consumer_offsets goes six deep.
const MaxDepth = 8

// mostNotes bounds the notes on bytes that fit no form, because a note takes
// more memory than the smallest field that it may be about.
const mostNotes = 1000

// Options change what a Nester reads.
type Options struct {
	// Topic is that of records around which no field names one: of a segment, or
	// of batches alone.
	Topic string
	// Enveloped is the request whose response an EnvelopeResponse holds; nil when
	// it is not known.
	Enveloped *message.RequestHead
	// Reveal shows passwords, tokens and proofs.
	Reveal bool
}

// Nester is a tape.Nester for everything that a codec's messages hold. Make one
// with New; as the codec's Nester it is used by all that reads with the codec.
type Nester struct {
	codec   *message.Codec
	newest  *message.Codec // for what the codec's release has no schema of
	records *record.Layouts
	opt     Options

	fields func() map[string][]rule
	forms  map[string]form
	topics map[string]*Topic
	plain  *Topic // of topics that hold users' data
}

// form reads the bytes up to the tape's limit, all of them, or fails the tape.
// The error says that it cannot begin: a version that is not known.
type form func(t *tape.Tape) error

// rule is one form of a field, with when it applies.
type rule struct {
	name string
	when []catalog.Condition
	read form
}

// New makes the Nester of a codec. It does not change the codec.
func New(c *message.Codec, o Options) *Nester {
	n := &Nester{codec: c, newest: c, records: record.NewMarkedLayouts(), opt: o}
	if c.Release != "" {
		n.newest = message.New(c.Catalog, "")
		n.newest.Nester = n
	}
	n.forms = n.wordForms()
	n.fields = sync.OnceValue(n.rules)
	n.plain = &Topic{nester: n}
	n.topics = map[string]*Topic{}
	for _, records := range c.Catalog.Topics() {
		n.topics[records.Topic] = newTopic(n, records)
	}
	return n
}

// rules gives each field of the catalog its forms.
func (n *Nester) rules() map[string][]rule {
	all := map[string][]rule{}
	for _, f := range n.codec.Catalog.AllNested() {
		r := rule{name: f.Form, when: f.When, read: n.forms[f.Form]}
		if f.IsMessage() {
			r.read = n.versioned(f.Form)
		}
		all[f.Field()] = append(all[f.Field()], r)
	}
	for word, read := range n.forms { // what literals nest
		all[word] = []rule{{name: word, read: read}}
	}
	return all
}

// Nest makes Nester a tape.Nester.
func (n *Nester) Nest(t *tape.Tape, what string) {
	if what == tape.RecordsField {
		n.readRecords(t)
		return
	}
	rules := n.fields()[what]
	if len(rules) == 0 || len(t.Upcoming()) == 0 { // cut in front of it
		return
	}
	if t.Nesting() > MaxDepth {
		note(t, fmt.Sprintf("shown as bytes, because they lie more than %d deep in bytes", MaxDepth))
		return
	}
	var misfits []string
	for _, r := range rules {
		if !r.applies(t) {
			continue
		}
		why := attempt(t, r.name, r.read)
		if why == "" {
			return
		}
		misfits = append(misfits, why)
	}
	if len(misfits) > 0 {
		note(t, "shown as bytes: "+strings.Join(misfits, "; "))
	}
}

func (r *rule) applies(t *tape.Tape) bool {
	for i := range r.when {
		if !holds(t, &r.when[i]) {
			return false
		}
	}
	return true
}

// holds looks at the fields around the position.
func holds(t *tape.Tape, c *catalog.Condition) bool {
	r, ok := t.Enclosing(c.Fields...)
	if !ok || t.IsNull(r) {
		return c.Open
	}
	switch k := t.Op(r).Kind; {
	case k.IsString():
		b, _ := t.Bytes(r)
		return len(b) == 0 && c.Open || string(b) == c.Value
	case k.Fixed():
		return strconv.FormatInt(t.Int(r), 10) == c.Value
	}
	return false
}

// attempt reads a form up to the limit. If it does not fit, nothing is read and
// the reason returned. A field that is cut, as the frame around it tells, keeps
// what its form could read, so that a cut changes nothing in front of it.
func attempt(t *tape.Tape, name string, read form) (why string) {
	var refused error
	err := t.Attempt(t.Limit(), func() { refused = read(t) })
	switch {
	case refused != nil:
		return refused.Error()
	case err == nil:
		return ""
	case cut(t) && atEnd(err):
		_ = read(t) // fails at the same place, and says so
		return ""
	}
	return misfit(name, err)
}

// cut reports whether the limit is where the data ends, not the field.
func cut(t *tape.Tape) bool { return t.Missing() > 0 && t.Limit() == len(t.Data) }

// atEnd reports whether more bytes might have helped.
func atEnd(err *tape.Error) bool {
	switch err.Code {
	case tape.Short, tape.BadLength, tape.BadCount, tape.BadVarint:
		return true
	}
	return false
}

func misfit(name string, err *tape.Error) string {
	where := fmt.Sprintf("offset 0x%04x", err.Offset)
	if err.Path != "" {
		where = err.Path + " at " + where
	}
	return fmt.Sprintf("no %s, in which %s is to be %s, not %s", name, where, err.Expected, err.Found)
}

// note remarks on the field whose contents are to be read.
func note(t *tape.Tape, text string) {
	if len(t.Findings) < mostNotes {
		t.Note(text)
	}
}

// spec finds a message in the codec's release or, because releases carried
// formats in code before they had schemas, in the newest that has it.
func (n *Nester) spec(name string, version int16) (*message.Spec, error) {
	s, err := n.codec.Spec(name, version)
	if err != nil && n.newest != n.codec {
		if s, newestErr := n.newest.Spec(name, version); newestErr == nil {
			return s, nil
		}
	}
	return s, err
}

// tooShort refuses bytes that are too few to say what they are.
func tooShort(what string, n, have int) error {
	return fmt.Errorf("%s begins with %s, found %s", what, prose.Count(n, "byte"), prose.Count(have, "byte"))
}
