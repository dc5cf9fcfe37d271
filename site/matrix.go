package site

import (
	"fmt"
	"path"
	"slices"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/schema"
)

// matrix is the table of APIs and releases.
type matrix struct {
	Releases []catalog.Release
	Rows     []matrixRow
}

// matrixRow has the versions of an API, a cell for each release.
type matrixRow struct {
	Name  string
	Key   int
	Cells []matrixCell
}

// Dir is the address of the page with what two releases share.
func (row matrixRow) Dir() string { return path.Join("matrix", row.Name+".html") }

// matrixCell is what releases have; Versions is empty where they lack the API.
type matrixCell struct {
	First, Last catalog.Release
	Span        int // releases that it stands for
	Versions    schema.Versions
	Has         bool
	Unstable    bool
	New         bool // other versions than before
}

// Text is the range of versions.
func (c matrixCell) Text() string {
	if !c.Has {
		return ""
	}
	return c.Versions.String()
}

// Releases names the run of releases.
func (c matrixCell) Releases() string {
	return catalog.Span{First: c.First, Last: c.Last}.Releases()
}

func (s *Site) matrixPages() ([]file, error) {
	files := []file{s.sheet("matrix", "matrix.html", func(*page) (any, error) { return s.matrix(), nil }).file(s)}
	for _, r := range s.matrix().Rows {
		p := &page{dir: r.Dir(), title: r.Name + " between releases", nav: "matrix",
			about: fmt.Sprintf("Which version of %s a client and a broker of two releases share.", r.Name),
			body:  s.templated("common.html", func(*page) (any, error) { return s.common(r), nil })}
		files = append(files, p.file(s))
	}
	return files, nil
}

func (s *Site) matrix() matrix {
	var m matrix
	for _, r := range s.codec.Catalog.Releases() {
		m.Releases = append(m.Releases, r.Release)
	}
	for _, x := range s.subjects() {
		if x.api == nil {
			continue
		}
		row := matrixRow{Name: x.name, Key: x.api.Key}
		for _, r := range m.Releases {
			row.add(s.servedBy(x, r))
		}
		if len(row.Cells) > 1 || row.Cells[0].Has { // of loaded schemas no release says anything
			m.Rows = append(m.Rows, row)
		}
	}
	return m
}

// servedBy is the cell of one release: what the API has there, under any name.
func (s *Site) servedBy(x *subject, r catalog.Release) matrixCell {
	c := matrixCell{First: r, Last: r, Span: 1}
	for _, e := range s.entriesOf(x) {
		if span, ok := e.At(r); ok {
			c.Versions, c.Unstable, c.Has = span.Versions, span.Unstable, true
		}
	}
	return c
}

// add lets a cell join the one before it where both are the same.
func (row *matrixRow) add(c matrixCell) {
	if n := len(row.Cells); n > 0 {
		last := &row.Cells[n-1]
		if last.Has == c.Has && last.Versions == c.Versions && last.Unstable == c.Unstable {
			last.Last, last.Span = c.Last, last.Span+1
			return
		}
		c.New = true
	}
	row.Cells = append(row.Cells, c)
}

// commonTable says which versions two releases share, by the runs of releases
// that have the same ones.
type commonTable struct {
	Name    string
	Brokers []matrixCell
	Clients []commonRow
}

type commonRow struct {
	Client matrixCell
	Cells  []commonCell
}

// commonCell is a range, and the version that a client takes: its highest.
type commonCell struct {
	Versions schema.Versions
	Empty    bool
}

func (s *Site) common(r matrixRow) commonTable {
	t := commonTable{Name: r.Name, Brokers: slices.DeleteFunc(slices.Clone(r.Cells), func(c matrixCell) bool { return !c.Has })}
	for _, client := range t.Brokers {
		row := commonRow{Client: client}
		for _, broker := range t.Brokers {
			both := stable(client).Intersect(stable(broker))
			row.Cells = append(row.Cells, commonCell{both, both.Empty()})
		}
		t.Clients = append(t.Clients, row)
	}
	return t
}

// stable is the range without a version that has to be enabled first.
func stable(c matrixCell) schema.Versions {
	v := c.Versions
	if c.Unstable {
		v.Hi--
	}
	return v
}
