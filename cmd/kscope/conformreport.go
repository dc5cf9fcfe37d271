package main

import (
	"io"

	"github.com/kscope/kscope/conform"
	"github.com/kscope/kscope/message"
)

// conformReport tells of the results of a run as they come, and of their sum. A
// run does not stop where the output does, because it has things to take back;
// the sum meets the same output, and its error is told.
type conformReport interface {
	Result(conform.Result) error
	Summary(conform.Summary) error
}

// inFailure is how many elements of an array a failure shows, also in a file: it
// is to fit on a screen.
const inFailure = 4

// conformReport is the report in the format that was asked for.
func (a *app) conformReport(c *message.Codec, addr string, f *conformFlags) conformReport {
	switch f.output {
	case "json":
		return jsonReport{a.out}
	case "junit":
		return &junitReport{out: a.out, codec: c, name: "kscope conform " + addr}
	}
	o := (&viewFlags{full: f.full}).options(a)
	if !f.full {
		o.Limit = inFailure
	}
	return &conform.Text{W: a.out, Codec: c, View: o, Each: f.each, Brief: f.brief}
}

// jsonReport is JSON Lines: one a result, and one for all.
type jsonReport struct{ out io.Writer }

func (j jsonReport) Result(r conform.Result) error {
	_, err := j.out.Write(append(conform.AppendJSON(nil, r), '\n'))
	return err
}

func (j jsonReport) Summary(s conform.Summary) error {
	return writeJSON(j.out, map[string]any{"type": "summary", "ok": s.OK, "failed": s.Failed, "skipped": s.Skipped})
}

// junitReport is one document, which begins with sums.
type junitReport struct {
	out   io.Writer
	codec *message.Codec
	name  string
	all   []conform.Result
}

func (j *junitReport) Result(r conform.Result) error {
	j.all = append(j.all, r)
	return nil
}

func (j *junitReport) Summary(conform.Summary) error {
	return conform.JUnit(j.out, j.codec, j.name, j.all)
}
