package browser_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http/httptest"
	"net/url"
	"path"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// sheet is what links can lead to on a page, and where its own lead.
type sheet struct {
	ids   map[string]bool
	links []string
}

// TestLinks holds that every link of every page, and every row of the search
// index, leads to a file of the site; and its fragment to an element there, or
// to a field.
func TestLinks(t *testing.T) {
	l := open(t)
	sheets := map[string]*sheet{}
	var rows [][]any
	for name := range l.site.Paths() {
		w := httptest.NewRecorder()
		l.site.ServeHTTP(w, httptest.NewRequest("GET", "/"+name, nil))
		switch {
		case name == "search.js":
			rows = indexRows(t, w.Body.String())
		case strings.HasSuffix(name, ".html"):
			sheets[name] = parseSheet(t, w.Body)
		default:
			sheets[name] = &sheet{}
		}
	}
	sheets["search.js"] = &sheet{}
	lost := map[string]int{} // by what is wrong: most links are on many pages
	for name, s := range sheets {
		for _, link := range s.links {
			if why := leads(sheets, name, link); why != "" {
				what := strings.TrimLeft(link, "./") + ": " + why
				if lost[what]++; lost[what] == 1 {
					t.Errorf("%s: %s", name, what)
				}
			}
		}
	}
	if len(rows) < 1000 {
		t.Errorf("the index has %d rows", len(rows))
	}
	for _, row := range rows {
		link, fragment, _ := strings.Cut(row[3].(string), "#")
		if !strings.HasSuffix(link, ".html") {
			link = path.Join(link, "index.html")
		}
		if fragment != "" {
			link += "#" + fragment
		}
		if why := leads(sheets, "index.html", link); why != "" {
			t.Errorf("search, %v: %s", row[:4], why)
		}
	}
}

// leads says why a link on a page leads nowhere, "" if it does not. What is
// elsewhere is not followed.
func leads(sheets map[string]*sheet, from, link string) string {
	u, err := url.Parse(link)
	switch {
	case err != nil:
		return err.Error()
	case u.Scheme != "" || u.Host != "":
		return ""
	}
	to := from
	if u.Path != "" {
		to = path.Join(path.Dir(from), u.Path)
	}
	s, ok := sheets[to]
	switch {
	case !ok:
		return "no such file"
	case strings.HasSuffix(to, "play/index.html") || u.Fragment == "":
		return ""
	case strings.HasSuffix(u.Path, "/"):
		return "a folder: without a server it shows no page"
	}
	return s.misses(u.Fragment)
}

// misses says why a page has nothing that a fragment names.
func (s *sheet) misses(fragment string) string {
	if s.ids[fragment] {
		return ""
	}
	keys := map[string]string{}
	for part := range strings.SplitSeq(fragment, "&") {
		key, value, _ := strings.Cut(part, "=")
		keys[key] = value
	}
	if keys["sample"] != "" || keys["b"] != "" {
		return ""
	}
	for _, section := range []string{"request", "response", "message"} {
		in := keys["in"]
		if keys["f"] != "" && (in == "" || in == section) && s.ids[section+":"+keys["f"]] {
			return ""
		}
	}
	return "nothing on that page has the id"
}

func parseSheet(t *testing.T, r io.Reader) *sheet {
	t.Helper()
	s := &sheet{ids: map[string]bool{}}
	z := html.NewTokenizer(r)
	for {
		switch z.Next() {
		case html.ErrorToken:
			if z.Err() != io.EOF {
				t.Fatal(z.Err())
			}
			return s
		case html.StartTagToken, html.SelfClosingTagToken:
			s.tag(t, z)
		}
	}
}

// tag notes the ids and links of an element. Ids that occur twice are wrong.
func (s *sheet) tag(t *testing.T, z *html.Tokenizer) {
	_, more := z.TagName()
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "id":
			if s.ids[string(value)] {
				t.Errorf("two elements have the id %s", value)
			}
			s.ids[string(value)] = true
		case "href", "src", "action":
			s.links = append(s.links, string(value))
		}
	}
}

// indexRows reads the rows of search.js, which is JSON but for its first word
// and a comma.
func indexRows(t *testing.T, script string) (rows [][]any) {
	t.Helper()
	_, list, _ := strings.Cut(script, "kscope.index = ")
	list = strings.TrimSuffix(strings.TrimSpace(list), ",\n];") + "]"
	if err := json.NewDecoder(bytes.NewReader([]byte(list))).Decode(&rows); err != nil {
		t.Fatal(err)
	}
	return rows
}
