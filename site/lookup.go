package site

import (
	"path"
	"strconv"
	"strings"

	"github.com/kscope/kscope/message"
)

// lookup finds the folder of what somebody names, as "fetch", "1", "Fetch@17",
// "FetchRequest/17" or "errors".
func (s *Site) lookup(name string) (dir string, ok bool) {
	parts := strings.Split(strings.TrimSuffix(strings.TrimSuffix(name, "index.html"), "/"), "/")
	first, version, err := message.SplitVersion(parts[0])
	if err != nil {
		return "", false
	}
	to := []string{s.folder(first)}
	if version >= 0 {
		to = append(to, strconv.Itoa(version))
	}
	for _, part := range parts[1:] {
		if digits := strings.TrimPrefix(strings.ToLower(part), "v"); isNumber(digits) {
			part = digits
		}
		to = append(to, part)
	}
	dir = path.Join(to...)
	if !s.has(dir) {
		dir += ".html" // the address of a file without its ending
	}
	return dir, to[0] != "" && s.has(dir)
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// folder is the name of a folder at the root, by the name in any case, by an
// API's key, by a message's name or by one that an API had; "" for none.
func (s *Site) folder(name string) string {
	if key, err := strconv.Atoi(name); err == nil {
		api, _ := s.codec.Catalog.API(key)
		return api.Name
	}
	return s.known[strings.ToLower(name)]
}

// knownNames gives folder its names, in lower case.
func (s *Site) knownNames() map[string]string {
	known := map[string]string{}
	for _, name := range s.names() {
		known[strings.ToLower(name)] = name
	}
	for name, x := range s.byName() {
		known[strings.ToLower(name)] = x.name
	}
	return known
}

// names lists the folders at the root.
func (s *Site) names() (all []string) {
	for _, f := range s.files {
		if dir, ok := strings.CutSuffix(f.path, "/index.html"); ok && !strings.Contains(dir, "/") {
			all = append(all, dir)
		}
	}
	return all
}
