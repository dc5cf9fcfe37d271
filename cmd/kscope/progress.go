package main

import (
	"fmt"
	"time"

	"golang.org/x/term"
)

// Bounds of progress bars: what is done sooner than a person can read needs none.
const (
	barBytes = 64 << 20               // work below that is short
	barEvery = 200 * time.Millisecond // between two pictures
	barSteps = 40
)

// bar is a progress bar on standard error, if that is a terminal and the work
// is long.
type bar struct {
	app   *app
	total int64
	on    bool
	drawn bool
	last  time.Time
	check int64 // next amount done at which the clock is looked at
}

// bar makes a bar for bytes to come; wanted is false where it would stand in
// the way of the result.
func (a *app) bar(total int64, wanted bool) *bar {
	return &bar{app: a, total: total, last: time.Now(), on: wanted && total >= barBytes && term.IsTerminal(int(a.err.Fd()))}
}

// onTerminal reports whether results go to a terminal.
func (a *app) onTerminal() bool { return term.IsTerminal(int(a.out.Fd())) }

// at draws how much is done, now and then.
func (b *bar) at(done int64) {
	if !b.on || done < b.check {
		return
	}
	b.check = done + 4<<20
	if now := time.Now(); now.Sub(b.last) >= barEvery {
		b.last, b.drawn = now, true
		n := int(done * barSteps / b.total)
		fmt.Fprintf(b.app.err, "\r[%-*s] %3d %% of %d MB", barSteps, bars[:min(n, barSteps)], done*100/b.total, b.total>>20)
	}
}

const bars = "########################################" // barSteps of them

// clear takes the bar away, so that something else can be written.
func (b *bar) clear() {
	if b.drawn {
		fmt.Fprint(b.app.err, "\r\x1b[K")
		b.drawn = false
	}
}
