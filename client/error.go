package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"
)

// Step is one of those that connecting and exchanging are made of.
type Step string

// The steps, as errors name them.
const (
	Resolve      Step = "resolve"
	Connect      Step = "connect to"
	Encrypt      Step = "TLS with"
	Authenticate Step = "SASL with"
	Send         Step = "send to"
	Receive      Step = "receive from"
)

// Error is what went wrong between us and a node.
type Error struct {
	Step Step
	Addr string
	Err  error
	Hint string // what to try, "" where that is not known
}

// Error says at which step of which address what went wrong, without the hint.
func (e *Error) Error() string { return fmt.Sprintf("%s %s: %v", e.Step, e.Addr, e.Err) }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Hint says what to try after an error of this package, "" where nothing is
// known.
func Hint(err error) string {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.Hint
	}
	return ""
}

// ErrClosed says that the node closed the connection where an answer was due.
var ErrClosed = errors.New("the node closed the connection without an answer")

// ErrBroken is what a connection gives after an error in the middle of an
// exchange: what comes next on it belongs to nobody knows which request.
var ErrBroken = errors.New("the connection is broken")

type brokenError struct{ cause error }

func (e *brokenError) Error() string   { return fmt.Sprintf("%v since: %v", ErrBroken, e.cause) }
func (e *brokenError) Unwrap() []error { return []error{ErrBroken, e.cause} }

// SizeError says that a response's size is none, or more than is allowed.
type SizeError struct {
	Size  int32
	Most  int
	Start []byte // what came, the size first
}

// Error says which size was found, also in hex: text that is no Kafka answers
// with letters there.
func (e *SizeError) Error() string {
	return fmt.Sprintf("offset 0x0000: expected a frame of 0 to %d bytes, found the size %d (0x%08x)", e.Most, e.Size, uint32(e.Size))
}

// CutError says that a connection ended inside a frame.
type CutError struct {
	Got  int // bytes that came, the size included
	Size int // of the frame as it says, its size included; 4 where not even that came
}

// lateError is a deadline inside a frame.
type lateError struct {
	CutError
	err error
}

func (e *lateError) Unwrap() error { return e.err }

// cut is the error of a read inside a frame.
func cut(got, size int, err error) error {
	if timedOut(err) {
		return &lateError{CutError{Got: got, Size: size}, err}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) {
		return &CutError{Got: got, Size: size}
	}
	return err
}

// Error says how much is missing.
func (e *CutError) Error() string {
	return fmt.Sprintf("offset 0x%04x: expected a frame of %d bytes, found the end of the connection", e.Got, e.Size)
}

// Unwrap gives io.ErrUnexpectedEOF.
func (e *CutError) Unwrap() error { return io.ErrUnexpectedEOF }

// fail words an error of a step.
func (c *Conn) fail(s Step, err error) error {
	return &Error{Step: s, Addr: c.addr, Err: c.plain(err), Hint: c.hint(s, err)}
}

// plain takes the addresses out of an error, which names them in front, and
// says what its shorthands mean.
func (c *Conn) plain(err error) error {
	if dns := (*net.DNSError)(nil); errors.As(err, &dns) {
		return &wordsError{dns.Err, err}
	}
	came := "nothing"
	if late := (*lateError)(nil); errors.As(err, &late) {
		came = fmt.Sprintf("%d of %d bytes", late.Got, late.Size)
	}
	if op := (*net.OpError)(nil); errors.As(err, &op) && op.Op != "remote error" { // that is a TLS alert
		err = op.Err
	}
	if call := (*os.SyscallError)(nil); errors.As(err, &call) {
		err = call.Err
	}
	cut := (*CutError)(nil)
	switch {
	case errors.As(err, &cut):
		return err
	case timedOut(err):
		waited := c.cfg.timeout()
		if c.net == nil {
			waited = cmp.Or(c.cfg.ConnectTimeout, waited)
		}
		return &wordsError{fmt.Sprintf("%s came within %v", came, waited.Round(time.Millisecond)), context.DeadlineExceeded}
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return &wordsError{ErrClosed.Error(), errors.Join(ErrClosed, err)}
	}
	return err
}

// timedOut reports whether a wait ended by its own bound, not by the context's.
func timedOut(err error) bool { return errors.Is(err, os.ErrDeadlineExceeded) }

// wordsError says an error in other words.
type wordsError struct {
	words string
	err   error
}

func (e *wordsError) Error() string { return e.words }
func (e *wordsError) Unwrap() error { return e.err }
