package vector

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"
)

// Verified counts what was checked.
type Verified struct {
	Lines int
	Bad   int // lines that do not hold
	Files int // files of an archive that cannot be read, or are not what the manifest says
}

// VerifyArchive checks the vector lines of every .jsonl file in a zip file, as
// VerifyAll does, and the checksums of its manifest if it has one. Reports name
// the file. A file that is damaged does not keep it from the others; the error is
// for what is no zip file.
func (c *Coder) VerifyArchive(r io.ReaderAt, size int64, report func(Mismatch)) (v Verified, err error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return v, err
	}
	damaged := map[string]bool{}
	tell := func(m Mismatch) {
		if !damaged[m.File] {
			damaged[m.File] = true
			report(m)
		}
	}
	checksums(z, tell)
	for _, f := range z.File {
		if !strings.HasSuffix(f.Name, ".jsonl") {
			continue
		}
		n, wrong, err := c.verifyFile(f, report)
		if err != nil {
			tell(unreadable(f.Name, err))
		}
		v.Lines, v.Bad = v.Lines+n, v.Bad+wrong
	}
	v.Files = len(damaged)
	return v, nil
}

// unreadable is the report of a file that cannot be read to its end.
func unreadable(name string, err error) Mismatch {
	return Mismatch{File: name, Want: "a file that can be read", Got: err.Error()}
}

func (c *Coder) verifyFile(f *zip.File, report func(Mismatch)) (lines, bad int, err error) {
	in, err := f.Open()
	if err != nil {
		return 0, 0, err
	}
	defer in.Close()
	return c.VerifyAll(in, func(m Mismatch) {
		m.File = f.Name
		report(m)
	})
}

// checksums holds the files against the manifest.
func checksums(z *zip.Reader, tell func(Mismatch)) {
	in, err := z.Open(manifestName)
	if err != nil {
		return // somebody else's archive needs none
	}
	defer in.Close()
	var m Manifest
	if err := json.NewDecoder(in).Decode(&m); err != nil {
		tell(unreadable(manifestName, err))
	}
	for _, want := range m.Files {
		got, err := checksum(z, want.Name)
		if err != nil {
			tell(unreadable(want.Name, err))
		} else if got != want.SHA256 {
			tell(Mismatch{File: want.Name, Key: "SHA-256", Want: want.SHA256, Got: got})
		}
	}
}

func checksum(z *zip.Reader, name string) (string, error) {
	in, err := z.Open(name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, in); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
