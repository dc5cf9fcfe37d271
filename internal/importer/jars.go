package importer

import (
	"bufio"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/internal/schemafile"
	"github.com/kscope/kscope/schema"
)

//go:embed Facts.java
var factsJava []byte

// artifact is the Maven artifact that brings all schemas of a release.
func artifact(r facts.Release) string {
	if facts.Before(r.Minor, "2.8") {
		return "kafka-clients"
	}
	return "kafka_2.13"
}

const pom = `<project><modelVersion>4.0.0</modelVersion>
<groupId>import</groupId><artifactId>import</artifactId><version>1</version>
<dependencies><dependency>
<groupId>org.apache.kafka</groupId><artifactId>%s</artifactId><version>%s</version>
</dependency></dependencies></project>
`

// Read reads the jars of a patch release in cache/PATCH-ARTIFACT, after
// fetching them there with Maven if they are missing.
func Read(patch, cache string) (*Jars, error) {
	release, err := facts.ReleaseOf(patch)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cache, patch+"-"+artifact(release))
	if _, err := os.Stat(dir); err != nil {
		if err := fetch(release, dir); err != nil {
			return nil, err
		}
	}
	jars := &Jars{Release: release}
	if jars.Schemas, err = readSchemas(dir); err != nil {
		return nil, err
	}
	return jars, jars.reflect(dir)
}

func fetch(r facts.Release, dir string) error {
	work, err := os.MkdirTemp("", "import")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	file := filepath.Join(work, "pom.xml")
	if err := os.WriteFile(file, fmt.Appendf(nil, pom, artifact(r), r.Patch), 0o666); err != nil {
		return err
	}
	// Into a folder beside the final one, so that a broken download is not
	// taken for the release next time.
	_, err = run("mvn", "-q", "-B", "-f", file, "dependency:copy-dependencies", "-DoutputDirectory="+dir+".part")
	if err != nil {
		return err
	}
	return os.Rename(dir+".part", dir)
}

func readSchemas(dir string) ([]*schema.Message, error) {
	jars, err := filepath.Glob(filepath.Join(dir, "kafka*.jar"))
	if err == nil && len(jars) == 0 {
		err = fmt.Errorf("%s holds no Kafka jars", dir)
	}
	if err != nil {
		return nil, err
	}
	seen := map[string]string{}
	var all []*schema.Message
	for _, jar := range jars {
		messages, err := schemafile.Read(jar)
		if none := (*schemafile.NoneError)(nil); err != nil && !errors.As(err, &none) {
			return nil, err
		}
		for _, m := range messages {
			if other := seen[m.Name]; other != "" {
				return nil, fmt.Errorf("%s is in %s and in %s", m.Name, other, jar)
			}
			seen[m.Name] = jar
		}
		all = append(all, messages...)
	}
	return all, nil
}

// reflect asks Kafka's classes for what the schemas do not say.
func (j *Jars) reflect(dir string) error {
	work, err := os.MkdirTemp("", "import")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	file := filepath.Join(work, "Facts.java")
	if err := os.WriteFile(file, factsJava, 0o666); err != nil {
		return err
	}
	out, err := run("java", "-XX:TieredStopAtLevel=1", "-Xmx128m", "-cp", filepath.Join(dir, "*"), file)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		if err := j.take(lines.Text()); err != nil {
			return fmt.Errorf("Facts.java said %q: %w", lines.Text(), err)
		}
	}
	return lines.Err()
}

func (j *Jars) take(line string) error {
	var what string
	var api API
	var e facts.ErrorCode
	if strings.HasPrefix(line, "api ") {
		_, err := fmt.Sscan(line, &what, &api.Key, &api.Name, &api.Versions.Lo, &api.Versions.Hi)
		j.APIs = append(j.APIs, api)
		return err
	}
	_, err := fmt.Sscan(line, &what, &e.Code, &e.Name, &e.Retriable, &e.Exception)
	j.Errors = append(j.Errors, e)
	return err
}

func run(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(args, " "), err, out, problems.Bytes())
	}
	return out, nil
}
