package play

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/near"
)

// Engine answers calls. Make one with New.
type Engine struct {
	catalog *catalog.Catalog
	readers map[catalog.Release]*reader
	open    *opened // nil before the first decode
}

// New makes an engine that knows the messages of c.
func New(c *catalog.Catalog) *Engine {
	return &Engine{catalog: c, readers: map[catalog.Release]*reader{}}
}

// method is one row of the table of methods.
type method struct {
	name string
	call func(*Engine, []byte) (any, error)
}

func methods() []method {
	return []method{
		{"decode", with((*Engine).decode)},
		{"explain", with((*Engine).explain)},
		{"view", with((*Engine).view)},
		{"locate", with((*Engine).locate)},
		{"value", with((*Engine).value)},
		{"set", with((*Engine).set)},
		{"splice", with((*Engine).splice)},
		{"encode", with((*Engine).encode)},
		{"json", with((*Engine).json)},
		{"sample", with((*Engine).sample)},
		{"compare", with((*Engine).compare)},
		{"complete", with((*Engine).complete)},
	}
}

// with makes a method of a function that takes a request of its own type.
func with[Request, Answer any](f func(*Engine, *Request) (Answer, error)) func(*Engine, []byte) (any, error) {
	return func(e *Engine, text []byte) (any, error) {
		var r Request
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			return nil, fmt.Errorf("the request: %w", err)
		}
		return f(e, &r)
	}
}

// Call answers a request: JSON in, JSON out, as the package documentation has
// it for each method. Whatever is wrong is in the answer.
func (e *Engine) Call(name string, request []byte) []byte {
	answer, err := e.call(name, request)
	if err != nil {
		answer = map[string]any{"error": asFailure(err)}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false) // most of an answer is HTML
	if err := enc.Encode(answer); err != nil {
		return []byte(`{"error":{"text":"the answer cannot be written"}}`)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

func (e *Engine) call(name string, request []byte) (any, error) {
	all := methods()
	i := slices.IndexFunc(all, func(m method) bool { return m.name == name })
	if i >= 0 {
		return all[i].call(e, request)
	}
	var names []string
	for _, m := range all {
		names = append(names, m.name)
	}
	return nil, fmt.Errorf("method %q is not one of %s%s", name, strings.Join(names, ", "), near.Hint(near.Some(name, names, 1)...))
}

// errNothing answers questions about a reading before there is one.
var errNothing = errors.New("nothing is open: decode comes first")
