package main

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
)

// exchangeLog tells what a mock node does: a line on stderr, and vector lines in
// a file.
type exchangeLog struct {
	app   *app
	quiet bool
	file  *os.File
	lines *bufio.Writer
	err   error           // of the file
	used  map[string]bool // places of rules
}

func (a *app) exchangeLog(f *mockFlags) (*exchangeLog, error) {
	l := &exchangeLog{app: a, quiet: f.quiet, used: map[string]bool{}}
	if f.log == "" {
		return l, nil
	}
	var err error
	if l.file, err = os.Create(f.log); err != nil {
		return nil, err
	}
	l.lines = bufio.NewWriter(l.file)
	return l, nil
}

// vectorLine is a frame as vector lines have it. A request tells by its header
// what it is.
type vectorLine struct {
	Message  string `json:"message,omitempty"`
	Version  *int16 `json:"version,omitempty"`
	Unit     string `json:"unit"`
	Hex      string `json:"hex"`
	Exchange int    `json:"exchange"`
	Time     string `json:"time"`
}

func (l *exchangeLog) add(x *mock.Exchange) {
	if x.Rule != nil {
		l.used[x.Rule.Place] = true
	}
	if !l.quiet {
		fmt.Fprintln(l.app.err, exchangeLine(x))
	}
	if l.lines == nil || l.err != nil {
		return
	}
	l.write(vectorLine{Hex: hex.EncodeToString(x.Request), Time: x.Start.Format(time.RFC3339Nano)}, x)
	if len(x.Response) > 0 && x.Spec != nil {
		l.write(vectorLine{Message: x.Spec.Name, Version: &x.Spec.Version, Hex: hex.EncodeToString(x.Response),
			Time: x.Start.Add(x.Took).Format(time.RFC3339Nano)}, x)
	}
	if l.err == nil {
		l.err = l.lines.Flush()
	}
}

func (l *exchangeLog) write(line vectorLine, x *mock.Exchange) {
	line.Unit, line.Exchange = "frame", x.Number
	if l.err == nil {
		l.err = writeJSON(l.lines, line)
	}
}

// unused tells of rules that no request has met.
func (l *exchangeLog) unused(rules []mock.Rule) {
	for _, r := range rules {
		if !l.used[r.Place] && !l.quiet {
			l.app.note("%s: no request has met this rule", r.Place)
		}
	}
}

// close says what went wrong with the file.
func (l *exchangeLog) close() error {
	if l.file == nil {
		return nil
	}
	err := cmp.Or(l.err, l.lines.Flush(), l.file.Close())
	l.file = nil
	return err
}

// exchangeLine is an exchange on one line:
//
//	3 Produce@13 client=rdkafka in=212 out=64 1.2ms rule=rules.jsonl:2
func exchangeLine(x *mock.Exchange) string {
	what := fmt.Sprintf("%s@%d", cmp.Or(x.API, fmt.Sprintf("API %d", x.Head.APIKey)), x.Head.Version)
	if x.API == "" && x.Head == (message.RequestHead{}) {
		what = "no request"
	}
	client := "null"
	if x.ClientID != nil {
		client = *x.ClientID
	}
	if quoted := strconv.Quote(client); strings.ContainsRune(client, ' ') || len(quoted) != len(client)+2 {
		client = quoted // so that a line stays one
	}
	line := fmt.Sprintf("%d %s client=%s in=%d out=%d %s", x.Number, what, client,
		len(x.Request), len(x.Response), x.Took.Round(10*time.Microsecond))
	if x.Rule != nil {
		line += " rule=" + x.Rule.Place
	}
	switch {
	case x.Err != nil:
		line += " closed: " + strings.Join(strings.Fields(x.Err.Error()), " ")
	case x.Closed:
		line += " closed"
	}
	return line
}
