package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/kscope/kscope/internal/prose"
)

// Error says where a schema file is wrong, and how.
type Error struct {
	File      string
	Line, Col int // from 1; the column counts bytes
	Msg       string
}

// Error gives "file:line:col: message".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Parse reads one message schema in Kafka's JSON form and checks all that a
// layout needs: types, structs, tags, defaults. It is as lenient as Kafka:
// comments, scalars with or without quotes, and anything after the JSON value
// are fine, and unknown keys are ignored. file is used in errors, which are
// all of type *Error.
//
// The comments between the opening brace and the first field become Notes.
func Parse(file string, data []byte) (*Message, error) {
	clean, comments := blankComments(data)
	clean = bytes.TrimPrefix(clean, []byte("\xef\xbb\xbf"))
	cut := len(data) - len(clean)
	m, err := parse(clean, comments, cut)
	var f *fault
	if errors.As(err, &f) {
		line, col := prose.Position(data, f.off+cut)
		return nil, &Error{file, line, col, f.msg}
	}
	return m, err
}

func parse(clean []byte, comments []comment, cut int) (*Message, error) {
	dec := json.NewDecoder(bytes.NewReader(clean))
	dec.UseNumber()
	r := &reader{dec, clean}
	root, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if root.kind != "object" {
		return nil, faultf(root.off, "a schema must be a JSON object, found %s", root.kind)
	}
	p := &parser{offsets: map[*Field]int{}}
	m, err := p.message(root)
	if err != nil {
		return nil, err
	}
	m.Notes = notes(root, comments, cut)
	c := &checker{m: m, offsets: p.offsets, root: root.off, sizes: map[*Struct]int{}}
	return m, c.check()
}

// notes are the comments that stand in the top-level object, before its first
// field: the licence is above the brace, and remarks on one field are below.
func notes(root *value, comments []comment, cut int) []string {
	end := root.end
	if f := root.get("fields"); f != nil {
		end = f.off
		if len(f.elems) > 0 {
			end = f.elems[0].off
		}
	}
	var lines []string
	for _, c := range comments {
		if c.off-cut > root.off && c.off-cut < end {
			lines = append(lines, c.text)
		}
	}
	return lines
}

type parser struct {
	offsets map[*Field]int // where each field stands, for the checks
}

func (p *parser) message(v *value) (*Message, error) {
	name, err := identifier(v, "name")
	if err != nil {
		return nil, err
	}
	m := &Message{Name: name}
	if err := messageType(v, m); err != nil {
		return nil, err
	}
	if m.APIKey, err = v.number("apiKey", NoKey); err != nil {
		return nil, err
	}
	if m.Listeners, err = listeners(v); err != nil {
		return nil, err
	}
	if _, err = v.need("validVersions", "string"); err != nil {
		return nil, err
	}
	if err := messageVersions(v, m); err != nil {
		return nil, err
	}
	if m.Structs, err = p.structs(v); err != nil {
		return nil, err
	}
	m.Fields, err = p.fields(v)
	return m, err
}

func messageType(v *value, m *Message) error {
	t, err := v.need("type", "string")
	if err != nil {
		return err
	}
	m.Type = Type(t.text)
	if !slices.Contains(types(), m.Type) {
		return faultf(t.off, "unknown message type %q, want one of %v", t.text, types())
	}
	return nil
}

func types() []Type {
	return []Type{Request, Response, Header, Data, Metadata, CoordinatorKey, CoordinatorValue}
}

func messageVersions(v *value, m *Message) (err error) {
	if m.Valid, err = v.versions("validVersions", None); err != nil {
		return err
	}
	if m.Valid.Hi == MaxVersion {
		return faultf(v.get("validVersions").off, "\"validVersions\" must end: %s has no last version", m.Valid)
	}
	if m.Flexible, err = v.versions("flexibleVersions", None); err != nil {
		return err
	}
	if m.Deprecated, err = v.versions("deprecatedVersions", None); err != nil {
		return err
	}
	m.LatestUnstable, err = v.flag("latestVersionUnstable")
	return err
}

func listeners(v *value) ([]string, error) {
	elems, err := v.list("listeners")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range elems {
		if err := e.is("listeners", "string"); err != nil {
			return nil, err
		}
		names = append(names, e.text)
	}
	return names, nil
}

func (p *parser) structs(v *value) ([]*Struct, error) {
	elems, err := v.list("commonStructs")
	if err != nil {
		return nil, err
	}
	var all []*Struct
	for _, e := range elems {
		name, err := identifier(e, "name")
		if err != nil {
			return nil, err
		}
		s := &Struct{Name: name}
		if s.Versions, err = e.versions("versions", Versions{0, MaxVersion}); err != nil {
			return nil, err
		}
		if s.Fields, err = p.fields(e); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(o *Struct) bool { return o.Name == name }) {
			return nil, faultf(e.off, "struct %s is there twice", name)
		}
		all = append(all, s)
	}
	return all, nil
}

func (p *parser) fields(v *value) ([]*Field, error) {
	elems, err := v.list("fields")
	if err != nil {
		return nil, err
	}
	var all []*Field
	for _, e := range elems {
		f, err := p.field(e)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

func (p *parser) field(v *value) (*Field, error) {
	name, err := identifier(v, "name")
	if err != nil {
		return nil, err
	}
	t, err := v.need("type", "string")
	if err != nil {
		return nil, err
	}
	f := &Field{Name: name, Type: ParseFieldType(t.text)}
	p.offsets[f] = v.off
	if err := fieldVersions(v, f); err != nil {
		return nil, err
	}
	if err := fieldFlags(v, f); err != nil {
		return nil, err
	}
	if f.Default, _, err = v.scalar("default"); err != nil {
		return nil, err
	}
	if d := v.get("default"); d != nil && d.kind != "null" {
		f.HasDefault = true // null without quotes is none: the generator takes it for an absent one
	}
	if f.EntityType, _, err = v.scalar("entityType"); err != nil {
		return nil, err
	}
	if f.About, _, err = v.scalar("about"); err != nil {
		return nil, err
	}
	f.Fields, err = p.fields(v)
	return f, err
}

func fieldVersions(v *value, f *Field) (err error) {
	if f.Tagged, err = v.versions("taggedVersions", None); err != nil {
		return err
	}
	if v.get("versions") == nil && f.Tagged.Empty() {
		return faultf(v.off, "field %s has neither \"versions\" nor \"taggedVersions\"", f.Name)
	}
	if f.Versions, err = v.versions("versions", f.Tagged); err != nil {
		return err
	}
	if f.Nullable, err = v.versions("nullableVersions", None); err != nil {
		return err
	}
	if v.get("flexibleVersions") != nil {
		flexible, err := v.versions("flexibleVersions", None)
		if err != nil {
			return err
		}
		f.Flexible = &flexible
	}
	f.Tag, err = v.number("tag", NoTag)
	return err
}

func fieldFlags(v *value, f *Field) (err error) {
	if f.Ignorable, err = v.flag("ignorable"); err != nil {
		return err
	}
	if f.MapKey, err = v.flag("mapKey"); err != nil {
		return err
	}
	f.ZeroCopy, err = v.flag("zeroCopy")
	return err
}

// identifier is a member that names something: letters, digits and
// underscores, so that paths need no quotes.
func identifier(v *value, key string) (string, error) {
	if v.kind != "object" {
		return "", faultf(v.off, "expected an object with %q, found %s", key, v.kind)
	}
	m, err := v.need(key, "string")
	if err != nil {
		return "", err
	}
	if !isName(m.text) {
		return "", faultf(m.off, "%q is no name: letters, digits and _ only, a letter first", m.text)
	}
	return m.text, nil
}

func isName(s string) bool {
	for i, c := range []byte(s) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}
