package main

import (
	"context"
	"runtime"
	"slices"
	"time"

	"github.com/kscope/kscope/interop/oracle"
)

// meter does the timing.
type meter struct {
	oracle *oracle.Oracle // nil where there is no Java
	rounds int
	slice  time.Duration // how long one contender's turn is
}

// turn gives the nanoseconds that one piece of work takes on average.
func (m *meter) turn(w work) (float64, error) {
	runtime.GC() // nobody pays for another's garbage
	batch := 1
	for begin := time.Now(); ; batch *= 2 {
		at := time.Now()
		if err := repeat(w, batch); err != nil {
			return 0, err
		}
		if time.Since(at) > 100*time.Microsecond || time.Since(begin) > m.slice {
			break
		}
	}
	n, begin := 0, time.Now()
	for time.Since(begin) < m.slice {
		if err := repeat(w, batch); err != nil {
			return 0, err
		}
		n += batch
	}
	return float64(time.Since(begin).Nanoseconds()) / float64(n), nil
}

func repeat(w work, n int) error {
	for range n {
		if err := w(); err != nil {
			return err
		}
	}
	return nil
}

func (m *meter) peerTurn(ctx context.Context, s *subject, p peer, length time.Duration) (float64, error) {
	if p.work != nil {
		return m.turn(p.work)
	}
	return m.oracle.Bench(ctx, p.java, s.spec.Name, int(s.spec.Version), s.data, s.json, length)
}

// score is what the rounds gave for one peer; ours is beside it.
type score struct {
	peer  peer
	ns    float64 // median
	ratio float64 // median of ours by theirs
}

// contest lets us and the peers take turns. Peers that cannot run here are
// absent.
func (m *meter) contest(ctx context.Context, r row) (ours float64, scores []score, err error) {
	var peers []peer
	for _, p := range r.peers {
		if p.work == nil && m.oracle == nil {
			continue
		}
		peers = append(peers, p)
		if p.work == nil { // Java compiles what is hot in the first seconds
			if _, err := m.peerTurn(ctx, r.subject, p, 20*m.slice); err != nil {
				return 0, nil, err
			}
		}
	}
	us, theirs, ratios := []float64{}, make([][]float64, len(peers)), make([][]float64, len(peers))
	for range m.rounds {
		now, err := m.turn(r.ours)
		if err != nil {
			return 0, nil, err
		}
		us = append(us, now)
		for i, p := range peers {
			ns, err := m.peerTurn(ctx, r.subject, p, m.slice)
			if err != nil {
				return 0, nil, err
			}
			theirs[i], ratios[i] = append(theirs[i], ns), append(ratios[i], now/ns)
		}
	}
	for i, p := range peers {
		scores = append(scores, score{p, median(theirs[i]), median(ratios[i])})
	}
	return median(us), scores, nil
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}

// allocations is how many objects one piece of work leaves to the collector.
func allocations(w work) (uint64, error) {
	const n = 100
	if err := repeat(w, 3); err != nil { // room is made on first use
		return 0, err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := repeat(w, n)
	runtime.ReadMemStats(&after)
	return (after.Mallocs - before.Mallocs) / n, err
}
