package conform

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kscope/kscope/schema"
)

// try is one run of one check. The first thing that goes wrong ends it: what
// is asked of a try after that does nothing and gives zeros, so that checks
// read as what they do.
type try struct {
	*node
	ctx   context.Context
	topic topic
	key   string // what names of the check's own begin with
	// names are those of its group and of its transactional id, by kind of
	// coordinator.
	names [2]string

	verdict Verdict // "" while nothing has gone wrong
	words   string
	cases   []Case
	wire    []*Exchange
	line    *line // the connection of ask
	lines   []*line
	undoing []func(*try) // what takes back what the check has left, the last first
}

// undo notes how to take something back when the check is over, however it ends.
func (t *try) undo(f func(*try)) {
	if t.going() {
		t.undoing = append(t.undoing, f)
	}
}

// takeBack does what undo has noted. That it fails is no failure of the check.
func (t *try) takeBack(ctx context.Context) {
	// The run may have been interrupted; what is left is to go all the same.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), t.patience)
	defer cancel()
	for _, f := range slices.Backward(t.undoing) {
		again := &try{node: t.node, ctx: ctx, topic: t.topic, key: t.key, names: t.names}
		f(again)
		again.close()
	}
}

// fail ends the try with what was expected and found.
func (t *try) fail(format string, args ...any) { t.end(Failed, format, args...) }

// skip ends the try with the reason why the check means nothing here.
func (t *try) skip(format string, args ...any) { t.end(Skipped, format, args...) }

func (t *try) end(v Verdict, format string, args ...any) {
	if t.verdict == "" {
		t.verdict, t.words = v, fmt.Sprintf(format, args...)
	}
}

// going reports whether nothing has gone wrong yet.
func (t *try) going() bool { return t.verdict == "" }

// saw says what a check that holds has seen.
func (t *try) saw(format string, args ...any) {
	if t.going() {
		t.words = fmt.Sprintf(format, args...)
	}
}

// close ends all connections.
func (t *try) close() {
	for _, l := range t.lines {
		l.conn.Close()
	}
}

// exchanges are what went over the wire.
func (t *try) exchanges() []Exchange {
	all := make([]Exchange, len(t.wire))
	for i, x := range t.wire {
		all[i] = *x
	}
	return all
}

// ask sends a request in the newest version that both sides know, on the try's
// usual connection, and reads the answer.
func (t *try) ask(api string, body object) *reply {
	return t.askAt(api, t.newest(api), body)
}

// askAt is ask in a given version.
func (t *try) askAt(api string, version int16, body object) *reply {
	if t.line == nil && t.going() {
		t.line = t.dial()
	}
	return t.line.ask(api, version, body)
}

// missing says which of the APIs that a check needs the node lacks.
func (n *node) missing(apis []string) string {
	for _, api := range apis {
		name, least, _ := strings.Cut(api, "@")
		switch span := n.span(name); {
		case n.offer == nil:
			return "the node did not say what it offers: " + n.silence
		case span.Empty():
			return "the node does not offer " + name
		case least != "" && span.Hi < number(least):
			return fmt.Sprintf("the node offers %s up to version %d, and the check needs %s", name, span.Hi, least)
		}
	}
	return ""
}

// newest is the newest version of an API that both sides know.
func (t *try) newest(api string) int16 {
	span := t.span(api)
	if span.Empty() {
		t.skip("the node does not offer %s", api)
	}
	return span.Hi
}

// span is what the node offers of an API, as far as the catalog knows it too.
func (n *node) span(api string) schema.Versions {
	entry, err := n.codec.Catalog.APIByName(api, "")
	if err != nil {
		return schema.None
	}
	offered, ok := n.offer[int16(entry.Key)]
	if !ok {
		return schema.None
	}
	return offered.Intersect(entry.Request.Versions())
}

// timedOut reports whether waiting ended because time did.
func timedOut(err error) bool {
	var timeout interface{ Timeout() bool }
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout()
}
