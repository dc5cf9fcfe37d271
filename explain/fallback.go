package explain

import (
	"fmt"

	"github.com/kscope/kscope/message"
)

// fallbacks are responses that may come in an older version than the one asked
// for: when their first field is that error code, they are of that version.
var fallbacks = []struct {
	apiKey  int
	version int16
	error   int64
	source  string
}{
	{18, 0, 35, "KIP-511"},
}

// fallback reads a response again in the older version that its error code
// tells of. It is nil when there is no such rule or when its bytes are fine.
func (x *Explainer) fallback(data []byte, r *Reading) *Reading {
	a, text := x.older(data, r)
	if text == "" {
		return nil
	}
	again := a.reading()
	again.Notes = append(r.Notes, text)
	return again
}

func (x *Explainer) older(data []byte, r *Reading) (a attempt, text string) {
	if tiles(r.Tape) || r.Spec == nil || r.Spec.IsRequest() {
		return attempt{}, ""
	}
	for _, f := range fallbacks {
		if r.Spec.APIKey != f.apiKey || !r.Spec.IsAPI() || r.Spec.Version == f.version {
			continue
		}
		s, err := x.codec.Spec(r.Spec.Name, f.version)
		if err != nil {
			continue
		}
		a := x.try(data, plan{s, r.Unit})
		if code, ok := firstNumber(a, s); tiles(a.tape) && ok && code == f.error {
			name := fmt.Sprint(f.error)
			if e, ok := x.codec.Catalog.Error(int16(f.error)); ok {
				name = e.Name
			}
			return a, fmt.Sprintf("error %d (%s) in a version %d body: a broker that does not know the version asked for answers in version %d (%s)",
				f.error, name, f.version, f.version, f.source)
		}
	}
	return attempt{}, ""
}

// firstNumber is the value of a body's first field.
func firstNumber(a attempt, s *message.Spec) (v int64, ok bool) {
	for i := range a.tape.Nodes {
		if op, _ := a.tape.Lookup(a.tape.Nodes[i].Op); op == &s.Body.Ops[1] {
			return a.tape.Int(a.tape.At(i)), op.Kind.Fixed()
		}
	}
	return 0, false
}
