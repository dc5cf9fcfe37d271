package importer

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

// Store is the part of the catalog's data that jars decide.
type Store struct {
	releases []facts.Release
	rows     []facts.Row
	errors   []facts.ErrorCode
	editions map[string][]facts.Edition // by message, the newest first
}

// The comments that open the files; the grammar is in package facts.
const (
	releasesHead = "# Releases in the catalog: minor release, and the patch release that was imported.\n\n"
	versionsHead = "# Versions of every message: name, type, API key, and which versions each release has (! = latest unstable).\n\n"
	errorsHead   = "# Error codes: code, name, whether a retry may help, first release, Java exception, earlier names.\n\n"
)

// Load reads the data folder; files that are missing are taken as empty.
func Load(dir string) (*Store, error) {
	s := &Store{editions: map[string][]facts.Edition{}}
	if err := load(dir, "releases.txt", &s.releases, facts.ParseReleases); err != nil {
		return nil, err
	}
	if err := load(dir, "versions.txt", &s.rows, facts.ParseVersions); err != nil {
		return nil, err
	}
	if err := load(dir, "errorcodes.txt", &s.errors, facts.ParseErrorCodes); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "schemas", "*.txt"))
	for _, file := range files {
		var editions []facts.Edition
		if err := load(dir, filepath.Join("schemas", filepath.Base(file)), &editions, facts.ParseEditions); err != nil {
			return nil, err
		}
		s.editions[strings.TrimSuffix(filepath.Base(file), ".txt")] = editions
	}
	return s, err
}

func load[T any](dir, name string, into *[]T, parse func(file, text string) ([]T, error)) error {
	data, err := os.ReadFile(filepath.Join(dir, name))
	if os.IsNotExist(err) {
		return nil
	}
	if err == nil {
		*into, err = parse(name, string(data))
	}
	return err
}

// Save writes the data folder. Files that would not change are not touched,
// schemas that no release has any more are removed.
func (s *Store) Save(dir string) error {
	slices.SortFunc(s.rows, compareRows)
	slices.SortFunc(s.errors, func(a, b facts.ErrorCode) int { return cmp.Compare(a.Code, b.Code) })
	files := map[string][]byte{
		"releases.txt":   append([]byte(releasesHead), facts.PrintReleases(s.releases)...),
		"versions.txt":   append([]byte(versionsHead), facts.PrintVersions(s.rows)...),
		"errorcodes.txt": append([]byte(errorsHead), facts.PrintErrorCodes(s.errors)...),
	}
	for name, editions := range s.editions {
		if len(editions) > 0 {
			files[filepath.Join("schemas", name+".txt")] = facts.PrintEditions(editions)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "schemas"), 0o777); err != nil {
		return err
	}
	for name, data := range files {
		if err := writeFile(filepath.Join(dir, name), data); err != nil {
			return err
		}
	}
	return removeOthers(dir, files)
}

func writeFile(name string, data []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	return os.WriteFile(name, data, 0o666)
}

func removeOthers(dir string, files map[string][]byte) error {
	there, err := filepath.Glob(filepath.Join(dir, "schemas", "*.txt"))
	for _, file := range there {
		if files[filepath.Join("schemas", filepath.Base(file))] != nil {
			continue
		}
		if err := os.Remove(file); err != nil {
			return fmt.Errorf("removing a schema that no release has: %w", err)
		}
	}
	return err
}

// compareRows orders requests and responses by API key, then the rest by
// type, key and name.
func compareRows(a, b facts.Row) int {
	return cmp.Or(
		cmp.Compare(typeRank(a.Type), typeRank(b.Type)),
		cmp.Compare(a.Key, b.Key),
		cmp.Compare(firstRelease(a), firstRelease(b)),
		strings.Compare(a.Name, b.Name),
		strings.Compare(string(a.Type), string(b.Type)),
	)
}

// firstRelease is a number that orders releases by age.
func firstRelease(r facts.Row) int {
	major, minor, _ := strings.Cut(r.Spans[0].First, ".")
	n := 0
	for _, part := range []string{major, minor} {
		digits := 0
		fmt.Sscan(part, &digits)
		n = n*1000 + digits
	}
	return n
}

func typeRank(t schema.Type) int {
	switch t {
	case schema.Request, schema.Response:
		return 0
	case schema.Header:
		return 1
	case schema.Metadata:
		return 2
	case schema.CoordinatorKey, schema.CoordinatorValue:
		return 3
	}
	return 4
}
