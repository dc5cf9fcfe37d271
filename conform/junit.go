package conform

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kscope/kscope/message"
)

// JUnit writes results as build servers read them: JUnit's XML, a test suite
// for each group and a test case for each check. A failure has the level as its
// type, and the text that people get.
func JUnit(w io.Writer, c *message.Codec, name string, results []Result) error {
	all := suites{Name: name}
	for _, r := range results {
		last := len(all.Suites) - 1
		if last < 0 || all.Suites[last].Name != r.Group() {
			all.Suites = append(all.Suites, suite{Name: r.Group()})
			last++
		}
		s := &all.Suites[last]
		s.add(c, r)
		s.time += r.Took
		all.time += r.Took
	}
	all.sum()
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

type counts struct {
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Time     string `xml:"time,attr"` // seconds
	time     time.Duration
}

type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	counts
	Suites []suite `xml:"testsuite"`
}

type suite struct {
	Name string `xml:"name,attr"`
	counts
	Cases []testcase `xml:"testcase"`
}

type testcase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Time    string   `xml:"time,attr"`
	Failure *failure `xml:"failure,omitempty"`
	Skipped *skipped `xml:"skipped,omitempty"`
	Out     string   `xml:"system-out,omitempty"`
}

type failure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",cdata"`
}

type skipped struct {
	Message string `xml:"message,attr"`
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

func (s *suite) add(c *message.Codec, r Result) {
	t := testcase{Class: "kscope.conform." + r.Group(), Name: r.ID, Time: seconds(r.Took)}
	s.Tests++
	switch r.Verdict {
	case Failed:
		s.Failures++
		var text strings.Builder
		(&Text{W: &text, Codec: c}).failure(&text, r)
		t.Failure = &failure{Message: r.Words, Type: string(r.Level), Text: "\n" + r.Title + "\n" + text.String()}
	case Skipped:
		s.Skipped++
		t.Skipped = &skipped{r.Words}
	default:
		t.Out = r.Words
	}
	s.Cases = append(s.Cases, t)
}

// sum adds the suites up.
func (all *suites) sum() {
	for i := range all.Suites {
		s := &all.Suites[i]
		s.Time = seconds(s.time)
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Skipped += s.Skipped
	}
	all.Time = seconds(all.time)
}
