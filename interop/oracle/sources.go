package oracle

import (
	"archive/zip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"regexp"

	"github.com/kscope/kscope/interop/jars"
)

//go:embed java/*.java java4/*.java
var embedded embed.FS

// source is one Java file as it is compiled for a set of jars.
type source struct{ name, text string }

// readSources leaves out what a set cannot compile: what needs Jackson, which
// clients before 2.8 lack, and what needs the clients of 4.0.
func readSources(set jars.Set) ([]source, error) {
	patterns := []string{"java/Oracle.java"}
	if set.Has("jackson-databind") {
		patterns = []string{"java/*.java"}
	}
	if clients, ok := set.Version("kafka-clients"); ok && !jars.Before(clients, 4, 0) {
		patterns = append(patterns, "java4/*.java")
	}
	moved, err := movedRecords(set)
	if err != nil {
		return nil, err
	}
	var all []source
	for _, p := range patterns {
		names, err := fs.Glob(embedded, p)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := embedded.ReadFile(name)
			if err != nil {
				return nil, err
			}
			all = append(all, source{name, moved.imports(string(text))})
		}
	}
	return all, nil
}

// movedClasses are those of Kafka's record package that a release has in a
// package below it. Between 4.0 and 4.3 most went there.
type movedClasses map[string]bool

const recordPackage = "org/apache/kafka/common/record/"

func movedRecords(set jars.Set) (movedClasses, error) {
	jar, ok := set.Path("kafka-clients")
	if !ok {
		return nil, nil
	}
	z, err := zip.OpenReader(jar)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	below := regexp.MustCompile("^" + recordPackage + `internal/(\w+)\.class$`)
	moved := movedClasses{}
	for _, f := range z.File {
		if m := below.FindStringSubmatch(f.Name); m != nil {
			moved[m[1]] = true
		}
	}
	return moved, nil
}

// imports makes the imports of a Java file say where the classes are.
func (m movedClasses) imports(text string) string {
	line := regexp.MustCompile(`import org\.apache\.kafka\.common\.record\.(\w+);`)
	return line.ReplaceAllStringFunc(text, func(s string) string {
		if class := line.FindStringSubmatch(s)[1]; m[class] {
			return "import org.apache.kafka.common.record.internal." + class + ";"
		}
		return s
	})
}

// WorkloadKey stands for all that workloads do: it changes with their sources.
func WorkloadKey() string {
	return fingerprint("java/Workload.java", "java4/Modern.java", "java4/Groups.java", "java4/Cluster.java", "java4/Remote.java")
}

// SegmentKey stands for what Segment writes.
func SegmentKey() string { return fingerprint("java4/Segments.java") }

func fingerprint(names ...string) string {
	h := sha256.New()
	for _, name := range names {
		// Embedded, so it is there.
		text, _ := embedded.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
