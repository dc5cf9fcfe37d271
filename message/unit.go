package message

import "fmt"

// Unit is how much of a message a range of bytes holds.
type Unit string

// The units.
const (
	Frame   Unit = "frame"   // int32 size, header, body
	Payload Unit = "payload" // header (or prefix), body
	Body    Unit = "body"
)

// ParseUnit reads the name of a unit.
func ParseUnit(s string) (Unit, error) {
	switch u := Unit(s); u {
	case Frame, Payload, Body:
		return u, nil
	}
	return "", fmt.Errorf("unit %q is not one of frame, payload, body", s)
}

// MaxFrame is the largest frame that brokers accept unless they are told to
// accept more: socket.request.max.bytes, 100 MiB.
const MaxFrame = 100 << 20
