package client

import (
	"context"
	"fmt"

	"github.com/xdg-go/scram"
)

// Scram proves that the client knows the password, without sending it, and
// wants the same proof of the node (RFC 5802). The name is SCRAM-SHA-256 or
// SCRAM-SHA-512.
func Scram(name, user, password string) (*Mechanism, error) {
	hash, ok := scramHashes()[name]
	if !ok {
		return nil, fmt.Errorf("SASL mechanism %q is none of SCRAM-SHA-256, SCRAM-SHA-512", name)
	}
	// Unprepped, because Kafka takes the bytes of names and passwords as they are.
	c, err := hash.NewClientUnprepped(user, password, "")
	if err != nil {
		return nil, err
	}
	return &Mechanism{name, func(context.Context, string) (conversation, error) {
		talk := c.NewConversation()
		return func(challenge []byte) ([]byte, error) {
			token, err := talk.Step(string(challenge))
			if err != nil || talk.Done() {
				return nil, err
			}
			return []byte(token), nil
		}, nil
	}}, nil
}

func scramHashes() map[string]scram.HashGeneratorFcn {
	return map[string]scram.HashGeneratorFcn{"SCRAM-SHA-256": scram.SHA256, "SCRAM-SHA-512": scram.SHA512}
}
