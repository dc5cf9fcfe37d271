package replay

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Event is one thing that happened on a connection.
type Event struct {
	FromNode bool
	Bytes    []byte // nil for the end
	End      bool
	Wait     time.Duration // before it; of what comes from the node
}

// Conn is what went over one connection.
type Conn []Event

// Script is what one client said and was told, by connection.
type Script struct {
	Name  string
	Conns []Conn
}

// shortBytes is up to which size bytes are written out again and again.
const shortBytes = 24

// Write writes scripts in the form that Parse reads.
func Write(w io.Writer, scripts []Script) error {
	b := bufio.NewWriter(w)
	var known []string
	for _, s := range scripts {
		fmt.Fprintf(b, "script %s\n", s.Name)
		for _, c := range s.Conns {
			b.WriteString("conn\n")
			for _, e := range c {
				if e.Wait > 0 {
					fmt.Fprintf(b, "wait %d\n", e.Wait.Milliseconds())
				}
				arrow := ">"
				if e.FromNode {
					arrow = "<"
				}
				fmt.Fprintf(b, "%s %s\n", arrow, word(e, &known))
			}
		}
	}
	return b.Flush()
}

// word is what stands behind the arrow.
func word(e Event, known *[]string) string {
	if e.End {
		return "end"
	}
	text := hex.EncodeToString(e.Bytes)
	if len(e.Bytes) <= shortBytes {
		return text
	}
	if i := slices.Index(*known, text); i >= 0 {
		return "=" + strconv.Itoa(i)
	}
	*known = append(*known, text)
	return text
}

// Parse reads scripts. Its errors name the line.
func Parse(r io.Reader) (scripts []Script, err error) {
	var known [][]byte
	var wait time.Duration
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		what, text, _ := strings.Cut(lines.Text(), " ")
		bad := func() error { return fmt.Errorf("line %d: %q is no line of a script", n, lines.Text()) }
		switch last := len(scripts) - 1; {
		case what == "script":
			scripts = append(scripts, Script{Name: text})
		case last < 0:
			return nil, bad()
		case what == "conn":
			scripts[last].Conns = append(scripts[last].Conns, nil)
		case len(scripts[last].Conns) == 0:
			return nil, bad()
		case what == "wait":
			ms, err := strconv.Atoi(text)
			if err != nil {
				return nil, bad()
			}
			wait = time.Duration(ms) * time.Millisecond
		case what == ">" || what == "<":
			e, err := event(text, &known)
			if err != nil {
				return nil, bad()
			}
			e.FromNode, e.Wait, wait = what == "<", wait, 0
			c := &scripts[last].Conns[len(scripts[last].Conns)-1]
			*c = append(*c, e)
		default:
			return nil, bad()
		}
	}
	return scripts, lines.Err()
}

func event(text string, known *[][]byte) (Event, error) {
	if text == "end" {
		return Event{End: true}, nil
	}
	if at, again := strings.CutPrefix(text, "="); again {
		i, err := strconv.Atoi(at)
		if err != nil || i < 0 || i >= len(*known) {
			return Event{}, strconv.ErrRange
		}
		return Event{Bytes: (*known)[i]}, nil
	}
	b, err := hex.DecodeString(text)
	if err != nil {
		return Event{}, err
	}
	if len(b) > shortBytes {
		*known = append(*known, b)
	}
	return Event{Bytes: b}, nil
}
