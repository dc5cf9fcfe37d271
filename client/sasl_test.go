package client_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xdg-go/scram"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/message"
)

const (
	user     = "alice"
	password = "pencil of alice"
)

var errRefused = errors.New("Authentication failed: Invalid username or password")

// plainSide knows one password.
func plainSide() saslSide {
	return func(token []byte) ([]byte, bool, error) {
		if string(token) != "\x00"+user+"\x00"+password {
			return nil, false, errRefused
		}
		return nil, true, nil
	}
}

func scramSide(hash scram.HashGeneratorFcn, known string) func() saslSide {
	return func() saslSide {
		c, _ := hash.NewClientUnprepped(user, known, "")
		stored, _ := c.GetStoredCredentialsWithError(scram.KeyFactors{Salt: "salt", Iters: 4096})
		s, _ := hash.NewServer(func(string) (scram.StoredCredentials, error) { return stored, nil })
		talk := s.NewConversation()
		return func(token []byte) ([]byte, bool, error) {
			answer, err := talk.Step(string(token))
			if err != nil {
				return nil, false, errRefused
			}
			return []byte(answer), talk.Done(), nil
		}
	}
}

// bearerSide believes one token, and says in JSON why it does not another.
func bearerSide(token string) func() saslSide {
	return func() saslSide {
		told := false
		return func(got []byte) ([]byte, bool, error) {
			switch {
			case told && bytes.Equal(got, []byte{1}):
				return nil, false, errors.New(`{"status":"invalid_token"}`)
			case string(got) == "n,,\x01auth=Bearer "+token+"\x01trait=7\x01\x01":
				return nil, true, nil
			}
			told = true
			return []byte(`{"status":"invalid_token"}`), false, nil
		}
	}
}

// liarSide gets the proof and gives none that holds.
func liarSide() saslSide {
	inner := scramSide(scram.SHA256, password)()
	return func(token []byte) ([]byte, bool, error) {
		answer, done, err := inner(token)
		if done {
			answer = []byte("v=AAAA")
		}
		return answer, done, err
	}
}

func mechanisms() map[string]func() saslSide {
	return map[string]func() saslSide{
		"PLAIN":         plainSide,
		"SCRAM-SHA-256": scramSide(scram.SHA256, password),
		"SCRAM-SHA-512": scramSide(scram.SHA512, password),
		"OAUTHBEARER":   bearerSide("good"),
	}
}

func scramOf(t *testing.T, name, password string) *client.Mechanism {
	t.Helper()
	m, err := client.Scram(name, user, password)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func bearerOf(token string) *client.Mechanism {
	return client.OAuthBearer(client.Token(client.Hide(token)), map[string]string{"trait": "7"})
}

// metadata asks for something that only who has authenticated is told.
func metadata(ctx context.Context, c *client.Conn) error {
	spec, err := codec().Spec("MetadataRequest", 12)
	if err != nil {
		return err
	}
	_, err = c.Call(ctx, spec, "")
	return err
}

func codec() *message.Codec { return message.New(catalog.Builtin(), "") }

const oldOffer = `[{"apiKey":3,"minVersion":0,"maxVersion":13},{"apiKey":17,"minVersion":0,"maxVersion":0},{"apiKey":18,"minVersion":0,"maxVersion":0}]`

func TestAuthenticates(t *testing.T) {
	for _, m := range []*client.Mechanism{client.Plain(user, password), scramOf(t, "SCRAM-SHA-256", password),
		scramOf(t, "SCRAM-SHA-512", password), bearerOf("good")} {
		for name, offer := range map[string]string{"with headers": "", "raw tokens": oldOffer} {
			t.Run(m.Name+" "+name, func(t *testing.T) {
				n := &fakeNode{mechanisms: mechanisms(), offer: offer}
				conn, err := client.Dial(t.Context(), codec(), n.start(t), client.Config{SASL: m})
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				if err := metadata(t.Context(), conn); err != nil {
					t.Error(err)
				}
				if conn.Opened().Authenticated.Before(conn.Opened().Connected) || !conn.Expires().IsZero() {
					t.Errorf("times: %+v, ends %v", conn.Opened(), conn.Expires())
				}
				seen := n.requests()
				want := []string{"ApiVersionsRequest@5", "SaslHandshakeRequest@1", "SaslAuthenticateRequest@2"}
				if offer != "" {
					want = []string{"ApiVersionsRequest@5", "SaslHandshakeRequest@0", "MetadataRequest@12"}
				}
				if !slices.Equal(seen[:3], want) {
					t.Errorf("the node saw %v", seen)
				}
			})
		}
	}
}

func TestRefusals(t *testing.T) {
	all := mechanisms()
	liar := mechanisms()
	liar["SCRAM-SHA-256"] = liarSide
	busy := mechanisms()
	busy["SCRAM-SHA-256"] = func() saslSide {
		return func(first []byte) ([]byte, bool, error) {
			_, nonce, _ := strings.Cut(string(first), "r=")
			return []byte("r=" + nonce + "x,s=c2FsdA==,i=2000000000"), false, nil
		}
	}
	for name, test := range map[string]struct {
		mechanism *client.Mechanism
		node      *fakeNode
		err, hint string
	}{
		"password of PLAIN":      {client.Plain(user, "guess"), &fakeNode{mechanisms: all}, "PLAIN refused: Authentication failed: Invalid username or password (SASL_AUTHENTICATION_FAILED)", "sasl.jaas.config"},
		"password of SCRAM":      {scramOf(t, "SCRAM-SHA-512", "guess"), &fakeNode{mechanisms: all}, "SCRAM-SHA-512 refused: Authentication failed", "sasl.jaas.config"},
		"token":                  {bearerOf("bad"), &fakeNode{mechanisms: all}, `OAUTHBEARER refused: {"status":"invalid_token"}`, "sasl.jaas.config"},
		"raw token":              {client.Plain(user, "guess"), &fakeNode{mechanisms: all, offer: oldOffer}, "PLAIN refused without a word", "sasl.jaas.config"},
		"mechanism":              {client.Kerberos(client.Ticket{}), &fakeNode{mechanisms: all}, "GSSAPI is not enabled on this listener, which has PLAIN, GSSAPI", "sasl.mechanism"},
		"a node that lies":       {scramOf(t, "SCRAM-SHA-256", password), &fakeNode{mechanisms: liar}, "SCRAM-SHA-256: server validation failed", ""},
		"a node that is greedy":  {scramOf(t, "SCRAM-SHA-256", password), &fakeNode{mechanisms: busy}, "found 2000000000: the node means to keep the client busy", ""},
		"a node without SASL":    {client.Plain(user, password), &fakeNode{offer: `[{"apiKey":18,"minVersion":0,"maxVersion":4}]`}, "does not offer SaslHandshake", "security.protocol is PLAINTEXT or SSL"},
		"an empty token":         {bearerOf(" \n"), &fakeNode{mechanisms: all}, "the bearer token is empty", ""},
		"a source without token": {client.OAuthBearer(func(context.Context) (client.Secret, error) { return client.Secret{}, errRefused }, nil), &fakeNode{mechanisms: all}, errRefused.Error(), ""},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := client.Dial(t.Context(), codec(), test.node.start(t), client.Config{SASL: test.mechanism})
			if err == nil {
				conn.Close()
				t.Fatal("authenticated")
			}
			if !strings.Contains(err.Error(), test.err) || !strings.HasPrefix(err.Error(), "SASL with 127.0.0.1:") {
				t.Errorf("got %v, want %s", err, test.err)
			}
			if hint := client.Hint(err); !strings.Contains(hint, test.hint) || test.hint == "" && hint != "" {
				t.Errorf("hint %q, want %q", hint, test.hint)
			}
			for _, secret := range []string{"guess", password, "bad "} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%v shows %q", err, secret)
				}
			}
		})
	}
	var e *client.AuthError
	_, err := client.Dial(t.Context(), codec(), (&fakeNode{mechanisms: all}).start(t), client.Config{SASL: client.Plain(user, "guess")})
	if !errors.As(err, &e) || e.Code != 58 || e.Mechanism != "PLAIN" {
		t.Errorf("got %#v", err)
	}
}

func TestWantsSASL(t *testing.T) {
	n := &fakeNode{mechanisms: mechanisms()}
	conn, err := client.Dial(t.Context(), codec(), n.start(t), client.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	err = metadata(t.Context(), conn)
	if !errors.Is(err, client.ErrClosed) || !strings.Contains(client.Hint(err), "SASL_PLAINTEXT") {
		t.Errorf("got %v, hint %q", err, client.Hint(err))
	}
}

// TestRenews lets a session end while the connection is in use.
func TestRenews(t *testing.T) {
	n := &fakeNode{mechanisms: mechanisms(), lifetime: 40}
	tokens := 0
	source := func(context.Context) (client.Secret, error) { tokens++; return client.Hide("good"), nil }
	conn, err := client.Dial(t.Context(), codec(), n.start(t), client.Config{SASL: client.OAuthBearer(source, map[string]string{"trait": "7"})})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	first := conn.Opened().Authenticated
	if left := conn.Expires().Sub(first); left != 40*time.Millisecond {
		t.Errorf("the session lasts %v", left)
	}
	for conn.Opened().Authenticated.Equal(first) {
		if err := metadata(t.Context(), conn); err != nil {
			t.Fatal(err)
		}
	}
	if tokens != 2 || !conn.Opened().Authenticated.After(first) {
		t.Errorf("%d tokens were asked for", tokens)
	}
	handshakes := 0
	for _, r := range n.requests() {
		if strings.HasPrefix(r, "SaslHandshake") {
			handshakes++
		}
		if strings.HasPrefix(r, "ApiVersions") && handshakes > 0 {
			t.Error("ApiVersions was asked again")
		}
	}
	if handshakes != 2 {
		t.Errorf("%d handshakes", handshakes)
	}
}

func TestReauthenticateWithoutSession(t *testing.T) {
	conn, err := client.Dial(t.Context(), codec(), (&fakeNode{}).start(t), client.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Reauthenticate(t.Context()); err == nil {
		t.Error("renewed what there is not")
	}
}
