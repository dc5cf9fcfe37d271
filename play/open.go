package play

import (
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/input"
	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/nested"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

// maxInput bounds the bytes that are read, because a browser holds some ten
// times as many for them. A frame that a broker accepts may be larger; the
// command line takes those.
const maxInput = 16 << 20

// decodeRequest is what decode takes.
type decodeRequest struct {
	Text    string `json:"text"`
	Data    []byte `json:"data"`
	Input   string `json:"input"`
	As      string `json:"as"`
	Request string `json:"request"`
	Guess   bool   `json:"guess"`
	Release string `json:"release"`
	Topic   string `json:"topic"`
	Reveal  bool   `json:"reveal"`
	Quick   bool   `json:"quick"`
	Window  window `json:"window"`
}

// reader reads as one release has it.
type reader struct {
	codec   *message.Codec
	explain *explain.Explainer
	nester  tape.Nester
	inside  nested.Options // that nester was made with
}

// look makes the reader look into fields as o says.
func (r *reader) look(o nested.Options) {
	if r.nester == nil || o != r.inside {
		r.nester, r.inside = nested.New(r.codec, o), o
	}
	r.codec.Nester = r.nester
}

// reader gives the reader for a release, "" for the newest.
func (e *Engine) reader(name string) (*reader, error) {
	release := catalog.Release("")
	if name != "" {
		var err error
		if release, err = e.catalog.ParseRelease(name); err != nil {
			return nil, in("release", err)
		}
	}
	if r := e.readers[release]; r != nil {
		return r, nil
	}
	codec := message.New(e.catalog, release)
	r := &reader{codec: codec, explain: explain.New(codec)}
	e.readers[release] = r
	return r, nil
}

// question is how the bytes of a reading are to be read.
type question struct {
	*reader
	as     explain.As
	asked  *explain.Reading // the request; empty without one
	inside nested.Options
	guess  bool
}

// opened is the open reading.
type opened struct {
	question
	*explain.Reading
	data      []byte
	explained bool
	doc       *view.Doc
	outlines  map[bool]*view.Outline // with long values cut, and whole
}

func (e *Engine) decode(r *decodeRequest) (*reading, error) {
	q, err := e.ask(r)
	if err != nil {
		return nil, err
	}
	text := r.Data
	if r.Data == nil {
		text = []byte(r.Text)
	}
	parsed, err := parse(text, r.Input)
	if err != nil {
		return nil, in("text", err)
	}
	o, err := q.open(parsed.Data[parsed.Skip:], r.Quick)
	if err != nil {
		return nil, in("as", err)
	}
	a, err := o.answer(&r.Window)
	if err != nil {
		return nil, err
	}
	e.open = o
	a.Format = string(parsed.Format)
	if parsed.Note != "" {
		a.Notes = append([]string{parsed.Note}, a.Notes...)
	}
	return a, nil
}

// parse gives the bytes of a text.
func parse(text []byte, format string) (input.Result, error) {
	if format == "" {
		format = string(input.FormatAuto)
	}
	res, err := input.Parse(text, input.Format(format))
	if err == nil && len(res.Data) > maxInput {
		err = fmt.Errorf("%s, more than the %s that are read here: use the command line",
			prose.Count(len(res.Data), "byte"), prose.Number(maxInput))
	}
	return res, err
}

// ask reads all of a decode request but its text.
func (e *Engine) ask(r *decodeRequest) (q question, err error) {
	if q.reader, err = e.reader(r.Release); err != nil {
		return q, err
	}
	q.guess = r.Guess
	q.inside = nested.Options{Topic: r.Topic, Reveal: r.Reveal}
	q.look(q.inside)
	if q.as, err = q.explain.ParseAs(r.As); err != nil {
		return q, in("as", err)
	}
	if q.asked, err = q.request(r); err != nil {
		return q, in("request", err)
	}
	q.inside.Enveloped = nested.Enveloped(q.asked.Tape)
	return q, nil
}

// request reads the request that the input answers; what form it has is found
// out, whatever form the input has.
func (q *question) request(r *decodeRequest) (*explain.Reading, error) {
	if r.Request == "" {
		return &explain.Reading{Tape: &tape.Tape{}}, nil
	}
	parsed, err := parse([]byte(r.Request), "")
	if err != nil {
		return nil, err
	}
	return q.explain.ReadRequest(parsed.Data[parsed.Skip:])
}

// open reads bytes.
func (q question) open(data []byte, quick bool) (*opened, error) {
	q.look(q.inside)
	read := q.explain.Read
	if quick {
		read = q.explain.Glance
	}
	r, err := read(data, q.as, q.asked.Request, q.guess)
	if err != nil {
		return nil, err
	}
	o := &opened{question: q, Reading: r, data: data, explained: !quick || !r.Damaged, outlines: map[bool]*view.Outline{}}
	o.doc = &view.Doc{Tape: r.Tape, Names: view.NewNames(q.codec.Catalog, q.asked.Tape, r.Tape)}
	return o, nil
}

// options are how the tree is shown.
func (o *opened) options() view.Options { return view.Options{Anchor: "bytes"} }

// outline is what writes windows of the tree.
func (o *opened) outline(full bool) *view.Outline {
	if o.outlines[full] == nil {
		options := o.options()
		options.Full = full
		o.outlines[full] = view.NewOutline(o.doc, options)
	}
	return o.outlines[full]
}

type explainRequest struct {
	Window window `json:"window"`
}

// explain reads again what was read quickly.
func (e *Engine) explain(r *explainRequest) (*reading, error) {
	if e.open == nil {
		return nil, errNothing
	}
	if !e.open.explained {
		o, err := e.open.question.open(e.open.data, false)
		if err != nil {
			return nil, err
		}
		e.open = o
	}
	return e.open.answer(&r.Window)
}
