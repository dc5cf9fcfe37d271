package site

import (
	"fmt"
	"slices"
	"strings"
)

// kip is a Kafka improvement proposal, and the versions that it brought.
type kip struct {
	number  int
	brought []broughtVersion
}

// broughtVersion is a version of one message that a KIP asked for.
type broughtVersion struct {
	subject *subject
	message string
	version int16
	text    string // what it changed, without a subject; "" for a first version
}

// Name is the KIP's, as everybody writes it.
func (k *kip) Name() string { return fmt.Sprintf("KIP-%d", k.number) }

func (k *kip) anchor() string { return strings.ToLower(k.Name()) }

// summary names what the KIP touched.
func (k *kip) summary() string {
	var names []string
	for _, b := range k.brought {
		if !slices.Contains(names, b.subject.name) {
			names = append(names, b.subject.name)
		}
	}
	return strings.Join(names, ", ")
}

// kips lists all KIPs that the catalog names, by number.
func (s *Site) kips() []*kip {
	byNumber := map[int]*kip{}
	var all []*kip
	for _, x := range s.subjects() {
		for _, name := range x.messages {
			changes, _ := s.codec.Catalog.Changes(name) // the subject is in the catalog
			for _, c := range changes {
				for _, number := range c.KIPs {
					k := byNumber[number]
					if k == nil {
						k = &kip{number: number}
						byNumber[number], all = k, append(all, k)
					}
					k.brought = append(k.brought, broughtVersion{x, name, c.Version, c.Text})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b *kip) int { return a.number - b.number })
	return all
}
