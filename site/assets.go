package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/kscope/kscope/view"
)

// scripts are the sources of kscope.js, in order; they share one namespace.
func scripts() []string {
	return []string{"core.js", "codes.js", "section.js", "bytes.js", "fragment.js", "card.js", "copy.js", "search.js",
		"share.js", "ask.js", "pane.js", "verdict.js", "source.js", "play.js", "cursor.js", "alter.js", "jsonpane.js", "compare.js", "matrix.js"}
}

// styles are the sources of kscope.css behind the rules of package view.
func styles() []string { return []string{"base.css", "bytes.css", "reference.css", "play.css"} }

// joined appends static files to text.
func joined(text []byte, names []string) ([]byte, error) {
	for _, name := range names {
		source, err := embedded.ReadFile("static/" + name)
		if err != nil {
			return nil, err
		}
		text = append(text, withoutComments(source)...)
	}
	return text, nil
}

// withoutComments leaves out the lines of a script that are comments: readers of
// pages have no use for them. No text in our scripts spans lines.
func withoutComments(source []byte) (out []byte) {
	for line := range bytes.Lines(source) {
		if !bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("//")) {
			out = append(out, line...)
		}
	}
	return out
}

// assets are the style sheet, the script and the icon.
func (s *Site) assets() ([]file, error) {
	style, err := joined([]byte(view.Style()), styles())
	if err != nil {
		return nil, err
	}
	script, err := joined(nil, scripts())
	if err != nil {
		return nil, err
	}
	lessons, err := json.Marshal(view.Lessons())
	if err != nil {
		return nil, err
	}
	script = fmt.Appendf(script, "kscope.lessons = %s;\n", lessons)
	icon, err := embedded.ReadFile("static/icon.svg")
	if err != nil {
		return nil, err
	}
	files := []file{fixed("kscope.css", style), fixed("kscope.js", script), fixed("icon.svg", icon)}
	if s.opt.Engine != nil {
		files = append(files, s.engine())
	}
	return files, nil
}

// engine is the script of the playground.
func (s *Site) engine() file {
	return file{"engine.js", func(w io.Writer) error {
		script, err := s.opt.Engine()
		if err != nil {
			return err
		}
		_, err = w.Write(script)
		return err
	}}
}

// fixed is a file whose bytes are known.
func fixed(path string, data []byte) file {
	return file{path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}}
}
