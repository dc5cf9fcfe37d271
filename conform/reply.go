package conform

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// reply is an answer. Where versions call a thing differently, paths are
// given with | between them, and the first that is there counts. The reply of a
// try that has ended has nothing in it, and t is nil.
type reply struct {
	t    *try
	x    *Exchange
	spec *message.Spec
	tape *tape.Tape
}

// read reads the answer as one of a given version. Damage ends the try.
func (r *reply) read(version int16) {
	head, _ := message.Head(r.x.Request, message.Frame)
	head.Version, r.x.Version = version, version
	r.tape = newTape()
	spec, err := r.t.codec.ReadResponse(r.tape, r.x.Answer, message.Frame, head)
	if err != nil {
		r.t.fail("%v", err)
		return
	}
	r.spec = spec
	if e := damage(r.tape); e != nil {
		r.fault(e)
	}
}

// damage is what keeps a tape from being read to its last byte, and only that.
func damage(t *tape.Tape) *tape.Error {
	if t.Err != nil {
		return t.Err
	}
	for i := range t.Nodes {
		n := t.At(i)
		if t.Op(n).Kind == layout.Raw && t.Info(n).Name == "trailing" && t.SpaceOf(i) == 0 {
			off, end := t.Span(n)
			return &tape.Error{Offset: off, Expected: "the end of the answer", Found: fmt.Sprintf("%d bytes more", end-off)}
		}
	}
	return nil
}

// Where the body begins in a frame, behind either response header.
const (
	bodyAt       = 8
	taggedBodyAt = 9
)

// damageFrom is the damage of a body that is to begin at an offset of a frame,
// which may be too short for that.
func damageFrom(spec *message.Spec, frame []byte, at int) *tape.Error {
	t := newTape()
	spec.Read(t, frame[min(at, len(frame)):], message.Body)
	return damage(t)
}

// fault ends the try with a place in the answer.
func (r *reply) fault(e *tape.Error) {
	if r.t == nil || !r.t.going() {
		return
	}
	r.x.Fault = e
	r.t.fail("%s: %s", r.x.name(r.t.codec, schema.Response, r.t.title(r.x)), e)
}

// wrong ends the try with the value at a path.
func (r *reply) wrong(path, expected, found string) {
	if r.t == nil || !r.t.going() {
		return
	}
	e := &tape.Error{Path: path, Expected: expected, Found: found}
	if ref, ok := r.tape.Find(path); ok {
		e.Offset, _ = r.tape.Span(ref)
	}
	r.fault(e)
}

// find gives the thing at the first of some paths that is there.
func (r *reply) find(paths string) (ref tape.Ref, path string, ok bool) {
	if r.t == nil || !r.t.going() {
		return ref, "", false
	}
	for path := range strings.SplitSeq(paths, "|") {
		if ref, ok := r.tape.Find(path); ok {
			return ref, path, true
		}
	}
	return ref, "", false
}

// must is find, and it ends the try where nothing is.
func (r *reply) must(paths string) (ref tape.Ref, path string, ok bool) {
	if ref, path, ok = r.find(paths); !ok && r.t != nil && r.t.going() {
		first, _, _ := strings.Cut(paths, "|")
		r.t.fail("%s: expected %s, which is not there", r.spec, first)
	}
	return ref, path, ok
}

// int is the number at a path.
func (r *reply) int(paths string) int64 {
	ref, _, ok := r.must(paths)
	if !ok {
		return 0
	}
	return r.tape.Int(ref)
}

// has reports whether there is something at a path.
func (r *reply) has(paths string) bool {
	_, _, ok := r.find(paths)
	return ok
}

// text is the string, the uuid or the bytes at a path.
func (r *reply) text(paths string) string {
	ref, _, ok := r.must(paths)
	if !ok {
		return ""
	}
	b, _ := r.tape.Bytes(ref)
	return string(b)
}

// count is the number of elements at a path, 0 for null.
func (r *reply) count(paths string) int {
	ref, _, ok := r.must(paths)
	if !ok {
		return 0
	}
	n, _ := r.tape.Count(ref)
	return n
}

// countAny is count of what may be left out.
func (r *reply) countAny(path string) int {
	if !r.has(path) {
		return 0
	}
	return r.count(path)
}

// elements gives the paths of the elements of an array, each with a dot behind.
func (r *reply) elements(path string) []string { return elements(path, r.count(path)) }

// elementsAny is elements of what may be left out.
func (r *reply) elementsAny(path string) []string { return elements(path, r.countAny(path)) }

func elements(path string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("%s[%d].", path, i)
	}
	return all
}

// is wants a number at a path.
func (r *reply) is(paths string, want int64) {
	if ref, path, ok := r.must(paths); ok && r.tape.Int(ref) != want {
		r.wrong(path, fmt.Sprint(want), fmt.Sprint(r.tape.Int(ref)))
	}
}

// least wants a number at a path that is not below another.
func (r *reply) least(paths string, want int64) int64 {
	ref, path, ok := r.must(paths)
	if !ok {
		return 0
	}
	got := r.tape.Int(ref)
	if got < want {
		r.wrong(path, fmt.Sprintf("at least %d", want), fmt.Sprint(got))
	}
	return got
}

// code wants one of some errors at a path, by name, and says which was seen.
func (r *reply) code(paths string, names ...string) string {
	ref, path, ok := r.must(paths)
	if !ok {
		return ""
	}
	got := r.t.errorName(int16(r.tape.Int(ref)))
	if !slices.Contains(names, got) {
		r.wrong(path, r.t.errorText(names...), r.t.errorText(got))
	}
	r.t.saw("%s", r.t.errorText(got))
	return got
}

// fine wants no error at a path.
func (r *reply) fine(paths string) { r.code(paths, "NONE") }

// errorName is the name of an error code, or the number of one that nobody
// knows.
func (n *node) errorName(code int16) string {
	if e, ok := n.codec.Catalog.Error(code); ok {
		return e.Name
	}
	return fmt.Sprint(code)
}

// errorText says which errors, with their codes.
func (n *node) errorText(names ...string) string {
	var all []string
	for _, name := range names {
		text := name
		if e, ok := n.codec.Catalog.ErrorByName(name); ok {
			text = fmt.Sprintf("%d (%s)", e.Code, e.Name)
		}
		all = append(all, text)
	}
	return strings.Join(all, " or ")
}

func newTape() *tape.Tape { return &tape.Tape{} }
