package client

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// TokenSource gives a bearer token; each session asks for one anew.
type TokenSource func(context.Context) (Secret, error)

// Token is the source of one token that somebody has got already.
func Token(token Secret) TokenSource {
	return func(context.Context) (Secret, error) { return token, nil }
}

// OAuthBearer shows a bearer token (RFC 7628) with extensions (KIP-342), which
// may be nil.
func OAuthBearer(source TokenSource, extensions map[string]string) *Mechanism {
	return &Mechanism{"OAUTHBEARER", func(ctx context.Context, _ string) (conversation, error) {
		secret, err := source(ctx)
		if err != nil {
			return nil, err
		}
		token := strings.TrimSpace(secret.Reveal())
		if token == "" || strings.ContainsAny(token, "\x01\r\n") {
			return nil, errors.New("the bearer token is empty, or more than one line")
		}
		return bearer(bearerMessage(token, extensions)), nil
	}}
}

// bearerMessage is the client's first message.
func bearerMessage(token string, extensions map[string]string) []byte {
	var b strings.Builder
	b.WriteString("n,,\x01auth=Bearer " + token)
	for _, k := range slices.Sorted(maps.Keys(extensions)) {
		b.WriteString("\x01" + k + "=" + extensions[k])
	}
	b.WriteString("\x01\x01")
	return []byte(b.String())
}

// bearer shows the token. A node that refuses it says why in JSON, and waits
// for one byte before it ends (RFC 7628, 3.2.3).
func bearer(first []byte) conversation {
	var refusal []byte
	return func(challenge []byte) ([]byte, error) {
		switch {
		case first != nil:
			token := first
			first = nil
			return token, nil
		case refusal != nil:
			return nil, fmt.Errorf("the node refuses the token: %s", refusal)
		case len(challenge) == 0:
			return nil, nil
		}
		refusal = challenge
		return []byte{1}, nil
	}
}
