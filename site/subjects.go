package site

import (
	"iter"
	"path"
	"slices"
	"strconv"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

// subject is what one folder of message pages is about: an API, or a message
// that belongs to none.
type subject struct {
	name     string       // of the folder
	api      *catalog.API // nil of a message
	messages []string     // request and response, or the message
	versions []int16      // that have a page, the oldest first
	newest   int16        // the version that the folder itself shows
}

// dir is the folder of a version's page.
func (x *subject) dir(v int16) string { return path.Join(x.name, strconv.Itoa(int(v))) }

// before is the version in front of v, and false for the oldest.
func (x *subject) before(v int16) (int16, bool) {
	i := slices.Index(x.versions, v)
	if i <= 0 {
		return 0, false
	}
	return x.versions[i-1], true
}

// subjects lists APIs by key, then the other messages in the catalog's order.
// Of a name that two entries have, such as records that changed their type,
// there is one.
func (s *Site) subjects() []*subject {
	var all []*subject
	for _, newest := range s.codec.Catalog.APIs() {
		api, err := s.codec.Catalog.APIByName(strconv.Itoa(newest.Key), s.codec.Release)
		if err != nil {
			continue // the codec's release lacks it
		}
		x := &subject{name: api.Name, api: &api}
		for _, e := range []catalog.Entry{api.Request, api.Response} {
			if len(e.Spans) > 0 {
				x.messages = append(x.messages, e.Name)
			}
		}
		all = append(all, s.versionsOf(x, api.Request))
	}
	for _, e := range s.codec.Catalog.Messages() {
		known := slices.ContainsFunc(all, func(x *subject) bool { return x.name == e.Name })
		then, err := s.codec.Catalog.Lookup(e.Name, s.codec.Release)
		if !e.IsAPI() && !known && err == nil {
			all = append(all, s.versionsOf(&subject{name: e.Name, messages: []string{e.Name}}, then))
		}
	}
	return slices.DeleteFunc(all, func(x *subject) bool { return len(x.versions) == 0 })
}

// versionsOf fills in the versions that the codec's release has, those of all
// entries of the name.
func (s *Site) versionsOf(x *subject, e catalog.Entry) *subject {
	for _, same := range s.codec.Catalog.Messages() {
		if same.Name != e.Name {
			continue
		}
		for v := same.Versions().Lo; v <= same.Versions().Hi; v++ {
			if _, err := s.codec.Spec(e.Name, v); err == nil && !slices.Contains(x.versions, v) {
				x.versions = append(x.versions, v)
			}
		}
	}
	slices.Sort(x.versions)
	x.newest = s.codec.Catalog.DefaultVersion(e, s.codec.Release)
	return x
}

// specs are the subject's messages at a version, those that have it.
func (s *Site) specs(x *subject, v int16) []*message.Spec {
	var all []*message.Spec
	for _, name := range x.messages {
		if spec, err := s.codec.Spec(name, v); err == nil {
			all = append(all, spec)
		}
	}
	return all
}

// page is the folder that shows a version: the subject's own for the newest.
func (x *subject) page(v int16) string {
	if v == x.newest {
		return x.name
	}
	return x.dir(v)
}

// messagesOf gives all messages of all subjects, each with its subject.
func (s *Site) messagesOf() iter.Seq2[*subject, string] {
	return func(yield func(*subject, string) bool) {
		for _, x := range s.subjects() {
			for _, name := range x.messages {
				if !yield(x, name) {
					return
				}
			}
		}
	}
}

// byName finds the subject of every name: an API's, also those that it had,
// and its messages'.
func (s *Site) byName() map[string]*subject {
	all := map[string]*subject{}
	for _, x := range s.subjects() {
		names := append([]string{x.name}, x.messages...)
		if x.api != nil {
			for _, name := range x.api.Names {
				names = append(names, name, name+"Request", name+"Response")
			}
		}
		for _, name := range names {
			all[name] = x
		}
	}
	return all
}

// section is the id of a message's section on the pages of its subject.
func (x *subject) section(message string) string {
	if x.api == nil {
		return "message"
	}
	return []string{"request", "response"}[slices.Index(x.messages, message)]
}

// versionRange is the range from the first to the last of some versions.
func versionRange(versions []int16) string {
	return schema.Versions{Lo: versions[0], Hi: versions[len(versions)-1]}.String()
}
