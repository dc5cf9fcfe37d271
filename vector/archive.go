package vector

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

// An archive is a zip file for people who write clients: vector lines of
// everything, with words about them.
//
//	README.md            what it is, how to use it
//	manifest.json        a Manifest
//	vectors/NAME.jsonl   vector lines of the message NAME, its versions in order
//	text/NAME.txt        object trees of its smallest and full instances

//go:embed README.md
var readme []byte

const manifestName = "manifest.json"

// Manifest says what an archive has.
type Manifest struct {
	Releases string `json:"releases"` // of Kafka, whose messages these are
	Seed     uint64 `json:"seed"`     // of the first random instance
	Messages int    `json:"messages"`
	Versions int    `json:"versions"` // (message, version) pairs
	Lines    int    `json:"lines"`
	// Confirmed is how many pairs have lines that Kafka's classes have read and
	// written.
	Confirmed int        `json:"confirmed"`
	Files     []Checksum `json:"files"`
}

// Checksum is a file of an archive with the SHA-256 of its bytes in hex.
type Checksum struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// archiver writes an archive.
type archiver struct {
	coder    *Coder
	zip      *zip.Writer
	kinds    []sample.Kind
	names    *view.CatalogNames
	proofs   proofs
	manifest Manifest
}

// Archive writes an archive of lines in the coder's unit for specs and kinds;
// requests and responses get their full instance as a frame, too. The same
// arguments give the same bytes.
func (c *Coder) Archive(w io.Writer, specs []*message.Spec, kinds []sample.Kind) (Manifest, error) {
	proofs, err := readProofs(c.Codec.Catalog)
	if err != nil {
		return Manifest{}, err
	}
	a := &archiver{coder: c, zip: zip.NewWriter(w), kinds: kinds, names: view.NewNames(c.Codec.Catalog), proofs: proofs}
	a.manifest.Releases = c.releases()
	for _, k := range kinds {
		if a.manifest.Seed == 0 {
			a.manifest.Seed = k.Seed
		}
	}
	if err := a.write(specs); err != nil {
		return Manifest{}, err
	}
	return a.manifest, a.zip.Close()
}

// releases names those of Kafka whose messages the coder knows.
func (c *Coder) releases() string {
	if c.Codec.Release != "" {
		return string(c.Codec.Release)
	}
	all := c.Codec.Catalog.Releases()
	return fmt.Sprintf("%s-%s", all[0].Release, all[len(all)-1].Release)
}

func (a *archiver) write(specs []*message.Spec) error {
	if err := a.file("README.md", readme); err != nil {
		return err
	}
	for _, versions := range byName(specs) {
		if err := a.message(versions); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(&a.manifest, "", "  ")
	if err != nil {
		return err
	}
	return a.put(manifestName, append(text, '\n'))
}

// byName groups specs by message, in the order of their first ones: a name can
// have stood for two kinds of schemas over time, with other versions.
func byName(specs []*message.Spec) [][]*message.Spec {
	var groups [][]*message.Spec
	at := map[string]int{}
	for _, s := range specs {
		i, ok := at[s.Name]
		if !ok {
			i = len(groups)
			at[s.Name] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], s)
	}
	return groups
}

// message writes the files of one message.
func (a *archiver) message(versions []*message.Spec) error {
	var lines, trees bytes.Buffer
	for _, s := range versions {
		a.manifest.Versions++
		proof := a.proofs.of(s)
		if proof != "" {
			a.manifest.Confirmed++
		}
		for _, k := range a.kinds {
			if err := a.line(&lines, s, k, a.coder.Unit, proof); err != nil {
				return err
			}
		}
		if s.IsAPI() {
			if err := a.line(&lines, s, sample.Full, message.Frame, proof); err != nil {
				return err
			}
		}
		for _, k := range []sample.Kind{sample.Smallest, sample.Full} {
			if err := a.tree(&trees, s, k); err != nil {
				return err
			}
		}
	}
	a.manifest.Messages++
	name := versions[0].Name
	if err := a.file("vectors/"+name+".jsonl", lines.Bytes()); err != nil {
		return err
	}
	return a.file("text/"+name+".txt", trees.Bytes())
}

// line writes a vector line that says who has confirmed it.
func (a *archiver) line(w *bytes.Buffer, s *message.Spec, k sample.Kind, u message.Unit, proof string) error {
	before := a.coder.Unit
	a.coder.Unit = u
	text, err := a.coder.Append(w.AvailableBuffer(), s, k)
	a.coder.Unit = before
	if err != nil {
		return err
	}
	if proof != "" {
		text = fmt.Appendf(text[:len(text)-1], `,"confirmed":%q}`, proof)
	}
	w.Write(append(text, '\n'))
	a.manifest.Lines++
	return nil
}

func (a *archiver) tree(w *bytes.Buffer, s *message.Spec, k sample.Kind) error {
	data, err := s.Append(nil, sample.Source(k), s.Whole(), a.coder.Header)
	if err != nil {
		return err
	}
	t := &tape.Tape{}
	s.Read(t, data, s.Whole())
	fmt.Fprintf(w, "# %s %s\n", s, k)
	if err := view.Tree(w, &view.Doc{Tape: t, Sample: true, Names: a.names}, view.Options{Full: true}); err != nil {
		return err
	}
	w.WriteByte('\n')
	return nil
}

// file writes a file that the manifest lists.
func (a *archiver) file(name string, data []byte) error {
	sum := sha256.Sum256(data)
	a.manifest.Files = append(a.manifest.Files, Checksum{name, hex.EncodeToString(sum[:])})
	return a.put(name, data)
}

// epoch is the earliest time that zip has.
func epoch() time.Time { return time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC) }

// put writes a file. All have one time, so that equal archives have equal bytes;
// with none, they would be of a month 0 that not every program takes.
func (a *archiver) put(name string, data []byte) error {
	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: epoch()})
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}
