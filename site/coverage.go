package site

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

// data/coverage.txt says what other programs make of our samples. A test in
// interop/coverage asks them again and fails where the file is stale.
//
//go:embed data
var coverageFile embed.FS

// coverage is what the page of coverage shows.
type coverage struct {
	Tools  []string // of the columns behind ours
	APIs   []coveredAPI
	Totals []coverageTotal
}

// coveredAPI has a list of marks for each program and side of an API.
type coveredAPI struct {
	Name     string
	Key      int
	Versions string
	Columns  []coveredColumn
}

// coveredColumn is one program's.
type coveredColumn struct {
	Requests, Responses []coverageMark
}

// Same reports whether both sides have the same marks.
func (c coveredColumn) Same() bool { return slices.Equal(c.Requests, c.Responses) }

// coverageMark is what a program makes of one version.
type coverageMark struct {
	Version int16
	Read    bool
	Misread bool
}

// Text is the mark without colours: 7 is read, ~7 misread, · unknown.
func (m coverageMark) Text() string {
	switch {
	case m.Read:
		return strconv.Itoa(int(m.Version))
	case m.Misread:
		return "~" + strconv.Itoa(int(m.Version))
	}
	return "·"
}

// coverageTotal counts versions of requests and of responses.
type coverageTotal struct {
	Name                string
	APIs                int
	Requests, Responses int
	Misread             int
}

func (s *Site) coveragePage() ([]file, error) {
	return []file{s.sheet("coverage", "coverage.html", func(*page) (any, error) { return s.coverage() }).file(s)}, nil
}

func (s *Site) coverage() (*coverage, error) {
	text, err := coverageFile.ReadFile("data/coverage.txt")
	if err != nil {
		return nil, err
	}
	subjects := s.byName()
	c := &coverage{}
	err = facts.Lines("coverage.txt", string(text), func(l facts.Line) error {
		if words := strings.Fields(l.Text); words[0] == "tool" && len(words) > 2 {
			c.Tools = append(c.Tools, strings.Join(words[2:], " "))
			return nil
		}
		a, err := parseCovered(l, subjects)
		if err == nil && a != nil {
			c.APIs = append(c.APIs, *a)
		}
		return err
	})
	c.total()
	return c, err
}

// parseCovered reads the line of an API: "18  ApiVersions | 0-3 | 0-3 | ...".
// It is nil for an API that the site lacks.
func parseCovered(l facts.Line, subjects map[string]*subject) (*coveredAPI, error) {
	cells := strings.Split(l.Text, "|")
	words := strings.Fields(cells[0])
	if len(words) != 2 || len(cells)%2 != 1 {
		return nil, l.Errorf("expected a key, an API and two lists of versions for each tool")
	}
	x := subjects[words[1]]
	if x == nil || x.api == nil {
		return nil, nil
	}
	a := &coveredAPI{Name: x.name, Key: x.api.Key, Versions: versionRange(x.versions)}
	for i := 1; i < len(cells); i += 2 {
		requests, err := parseMarks(cells[i], x.versions)
		if err != nil {
			return nil, l.Errorf("%v", err)
		}
		responses, err := parseMarks(cells[i+1], x.versions)
		if err != nil {
			return nil, l.Errorf("%v", err)
		}
		a.Columns = append(a.Columns, coveredColumn{requests, responses})
	}
	return a, nil
}

// parseMarks reads "0-4 ~5-6" into a mark for each version that there is.
func parseMarks(text string, versions []int16) (marks []coverageMark, err error) {
	for _, v := range versions {
		marks = append(marks, coverageMark{Version: v})
	}
	for _, word := range strings.Fields(text) {
		if word == "-" {
			continue
		}
		digits, misread := strings.CutPrefix(word, "~")
		run, err := schema.ParseVersions(digits)
		if err != nil {
			return nil, fmt.Errorf("%q is no run of versions: %w", word, err)
		}
		for i := range marks {
			if run.Has(marks[i].Version) {
				marks[i].Read, marks[i].Misread = !misread, misread
			}
		}
	}
	return marks, nil
}

// total counts what each program reads; we come first, and read all.
func (c *coverage) total() {
	c.Totals = make([]coverageTotal, len(c.Tools)+1)
	c.Totals[0].Name = "kscope"
	for i, name := range c.Tools {
		c.Totals[i+1].Name = name
	}
	for _, a := range c.APIs {
		for i, column := range a.Columns {
			c.Totals[i+1].add(column)
			if i == 0 {
				c.Totals[0].Requests += len(column.Requests)
				c.Totals[0].Responses += len(column.Responses)
			}
		}
		c.Totals[0].APIs++
	}
}

func (t *coverageTotal) add(c coveredColumn) {
	before := t.Requests + t.Responses
	t.count(c.Requests, &t.Requests)
	t.count(c.Responses, &t.Responses)
	if t.Requests+t.Responses > before {
		t.APIs++
	}
}

func (t *coverageTotal) count(marks []coverageMark, read *int) {
	for _, m := range marks {
		switch {
		case m.Read:
			*read++
		case m.Misread:
			t.Misread++
		}
	}
}
