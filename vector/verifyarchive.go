package vector

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// VerifyArchive checks the vector lines of every .jsonl file in a zip file, as
// VerifyAll does, and the checksums of its manifest if it has one. Reports name
// the file.
func (c *Coder) VerifyArchive(r io.ReaderAt, size int64, report func(Mismatch)) (lines, bad int, err error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return 0, 0, err
	}
	if err := checksums(z, report, &bad); err != nil {
		return 0, 0, err
	}
	for _, f := range z.File {
		if !strings.HasSuffix(f.Name, ".jsonl") {
			continue
		}
		in, err := f.Open()
		if err != nil {
			return lines, bad, fmt.Errorf("%s: %w", f.Name, err)
		}
		n, wrong, err := c.VerifyAll(in, func(m Mismatch) {
			m.File = f.Name
			report(m)
		})
		in.Close()
		if err != nil {
			return lines, bad, fmt.Errorf("%s: %w", f.Name, err)
		}
		lines, bad = lines+n, bad+wrong
	}
	return lines, bad, nil
}

// checksums holds the files against the manifest.
func checksums(z *zip.Reader, report func(Mismatch), bad *int) error {
	in, err := z.Open(manifestName)
	if err != nil {
		return nil // somebody else's archive needs none
	}
	defer in.Close()
	var m Manifest
	if err := json.NewDecoder(in).Decode(&m); err != nil {
		return fmt.Errorf("%s: %w", manifestName, err)
	}
	for _, want := range m.Files {
		got, err := checksum(z, want.Name)
		if err != nil {
			return fmt.Errorf("%s: %w", want.Name, err)
		}
		if got != want.SHA256 {
			*bad++
			report(Mismatch{File: want.Name, Key: "SHA-256", Want: want.SHA256, Got: got})
		}
	}
	return nil
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
