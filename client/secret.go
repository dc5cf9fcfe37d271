package client

import (
	"fmt"
	"io"
)

// Secret is text that no formatting and no encoding shows. The zero value is
// none.
type Secret struct {
	reveal func() string // a closure, because formatting looks into all else
}

// Hide makes a secret of a text.
func Hide(text string) Secret { return Secret{func() string { return text }} }

// Reveal gives the text, "" of none.
func (s Secret) Reveal() string {
	if s.reveal == nil {
		return ""
	}
	return s.reveal()
}

// Format writes that there is a secret, whatever the verb.
func (Secret) Format(f fmt.State, _ rune) { io.WriteString(f, hidden) }

// MarshalText gives the same to encoders.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

const hidden = "(secret)"
