package client

import (
	"context"
	"fmt"
)

// Mechanism is a way to tell a node who connects, with what it takes to do so.
// Make one with Plain, Scram, OAuthBearer or Kerberos. What is secret is out of
// the reach of formatting.
type Mechanism struct {
	Name  string // as nodes call it: SCRAM-SHA-512
	begin func(ctx context.Context, host string) (conversation, error)
}

// Mechanisms lists the names of those that there are.
func Mechanisms() []string {
	return []string{"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER", "GSSAPI"}
}

// String gives the name.
func (m *Mechanism) String() string { return m.Name }

// A conversation takes what the node said last, nil to begin with, and gives
// the next token. A nil token ends it.
type conversation func(challenge []byte) (token []byte, err error)

// Plain sends user and password as they are (RFC 4616).
func Plain(user, password string) *Mechanism {
	return &Mechanism{"PLAIN", func(context.Context, string) (conversation, error) {
		return once([]byte("\x00" + user + "\x00" + password)), nil
	}}
}

// once is the conversation of mechanisms that say everything in one token.
func once(token []byte) conversation {
	return func(challenge []byte) ([]byte, error) {
		t := token
		token = nil
		if t == nil && len(challenge) > 0 {
			return nil, fmt.Errorf("expected no more from the node, found %d bytes", len(challenge))
		}
		return t, nil
	}
}
