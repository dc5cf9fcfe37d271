package site

import (
	"slices"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/schema"
)

// group is what subjects have in common: who listens for them, or where they
// are found.
type group struct {
	ID, Name, About string
	Subjects        []*subject
}

// groups sorts the subjects: APIs by their listeners, records by their topic,
// and what is left by what it is for. Every subject is in one group.
func (s *Site) groups() (all []*group) {
	kinds := append(apiGroups(), s.topicGroups()...)
	kinds = append(kinds, otherGroups()...)
	for _, k := range kinds {
		all = append(all, &group{ID: k.id, Name: k.name, About: k.about})
	}
	for _, x := range s.subjects() {
		i := slices.IndexFunc(kinds, func(k groupKind) bool { return k.has(s, x) })
		all[i].Subjects = append(all[i].Subjects, x)
	}
	return slices.DeleteFunc(all, func(g *group) bool { return len(g.Subjects) == 0 })
}

// groupKind says which subjects are in a group: those that has accepts, and
// that no group before it does.
type groupKind struct {
	id, name, about string
	has             func(s *Site, x *subject) bool
}

func apiGroups() []groupKind {
	listens := func(to ...string) func(*Site, *subject) bool {
		return func(s *Site, x *subject) bool {
			for _, listener := range to {
				if x.api == nil || s.isGone(x) || !slices.Contains(s.listeners(x), listener) {
					return false
				}
			}
			return true
		}
	}
	return []groupKind{
		{"both", "Brokers and controllers", "Both kinds of KRaft nodes answer these.", listens("broker", "controller")},
		{"brokers", "Brokers", "What clients and other brokers ask brokers.", listens("broker")},
		{"controllers", "Controllers", "What brokers, controllers and administrators ask KRaft's controllers.", listens("controller")},
		{"zookeeper", "Brokers under ZooKeeper", "Brokers answered these before KRaft.", listens("zkBroker")},
		{"gone", "APIs of the past", "Newer releases no longer answer these.", func(s *Site, x *subject) bool { return x.api != nil && s.isGone(x) }},
		{"apis", "APIs", "Schemas of this release do not say who answers.", func(_ *Site, x *subject) bool { return x.api != nil }},
	}
}

// topicGroups have the records of internal topics, and control records.
func (s *Site) topicGroups() (kinds []groupKind) {
	topics := s.codec.Catalog.Topics()
	for _, t := range topics {
		kinds = append(kinds, groupKind{topicID(t.Topic), t.Topic, "Records of the internal topic.", func(s *Site, x *subject) bool {
			family, name := s.familyOf(x)
			return family == t.Family && t.Has(name, topics)
		}})
	}
	return append(kinds, groupKind{"control", "Control records", "Values of control records, which brokers and controllers write between others.",
		func(s *Site, x *subject) bool {
			return slices.ContainsFunc(s.codec.Catalog.ControlRecords(), func(r catalog.ControlRecord) bool { return r.Message == x.name })
		}})
}

func otherGroups() []groupKind {
	return []groupKind{
		{"headers", "Headers", "What stands in front of every body.", func(s *Site, x *subject) bool { return s.typeOf(x) == schema.Header }},
		{"nested", "Inside other messages", "What bytes fields of other messages hold.", func(s *Site, x *subject) bool {
			return slices.ContainsFunc(s.codec.Catalog.AllNested(), func(n catalog.Nested) bool { return n.Form == x.name })
		}},
		{"data", "Files and older records", "Files that nodes keep beside the log, and records that went.", func(*Site, *subject) bool { return true }},
	}
}

// listeners are those of the newest request that says some.
func (s *Site) listeners(x *subject) []string {
	if all := s.specs(x, x.newest); len(all) > 0 {
		return all[0].Schema.Listeners
	}
	return nil
}

// isGone reports whether the newest release lacks an API.
func (s *Site) isGone(x *subject) bool {
	if s.codec.Release != "" {
		return false
	}
	_, last := s.lifetime(x, x.newest)
	return last.Before(s.codec.Catalog.Latest())
}

// typeOf is the type that a subject's first message has today.
func (s *Site) typeOf(x *subject) schema.Type {
	e, _ := s.codec.Catalog.Lookup(x.messages[0], "") // the subject is in the catalog
	return e.Type
}

// familyOf says of which family of records a subject is, and how the lists of
// topics call it; "" when it is none.
func (s *Site) familyOf(x *subject) (f catalog.Family, name string) {
	switch s.typeOf(x) {
	case schema.Metadata:
		return catalog.MetadataRecords, x.name
	case schema.CoordinatorKey:
		return catalog.CoordinatorRecords, strings.TrimSuffix(x.name, "Key")
	case schema.CoordinatorValue:
		return catalog.CoordinatorRecords, strings.TrimSuffix(x.name, "Value")
	}
	return "", ""
}
