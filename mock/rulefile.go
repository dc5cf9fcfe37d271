package mock

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/kscope/kscope/internal/prose"
)

// ReadRules reads the rules of a file, or of all .json and .jsonl files of a
// folder in the order of their names.
func ReadRules(path string) ([]Rule, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	files := []string{path}
	if info.IsDir() {
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, err
		}
		files = nil
		for _, e := range entries {
			if ext := filepath.Ext(e.Name()); ext == ".json" || ext == ".jsonl" {
				files = append(files, filepath.Join(path, e.Name()))
			}
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s: no .json or .jsonl file is in there", path)
		}
	}
	var all []Rule
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		rules, err := ParseRules(file, text)
		if err != nil {
			return nil, err
		}
		all = append(all, rules...)
	}
	return all, nil
}

// ParseRules reads rules: JSON objects one behind the other, as JSON Lines or
// over several lines, or in arrays. Errors give file, line and key.
func ParseRules(file string, text []byte) ([]Rule, error) {
	var rules []Rule
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		start := skipSpace(text, int(d.InputOffset()))
		var raw json.RawMessage
		err := d.Decode(&raw)
		if err == io.EOF {
			return rules, nil
		}
		if err != nil {
			return nil, misplaced(file, text, start, err)
		}
		// Elements of an array have places of their own.
		if raw[0] == '[' {
			inner, err := elements(file, text, start)
			if err != nil {
				return nil, err
			}
			rules = append(rules, inner...)
			continue
		}
		r, err := parseRule(raw, filepath.Dir(file))
		r.Place = placeOf(file, text, start)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Place, err)
		}
		rules = append(rules, r)
	}
}

// elements reads the array of rules that begins at an offset.
func elements(file string, text []byte, start int) (rules []Rule, err error) {
	d := json.NewDecoder(bytes.NewReader(text[start:]))
	if _, err := d.Token(); err != nil {
		return nil, misplaced(file, text, start, err)
	}
	for d.More() {
		at := start + int(d.InputOffset())
		for bytes.IndexByte([]byte(" \t\r\n,"), text[at]) >= 0 {
			at++
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, misplaced(file, text, at, err)
		}
		r, err := parseRule(raw, filepath.Dir(file))
		r.Place = placeOf(file, text, at)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Place, err)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func skipSpace(text []byte, at int) int {
	for at < len(text) && bytes.IndexByte([]byte(" \t\r\n"), text[at]) >= 0 {
		at++
	}
	return at
}

// placeOf is what a rule is called: file and line.
func placeOf(file string, text []byte, at int) string {
	line, _ := prose.Position(text, at)
	return fmt.Sprintf("%s:%d", file, line)
}

// misplaced puts the place of a mistake in the JSON in front of it.
func misplaced(file string, text []byte, start int, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		start = max(0, int(syntax.Offset)-1)
	}
	line, col := prose.Position(text, start)
	return fmt.Errorf("%s:%d:%d: %w", file, line, col, err)
}
