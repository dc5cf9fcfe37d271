package view_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/view"
)

// TestComparisons: of every two versions that follow each other, the rows add
// up to the sizes of both samples, and tell each difference that schema.Compare
// finds, once.
func TestComparisons(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	specs, err := codec.ResolveAll("")
	if err != nil {
		t.Fatal(err)
	}
	pairs := 0
	for i, to := range specs[1:] {
		from := specs[i]
		if from.Name != to.Name {
			continue
		}
		pairs++
		x, err := view.NewComparison(codec, from, to)
		if err != nil {
			t.Fatal(err)
		}
		checkComparison(t, x)
	}
	if pairs < 500 {
		t.Errorf("only %d pairs", pairs)
	}
}

func checkComparison(t *testing.T, x *view.Comparison) {
	t.Helper()
	var sum [2]int
	told := map[schema.Difference]int{}
	for _, d := range x.Differences {
		told[d]++
	}
	for _, r := range x.Rows {
		for i, at := range []*view.ComparedAt{r.From, r.To} {
			if at != nil {
				sum[i] += at.Size
			}
		}
		for _, d := range r.Differences {
			told[d]++
			if d.Kind == schema.Added && (r.Sign != view.Added || r.From != nil) || d.Kind == schema.Removed && (r.Sign != view.Removed || r.To != nil) || r.Sign == view.Unchanged {
				t.Errorf("%s: %s has the sign %q", x.Title(), d, r.Sign)
			}
		}
	}
	if sum != x.Sizes {
		t.Errorf("%s: rows have %d bytes, samples %d", x.Title(), sum, x.Sizes)
	}
	all := schema.Compare(x.From.Schema, x.From.Version, x.To.Schema, x.To.Version)
	for _, d := range all {
		if told[d] != 1 {
			t.Errorf("%s: %s is told %d times", x.Title(), d, told[d])
		}
	}
	if len(told) != len(all) {
		t.Errorf("%s: %d differences told of %d", x.Title(), len(told), len(all))
	}
}

// TestComparisonOrder: rows are in the order of the second version, what was
// removed where it stood.
func TestComparisonOrder(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	for _, c := range []struct{ from, to, want string }{
		{"FetchRequest@14", "FetchRequest@15", "− ReplicaId"},
		{"FetchRequest@12", "FetchRequest@13", "−   Topic|+   TopicId|"},
		{"FetchRequest@11", "FetchRequest@12", "~ RequestHeader: v2 instead of v1|"},
		{"MetadataRequest@0", "MetadataRequest@1", "~ Topics: may be null|"},
	} {
		from, err := codec.Resolve(c.from)
		if err != nil {
			t.Fatal(err)
		}
		to, err := codec.Resolve(c.to)
		if err != nil {
			t.Fatal(err)
		}
		x, err := view.NewComparison(codec, from[0], to[0])
		if err != nil {
			t.Fatal(err)
		}
		var lines strings.Builder
		for _, r := range x.Rows {
			if r.Sign == view.Unchanged {
				continue
			}
			lines.WriteString(string(r.Sign) + " " + strings.Repeat("  ", r.Depth) + r.Name)
			if words := r.Words(); words != "" {
				lines.WriteString(": " + words)
			}
			lines.WriteString("|")
		}
		if !strings.Contains(lines.String(), c.want) {
			t.Errorf("%s %s: %s", c.from, c.to, lines.String())
		}
	}
}

// TestComparisonForms: text and HTML say the same rows.
func TestComparisonForms(t *testing.T) {
	codec := message.New(catalog.Builtin(), "")
	specs, err := codec.ResolveAll("VoteRequest")
	if err != nil {
		t.Fatal(err)
	}
	x, err := view.NewComparison(codec, specs[0], specs[1])
	if err != nil {
		t.Fatal(err)
	}
	var text, colored, html strings.Builder
	for _, err := range []error{x.Text(&text, view.Options{}), x.Text(&colored, view.Options{Color: true}), x.HTML(&html)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(text.String(), "+     VoterDirectoryId") || !strings.Contains(html.String(), `<tr class="k-added"><td>+</td><td>    VoterDirectoryId</td>`) {
		t.Errorf("%s\n%s", text.String(), html.String())
	}
	if !strings.Contains(colored.String(), "\x1b[") || strings.Contains(text.String(), "\x1b") {
		t.Error("colours where none were asked for, or none")
	}
	for _, r := range x.Rows {
		if !strings.Contains(text.String(), r.Name) || !strings.Contains(html.String(), r.Name) {
			t.Errorf("%s is missing", r.Name)
		}
	}
}

// TestReleaseComparisons: what is told of each two releases that follow each
// other is what the catalog says, counted another way.
func TestReleaseComparisons(t *testing.T) {
	c := catalog.Builtin()
	all := c.Releases()
	for i, to := range all[1:] {
		from := all[i].Release
		x, err := view.NewReleaseComparison(c, from, to.Release)
		if err != nil {
			t.Fatal(err)
		}
		told := map[string]int{}
		for _, p := range x.Parts {
			for _, item := range p.Items {
				if p.Title == "New versions" || p.Title == "New error codes" {
					told[p.Title]++
				}
				if item.Name == "" || len(item.Text) == 0 && len(item.KIPs) == 0 {
					t.Errorf("%s: %s: nothing said of %q", x.Title(), p.Title, item.Name)
				}
			}
		}
		if want := newVersions(c, from, to.Release); told["New versions"] != want {
			t.Errorf("%s: %d new versions told of %d", x.Title(), told["New versions"], want)
		}
		codes := 0
		for _, e := range c.Errors() {
			if e.Since == to.Release {
				codes++
			}
		}
		if told["New error codes"] != codes {
			t.Errorf("%s: %d new error codes told of %d", x.Title(), told["New error codes"], codes)
		}
		var text, html strings.Builder
		if err := x.Text(&text, view.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := x.HTML(&html, nil); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(html.String(), "href") {
			t.Error("links to nowhere")
		}
	}
}

// newVersions counts versions of APIs, and of other messages, that a release
// has and another lacks, where both have the thing. Keys of coordinator records
// have had one version each since they have types.
func newVersions(c *catalog.Catalog, from, to catalog.Release) (n int) {
	key := func(e catalog.Entry) string {
		if e.IsAPI() {
			return strconv.Itoa(e.Key)
		}
		return e.Name
	}
	old := map[string][]schema.Versions{}
	for _, e := range c.Messages() {
		if span, ok := e.At(from); ok {
			old[key(e)] = append(old[key(e)], span.Versions)
		}
	}
	for _, e := range c.Messages() {
		span, ok := e.At(to)
		if !ok || e.Type == schema.Response || e.Type == schema.CoordinatorKey || old[key(e)] == nil {
			continue
		}
		for v := span.Versions.Lo; v <= span.Versions.Hi; v++ {
			if !slices.ContainsFunc(old[key(e)], func(o schema.Versions) bool { return o.Has(v) }) {
				n++
			}
		}
	}
	return n
}

func ExampleNewComparison() {
	codec := message.New(catalog.Builtin(), "")
	from, err := codec.Spec("EndTxnRequest", 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	to, err := codec.Spec("EndTxnRequest", 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := view.NewComparison(codec, from, to)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(x.Title(), x.Sizes)
	for _, r := range x.Rows {
		if r.Sign != view.Unchanged {
			fmt.Println(strings.TrimSpace(string(r.Sign) + " " + r.Name + " " + r.Words()))
		}
	}
	// Output:
	// EndTxnRequest v2 → v3 [27 28]
	// ~ RequestHeader v2 instead of v1
	// + tagged_fields
	// ~ TransactionalId uvarint n+1 instead of int16
	// + tagged_fields
}
