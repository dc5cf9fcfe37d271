package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Load finds the text of a command line's INPUT and parses it as f.
//
//	"" or "-"   stdin
//	"@path"     the file, whatever its name looks like
//	"path"      the file, if there is one
//	other       the argument is the text
//
// max bounds the size of the text in bytes; 0 or less is no bound. Errors are one
// line; those about a file name it, and wrap the *Error of what is in it.
func Load(arg string, stdin io.Reader, f Format, max int64) (Result, error) {
	if arg == "" || arg == "-" {
		return parseFrom("stdin", stdin, f, max)
	}
	path, isFile := strings.CutPrefix(arg, "@")
	if isFile && path == "" {
		return Result{}, errors.New("\"@\" needs the name of a file behind it")
	}
	file, err := openFile(path)
	switch {
	case err == nil:
		defer file.Close()
		return parseFrom(path, file, f, max)
	case !errors.Is(err, fs.ErrNotExist) && !isNoName(err, path):
		return Result{}, err
	case isFile || looksLikePath(arg):
		return Result{}, fmt.Errorf("%s: there is no such file", path)
	case max > 0 && int64(len(arg)) > max:
		return Result{}, tooLong("the argument", max)
	}
	res, err := Parse([]byte(arg), f)
	var e *Error
	if errors.As(err, &e) && e.Line == 0 && f == FormatAuto {
		if strings.Contains(arg, "/") && !strings.ContainsAny(arg, " \t\n") {
			return res, fmt.Errorf("%s: there is no such file, nor is this text of a known format", arg)
		}
		e.Msg += "; no file has this name either"
	}
	return res, err
}

// openFile opens path, but not a directory.
func openFile(path string) (*os.File, error) {
	if strings.IndexByte(path, 0) >= 0 {
		return nil, fs.ErrNotExist
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s: is a directory, not a file with bytes", path)
	}
	return os.Open(path)
}

// isNoName is true of errors that only say that path cannot be a file's name, as for
// a text that is longer than names may be.
func isNoName(err error, path string) bool {
	var pe *fs.PathError
	return errors.As(err, &pe) && !errors.Is(err, fs.ErrPermission) && (len(path) > 255 || strings.ContainsAny(path, "\n\"<>|:"))
}

func parseFrom(name string, r io.Reader, f Format, max int64) (Result, error) {
	if r == nil {
		return Result{}, fmt.Errorf("%s: there is nothing to read from", name)
	}
	if max > 0 {
		r = io.LimitReader(r, max+1)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", name, err)
	}
	if max > 0 && int64(len(text)) > max {
		return Result{}, tooLong(name, max)
	}
	res, err := Parse(text, f)
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", name, err)
	}
	return res, nil
}

func tooLong(name string, max int64) error {
	return fmt.Errorf("%s: longer than the %d bytes that are allowed", name, max)
}

var (
	pathStart = regexp.MustCompile(`^(?:\.{0,2}/|~|\.\.?\\|[A-Za-z]:[\\/])`)
	extension = regexp.MustCompile(`^[^\s"'\[\]{}<>]*\.[A-Za-z][A-Za-z0-9]{0,7}$`)
)

// looksLikePath tells a name with no file behind it from text. Base64 may have
// slashes, even in front; so a slash counts only with a directory that exists.
func looksLikePath(arg string) bool {
	if strings.ContainsAny(arg, "\n\"") || len(arg) > 4096 || strings.HasSuffix(arg, "=") {
		return false
	}
	if extension.MatchString(arg) {
		return true
	}
	if pathStart.MatchString(arg) && arg[0] != '/' {
		return true
	}
	dir := filepath.Dir(arg)
	if !strings.Contains(arg, "/") || strings.Trim(dir, "/.") == "" {
		return false
	}
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}
