package mock

import (
	"cmp"
	"context"
	"time"
)

// send sends an answer in the way that the rule asks for. An error ends the
// connection.
func (c *conn) send(ctx context.Context, x *Exchange, frame []byte, rule *compiled) error {
	if err := wait(ctx, rule.Delay); err != nil {
		return err
	}
	if rule.Silence {
		frame = nil
	}
	if rule.cut >= 0 {
		frame = frame[:min(rule.cut, len(frame))]
	}
	x.Response = frame
	for range rule.Repeat {
		x.Response = append(x.Response[:len(x.Response):len(x.Response)], frame...)
	}
	if rule.Swap {
		c.held = append(c.held, x.Response...)
	} else if err := c.write(ctx, x.Response, rule); err != nil {
		return err
	}
	if rule.cut != never {
		return errEnd
	}
	return nil
}

// write sends bytes, perhaps in pieces, and then what was held back for them.
func (c *conn) write(ctx context.Context, b []byte, rule *compiled) error {
	if len(b) == 0 {
		return nil
	}
	size := cmp.Or(rule.Split, len(b))
	for len(b) > 0 {
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
	if len(c.held) == 0 {
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
