package client

import (
	"context"
	"fmt"
	"strconv"
	"strings"

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
			if n := iterations(challenge); n > maxIterations {
				return nil, fmt.Errorf("expected %d iterations at most, found %d: the node means to keep the client busy", maxIterations, n)
			}
			token, err := talk.Step(string(challenge))
			if err != nil || talk.Done() {
				return nil, err
			}
			return []byte(token), nil
		}, nil
	}}, nil
}

// maxIterations bounds the work that a node may demand; Kafka stores passwords
// with 16,384 at most.
const maxIterations = 1 << 20

// iterations reads the count in a server's first message, 0 where there is none.
func iterations(challenge []byte) int {
	for field := range strings.SplitSeq(string(challenge), ",") {
		if text, ok := strings.CutPrefix(field, "i="); ok {
			if n, err := strconv.Atoi(text); err == nil {
				return n
			}
		}
	}
	return 0
}

func scramHashes() map[string]scram.HashGeneratorFcn {
	return map[string]scram.HashGeneratorFcn{"SCRAM-SHA-256": scram.SHA256, "SCRAM-SHA-512": scram.SHA512}
}
