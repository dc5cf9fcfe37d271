package view

// anchors make the lines of an HTML tree addresses: each has its path as an
// id. A map keeps ids from occurring twice, which paths alone do not promise:
// a tagged field has that of its value, and nothing forbids a tag to repeat.
type anchors struct {
	prefix string
	marks  map[string]string
	used   map[string]bool
	path   []byte
}

// open opens the element of a thing's line.
func (a *anchors) open(l *line, it *item) {
	p := l.pen
	p.raw("<span")
	if !p.bare {
		p.raw(" class=k-node")
	}
	a.path = appendPath(a.path[:0], it.path)
	if path := string(a.path); !a.used[path] {
		a.used[path] = true
		p.attribute("id", a.prefix+":"+path)
		a.mark(p, it)
	}
	p.rangeOf(it.space, it.off, it.end)
	p.raw(" data-why=")
	p.raw(l.values.why(it))
	p.raw(">")
}

// mark writes the mark of a field, which parts and elements have not.
func (a *anchors) mark(p *pen, it *item) {
	if len(a.marks) == 0 || it.ref.IsPart() || it.info.Element {
		return
	}
	if mark := a.marks[fieldPath(it.path)]; mark != "" {
		p.attribute("data-mark", mark)
	}
}

// fieldPath is a path without indexes, as schemas have it.
func fieldPath(segs []seg) string {
	var dst []byte
	for _, s := range segs {
		if s.name == "" {
			continue
		}
		if len(dst) > 0 {
			dst = append(dst, '.')
		}
		dst = append(dst, s.name...)
	}
	return string(dst)
}
