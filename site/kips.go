package site

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/kscope/kscope/catalog"
)

// kip is a Kafka improvement proposal, and the versions that it brought.
type kip struct {
	Number  int
	About   string // "" where nothing is known
	Brought []broughtVersion
}

// broughtVersion is a version of one message that a KIP asked for.
type broughtVersion struct {
	Subject *subject
	Message string
	Version int16
	Text    string          // what it changed, without a subject; "" for a first version
	Since   catalog.Release // the first that has it
}

// Dir is the folder of the version's page; "" where the site's release lacks
// the version.
func (b broughtVersion) Dir() string {
	if !slices.Contains(b.Subject.versions, b.Version) {
		return ""
	}
	return b.Subject.page(b.Version)
}

// Name is the KIP's, as everybody writes it.
func (k *kip) Name() string { return kipName(k.Number) }

// Anchor is its id on the page of KIPs.
func (k *kip) Anchor() string { return kipAnchor(k.Number) }

func kipName(number int) string { return fmt.Sprintf("KIP-%d", number) }

func kipAnchor(number int) string { return strings.ToLower(kipName(number)) }

// kipLink leads from a page to what there is about a KIP.
func kipLink(p *page, number int) link {
	return link{Text: kipName(number), Href: p.To("kips") + "#" + kipAnchor(number)}
}

// summary says what the KIP is about, and what it touched.
func (k *kip) summary() string {
	var names []string
	for _, b := range k.Brought {
		if !slices.Contains(names, b.Subject.name) {
			names = append(names, b.Subject.name)
		}
	}
	touched := strings.Join(names, ", ")
	if k.About == "" {
		return touched
	}
	return k.About + ": " + touched
}

// kips lists all KIPs that the catalog names, by number.
func (s *Site) kips() []*kip {
	byNumber := map[int]*kip{}
	var all []*kip
	for b, number := range s.proposed() {
		k := byNumber[number]
		if k == nil {
			k = &kip{Number: number, About: s.codec.Catalog.Proposal(number)}
			byNumber[number], all = k, append(all, k)
		}
		k.Brought = append(k.Brought, b)
	}
	slices.SortFunc(all, func(a, b *kip) int { return a.Number - b.Number })
	return all
}

// proposed gives every version of every message with each KIP that it has.
func (s *Site) proposed() iter.Seq2[broughtVersion, int] {
	return func(yield func(broughtVersion, int) bool) {
		for x, name := range s.messagesOf() {
			changes, _ := s.codec.Catalog.Changes(name) // the subject is in the catalog
			for _, c := range changes {
				for _, number := range c.KIPs {
					if !yield(broughtVersion{x, name, c.Version, c.Text, s.firstWith(x, c.Version)}, number) {
						return
					}
				}
			}
		}
	}
}

func (s *Site) kipPage() ([]file, error) {
	p := s.sheet("kips", "kips.html", func(*page) (any, error) { return s.kips(), nil })
	return []file{p.file(s)}, nil
}
