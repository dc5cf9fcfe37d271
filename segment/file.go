package segment

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kscope/kscope/catalog"
)

// File is a file of a log directory, opened for reading.
type File struct {
	io.ReaderAt
	Path string
	Name Name
	Kind Kind
	Size int64 // when it was opened: what a broker appends later is not looked at

	close func() error
}

// Open opens a file and finds out what it is. It never opens for writing. A named
// pipe is read as a stream. The error of a file that is not there is an
// fs.ErrNotExist.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, plain(path, err)
	}
	if info, err := f.Stat(); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		defer f.Close()
		return OpenStream(f, path)
	}
	file, err := describeFile(f, path)
	if err != nil {
		f.Close()
		return nil, err
	}
	return file, nil
}

// OpenStream opens what comes from a stream, such as standard input. A stream
// that cannot be read at any position is copied to a temporary file first,
// which Close removes.
func OpenStream(f *os.File, name string) (*File, error) {
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		file, err := describeFile(f, name)
		if file != nil {
			file.close = nil // it is not ours
		}
		return file, err
	}
	temporary, err := os.CreateTemp("", "kscope")
	if err != nil {
		return nil, err
	}
	remove := func() error { return errors.Join(temporary.Close(), os.Remove(temporary.Name())) }
	_, err = io.Copy(temporary, f)
	if err == nil {
		var file *File
		if file, err = describeFile(temporary, name); err == nil {
			file.close = remove
			return file, nil
		}
	}
	return nil, errors.Join(err, remove())
}

func describeFile(f *os.File, path string) (*File, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, plain(path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: is no regular file", path)
	}
	head := make([]byte, min(SniffLen, info.Size()))
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, plain(path, err)
	}
	file := &File{ReaderAt: f, Path: path, Name: ParseName(path), Size: info.Size(), close: f.Close}
	file.Kind = Sniff(head[:n], file.Size, path)
	return file, nil
}

// Close closes the file.
func (f *File) Close() error {
	if f.close == nil {
		return nil
	}
	return f.close()
}

// Base is the base offset that the name tells; 0 when it tells none.
func (f *File) Base() int64 { return max(0, f.Name.Base) }

// Topic is the topic whose partition the file belongs to, as the name of its
// directory, or of the file itself, tells; "" when they tell none.
func (f *File) Topic() string {
	base := filepath.Base(f.Path)
	if f.Name.Snapshot() || strings.HasPrefix(base, "bootstrap.checkpoint") {
		return catalog.MetadataTopic // wherever they lie
	}
	dir, err := filepath.Abs(filepath.Dir(f.Path))
	if err != nil {
		return ""
	}
	p, _ := ParsePartition(dir)
	return p.Topic
}

// All reads a whole file, which must have at most limit bytes.
func (f *File) All(limit int64) ([]byte, error) {
	if f.Size > limit {
		return nil, fmt.Errorf("%s: a file of kind %q with %d bytes, more than %d", f.Path, f.Kind, f.Size, limit)
	}
	b := make([]byte, f.Size)
	n, err := f.ReadAt(b, 0)
	if err == io.EOF {
		err = nil
	}
	return b[:n], err
}

// Sibling opens the file of the same segment with another ending, such as
// ".index". It is nil when there is none.
func (f *File) Sibling(ending string) *File {
	dir, base := filepath.Split(f.Path)
	_, out, _ := strings.Cut(strings.TrimPrefix(base, f.Name.Stem), ".")
	path := dir + f.Name.Stem + ending
	if _, after, ok := strings.Cut(out, "."); ok { // .log.deleted goes with .index.deleted
		path += "." + after
	}
	if path == f.Path || f.Name.Kind == "" {
		return nil
	}
	s, err := Open(path)
	if err != nil {
		return nil
	}
	return s
}

// Files lists the regular files at a path: itself, or those of a directory and
// of the directories in it, in the order of their names. A path that is a link is
// followed, as are links to files in directories.
func Files(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, plain(path, err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var all []string
	root := path + string(filepath.Separator) // through a link
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && p != root: // brokers delete directories
			return nil
		case err == nil && isFile(p, d):
			all = append(all, p)
		}
		return err
	})
	return all, err
}

func isFile(path string, d fs.DirEntry) bool {
	if d.Type()&fs.ModeSymlink == 0 {
		return d.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// plain says once what errors of the system say in their own way.
func plain(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return missingError(path)
	}
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", path, pe.Err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// missingError is the fs.ErrNotExist of a path.
type missingError string

func (e missingError) Error() string { return string(e) + ": there is no such file" }

// Is makes it known to errors.Is.
func (e missingError) Is(target error) bool { return target == fs.ErrNotExist }

// OpenLogs opens a log, or the segments of a partition's directory that are in
// use, in the order of their offsets.
func OpenLogs(path string) (logs []*File, err error) {
	paths, err := Files(path)
	if err != nil {
		return nil, err
	}
	for _, p := range paths {
		if n := ParseName(p); p != path && (n.Kind != Log || n.Ending != "" || n.Snapshot() || filepath.Dir(p) != filepath.Clean(path)) {
			continue
		}
		f, err := Open(p)
		if err != nil {
			CloseAll(logs)
			return nil, err
		}
		logs = append(logs, f)
	}
	if len(logs) == 0 {
		return nil, fmt.Errorf("%s: there are no segments in it", path)
	}
	return logs, nil
}

// CloseAll closes files that were opened for reading.
func CloseAll(files []*File) {
	for _, f := range files {
		f.Close()
	}
}
