package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/message"
)

// search.js gives the script what can be searched for:
//
//	kscope.index = [
//	["field","Topics.Partitions.LeaderEpoch","FetchRequest int32, versions 9+","Fetch#f=Topics[0].Partitions[0].LeaderEpoch",12],
//	...
//	];
//
// A row is [kind, name, detail, where, about]. What is looked for is in name
// first, then in detail, then in about.
//
//	kind    api, message, version, field, error, kip, release, type, page
//	name    as it is spelled: "Fetch", "FetchRequest", "Fetch v17", the path of
//	        a field in its schema, "NOT_COORDINATOR", "KIP-853", "Kafka 4.0"
//	detail  what tells it from others of that name: keys, codes, versions,
//	        former names
//	where   folder of a page, or its file, perhaps # and a fragment: the address
//	        is root + folder + "/index.html" + fragment, or root + file + fragment
//	about   a sentence; or a number, the row (from 0 on) that has the sentence
//
// Rows come by kind, in the order above, and within a kind in the catalog's.

// row is one thing that can be searched for.
type row struct{ kind, name, detail, where, about string }

// searchIndex is the file search.js.
func (s *Site) searchIndex() ([]file, error) {
	return []file{{"search.js", func(w io.Writer) error {
		_, err := w.Write(appendIndex(nil, s.searchRows()))
		return err
	}}}, nil
}

func (s *Site) searchRows() []row {
	var rows []row
	for _, of := range []func() []row{
		s.apiRows, s.messageRows, s.versionRows, s.fieldRows, s.errorRows, s.kipRows, s.releaseSearch, s.typeRows, s.pageRows,
	} {
		rows = append(rows, of()...)
	}
	return rows
}

// appendIndex writes rows as a script. Sentences that were there before are
// told by the number of their row, because most fields share theirs.
func appendIndex(dst []byte, rows []row) []byte {
	dst = append(dst, "kscope.index = [\n"...)
	first := map[string]int{}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	for i, r := range rows {
		var about any = r.about
		if n, ok := first[r.about]; ok && r.about != "" {
			about = n
		} else {
			first[r.about] = i
		}
		b.Reset()
		_ = encoder.Encode([]any{r.kind, r.name, r.detail, r.where, about}) // strings and numbers can be encoded
		dst = append(append(dst, bytes.TrimSpace(b.Bytes())...), ",\n"...)
	}
	return append(dst, "];\n"...)
}

// apiRows has a row for each name that an API has had.
func (s *Site) apiRows() (rows []row) {
	c := s.codec.Catalog
	for _, x := range s.subjects() {
		if x.api == nil {
			continue
		}
		detail := fmt.Sprintf("key %d, versions %s", x.api.Key, versionRange(x.versions))
		rows = append(rows, row{"api", x.name, detail, x.name, c.Purpose(x.name)})
		for _, former := range x.api.Names[1:] {
			rows = append(rows, row{"api", former, detail + ", now " + x.name, x.name, c.Purpose(former)})
		}
	}
	return rows
}

func (s *Site) messageRows() (rows []row) {
	for x, name := range s.messagesOf() {
		spec, err := s.codec.Spec(name, x.newest)
		if err != nil {
			continue
		}
		detail := fmt.Sprintf("%s, versions %s", spec.Type, versionRange(x.versions))
		rows = append(rows, row{"message", name, detail, x.name + "#" + x.section(name), s.codec.Catalog.Purpose(name)})
	}
	return rows
}

// versionRows tell what each version brought.
func (s *Site) versionRows() (rows []row) {
	for _, x := range s.subjects() {
		for _, v := range x.versions {
			name := fmt.Sprintf("%s v%d", x.name, v)
			rows = append(rows, row{"version", name, s.releasesWith(x, v), x.page(v), s.brought(x, v)})
		}
	}
	return rows
}

// brought says what a version changed in the subject's messages.
func (s *Site) brought(x *subject, v int16) string {
	var parts []string
	for _, name := range x.messages {
		changes, _ := s.codec.Catalog.Changes(name) // the subject is in the catalog
		for _, c := range changes {
			if c.Version == v && (c.Text != "" || len(c.KIPs) > 0) {
				parts = append(parts, name+": "+lowerFirst(c.String()))
			}
		}
	}
	return strings.Join(parts, ". ")
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// fieldRows has each field of each message once, with the newest version that
// has it.
func (s *Site) fieldRows() (rows []row) {
	for x, name := range s.messagesOf() {
		seen := map[string]bool{}
		for _, v := range slices.Backward(x.versions) {
			spec, err := s.codec.Spec(name, v)
			if err != nil {
				continue
			}
			for _, f := range fieldsOf(spec.Body) {
				if !seen[f.path] {
					seen[f.path] = true
					rows = append(rows, fieldRow(x, spec, f))
				}
			}
		}
	}
	return rows
}

func fieldRow(x *subject, spec *message.Spec, f fieldAt) row {
	where := x.page(spec.Version)
	if f.tagged {
		where = fullOf(x.dir(spec.Version))
	}
	where += "#f=" + f.place
	if x.api != nil {
		where += "&in=" + x.section(spec.Name)
	}
	field := spec.Body.Info[f.op].Field
	return row{"field", f.path, fmt.Sprintf("%s %s, versions %s", spec.Name, field.Type, field.Versions), where, field.About}
}
func (s *Site) errorRows() (rows []row) {
	for _, e := range s.codec.Catalog.Errors() {
		detail := []string{fmt.Sprintf("code %d", e.Code)}
		if e.Exception != "" {
			detail = append(detail, e.Exception)
		}
		for _, f := range e.Former {
			detail = append(detail, "once "+f.Name)
		}
		rows = append(rows, row{"error", e.Name, strings.Join(detail, ", "), fmt.Sprintf("errors#e%d", e.Code), e.Meaning})
	}
	return rows
}

func (s *Site) typeRows() (rows []row) {
	for _, t := range encodingTable() {
		rows = append(rows, row{"type", t.name, "encoding", "types#" + t.name, s.codec.Catalog.Purpose(t.name)})
	}
	return rows
}

func (s *Site) releaseSearch() (rows []row) {
	for _, r := range s.codec.Catalog.Releases() {
		rows = append(rows, row{"release", "Kafka " + string(r.Release), "imported from " + r.Patch, "releases/" + string(r.Release), ""})
	}
	return rows
}

func (s *Site) kipRows() (rows []row) {
	for _, k := range s.kips() {
		detail := prose.Count(len(k.Brought), "version")
		rows = append(rows, row{"kip", k.Name(), detail, "kips#" + k.Anchor(), k.summary()})
	}
	return rows
}

// pageRows are the pages that are about no one thing, and the groups of
// messages on the front page.
func (s *Site) pageRows() (rows []row) {
	for _, p := range s.references() {
		rows = append(rows, row{"page", p.title, "", p.dir, p.about})
	}
	for _, g := range s.groups() {
		rows = append(rows, row{"page", g.Name, prose.Count(len(g.Subjects), "message"), "#" + g.ID, g.About})
	}
	return rows
}
