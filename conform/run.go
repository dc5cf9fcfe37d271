package conform

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/message"
)

// Options say which checks run, and how. The zero value runs those of level
// must that write nothing.
type Options struct {
	// Level is the weakest level that runs; "" is Must.
	Level Level
	// Write lets checks write: to a topic that is made for the run and removed
	// after it, to groups and transactional ids of the run's own.
	Write bool
	// Only and Skip pick checks by id, by group, or by pattern with *. With
	// Only, the level does not count.
	Only, Skip []string
	// Timeout bounds each check. 0 is DefaultTimeout.
	Timeout time.Duration
	// Parallel is how many checks run side by side. 0 is DefaultParallel.
	Parallel int
	// Seed is in all names that the run makes up: 8 characters; "" is random.
	Seed string
	// Now is the time of records that are written; zero is the present.
	Now time.Time
}

// What zero options stand for.
const (
	DefaultTimeout  = 5 * time.Second
	DefaultParallel = 8
)

// Select gives the checks that options pick, in the order of Checks. An id or
// pattern that fits no check is an error with suggestions, and it is one when no
// check is left: a run of none would pass.
func Select(o Options) ([]Check, error) {
	all := Checks()
	for _, pattern := range slices.Concat(o.Only, o.Skip) {
		if !slices.ContainsFunc(all, func(c Check) bool { return c.matches(pattern) }) {
			var ids []string
			for _, c := range all {
				ids = append(ids, c.ID)
			}
			return nil, fmt.Errorf("no check is called %q%s", pattern, near.Hint(near.Some(pattern, ids, 3)...))
		}
	}
	level := cmp.Or(o.Level, Must)
	all = slices.DeleteFunc(all, func(c Check) bool {
		wanted := level.covers(c.Level)
		if len(o.Only) > 0 {
			wanted = slices.ContainsFunc(o.Only, c.matches)
		}
		return !wanted || slices.ContainsFunc(o.Skip, c.matches)
	})
	if len(all) == 0 {
		return nil, errors.New("no check is left to run: all are left out")
	}
	return all, nil
}

func (c Check) matches(pattern string) bool {
	fits, err := path.Match(pattern, c.ID)
	return err == nil && fits || pattern == c.Group()
}

// Run runs checks against the node at addr and reports their results in the
// order of Checks, each as soon as it and those in front of it are there. The
// end of ctx skips what has not begun; the scratch topic is removed all the
// same. Errors are for options that fit no check, and a node that cannot be
// connected to at all; everything else is a result.
func Run(ctx context.Context, c *message.Codec, addr string, cfg client.Config, o Options, report func(Result)) (Summary, error) {
	began := time.Now()
	checks, err := Select(o)
	if err != nil {
		return Summary{}, err
	}
	conn, err := client.Dial(ctx, c, addr, cfg)
	if err != nil {
		return Summary{}, err
	}
	conn.Close()
	n := newNode(c, addr, cfg, o)
	n.whole = ctx
	partitions := n.prepare(ctx, checks)
	s := Summary{}
	n.runAll(ctx, checks, partitions, cmp.Or(o.Parallel, DefaultParallel), func(r Result) {
		s.count(r.Verdict)
		report(r)
	})
	s.Left, s.Took = n.remove(ctx), time.Since(began)
	return s, nil
}

func (s *Summary) count(v Verdict) {
	switch v {
	case OK:
		s.OK++
	case Failed:
		s.Failed++
	case Skipped:
		s.Skipped++
	}
}

func newNode(c *message.Codec, addr string, cfg client.Config, o Options) *node {
	n := &node{codec: c, addr: addr, cfg: cfg, id: -1, write: o.Write, patience: cmp.Or(o.Timeout, DefaultTimeout), seed: o.Seed, now: o.Now}
	n.cfg.ClientID = cmp.Or(cfg.ClientID, "kscope")
	n.cfg.Timeout = 10 * n.patience // contexts end sooner, and say which check it was
	if n.seed == "" {
		var b [4]byte
		rand.Read(b[:]) // never fails
		n.seed = hex.EncodeToString(b[:])
	}
	if n.now.IsZero() {
		n.now = time.Now()
	}
	return n
}

// prepare finds out what checks need, and makes the scratch topic. It gives
// each check that needs a topic its partition.
func (n *node) prepare(ctx context.Context, checks []Check) map[string]int {
	n.learn(ctx)
	n.noTopic = "the node did not say what it offers: " + n.silence
	partitions := map[string]int{}
	for _, c := range checks {
		if c.Needs != Nothing {
			partitions[c.ID] = len(partitions)
		}
	}
	if n.offer == nil || len(partitions) == 0 {
		return partitions
	}
	ctx, cancel := context.WithTimeout(ctx, 3*n.patience)
	defer cancel()
	n.identify(ctx)
	if n.write {
		n.create(ctx, len(partitions))
	} else {
		n.find(ctx)
	}
	return partitions
}

func (n *node) runAll(ctx context.Context, checks []Check, partitions map[string]int, parallel int, report func(Result)) {
	results := make([]chan Result, len(checks))
	for i := range results {
		results[i] = make(chan Result, 1)
	}
	turns := make(chan struct{}, parallel)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i, c := range checks {
			turns <- struct{}{}
			wg.Go(func() {
				results[i] <- n.run(ctx, c, partitions[c.ID])
				<-turns
			})
		}
	})
	for _, r := range results {
		report(<-r)
	}
	wg.Wait()
}

// run runs one check.
func (n *node) run(ctx context.Context, c Check, partition int) Result {
	began := time.Now()
	if why := n.obstacle(ctx, c); why != "" {
		return Result{Check: c, Verdict: Skipped, Words: why}
	}
	ctx, cancel := context.WithTimeout(ctx, n.patience)
	defer cancel()
	t := n.try(ctx, strings.ReplaceAll(c.ID, ".", "-"))
	if n.scratch {
		t.topic.partition = partition
	}
	c.run(t)
	t.close()
	t.takeBack(ctx)
	r := Result{Check: c, Verdict: cmp.Or(t.verdict, OK), Words: t.words, Cases: t.cases, Exchanges: t.exchanges(), Took: time.Since(began)}
	if r.Verdict == Failed && errors.Is(context.Cause(ctx), context.Canceled) {
		r.Verdict, r.Words = Skipped, "the run was interrupted"
	}
	return r
}

// obstacle says why a check cannot run.
func (n *node) obstacle(ctx context.Context, c Check) string {
	switch {
	case ctx.Err() != nil:
		return "the run was interrupted"
	case n.offer != nil && n.refused.Load():
		return "the node takes no more connections"
	case c.Needs == Write && !n.write:
		return "it writes; --write allows it to"
	}
	if why := n.missing(c.APIs); why != "" {
		return why
	}
	if c.Needs != Nothing {
		return n.noTopic
	}
	return ""
}
