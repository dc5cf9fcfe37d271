package client

import (
	"errors"
	"fmt"
)

// CloseWrite ends sending, as a client does that asks for nothing more; what
// the node has to say still comes.
func (c *Conn) CloseWrite() error {
	half, ok := c.net.(interface{ CloseWrite() error })
	if !ok {
		return fmt.Errorf("close the sending side of the connection to %s: %w", c.addr, errors.ErrUnsupported)
	}
	if err := half.CloseWrite(); err != nil {
		return fmt.Errorf("close the sending side of the connection to %s: %w", c.addr, err)
	}
	return nil
}
