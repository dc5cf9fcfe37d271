package schemafile

import (
	"archive/zip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const pair = `{"name":"Pair","type":"data","validVersions":"0","fields":[]}`

func writeJar(t *testing.T, files map[string]string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "test.jar")
	out, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := zip.NewWriter(out)
	defer w.Close()
	for file, text := range files {
		entry, err := w.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

func TestReadJar(t *testing.T) {
	jar := writeJar(t, map[string]string{
		"common/message/Pair.json": pair,
		"message/Two.json":         strings.Replace(pair, "Pair", "Two", 1),
		"kafka/other.json":         "not a schema",
	})
	all, err := Read(jar)
	if err != nil || len(all) != 2 || all[0].Name != "Pair" || all[1].Name != "Two" {
		t.Errorf("got %v, %v", all, err)
	}
}

func TestReadFolderAndFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "deep", "Pair.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(pair), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{dir, file} {
		if all, err := Read(name); err != nil || len(all) != 1 {
			t.Errorf("%s: got %v, %v", name, all, err)
		}
	}
}

func TestReadErrors(t *testing.T) {
	text := filepath.Join(t.TempDir(), "x.txt")
	if err := os.WriteFile(text, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		writeJar(t, map[string]string{"a.json": pair}):                                       "holds no message schemas",
		writeJar(t, map[string]string{"message/A.json": "{"}):                                "message/A.json:1:2: the JSON ends too early",
		writeJar(t, map[string]string{"message/A.json": strings.Repeat(" ", maxSize) + "x"}): "is larger than a schema can be",
		text:                            "is no jar, folder or .json file",
		filepath.Join(text, "none.jar"): "not a directory",
		text + ".not":                   "there is no such jar, folder or file",
	} {
		if _, err := Read(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
	var none *NoneError
	if _, err := Read(t.TempDir()); !errors.As(err, &none) {
		t.Errorf("an empty folder: got %v", err)
	}
}
