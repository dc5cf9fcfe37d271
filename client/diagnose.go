package client

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"strings"
	"time"

	"github.com/kscope/kscope/message"
)

// Listener is what a port turned out to be.
type Listener struct {
	TLS        bool
	SASL       bool
	Mechanisms []string // of SASL, as the node lists them
}

// Protocol names the listener as security.protocol does.
func (l Listener) Protocol() string {
	name := "PLAINTEXT"
	if l.TLS {
		name = "SSL"
	}
	if l.SASL {
		name = "SASL_" + name
	}
	return name
}

// nobody is the mechanism that no node has: who asks for it is told which ones
// there are.
const nobody = "NONE"

// identifying bounds each step of Identify, since the address has been found
// to answer.
const identifying = 5 * time.Second

// Identify finds out what listens at addr: by a plain connection, then by one with
// TLS and whatever certificate. On the one that is answered it asks for a SASL
// mechanism that nobody has, which nodes may log as a failure. It takes no secret
// along; of cfg it takes what TLS needs. The error says why there is no Kafka
// node.
func Identify(ctx context.Context, c *message.Codec, addr string, cfg Config) (Listener, error) {
	cfg.SASL = nil
	cfg.Timeout = min(cfg.timeout(), identifying)
	secure := &tls.Config{}
	if cfg.TLS != nil {
		secure = cfg.TLS.Clone()
	}
	secure.InsecureSkipVerify, secure.VerifyConnection = true, nil
	var first error
	for _, t := range []*tls.Config{nil, secure} {
		cfg.TLS = t
		l, err := identify(ctx, c, addr, cfg)
		if err == nil {
			return l, nil
		}
		first = cmp.Or(first, err)
	}
	return Listener{}, first
}

func identify(ctx context.Context, c *message.Codec, addr string, cfg Config) (Listener, error) {
	l := Listener{TLS: cfg.TLS != nil}
	conn, err := Dial(ctx, c, addr, cfg)
	if err != nil {
		return l, err
	}
	defer conn.Close()
	offer, err := conn.Versions(ctx)
	if err != nil {
		return l, err
	}
	if conn.session.handshake = conn.newest("SaslHandshakeRequest", offer); conn.session.handshake == nil {
		return l, nil
	}
	conn.cfg.SASL = &Mechanism{Name: nobody}
	refused := (*AuthError)(nil)
	if errors.As(conn.handshake(ctx), &refused) && refused.Name == unsupportedSaslMechanism {
		l.SASL, l.Mechanisms = true, refused.Offered
	}
	return l, nil
}

// Diagnose finds out more about an error that may come of connecting in another
// way than the listener wants, and puts it into the error's hint: also that it
// does not. Only for such an error does it connect; see Identify. It gives the
// error back.
func Diagnose(ctx context.Context, c *message.Codec, cfg Config, err error) error {
	e, size := (*Error)(nil), (*SizeError)(nil)
	if ctx.Err() != nil || !errors.As(err, &e) || !errors.Is(e, ErrClosed) && !errors.As(e, &size) {
		return err
	}
	is, found := Identify(ctx, c, e.Addr, cfg)
	switch closed := errors.Is(e, ErrClosed); {
	case found != nil, !closed && is.TLS == (cfg.TLS != nil): // where SASL is missed, nodes close
		return err
	case is.Protocol() == cfg.protocol():
		e.Hint = "the port is a listener for " + is.Protocol() + ", as it was taken for: nodes close on requests that are damaged or too large, and on APIs and versions that they do not have"
		return err
	}
	e.Hint = "the port is a listener for " + is.Protocol()
	if is.SASL {
		e.Hint += " with " + strings.Join(is.Mechanisms, ", ")
	}
	e.Hint += ", not for " + cfg.protocol() + ": set security.protocol"
	return err
}
