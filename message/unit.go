package message

import (
	"fmt"
	"slices"
	"strings"
)

// Unit is how much of a message a range of bytes holds.
type Unit string

// The units.
const (
	Frame   Unit = "frame"   // int32 size, header, body
	Payload Unit = "payload" // header (or prefix), body
	Body    Unit = "body"
)

// Units lists the names of the units, the largest first.
func Units() []string { return []string{string(Frame), string(Payload), string(Body)} }

// ParseUnit reads the name of a unit.
func ParseUnit(s string) (Unit, error) {
	if !slices.Contains(Units(), s) {
		return "", fmt.Errorf("unit %q is not one of %s", s, strings.Join(Units(), ", "))
	}
	return Unit(s), nil
}

// MaxFrame is the largest frame that brokers accept unless they are told to
// accept more: socket.request.max.bytes, 100 MiB.
const MaxFrame = 100 << 20
