package conform

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"time"
)

// AppendJSON appends a result as one JSON object, without white space or line
// end:
//
//	{"id","group","title","level","verdict","words","reason","source","ms",
//	 "cases":[{"api","first","last","verdict","words"}],
//	 "exchanges":[{"request","answer","version","note","fault":{"offset","path","expected","found"}}]}
//
// Frames are hex. What is empty is left out, and so are the exchanges of checks
// that did not fail.
func AppendJSON(dst []byte, r Result) []byte {
	o := resultJSON{ID: r.ID, Group: r.Group(), Title: r.Title, Level: r.Level, Verdict: r.Verdict, Words: r.Words,
		Reason: r.Reason, Source: r.Source, Ms: float64(r.Took.Round(time.Microsecond)) / float64(time.Millisecond)}
	for _, c := range together(r.Cases) {
		o.Cases = append(o.Cases, caseJSON{c.API, c.First, c.Last, c.Verdict, c.Words})
	}
	for _, x := range r.Exchanges {
		if r.Verdict != Failed {
			break
		}
		e := exchangeJSON{Request: hex.EncodeToString(x.Request), Answer: hex.EncodeToString(x.Answer), Version: x.Version, Note: x.Note}
		if f := x.Fault; f != nil {
			e.Fault = &faultJSON{f.Offset, f.Path, f.Expected, f.Found}
		}
		o.Exchanges = append(o.Exchanges, e)
	}
	out := bytes.NewBuffer(dst)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)  // people read it too
	if e.Encode(o) != nil { // there is nothing in it that could not be written
		return dst
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

type resultJSON struct {
	ID        string         `json:"id"`
	Group     string         `json:"group"`
	Title     string         `json:"title"`
	Level     Level          `json:"level"`
	Verdict   Verdict        `json:"verdict"`
	Words     string         `json:"words,omitempty"`
	Reason    string         `json:"reason"`
	Source    string         `json:"source"`
	Ms        float64        `json:"ms"`
	Cases     []caseJSON     `json:"cases,omitempty"`
	Exchanges []exchangeJSON `json:"exchanges,omitempty"`
}

type caseJSON struct {
	API     string  `json:"api"`
	First   int16   `json:"first"`
	Last    int16   `json:"last"`
	Verdict Verdict `json:"verdict"`
	Words   string  `json:"words,omitempty"`
}

type exchangeJSON struct {
	Request string     `json:"request"`
	Answer  string     `json:"answer,omitempty"`
	Version int16      `json:"version"`
	Note    string     `json:"note,omitempty"`
	Fault   *faultJSON `json:"fault,omitempty"`
}

type faultJSON struct {
	Offset   int    `json:"offset"`
	Path     string `json:"path,omitempty"`
	Expected string `json:"expected"`
	Found    string `json:"found,omitempty"`
}
