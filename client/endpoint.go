package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// Endpoint is where tokens are given for client credentials (RFC 6749, 4.4).
type Endpoint struct {
	URL    string // https
	ID     string
	Secret Secret
	Scope  string       // "" for the endpoint's default
	HTTP   *http.Client // nil is http.DefaultClient
}

// maxToken bounds the answer of an endpoint, in bytes.
const maxToken = 1 << 20

// Token asks for a token; it is a TokenSource.
func (e Endpoint) Token(ctx context.Context) (Secret, error) {
	form := url.Values{"grant_type": {"client_credentials"}}
	if e.Scope != "" {
		form.Set("scope", e.Scope)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.URL, strings.NewReader(form.Encode()))
	if err != nil {
		return Secret{}, err
	}
	if r.URL.Scheme != "https" {
		return Secret{}, fmt.Errorf("token endpoint %s: expected https, since the client's secret goes there", r.URL.Redacted())
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	r.SetBasicAuth(e.ID, e.Secret.Reveal())
	c := e.HTTP
	if c == nil {
		c = http.DefaultClient
	}
	answer, err := c.Do(r)
	if err != nil {
		return Secret{}, err
	}
	defer answer.Body.Close()
	return readToken(answer)
}

func readToken(answer *http.Response) (Secret, error) {
	var said struct {
		Token       string `json:"access_token"`
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	from := answer.Request.URL.Redacted()
	err := json.NewDecoder(io.LimitReader(answer.Body, maxToken)).Decode(&said)
	switch {
	case answer.StatusCode != http.StatusOK:
		return Secret{}, fmt.Errorf("token endpoint %s: %s %s", from, answer.Status, strings.TrimSpace(said.Error+" "+said.Description))
	case err != nil:
		return Secret{}, fmt.Errorf("token endpoint %s: expected JSON: %w", from, err)
	case said.Token == "":
		return Secret{}, fmt.Errorf("token endpoint %s: expected an access_token, found none", from)
	}
	return Hide(said.Token), nil
}

// tokenFile reads a token from a file, anew for each session.
func tokenFile(name string) TokenSource {
	return func(context.Context) (Secret, error) {
		text, err := os.ReadFile(name)
		if err == nil && len(text) == 0 {
			err = errors.New(name + ": the file is empty")
		}
		return Hide(string(text)), err
	}
}
