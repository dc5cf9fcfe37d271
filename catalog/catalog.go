package catalog

import (
	"embed"
	"iter"
	"strings"
	"sync"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

//go:embed data
var files embed.FS

// Catalog answers questions about Kafka's messages. The zero value is not
// usable; see Builtin.
type Catalog struct {
	index     func() *index
	codes     func() *errorCodes
	fields    func() *descriptions
	headers   func() []headerRule
	meanings  func() *meanings
	nested    func() *nested
	effects   func() *effects
	offers    func() *offers
	presets   func() map[string][]Preset // by message
	kips      func() map[int]string
	loaded    map[string]*schema.Message // at run time, by lower-case name
	histories sync.Map                   // message name -> func() *history
}

// Builtin is the catalog that comes with the program. Each call gives one of
// its own, which remembers what it has read.
func Builtin() *Catalog { return newCatalog(nil) }

func newCatalog(loaded map[string]*schema.Message) *Catalog {
	return &Catalog{
		index:    sync.OnceValue(func() *index { return readIndex(loaded) }),
		codes:    sync.OnceValue(readErrorCodes),
		fields:   sync.OnceValue(readDescriptions),
		headers:  sync.OnceValue(readHeaderRules),
		meanings: sync.OnceValue(readMeanings),
		nested:   sync.OnceValue(readNested),
		effects:  sync.OnceValue(readEffects),
		offers:   sync.OnceValue(readOffers),
		presets:  sync.OnceValue(readPresets),
		kips:     sync.OnceValue(readProposals),
		loaded:   loaded,
	}
}

// index is what releases.txt and versions.txt say, ready to be searched.
type index struct {
	releases []ReleaseInfo // the oldest first
	entries  []Entry
	byName   map[string][]int // lower-case message name -> entries, the newest first
	byKey    map[int][]int    // API key -> requests and responses, the oldest first
}

func readIndex(loaded map[string]*schema.Message) *index {
	x := &index{byName: map[string][]int{}, byKey: map[int][]int{}}
	releases, err := facts.ParseReleases("releases.txt", readData("releases.txt"))
	must(err)
	for _, r := range releases {
		x.releases = append(x.releases, ReleaseInfo{Release(r.Minor), r.Patch})
	}
	rows, err := facts.ParseVersions("versions.txt", readData("versions.txt"))
	must(err)
	x.entries = make([]Entry, 0, len(rows)+len(loaded))
	for _, r := range rows {
		x.entries = append(x.entries, entryOf(r))
	}
	x.load(loaded)
	for i, e := range x.entries {
		name := strings.ToLower(e.Name)
		x.byName[name] = append(x.byName[name], i)
		if e.IsAPI() {
			x.byKey[e.Key] = append(x.byKey[e.Key], i)
		}
	}
	x.sort()
	return x
}

// readData reads a file that is part of the program. Its first line is a
// comment, so that every line that counts comes after a line feed.
func readData(name string) string {
	data, err := files.ReadFile("data/" + name)
	must(err)
	return string(data)
}

// linesOf gives the lines of a file that begin with a prefix, without it. The
// others are passed over unread, because one message has few of many.
func linesOf(text, prefix string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			_, after, ok := strings.Cut(text, "\n"+prefix)
			if !ok {
				return
			}
			line, _, _ := strings.Cut(after, "\n")
			if !yield(line) {
				return
			}
			text = after[len(line):]
		}
	}
}

// must holds for the program's own data, which tests read in full: an error
// there is a broken build, and nothing that a caller could handle.
func must(err error) {
	if err != nil {
		panic("catalog: built-in data: " + err.Error())
	}
}
