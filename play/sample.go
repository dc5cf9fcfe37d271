package play

import (
	"bytes"

	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/view"
)

type sampleRequest struct {
	Message string `json:"message"`
	Kind    string `json:"kind"`
	Release string `json:"release"`
}

// sampled is a page of a message or API with another sample.
type sampled struct {
	Title string `json:"title"`
	HTML  string `json:"html"` // the article, as static pages have it
}

func (e *Engine) sample(r *sampleRequest) (*sampled, error) {
	read, err := e.reader(r.Release)
	if err != nil {
		return nil, err
	}
	kind, err := sample.Parse(r.Kind)
	if err != nil {
		return nil, in("kind", err)
	}
	specs, err := read.codec.Resolve(r.Message)
	if err != nil {
		return nil, in("message", err)
	}
	page, err := view.PageOf(read.codec, specs, kind)
	if err != nil {
		return nil, in("message", err)
	}
	var b bytes.Buffer
	if err := page.HTML(&b, view.Options{}); err != nil {
		return nil, err
	}
	return &sampled{page.Title, b.String()}, nil
}

type completeRequest struct {
	Text    string `json:"text"`
	Release string `json:"release"`
}

type completed struct {
	Names []string `json:"names"`
}

// mostNames is how many names complete gives; more help nobody.
const mostNames = 200

func (e *Engine) complete(r *completeRequest) (*completed, error) {
	read, err := e.reader(r.Release)
	if err != nil {
		return nil, err
	}
	names := read.explain.Complete(r.Text)
	return &completed{append([]string{}, names[:min(len(names), mostNames)]...)}, nil
}
