package jars

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/kscope/kscope/interop/internal/proc"
)

// Errors that say what the machine lacks. They come wrapped; use errors.Is.
var (
	ErrNoMaven = errors.New("mvn is not on the PATH")
	ErrNoJava  = errors.New("no Java development kit on the PATH")
	ErrFetch   = errors.New("maven could not get the jars")
)

// Set is a directory of jars that belong together.
type Set struct {
	Dir       string   // absolute path
	Jars      []string // absolute paths, sorted by name
	Classpath string   // Jars, joined for java -cp
}

// Has reports whether a jar of that artifact is in the set, whatever its version.
func (s Set) Has(artifact string) bool {
	_, ok := s.Path(artifact)
	return ok
}

// Path returns the jar of an artifact, whatever its version.
func (s Set) Path(artifact string) (string, bool) {
	i := slices.IndexFunc(s.Jars, func(jar string) bool {
		version, ok := strings.CutPrefix(filepath.Base(jar), artifact+"-")
		return ok && version[0] >= '0' && version[0] <= '9' // kafka-server is not kafka-server-common
	})
	if i < 0 {
		return "", false
	}
	return s.Jars[i], true
}

// Version returns the version of an artifact in the set.
func (s Set) Version(artifact string) (string, bool) {
	jar, ok := s.Path(artifact)
	if !ok {
		return "", false
	}
	return strings.TrimSuffix(strings.TrimPrefix(filepath.Base(jar), artifact+"-"), ".jar"), true
}

// Release returns the coordinates that stand for a Kafka release such as
// "4.4.0": the whole broker (kafka_2.13) from 2.8 on, kafka-clients before,
// since only its protocol classes are asked then.
func Release(release string) string {
	if Before(release, 2, 8) {
		return "org.apache.kafka:kafka-clients:" + release
	}
	return "org.apache.kafka:kafka_2.13:" + release
}

// Before reports whether release comes before major.minor. Text that is no
// release number counts as older than all.
func Before(release string, major, minor int) bool {
	var a, b int
	if n, _ := fmt.Sscanf(release, "%d.%d", &a, &b); n < 2 {
		return true
	}
	return a < major || a == major && b < minor
}

// Fetch returns the jars of coordinates such as
// "org.apache.kafka:kafka_2.13:4.4.0" with all they depend on, and of extra
// ones, from the cache or with Maven (some seconds, some 50 MB).
// Its errors are ErrNoMaven, ErrFetch, the context's, or the file system's.
func Fetch(ctx context.Context, coordinates string, extra ...string) (Set, error) {
	all := append([]string{coordinates}, extra...)
	deps, err := parse(all)
	if err != nil {
		return Set{}, err
	}
	cache, err := CacheDir()
	if err != nil {
		return Set{}, err
	}
	dir := filepath.Join(cache, "jars", dirName(all))
	if s, err := open(dir); err == nil {
		return s, nil
	}
	unlock, err := lock(ctx, cache)
	if err != nil {
		return Set{}, err
	}
	defer unlock()
	if s, err := open(dir); err == nil { // fetched while we waited
		return s, nil
	}
	if err := download(ctx, deps, dir); err != nil {
		return Set{}, fmt.Errorf("%s: %w", strings.Join(all, ", "), err)
	}
	return open(dir)
}

// CacheDir returns the directory that keeps what is fetched or compiled:
// $KSCOPE_CACHE, or kscope below the user's cache directory. It exists.
func CacheDir() (string, error) {
	dir := os.Getenv("KSCOPE_CACHE")
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("no place for the cache, set KSCOPE_CACHE: %w", err)
		}
		dir = filepath.Join(user, "kscope")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o755)
}

// Tool returns the path of a command of the Java development kit ("java",
// "javac"), or an error that is ErrNoJava.
func Tool(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, ErrNoJava)
	}
	return path, nil
}

func lock(ctx context.Context, cache string) (unlock func(), err error) {
	l := flock.New(filepath.Join(cache, "fetch.lock"))
	if _, err := l.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		return nil, fmt.Errorf("lock %s: %w", l.Path(), err)
	}
	return func() { _ = l.Unlock() }, nil
}

func open(dir string) (Set, error) {
	found, err := filepath.Glob(filepath.Join(dir, "*.jar"))
	if err != nil {
		return Set{}, err
	}
	if len(found) == 0 {
		return Set{}, fmt.Errorf("%s: no jars there: %w", dir, ErrFetch)
	}
	slices.Sort(found)
	return Set{Dir: dir, Jars: found, Classpath: strings.Join(found, string(filepath.ListSeparator))}, nil
}

// download fills a temporary directory and renames it, so that a directory
// with the final name is always complete.
func download(ctx context.Context, deps []dependency, dir string) error {
	mvn, err := exec.LookPath("mvn")
	if err != nil {
		return ErrNoMaven
	}
	if _, err := Tool("java"); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".fetch-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	pom := filepath.Join(tmp, "pom.xml")
	if err := os.WriteFile(pom, pomFor(deps), 0o644); err != nil {
		return err
	}
	out := filepath.Join(tmp, "jars")
	cmd := exec.Command(mvn, "-q", "-B", "-f", pom, "dependency:copy-dependencies", "-DoutputDirectory="+out)
	if err := proc.Run(ctx, cmd); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%w: %w", ErrFetch, err)
	}
	return os.Rename(out, dir)
}

type dependency struct {
	GroupID    string `xml:"groupId"`
	ArtifactID string `xml:"artifactId"`
	Version    string `xml:"version"`
}

func parse(coordinates []string) ([]dependency, error) {
	var out []dependency
	for _, c := range coordinates {
		part := strings.Split(c, ":")
		if len(part) != 3 || slices.Contains(part, "") {
			return nil, fmt.Errorf("coordinates %q: expected group:artifact:version", c)
		}
		out = append(out, dependency{part[0], part[1], part[2]})
	}
	return out, nil
}

func pomFor(deps []dependency) []byte {
	type project struct {
		XMLName      xml.Name     `xml:"project"`
		ModelVersion string       `xml:"modelVersion"`
		GroupID      string       `xml:"groupId"`
		ArtifactID   string       `xml:"artifactId"`
		Version      string       `xml:"version"`
		Dependencies []dependency `xml:"dependencies>dependency"`
	}
	// A struct of strings always marshals.
	out, _ := xml.Marshal(project{ModelVersion: "4.0.0", GroupID: "kscope", ArtifactID: "jars", Version: "1", Dependencies: deps})
	return out
}

// dirName keeps the coordinates readable; characters that file systems dislike
// become underscores.
func dirName(coordinates []string) string {
	clean := func(r rune) rune {
		if strings.ContainsRune(`:/\ `, r) {
			return '_'
		}
		return r
	}
	return strings.Map(clean, strings.Join(coordinates, "+"))
}
