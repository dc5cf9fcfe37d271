package play

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/view"
)

type compareRequest struct {
	From    string `json:"from"`
	To      string `json:"to"`
	Release string `json:"release"`
}

// compared is a comparison of messages, of the messages of two APIs, or of two
// releases.
type compared struct {
	Title string   `json:"title"`
	Parts []titled `json:"parts"`
}

type titled struct {
	Title string `json:"title"`
	HTML  string `json:"html"`
}

func (e *Engine) compare(r *compareRequest) (*compared, error) {
	if from, err := e.release("from", r.From); err == nil {
		to, err := e.release("to", r.To)
		if err != nil {
			return nil, err
		}
		return e.compareReleases(from, to)
	}
	read, err := e.reader(r.Release)
	if err != nil {
		return nil, err
	}
	from, err := read.codec.Resolve(r.From)
	if err != nil {
		return nil, in("from", err)
	}
	to, err := read.codec.Resolve(r.To)
	if err != nil {
		return nil, in("to", err)
	}
	if len(from) != len(to) {
		return nil, in("to", fmt.Errorf("%s and %s cannot be compared: one is a message, the other an API", r.From, r.To))
	}
	answer := &compared{Title: r.From + " → " + r.To}
	for i := range from {
		x, err := view.NewComparison(read.codec, from[i], to[i])
		if err != nil {
			return nil, in("to", err)
		}
		var b bytes.Buffer
		if err := x.HTML(&b); err != nil {
			return nil, err
		}
		answer.Parts = append(answer.Parts, titled{x.Title(), b.String()})
	}
	return answer, nil
}

// release reads a release; the error is also that of a name without a dot,
// which may be an API's key.
func (e *Engine) release(field, name string) (catalog.Release, error) {
	if !strings.Contains(name, ".") {
		return "", in(field, fmt.Errorf("%q is no release, such as %s", name, e.catalog.Latest()))
	}
	r, err := e.catalog.ParseRelease(name)
	if err != nil {
		return "", in(field, err)
	}
	return r, nil
}

func (e *Engine) compareReleases(from, to catalog.Release) (*compared, error) {
	x, err := view.NewReleaseComparison(e.catalog, from, to)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := x.HTML(&b, nil); err != nil {
		return nil, err
	}
	return &compared{x.Title(), []titled{{x.Title(), b.String()}}}, nil
}
