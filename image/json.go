package image

import (
	"io"

	"github.com/kscope/kscope/jsonform"
)

// JSON writes the image as one object on one line:
//
//	offset          of the last record, -1 for none
//	files           paths of what was read
//	image           the sections
//	transaction     the open one: begin and records; absent without one
//	notUnderstood   remarks; absent without any
//	findings        remarks; absent without any
//
// Values have Kafka's JSON form. An object whose members records have set has
// a member _set: a list with an object for each such record, of file, snapshot
// (absent for segments), offset, record and members. A secret is
// {"_hidden":true} unless the options reveal it.
func (i *Image) JSON(w io.Writer, o Options) error {
	j := newJSON(w, o)
	j.raw(`{"offset":`)
	j.num(i.Offset)
	j.raw(`,"files":[`)
	for n, f := range i.Files {
		j.comma(n)
		j.text(f)
	}
	j.raw(`],"image":`)
	j.node(i.Root)
	if i.Open != nil {
		j.raw(`,"transaction":{"begin":`)
		j.set(&i.Open.Begin)
		j.raw(`},"records":`)
		j.num(int64(i.Open.Records))
		j.raw("}")
	}
	j.remarks("notUnderstood", i.NotUnderstood)
	j.remarks("findings", i.Findings)
	j.raw("}\n")
	return j.w.Flush()
}

// JSONOf writes found nodes as JSON Lines: path, value and the record that set
// the value or made the object.
func JSONOf(w io.Writer, all []Found, o Options) error {
	j := newJSON(w, o)
	for _, f := range all {
		j.raw(`{"path":`)
		j.text(f.Path)
		j.raw(`,"value":`)
		j.node(f.Node)
		if f.Set != nil {
			j.raw(`,"_set":`)
			j.set(f.Set)
			j.raw("}")
		}
		j.raw("}\n")
	}
	return j.w.Flush()
}

type jsonWriter struct{ writer }

func newJSON(w io.Writer, o Options) *jsonWriter { return &jsonWriter{newWriter(w, o)} }

func (j *jsonWriter) text(s string) {
	j.buf = jsonform.AppendString(j.buf[:0], []byte(s))
	j.w.Write(j.buf)
}

func (j *jsonWriter) comma(i int) {
	if i > 0 {
		j.raw(",")
	}
}

func (j *jsonWriter) node(n *Node) {
	switch {
	case n.Kind == Value && n.Secret && !j.opt.Reveal:
		j.raw(`{"_hidden":true}`)
	case n.Kind == Value:
		j.w.Write(n.JSON)
	case n.Kind == List:
		j.raw("[")
		for i, c := range n.list {
			j.comma(i)
			j.node(c)
		}
		j.raw("]")
	default:
		j.raw("{")
		all := n.Children()
		for i, c := range all {
			j.comma(i)
			j.text(c.Name)
			j.raw(":")
			j.node(c)
		}
		j.sets(all)
		j.raw("}")
	}
}

// sets writes which records set the members: those that are no objects of
// their own.
func (j *jsonWriter) sets(members []*Node) {
	var sets []*Set
	by := map[*Set][]string{}
	for _, m := range members {
		if m.Set == nil || m.Kind == Object {
			continue
		}
		if by[m.Set] == nil {
			sets = append(sets, m.Set)
		}
		by[m.Set] = append(by[m.Set], m.Name)
	}
	if len(sets) == 0 {
		return
	}
	j.raw(`,"_set":[`)
	for i, s := range sets {
		j.comma(i)
		j.set(s)
		j.raw(`,"members":[`)
		for k, name := range by[s] {
			j.comma(k)
			j.text(name)
		}
		j.raw("]}")
	}
	j.raw("]")
}

// set writes a record, without the brace that closes it.
func (j *jsonWriter) set(s *Set) {
	j.raw(`{"file":`)
	j.text(s.File)
	if s.Snapshot {
		j.raw(`,"snapshot":true`)
	}
	j.raw(`,"offset":`)
	j.num(s.Offset)
	if s.Record != "" {
		j.raw(`,"record":`)
		j.text(s.Record)
	}
}

func (j *jsonWriter) remarks(name string, r Remarks) {
	if len(r.List) == 0 {
		return
	}
	j.raw(`,"` + name + `":[`)
	for i := range r.List {
		j.comma(i)
		j.set(&r.List[i].Set)
		j.raw(`,"text":`)
		j.text(r.List[i].Text)
		j.raw(`,"times":`)
		j.num(int64(r.List[i].Times))
		j.raw("}")
	}
	if r.More > 0 {
		j.raw(`,{"more":`)
		j.num(int64(r.More))
		j.raw("}")
	}
	j.raw("]")
}
