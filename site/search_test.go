package site

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
)

// rendered gives the pages of a site, each made once.
type rendered struct {
	*Site
	pages map[string]string
}

func (r *rendered) page(t *testing.T, dir string) string {
	t.Helper()
	if html, ok := r.pages[dir]; ok {
		return html
	}
	name := addressFile(dir)
	if _, ok := r.at[name]; !ok {
		return ""
	}
	r.pages[dir] = r.get(t, name)
	return r.pages[dir]
}

// TestSearchLeadsSomewhere: every row of the index leads to a page, and to what
// its fragment names there.
func TestSearchLeadsSomewhere(t *testing.T) {
	r := rendered{newSite(t, ""), map[string]string{}}
	kinds := map[string]int{}
	for _, x := range r.searchRows() {
		kinds[x.kind]++
		dir, fragment, _ := strings.Cut(x.where, "#")
		html := r.page(t, dir)
		if html == "" {
			t.Errorf("%s %s: no page %s", x.kind, x.name, dir)
			continue
		}
		if id := idOf(fragment); id != "" && !hasID(html, id) {
			t.Errorf("%s %s (%s): no %s on %s", x.kind, x.name, x.detail, id, dir)
		}
	}
	for _, kind := range []string{"api", "message", "version", "field", "error", "kip", "release", "type", "page"} {
		if kinds[kind] < 8 {
			t.Errorf("%d rows of kind %s", kinds[kind], kind)
		}
	}
}

// hasID looks for an id, in quotes or not.
func hasID(html, id string) bool {
	return strings.Contains(html, ` id="`+id+`"`) || strings.Contains(html, " id="+id+" ") || strings.Contains(html, " id="+id+">")
}

// idOf is the id that a fragment leads to: its own, or that of a field's line.
func idOf(fragment string) string {
	field, ok := strings.CutPrefix(fragment, "f=")
	if !ok {
		return fragment
	}
	field, section, ok := strings.Cut(field, "&in=")
	if !ok {
		section = "message"
	}
	return section + ":" + field
}

// TestSearchIndex: the script is small, is JSON but for its frame, has nothing
// twice, and comes out the same each time.
func TestSearchIndex(t *testing.T) {
	rows := newSite(t, "").searchRows()
	script := appendIndex(nil, rows)
	if again := appendIndex(nil, newSite(t, "").searchRows()); !bytes.Equal(script, again) {
		t.Error("another index the second time")
	}
	if len(script) > 700_000 {
		t.Errorf("%d bytes", len(script))
	}
	body, ok := bytes.CutPrefix(script, []byte("kscope.index = "))
	var all [][]any
	if err := json.Unmarshal(bytes.Replace(body, []byte(",\n];"), []byte("]"), 1), &all); err != nil || !ok || len(all) != len(rows) {
		t.Fatalf("%d rows of %d, %v", len(all), len(rows), err)
	}
	seen := map[row]bool{}
	for i, cells := range all {
		about, ok := cells[4].(string)
		if n, is := cells[4].(float64); is {
			about, ok = all[int(n)][4].(string)
		}
		if !ok || about != rows[i].about {
			t.Errorf("row %d: %v says %q", i, cells, about)
		}
		key := rows[i]
		key.about = ""
		if seen[key] {
			t.Errorf("twice: %v", key)
		}
		seen[key] = true
	}
}

// TestSearchHasAllFields: each field of each version of each message has a row.
func TestSearchHasAllFields(t *testing.T) {
	s := newSite(t, "")
	rows := map[[2]string]bool{}
	for _, x := range s.fieldRows() {
		name, _, _ := strings.Cut(x.detail, " ")
		rows[[2]string{name, x.name}] = true
	}
	specs, err := s.codec.ResolveAll("")
	if err != nil {
		t.Fatal(err)
	}
	folders := s.byName()
	for _, spec := range specs {
		x := folders[spec.Name]
		if x == nil || !slices.Contains(x.messages, spec.Name) {
			continue // a name that a message once had
		}
		for _, f := range spec.Schema.Fields {
			if f.Versions.Has(spec.Version) && !rows[[2]string{spec.Name, f.Name}] {
				t.Errorf("%s.%s is missing", spec, f.Name)
			}
		}
	}
}

var href = regexp.MustCompile(` href="([^"#:]*)(#[^"]*)?"`)

// TestReferenceLinks: every link of the pages around those of messages leads to
// a file, and to an id there; also of a site of one release.
func TestReferenceLinks(t *testing.T) {
	for _, release := range []catalog.Release{"", "2.8"} {
		r := rendered{newSite(t, release), map[string]string{}}
		size := 0
		for _, f := range r.files {
			if strings.HasSuffix(f.path, ".html") && aroundMessages(f.path) {
				size += len(r.page(t, f.path))
				r.checkLinks(t, f.path)
			}
		}
		t.Logf("%.1f MB of pages around those of messages", float64(size)/1e6)
		if size < 1_000_000 || size > 8_000_000 {
			t.Errorf("%d bytes", size)
		}
	}
}

func (r *rendered) checkLinks(t *testing.T, file string) {
	t.Helper()
	for _, m := range href.FindAllStringSubmatch(r.page(t, file), -1) {
		to := path.Join(path.Dir(file), m[1])
		if m[1] == "" {
			to = file
		}
		if _, ok := r.at[to]; !ok {
			t.Errorf("%s leads to %s", file, to)
			continue
		}
		if id := strings.TrimPrefix(m[2], "#"); id != "" && !hasID(r.page(t, to), id) {
			t.Errorf("%s leads to %s, where there is no %s", file, to, id)
		}
	}
}

func aroundMessages(file string) bool {
	first, _, _ := strings.Cut(file, "/")
	return path.Base(file) == "diff.html" || file == "diff/index.html" || strings.Contains(" types records errors kips releases matrix coverage ", " "+first+" ")
}

// BenchmarkIndex makes the search index.
func BenchmarkIndex(b *testing.B) {
	s := newSite(b, "")
	for b.Loop() {
		script := appendIndex(nil, s.searchRows())
		b.SetBytes(int64(len(script)))
	}
}
