package mock

import (
	"cmp"
	"context"
	"time"
)

// send sends an answer in the way that the rule asks for.
func (c *conn) send(ctx context.Context, x *Exchange, frame []byte, rule *compiled) error {
	if rule == nil {
		return c.flush(ctx, x, frame)
	}
	if err := wait(ctx, rule.Delay); err != nil {
		return err
	}
	if rule.Silence {
		frame = nil
	}
	if rule.cut >= 0 {
		frame = frame[:min(rule.cut, len(frame))]
	}
	all := frame
	for range rule.Repeat {
		all = append(all[:len(all):len(all)], frame...)
	}
	var err error
	if rule.Swap && rule.cut == never {
		c.held = append(c.held, all...)
		x.Response = all
	} else {
		err = c.write(ctx, x, all, rule)
	}
	if err == nil && rule.cut != never {
		err = errEnd
	}
	return err
}

// flush sends an answer whole, and behind it what was held back for it.
func (c *conn) flush(ctx context.Context, x *Exchange, frame []byte) error {
	return c.write(ctx, x, frame, &compiled{})
}

// write sends bytes, perhaps in pieces, and then what was held back for them.
func (c *conn) write(ctx context.Context, x *Exchange, b []byte, rule *compiled) error {
	x.Response = b
	for size := cmp.Or(rule.Split, max(len(b), 1)); len(b) > 0; {
		n := min(size, len(b))
		if _, err := c.net.Write(b[:n]); err != nil {
			return err
		}
		if b = b[n:]; len(b) > 0 {
			if err := wait(ctx, rule.Pause); err != nil {
				return err
			}
		}
	}
	if len(x.Response) == 0 || len(c.held) == 0 {
		return nil
	}
	_, err := c.net.Write(c.held)
	c.held = nil
	return err
}

// wait waits, until ctx ends.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
