package view

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// NewPage makes the page of a message at one version, showing the sample of
// the given kind. Values that cannot be written are an error, which a schema
// loaded at run time may cause.
func NewPage(c *message.Codec, s *message.Spec, k sample.Kind) (*Page, error) {
	x, err := newExhibit(c, s, k)
	if err != nil {
		return nil, err
	}
	g := newPage(s.Name, k, []*exhibit{x})
	if s.IsAPI() {
		g.fact("API key", fmt.Sprint(s.APIKey))
	} else if s.APIKey != schema.NoKey {
		g.fact("Record type", fmt.Sprint(s.APIKey))
	}
	g.fact("Encoded at", version(s.Version))
	g.fact("Flexible versions", s.Schema.Flexible.String())
	if s.IsAPI() {
		g.fact("Header", version(int16(s.HeaderVersion)))
	}
	g.fact("Versions", x.versions(c))
	g.fact("Size", x.size())
	return g, nil
}

// NewAPIPage makes the page of a request and its response at one version. An
// API whose response lacks that version, or is not known, has the request only.
func NewAPIPage(c *message.Codec, api catalog.API, v int16, k sample.Kind) (*Page, error) {
	request, err := newSide(c, api.Request, v, k)
	if err != nil {
		return nil, err
	}
	sides := []*exhibit{request}
	response, err := newSide(c, api.Response, v, k)
	if err == nil {
		sides = append(sides, response)
	}
	g := newPage(request.spec.Schema.APIName(), k, sides)
	g.fact("API key", fmt.Sprint(api.Key))
	g.fact("Encoded at", version(v))
	g.fact("Flexible versions", request.spec.Schema.Flexible.String())
	headers, labels := "", [...]string{"req", "resp"}
	for i, x := range sides {
		if i > 0 {
			headers += ", "
		}
		headers += labels[i] + " " + version(int16(x.spec.HeaderVersion))
	}
	g.fact("Headers", headers)
	for _, x := range sides {
		g.fact(x.title()+" versions", x.versions(c))
	}
	for _, x := range sides {
		g.fact(x.title()+" size", x.size())
	}
	return g, nil
}

// PageOf makes the page of what Codec.Resolve gives: of one message, or of an
// API's request and response.
func PageOf(c *message.Codec, specs []*message.Spec, k sample.Kind) (*Page, error) {
	if len(specs) == 1 {
		return NewPage(c, specs[0], k)
	}
	api, err := c.Catalog.APIByName(strconv.Itoa(specs[0].APIKey), c.Release)
	if err != nil {
		return nil, err
	}
	return NewAPIPage(c, api, specs[0].Version, k)
}

// NewBytesPage makes the page of bytes that were given, not made: a unit of a
// message, or, where s is nil, what u says.
func NewBytesPage(d *Doc, s *message.Spec, u message.Unit) *Page {
	g := &Page{Title: string(u), Intro: "These are bytes as they were given, not a sample.", Legend: apiLegend()}
	section := Section{Title: "Bytes", Summary: string(u), Doc: d}
	if s != nil {
		g.Title = s.Schema.APIName()
		g.fact("Message", s.String())
		g.fact("Flexible versions", s.Schema.Flexible.String())
		section.Message, section.Version = s.Name, s.Version
		section.Summary = s.String() + ", " + string(u)
		section.Schema = string(schema.Print(s.Schema))
	}
	g.fact("Size", prose.Count(len(d.Tape.Data), "byte"))
	g.Sections = []Section{section}
	return g
}

func newSide(c *message.Codec, e catalog.Entry, v int16, k sample.Kind) (*exhibit, error) {
	s, err := c.Spec(e.Name, v)
	if err != nil {
		return nil, err
	}
	return newExhibit(c, s, k)
}

// exhibit is one message of a page, written and read again.
type exhibit struct {
	spec   *message.Spec
	doc    *Doc
	prefix int // bytes in front of the body
}

func newExhibit(c *message.Codec, s *message.Spec, k sample.Kind) (*exhibit, error) {
	unit := s.Whole()
	clientID := ""
	data, err := s.Append(nil, sample.Source(k), unit, message.Header{ClientID: &clientID})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	t := &tape.Tape{}
	s.Read(t, data, unit)
	if t.Err != nil {
		return nil, fmt.Errorf("%s: sample %s: %w", s, k, t.Err)
	}
	names := NewNames(c.Catalog)
	names.Learn(t)
	x := &exhibit{spec: s, doc: &Doc{Tape: t, Sample: true, Names: names}}
	for r := range t.Roots() {
		for child := range t.Children(r) {
			if info := t.Info(child); info.Layer == layout.Header && info.Name != s.Name {
				off, end := t.Span(child)
				x.prefix = end - off
			}
		}
	}
	return x, nil
}

func (x *exhibit) title() string {
	switch x.spec.Type {
	case schema.Request:
		return "Request"
	case schema.Response:
		return "Response"
	}
	return "Message"
}

func (x *exhibit) size() string { return prose.Count(len(x.doc.Tape.Data), "byte") }

// versions is the range of the schema that is shown, and, where other releases
// have others, of all of them.
func (x *exhibit) versions(c *message.Codec) string {
	valid := x.spec.Schema.Valid
	e, err := c.Catalog.Lookup(x.spec.Name, "")
	if err != nil || e.Versions() == valid {
		return valid.String()
	}
	return fmt.Sprintf("%s (%s over all releases)", valid, e.Versions())
}

func (x *exhibit) section() Section {
	s := x.spec
	header := ""
	if s.IsAPI() {
		header = fmt.Sprintf(" %s header %s,", s.Type, version(int16(s.HeaderVersion)))
	}
	return Section{
		Title:   x.title(),
		Message: s.Name,
		Version: s.Version,
		Summary: fmt.Sprintf("%s %s,%s %s on the wire", s.Name, version(s.Version), header, x.size()),
		Doc:     x.doc,
		Schema:  string(schema.Print(s.Schema)),
	}
}

func newPage(title string, k sample.Kind, sides []*exhibit) *Page {
	g := &Page{Title: title, Intro: intro(k, sides), Legend: apiLegend()}
	for _, x := range sides {
		g.Sections = append(g.Sections, x.section())
	}
	if !sides[0].spec.IsAPI() {
		g.Legend = Layers(sides[0].doc)
	}
	return g
}

func (g *Page) fact(label, value string) { g.Facts = append(g.Facts, Fact{label, value}) }

func version(v int16) string { return fmt.Sprintf("v%d", v) }

// intro says what the sample is, and how its version writes lengths.
func intro(k sample.Kind, sides []*exhibit) string {
	of := make([]string, len(sides))
	for i, x := range sides {
		of[i] = "the " + strings.ToLower(x.title())
	}
	sentences := []string{
		"This page encodes " + instance(k, strings.Join(of, " and ")),
		encoding(sides),
	}
	switch first := sides[0]; {
	case first.spec.IsAPI():
		sentences = append(sentences, "Sizes below include the leading int32 size prefix.")
	case first.prefix > 0:
		sentences = append(sentences, "Sizes below include the version numbers in front of the body.")
	}
	return strings.Join(sentences, " ")
}

func instance(k sample.Kind, of string) string {
	switch k {
	case sample.Smallest:
		return "the smallest legal instance of " + of + ": numeric fields are zero, strings and byte arrays are empty, " +
			"every array carries exactly one sample element, and any records field holds one empty 61-byte RecordBatch v2."
	case sample.Full:
		return "a full instance of " + of + ": every tagged field is there, every array carries two sample elements, " +
			"nothing is null, and values are counted up so that no two fields look alike."
	case sample.EdgeMin:
		return "the lowest instance of " + of + ": every number has the lowest value of its type, strings and byte arrays are " +
			"empty, and every array carries one element."
	case sample.EdgeMax:
		return "the highest instance of " + of + ": every number has the highest value of its type, strings, byte arrays and " +
			"arrays of fixed size elements have 127 of them, the fewest whose compact length takes two bytes, and every tagged field is there."
	case sample.EdgeNull:
		return "the null instance of " + of + ": all that may be null is null, other arrays are empty, and numbers are zero."
	}
	return fmt.Sprintf("the random instance of %s that seed %d gives: edge values, empty and long arrays, nulls and "+
		"unknown tagged fields may occur.", of, k.Seed)
}

const (
	flexibleForm = "every struct is terminated by a uvarint tagged-field count and strings and arrays carry compact length-plus-one prefixes."
	plainForm    = "no struct has a tagged-field count, strings carry int16 lengths, and byte arrays and arrays carry int32 lengths."
)

func encoding(sides []*exhibit) string {
	s := sides[0].spec
	flexible := s.Schema.FlexibleAt(s.Version)
	if len(sides) > 1 && sides[1].spec.Schema.FlexibleAt(s.Version) != flexible {
		return fmt.Sprintf("Version %d is a flexible version of only one of the two: there, %s", s.Version, flexibleForm)
	}
	if flexible {
		return fmt.Sprintf("Version %d is a flexible version, so %s", s.Version, flexibleForm)
	}
	return fmt.Sprintf("Version %d is not a flexible version, so %s", s.Version, plainForm)
}
