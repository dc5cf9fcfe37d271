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

// mostNotes bounds the notes on one tape: a note takes more memory than the
// smallest field that it may be about. Once there are as many, no more fields
// are looked into.
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
	codec *message.Codec
	opt   Options
	plain *Topic // any topic that holds users' data

	// What most readings need nothing of is made when it is first asked for.
	fields  func() map[string][]rule
	topics  func() map[string]*Topic
	records func() *record.Layouts
	samples func() *record.Layouts // for batches that may tell their topic
	newest  func() *message.Codec  // for what the codec's release has no schema of
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
	n := &Nester{codec: c, opt: o}
	n.plain = &Topic{nester: n}
	n.fields = sync.OnceValue(n.rules)
	n.topics = sync.OnceValue(n.readTopics)
	n.records = sync.OnceValue(record.NewMarkedLayouts)
	n.samples = sync.OnceValue(newSamples)
	n.newest = sync.OnceValue(func() *message.Codec {
		if c.Release == "" {
			return c
		}
		newest := message.New(c.Catalog, "")
		newest.Nester = n
		return newest
	})
	return n
}

func (n *Nester) readTopics() map[string]*Topic {
	all := map[string]*Topic{}
	for _, records := range n.codec.Catalog.Topics() {
		all[records.Topic] = newTopic(n, records)
	}
	return all
}

// rules gives each field of the catalog its forms.
func (n *Nester) rules() map[string][]rule {
	all, forms := map[string][]rule{}, n.forms()
	for _, f := range n.codec.Catalog.AllNested() {
		r := rule{name: f.Form, when: f.When, read: forms[f.Form]}
		if f.IsMessage() {
			r.read = n.versioned(f.Form)
		}
		all[f.Field()] = append(all[f.Field()], r)
	}
	for word, read := range forms { // what literals nest
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
	if len(rules) == 0 || len(t.Upcoming()) == 0 || len(t.Findings) >= mostNotes {
		return // what is cut in front of its contents is empty
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
		fault := attempt(t, r.read)
		if fault == nil {
			return
		}
		misfits = append(misfits, fault.words(r.name))
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

// misfit is why bytes are none of a form.
type misfit struct {
	refused error       // it cannot begin
	err     *tape.Error // it does not end well
}

// words says it of a form with the given name.
func (m *misfit) words(name string) string {
	if m.refused != nil {
		return m.refused.Error()
	}
	where := fmt.Sprintf("offset 0x%04x", m.err.Place())
	if m.err.Path != "" {
		where = m.err.Path + " at " + where
	}
	return fmt.Sprintf("no %s, in which %s is to be %s, not %s", name, where, m.err.Expected, m.err.Found)
}

// attempt reads a form up to the limit. If it does not fit, nothing is read and
// the reason returned. A field that is cut, as the frame around it tells, keeps
// what its form could read, so that a cut changes nothing in front of it.
func attempt(t *tape.Tape, read form) *misfit {
	var refused error
	err := t.Attempt(t.Limit(), func() { refused = read(t) })
	switch {
	case refused != nil:
		return &misfit{refused: refused}
	case err == nil:
		return nil
	case cut(t) && atEnd(err):
		_ = read(t) // fails at the same place, and says so
		return nil
	}
	return &misfit{err: err}
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
	if err != nil && n.codec.Release != "" {
		if s, newestErr := n.newest().Spec(name, version); newestErr == nil {
			return s, nil
		}
	}
	return s, err
}

// tooShort refuses bytes that are too few to say what they are.
func tooShort(what string, n, have int) error {
	return fmt.Errorf("%s begins with %s, found %s", what, prose.Count(n, "byte"), prose.Count(have, "byte"))
}
