package site

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// TestWorkedBytes: each worked value is written as Go's own packages write it,
// and what its bytes read as is the value.
func TestWorkedBytes(t *testing.T) {
	s := newSite(t, "")
	examples := 0
	for _, e := range encodingTable() {
		for _, v := range e.values() {
			examples++
			b, err := e.write(v)
			if err != nil {
				t.Fatalf("%s %s: %v", e.name, v.json, err)
			}
			if v.twist != nil {
				continue
			}
			if want := independently(t, e, v.json); want != nil && !bytes.Equal(b, want) {
				t.Errorf("%s %s: %x, want %x", e.name, v.json, b, want)
			}
			r, err := explain.New(s.codec).Read(b, explain.As{Unit: e.name}, nil, false)
			if err != nil || r.Tape.Err != nil || r.Damaged {
				t.Errorf("%s %s: %v %v", e.name, v.json, err, r.Tape.Err)
				continue
			}
			if got := r.AppendJSON(nil, jsonform.Options{}); !sameJSON(t, got, v.json) {
				t.Errorf("%s %s reads as %s", e.name, v.json, got)
			}
		}
	}
	if examples < 120 {
		t.Errorf("only %d examples", examples)
	}
}

// independently writes a value of some types without our code; nil for others.
func independently(t *testing.T, e encoding, text string) []byte {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	isInt := err == nil
	var s string
	isText := json.Unmarshal([]byte(text), &s) == nil && text != "null"
	switch {
	case e.kind == layout.Varint || e.kind == layout.Varlong:
		return binary.AppendVarint(nil, n)
	case e.kind == layout.Uvarint:
		return binary.AppendUvarint(nil, uint64(n))
	case e.kind.IsInt() && isInt:
		return binary.BigEndian.AppendUint64(nil, uint64(n))[8-e.kind.Width():]
	case e.kind == layout.Float64 && !isText:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return binary.BigEndian.AppendUint64(nil, math.Float64bits(x))
	case e.kind == layout.String && isText:
		return append(binary.BigEndian.AppendUint16(nil, uint16(len(s))), s...)
	case e.kind == layout.CompactString && isText:
		return append(binary.AppendUvarint(nil, uint64(len(s)+1)), s...)
	}
	return nil
}

// sameJSON compares values, numbers as floats.
func sameJSON(t *testing.T, got []byte, want string) bool {
	t.Helper()
	var a, b any
	if err := json.Unmarshal(got, &a); err != nil {
		t.Fatalf("%s: %v", got, err)
	}
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		t.Fatalf("%s: %v", want, err)
	}
	return fmt.Sprint(a) == fmt.Sprint(b)
}

// TestOddBytes: what a writer would not write reads as the page says.
func TestOddBytes(t *testing.T) {
	page := html.UnescapeString(newSite(t, "").get(t, "types/index.html"))
	for _, want := range []string{"true (byte 7)", "0 (over-long)", "300 (over-long)", "1·0101100 0·0000010", "expected a varint of at most 32 bits"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page of types does not have %q", want)
		}
	}
}

// TestExhibits: containers read to their end, and again to the same bytes.
func TestExhibits(t *testing.T) {
	s := newSite(t, "")
	for _, e := range encodingTable() {
		for _, x := range exhibits(e.name) {
			body, b, err := x.write(s.codec.Records)
			if err != nil {
				t.Fatalf("%s, %s: %v", e.name, x.title, err)
			}
			read := &tape.Tape{Nester: s.codec.Records}
			read.Decode(body, b)
			if read.Err != nil || len(read.NotCanonical()) > 0 {
				t.Errorf("%s, %s: %v %v", e.name, x.title, read.Err, read.NotCanonical())
			}
		}
		if len(exhibits(e.name)) == 0 && len(e.values()) == 0 {
			t.Errorf("%s has no example", e.name)
		}
	}
}

// TestBatchPages: batches read without damage, but for the one that is to have
// some.
func TestBatchPages(t *testing.T) {
	s := newSite(t, "")
	for _, p := range s.batchTable() {
		for _, part := range p.parts() {
			section, err := s.section(part)
			if err != nil {
				t.Fatalf("%s: %v", p.Name, err)
			}
			damaged := section.Doc.Tape.Err != nil
			for _, f := range section.Doc.Tape.Findings {
				damaged = damaged || f.Damage
			}
			if damaged != (p.Name == "damaged") {
				t.Errorf("%s, %s: damage %v, %+v", p.Name, part.title, damaged, section.Doc.Tape.Findings)
			}
		}
	}
}

// TestTopicRecordsAreRead: on the pages of internal topics every key and value
// is read as the message that it is.
func TestTopicRecordsAreRead(t *testing.T) {
	s := newSite(t, "")
	for _, topic := range s.topics() {
		page := s.get(t, "records/"+topic.Anchor()+"/index.html")
		for _, r := range topic.Records {
			for _, name := range []string{r.Key, r.Value} {
				if name != "" && !strings.Contains(page, name) {
					t.Errorf("%s: no %s", topic.Topic, name)
				}
			}
		}
		if len(topic.Records) == 0 {
			t.Errorf("%s has no records", topic.Topic)
		}
	}
}

// TestErrorPage: every code is there by number and by name, with its meaning.
func TestErrorPage(t *testing.T) {
	s := newSite(t, "")
	shown := html.UnescapeString(s.get(t, "errors/index.html"))
	for _, e := range s.codec.Catalog.Errors() {
		for _, want := range []string{fmt.Sprintf(`id="e%d"`, e.Code), `id="` + e.Name + `"`, e.Meaning, fmt.Sprintf("<code>%02x %02x</code>", byte(e.Code>>8), byte(e.Code))} {
			if !strings.Contains(shown, want) {
				t.Errorf("%s: no %s", e.Name, want)
			}
		}
	}
	listed := 0
	for _, a := range s.errorList(&page{dir: "errors"}).APIs {
		listed += len(a.Codes)
	}
	returned := 0
	for _, e := range s.codec.Catalog.Errors() {
		for _, api := range e.ReturnedBy {
			if _, err := s.codec.Catalog.APIByName(api, ""); err == nil {
				returned++
			}
		}
	}
	if listed != returned || listed == 0 {
		t.Errorf("%d codes listed by API, %d APIs by code", listed, returned)
	}
}

// TestMatrix: each cell is what the catalog says of the API in that release,
// under the key, and what two releases share is what both have.
func TestMatrix(t *testing.T) {
	s := newSite(t, "")
	c := s.codec.Catalog
	for _, row := range s.matrix().Rows {
		cells := map[catalog.Release]matrixCell{}
		at := 0
		for _, cell := range row.Cells {
			for _, info := range c.Releases()[at : at+cell.Span] {
				cells[info.Release] = cell
			}
			at += cell.Span
		}
		for _, info := range c.Releases() {
			api, err := c.APIByName(strconv.Itoa(row.Key), info.Release)
			cell := cells[info.Release]
			if (err == nil) != cell.Has {
				t.Errorf("%s in %s: %v, %v", row.Name, info.Release, cell, err)
			} else if span, _ := api.Request.At(info.Release); err == nil && span.Versions != cell.Versions {
				t.Errorf("%s in %s: %s, want %s", row.Name, info.Release, cell.Versions, span.Versions)
			}
		}
		checkCommon(t, s.common(row))
	}
}

func checkCommon(t *testing.T, x commonTable) {
	t.Helper()
	for _, client := range x.Clients {
		for i, cell := range client.Cells {
			for v := int16(0); v < 30; v++ {
				both := offers(client.Client, v) && offers(x.Brokers[i], v)
				if both != (!cell.Empty && cell.Versions.Has(v)) {
					t.Errorf("%s v%d between %s and %s: %v", x.Name, v, client.Client.Releases(), x.Brokers[i].Releases(), cell)
				}
			}
		}
	}
}

// offers reports whether releases offer a version without being told to.
func offers(c matrixCell, v int16) bool {
	return c.Versions.Has(v) && !(c.Unstable && v == c.Versions.Hi)
}

// TestReleasePages: each page has every API of its release with its versions.
func TestReleasePages(t *testing.T) {
	s := newSite(t, "")
	for _, info := range s.codec.Catalog.Releases() {
		page := s.get(t, "releases/"+string(info.Release)+"/index.html")
		for _, e := range s.codec.Catalog.Messages() {
			span, ok := e.At(info.Release)
			if !ok || e.Type == schema.Response {
				continue
			}
			if want := ">" + e.APIName() + "</a> <b>" + span.Versions.String() + "</b>"; !strings.Contains(page, want) {
				t.Errorf("%s: no %s", info.Release, want)
			}
		}
	}
}

// TestDiffPages: each version but the first of a subject has a page that tells
// all differences to the one before.
func TestDiffPages(t *testing.T) {
	s := newSite(t, "")
	pages := 0
	for _, x := range s.subjects() {
		for i, to := range x.versions[1:] {
			pages++
			page := html.UnescapeString(s.get(t, diffDir(x, to)))
			for _, name := range x.messages {
				checkDiffPage(t, page, differences(t, s.codecWith(x, x.versions[i], to), name, x.versions[i], to))
			}
		}
	}
	if pages < 300 {
		t.Errorf("only %d pages", pages)
	}
}

// checkDiffPage looks for the rows of what was added and removed.
func checkDiffPage(t *testing.T, page string, all []schema.Difference) {
	t.Helper()
	for _, d := range all {
		sign := map[schema.Kind]string{schema.Added: "<td>+</td>", schema.Removed: "<td>−</td>"}[d.Kind]
		field := d.Path[strings.LastIndexByte(d.Path, '.')+1:]
		if sign != "" && !strings.Contains(page, sign+"<td>"+strings.Repeat("  ", strings.Count(d.Path, "."))+field+"</td>") {
			t.Errorf("%.80s: %s is not told", page[strings.Index(page, "<title>"):], d)
		}
	}
}

func differences(t *testing.T, c *message.Codec, name string, from, to int16) []schema.Difference {
	t.Helper()
	a, err := c.Spec(name, from)
	if err != nil {
		t.Fatal(err)
	}
	b, err := c.Spec(name, to)
	if err != nil {
		t.Fatal(err)
	}
	return schema.Compare(a.Schema, from, b.Schema, to)
}

// TestCoverageFacts: the file names every API once, and no version that there
// is not.
func TestCoverageFacts(t *testing.T) {
	s := newSite(t, "")
	c, err := s.coverage()
	if err != nil {
		t.Fatal(err)
	}
	if len(c.APIs) != len(s.codec.Catalog.APIs()) || len(c.Tools) != 3 {
		t.Errorf("%d APIs, %d tools", len(c.APIs), len(c.Tools))
	}
	for i, api := range s.codec.Catalog.APIs() {
		if c.APIs[i].Key != api.Key || len(c.APIs[i].Columns) != len(c.Tools) {
			t.Errorf("line %d: %+v", i, c.APIs[i])
		}
	}
	for _, total := range c.Totals[1:] {
		if total.Requests > c.Totals[0].Requests || total.Responses > c.Totals[0].Responses || total.Requests == 0 {
			t.Errorf("%+v", total)
		}
	}
	if _, err := parseMarks("0-2 x", []int16{0, 1, 2}); err == nil {
		t.Error("no error for a run that is none")
	}
	marks, err := parseMarks("0 ~1", []int16{0, 1, 2})
	if err != nil || marks[0].Text()+marks[1].Text()+marks[2].Text() != "0~1·" {
		t.Errorf("%v, %v", marks, err)
	}
}

// TestKIPs: every KIP of every change is on the page, with a link to what it
// brought.
func TestKIPs(t *testing.T) {
	s := newSite(t, "")
	page := s.get(t, "kips/index.html")
	for x, name := range s.messagesOf() {
		changes, err := s.codec.Catalog.Changes(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range changes {
			for _, number := range change.KIPs {
				_, section, _ := strings.Cut(page, fmt.Sprintf(`id="kip-%d"`, number))
				section, _, _ = strings.Cut(section, "</section>")
				if want := fmt.Sprintf(`href="../%s/index.html">%s v%d</a>`, x.page(change.Version), name, change.Version); !strings.Contains(section, want) {
					t.Errorf("KIP-%d: no %s", number, want)
				}
			}
		}
	}
}
