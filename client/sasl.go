package client

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/kscope/kscope/message"
)

// What is said, in the order of Kafka's own client:
//
//	ApiVersions                    which versions of the next two
//	SaslHandshake                  the mechanism
//	SaslAuthenticate, repeated     tokens; after a SaslHandshake v0, tokens come
//	                               in frames of their own, without any header
//
// Before the session ends, the last two are said again on the same connection,
// and requests go on behind them (KIP-368).

// session is what authentication left behind.
type session struct {
	handshake    *message.Spec
	authenticate *message.Spec // nil when tokens have no header
	expires      time.Time     // zero when it does not
	renew        time.Time     // when to begin anew
}

// renewal is the part of a session's life after which it is renewed, in
// percent; Kafka's client takes 85 to 95.
const renewal = 85

func (s *session) isDue(now time.Time) bool { return !s.renew.IsZero() && now.After(s.renew) }

// Expires says when the SASL session ends, the zero time if it does not.
func (c *Conn) Expires() time.Time { return c.session.expires }

// AuthError is a node's refusal of who connects.
type AuthError struct {
	Mechanism string
	Code      int16    // error code, 0 where the node gave none
	Name      string   // of the error, where there is one: SASL_AUTHENTICATION_FAILED
	Message   string   // the node's words, "" without
	Offered   []string // mechanisms that the node has, when it lacks Mechanism
}

// Error gives the node's words.
func (e *AuthError) Error() string {
	switch {
	case len(e.Offered) > 0:
		return fmt.Sprintf("%s is not enabled on this listener, which has %s", e.Mechanism, strings.Join(e.Offered, ", "))
	case e.Message != "":
		return fmt.Sprintf("%s refused: %s (%s)", e.Mechanism, e.Message, e.Name)
	case e.Code != 0:
		return fmt.Sprintf("%s refused: %s (%d)", e.Mechanism, e.Name, e.Code)
	}
	return e.Mechanism + " refused without a word"
}

func (e *AuthError) hint() string {
	switch {
	case len(e.Offered) > 0:
		return "set sasl.mechanism to one that the listener has"
	case e.Name == illegalSaslState:
		return "the listener has no SASL: security.protocol is PLAINTEXT or SSL there"
	}
	return "user, password or token are wrong, or not known to this listener; sasl.jaas.config has them"
}

// Names of error codes.
const (
	unsupportedSaslMechanism = "UNSUPPORTED_SASL_MECHANISM"
	illegalSaslState         = "ILLEGAL_SASL_STATE"
	unsupportedVersion       = "UNSUPPORTED_VERSION" // the node does not know the version asked for
)

// errorName is the name of an error code, "" for none and for one that the
// catalog lacks.
func (c *Conn) errorName(code int16) string {
	if code == 0 {
		return ""
	}
	e, _ := c.codec.Catalog.Error(code)
	return e.Name
}

// authenticate says who connects, on a new connection.
func (c *Conn) authenticate(ctx context.Context) error {
	offer, err := c.Versions(ctx)
	if err != nil {
		return err
	}
	c.session.handshake = c.newest("SaslHandshakeRequest", offer)
	if c.session.handshake == nil {
		return c.refused(&AuthError{Mechanism: c.cfg.SASL.Name, Name: illegalSaslState, Message: "the node does not offer SaslHandshake"})
	}
	if c.session.handshake.Version > 0 {
		c.session.authenticate = c.newest("SaslAuthenticateRequest", offer)
	}
	return c.Reauthenticate(ctx)
}

// newest finds the newest version of a request that both sides have; nil if
// there is none.
func (c *Conn) newest(name string, offer *Offer) *message.Spec {
	specs, err := c.codec.ResolveAll(name)
	if err != nil {
		return nil
	}
	for i := len(specs) - 1; i >= 0; i-- {
		if offer.Of(specs[i].APIKey).Has(specs[i].Version) {
			return specs[i]
		}
	}
	return nil
}

// Reauthenticate begins a new SASL session on the connection. Exchange does so
// by itself; it is for callers of Send, when no answers are outstanding.
func (c *Conn) Reauthenticate(ctx context.Context) error {
	if c.session.handshake == nil {
		return errors.New("the connection has no SASL session to renew")
	}
	if err := c.handshake(ctx); err != nil {
		return err
	}
	lifetime, err := c.converse(ctx)
	if err != nil {
		return err
	}
	now := time.Now()
	c.opened.Authenticated = now
	c.session.expires, c.session.renew = time.Time{}, time.Time{}
	if lifetime > 0 {
		c.session.expires, c.session.renew = now.Add(lifetime), now.Add(lifetime*renewal/100)
	}
	return nil
}

// handshake asks for the mechanism.
func (c *Conn) handshake(ctx context.Context) error {
	name := c.cfg.SASL.Name
	r, err := c.ask(ctx, c.session.handshake, map[string]string{"mechanism": name})
	if err != nil {
		return err
	}
	var said struct {
		ErrorCode  int16
		Mechanisms []string
	}
	if err := r.unmarshal(&said); err != nil || said.ErrorCode == 0 {
		return err
	}
	e := &AuthError{Mechanism: name, Code: said.ErrorCode, Name: c.errorName(said.ErrorCode)}
	if e.Name == unsupportedSaslMechanism {
		e.Offered = said.Mechanisms
	}
	return c.refused(e)
}

// converse exchanges tokens until the mechanism has no more, and gives the
// session's lifetime, 0 for one without end.
func (c *Conn) converse(ctx context.Context) (lifetime time.Duration, err error) {
	talk, err := c.cfg.SASL.begin(ctx, c.host)
	if err != nil {
		return 0, c.fail(Authenticate, err)
	}
	var challenge []byte
	for range maxTokens {
		token, err := talk(challenge)
		if err != nil {
			c.broken = err // the node waits for a token
			return 0, c.fail(Authenticate, fmt.Errorf("%s: %w", c.cfg.SASL.Name, err))
		}
		if token == nil {
			return lifetime, nil
		}
		if c.session.authenticate == nil {
			challenge, err = c.rawToken(ctx, token)
		} else {
			challenge, lifetime, err = c.token(ctx, token)
		}
		if err != nil {
			return 0, err
		}
	}
	return 0, c.fail(Authenticate, fmt.Errorf("%s: expected an end of the conversation, found none after %d tokens", c.cfg.SASL.Name, maxTokens))
}

// maxTokens bounds a conversation; no mechanism has more than three tokens to
// say.
const maxTokens = 10

// token sends a token in a request, and gets one in the response.
func (c *Conn) token(ctx context.Context, token []byte) (challenge []byte, lifetime time.Duration, err error) {
	r, err := c.ask(ctx, c.session.authenticate, map[string]string{"authBytes": base64.StdEncoding.EncodeToString(token)})
	if err != nil {
		return nil, 0, err
	}
	var said struct {
		ErrorCode         int16
		ErrorMessage      string
		AuthBytes         []byte
		SessionLifetimeMs int64
	}
	if err := r.unmarshal(&said); err != nil {
		return nil, 0, err
	}
	if said.ErrorCode != 0 {
		return nil, 0, c.refused(&AuthError{Mechanism: c.cfg.SASL.Name, Code: said.ErrorCode, Name: c.errorName(said.ErrorCode), Message: said.ErrorMessage})
	}
	return said.AuthBytes, time.Duration(said.SessionLifetimeMs) * time.Millisecond, nil
}

// rawToken sends a token in a frame of its own. Nodes close on those that they
// refuse.
func (c *Conn) rawToken(ctx context.Context, token []byte) ([]byte, error) {
	frame := append(binary.BigEndian.AppendUint32(nil, uint32(len(token))), token...)
	a, err := c.exchange(ctx, frame)
	if errors.Is(err, ErrClosed) {
		return nil, c.refused(&AuthError{Mechanism: c.cfg.SASL.Name})
	}
	if err != nil {
		return nil, err
	}
	return a.Frame[4:], nil
}

func (c *Conn) refused(e *AuthError) error {
	return &Error{Step: Authenticate, Addr: c.addr, Err: e, Hint: e.hint()}
}

// ask calls with a body of few texts, outside of any session's end.
func (c *Conn) ask(ctx context.Context, request *message.Spec, body map[string]string) (*Reply, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return c.call(ctx, request, string(text), c.exchange)
}
