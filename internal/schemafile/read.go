package schemafile

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/kscope/kscope/schema"
)

// maxSize bounds one schema file; Kafka's largest has 30 kB.
const maxSize = 1 << 20

// NoneError says that a jar or folder is readable, but holds no schema.
type NoneError struct{ Path string }

// Error names the path.
func (e *NoneError) Error() string { return e.Path + " holds no message schemas (.json)" }

// Read parses all message schemas at a path, in the order of their names. A
// jar is searched where Kafka's jars keep them (common/message,
// common/metadata, message), a folder with everything below it. Finding none
// is a *NoneError, because then the path was not what the user meant.
func Read(name string) ([]*schema.Message, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%q: there is no such jar, folder or file", name)
	}
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return readTree(os.DirFS(name), name, isJSON)
	}
	if isJSON(filepath.ToSlash(name)) {
		m, err := readFile(os.DirFS(filepath.Dir(name)), filepath.Base(name), name)
		if err != nil {
			return nil, err
		}
		return []*schema.Message{m}, nil
	}
	jar, err := zip.OpenReader(name)
	if err != nil {
		return nil, fmt.Errorf("%s is no jar, folder or .json file: %w", name, err)
	}
	defer jar.Close()
	return readTree(jar, name, inJar)
}

func isJSON(name string) bool { return strings.HasSuffix(name, ".json") }

func inJar(name string) bool {
	switch path.Dir(name) {
	case "common/message", "common/metadata", "message":
		return isJSON(name)
	}
	return false
}

func readTree(tree fs.FS, name string, wanted func(string) bool) ([]*schema.Message, error) {
	var all []*schema.Message
	err := fs.WalkDir(tree, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !wanted(file) {
			return err
		}
		m, err := readFile(tree, file, name+"/"+file)
		if err == nil {
			all = append(all, m)
		}
		return err
	})
	if err == nil && len(all) == 0 {
		err = &NoneError{name}
	}
	return all, err
}

func readFile(tree fs.FS, file, shown string) (*schema.Message, error) {
	f, err := tree.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	if len(data) > maxSize {
		return nil, fmt.Errorf("%s is larger than a schema can be (%d bytes)", shown, maxSize)
	}
	return schema.Parse(shown, data)
}
