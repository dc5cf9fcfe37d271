package client

import (
	"fmt"
	"io"
)

// Secret is text that no formatting and no encoding shows.
type Secret string

// Format writes that there is a secret, whatever the verb.
func (Secret) Format(f fmt.State, _ rune) { io.WriteString(f, hidden) }

// MarshalText gives the same to encoders.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

const hidden = "(secret)"
