package client

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestUnsecuredToken(t *testing.T) {
	source, err := unsecured(map[string]string{"unsecuredLoginStringClaim_sub": "alice", "unsecuredLoginNumberClaim_level": "7",
		"unsecuredLoginListClaim_scope": "|read|write", "unsecuredLoginLifetimeSeconds": "60", "other": "x"})
	if err != nil {
		t.Fatal(err)
	}
	token, err := source(t.Context())
	parts := strings.Split(token.Reveal(), ".")
	if err != nil || len(parts) != 3 || parts[2] != "" {
		t.Fatalf("%d parts, %v", len(parts), err)
	}
	head, _ := base64.RawURLEncoding.DecodeString(parts[0])
	body, _ := base64.RawURLEncoding.DecodeString(parts[1])
	var claims struct {
		Sub      string
		Level    float64
		Scope    []string
		Iat, Exp int64
	}
	if err := json.Unmarshal(body, &claims); err != nil || string(head) != `{"alg":"none"}` || claims.Sub != "alice" || claims.Level != 7 ||
		strings.Join(claims.Scope, " ") != "read write" || claims.Exp-claims.Iat != 60 || claims.Iat > time.Now().Unix() {
		t.Errorf("%s %s %v", head, body, err)
	}
	for want, options := range map[string]map[string]string{
		"unsecuredLoginStringClaim_user":             {"unsecuredLoginPrincipalClaimName": "user", "unsecuredLoginStringClaim_sub": "a"},
		"unsecuredLoginLifetimeSeconds is no number": {"unsecuredLoginStringClaim_sub": "a", "unsecuredLoginLifetimeSeconds": "-1"},
	} {
		if _, err := unsecured(options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestTokenEndpoint asks as RFC 6749, 4.4 says.
func TestTokenEndpoint(t *testing.T) {
	answer := func(w http.ResponseWriter, r *http.Request) {
		id, secret, _ := r.BasicAuth()
		switch {
		case r.Method != http.MethodPost || r.PostFormValue("grant_type") != "client_credentials" || r.PostFormValue("scope") != "kafka":
			w.WriteHeader(http.StatusBadRequest)
		case id != "id" || secret != "hush":
			w.WriteHeader(http.StatusUnauthorized)
			w.Write([]byte(`{"error":"invalid_client","error_description":"who are you"}`))
		case r.URL.Path == "/empty":
			w.Write([]byte(`{}`))
		case r.URL.Path == "/text":
			w.Write([]byte(`hello`))
		default:
			w.Write([]byte(`{"access_token":"the token","token_type":"bearer"}`))
		}
	}
	idp := httptest.NewUnstartedServer(http.HandlerFunc(answer))
	idp.Config.ErrorLog = log.New(io.Discard, "", 0) // one client refuses its certificate
	idp.StartTLS()
	defer idp.Close()
	e := Endpoint{URL: idp.URL, ID: "id", Secret: Hide("hush"), Scope: "kafka", HTTP: idp.Client()}
	if token, err := e.Token(t.Context()); err != nil || token.Reveal() != "the token" {
		t.Errorf("got %q, %v", token.Reveal(), err)
	}
	for want, change := range map[string]func(*Endpoint){
		"401 Unauthorized invalid_client who are you": func(e *Endpoint) { e.Secret = Hide("guess") },
		"400 Bad Request":                         func(e *Endpoint) { e.Scope = "" },
		"expected an access_token, found none":    func(e *Endpoint) { e.URL += "/empty" },
		"expected JSON":                           func(e *Endpoint) { e.URL += "/text" },
		"expected https":                          func(e *Endpoint) { e.URL = strings.Replace(e.URL, "https", "http", 1) },
		"certificate signed by unknown authority": func(e *Endpoint) { e.HTTP = nil },
	} {
		bad := e
		change(&bad)
		if _, err := bad.Token(t.Context()); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "guess") {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Token(ctx); err == nil {
		t.Error("asked after the end")
	}
}

func TestOAuthSettings(t *testing.T) {
	name := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(name, []byte("from a file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	text := `security.protocol=SASL_PLAINTEXT
sasl.mechanism=OAUTHBEARER
sasl.login.callback.handler.class=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler
sasl.oauthbearer.token.endpoint.url=file://` + filepath.ToSlash(name) + `
sasl.jaas.config=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required extension_a="b";`
	p, err := ParseProperties("x", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := p.Config()
	if err != nil {
		t.Fatal(err)
	}
	talk, err := cfg.SASL.begin(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if first, err := talk(nil); string(first) != "n,,\x01auth=Bearer from a file\x01a=b\x01\x01" || err != nil {
		t.Errorf("%q, %v", first, err)
	}
}
