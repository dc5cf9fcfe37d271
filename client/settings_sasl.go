package client

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
)

// jaasKey is the setting that says who connects.
const jaasKey = "sasl.jaas.config"

// sasl gives the mechanism that the sasl.* settings ask for.
func (s *settings) sasl() *Mechanism {
	s.noClass("sasl.client.callback.handler.class")
	s.noClass("sasl.login.class")
	const key = "sasl.mechanism"
	name := s.oneOf(key, "GSSAPI", Mechanisms()...)
	if s.err != nil {
		return nil
	}
	text, ok := s.Get(jaasKey)
	if !ok {
		s.refuse(jaasKey, fmt.Errorf("it is missing, and %s needs it", name))
		return nil
	}
	l, err := parseLogin(text)
	if err != nil {
		s.refuse(jaasKey, err)
		return nil
	}
	m, err := s.mechanism(name, l)
	if err != nil {
		s.refuse(jaasKey, err)
	}
	return m
}

func (s *settings) mechanism(name string, l *login) (*Mechanism, error) {
	switch name {
	case "OAUTHBEARER":
		return s.oauth(l)
	case "GSSAPI":
		return s.kerberos(l)
	}
	user, password := l.options["username"], l.options["password"]
	switch {
	case user == "":
		return nil, errors.New("option username is missing")
	case l.options["password"] == "":
		return nil, errors.New("option password is missing")
	case l.options["tokenauth"] == "true":
		return nil, errors.New("option tokenauth: delegation tokens cannot be shown here")
	case name == "PLAIN":
		return Plain(user, password), nil
	}
	return Scram(name, user, password)
}

// oauth gives tokens from where Kafka's login callback handlers take them.
func (s *settings) oauth(l *login) (*Mechanism, error) {
	const (
		handler  = "sasl.login.callback.handler.class"
		endpoint = "sasl.oauthbearer.token.endpoint.url"
	)
	s.noClass("sasl.oauthbearer.jwt.retriever.class", "DefaultJwtRetriever", "ClientCredentialsJwtRetriever", "FileJwtRetriever")
	extensions := map[string]string{}
	for name, value := range l.options {
		for _, prefix := range []string{"unsecuredLoginExtension_", "extension_"} {
			if key, ok := strings.CutPrefix(name, prefix); ok {
				extensions[key] = value
			}
		}
	}
	class := s.noClass(handler, "OAuthBearerUnsecuredLoginCallbackHandler", "OAuthBearerLoginCallbackHandler")
	where := s.text(endpoint, "")
	if where == "" && class != "OAuthBearerLoginCallbackHandler" {
		source, err := unsecured(l.options)
		return OAuthBearer(source, extensions), err
	}
	u, err := url.Parse(where)
	switch {
	case err != nil || where == "":
		s.refuse(endpoint, errors.New("expected a URL of scheme https or file"))
		return nil, nil
	case u.Scheme == "file":
		return OAuthBearer(tokenFile(filepath.FromSlash(u.Path)), extensions), nil
	case u.Scheme != "https":
		s.refuse(endpoint, fmt.Errorf("expected a URL of scheme https or file, found %q; the client's secret goes there", u.Scheme))
		return nil, nil
	}
	const credentials = "sasl.oauthbearer.client.credentials.client."
	e := Endpoint{URL: where,
		ID:     s.text(credentials+"id", l.options["clientId"]),
		Secret: Hide(s.text(credentials+"secret", l.options["clientSecret"])),
		Scope:  s.text("sasl.oauthbearer.scope", l.options["scope"])}
	if e.ID == "" || e.Secret.Reveal() == "" {
		return nil, errors.New("options clientId and clientSecret are needed for the token endpoint")
	}
	return OAuthBearer(e.Token, extensions), nil
}

// kerberos takes the options of Java's Krb5LoginModule.
func (s *settings) kerberos(l *login) (*Mechanism, error) {
	const serviceKey = "sasl.kerberos.service.name"
	t := Ticket{Service: s.text(serviceKey, l.options["serviceName"]), Principal: l.options["principal"]}
	switch {
	case t.Service == "":
		return nil, fmt.Errorf("%s is missing, and so is option serviceName", serviceKey)
	case l.options["useKeyTab"] == "true":
		if t.Keytab = l.options["keyTab"]; t.Keytab == "" {
			return nil, errors.New("option keyTab is missing")
		}
	case l.options["useTicketCache"] == "true":
		t.Cache = cmp.Or(l.options["ticketCache"], TicketCache())
	default:
		return nil, errors.New("expected useKeyTab=true with keyTab and principal, or useTicketCache=true, found neither")
	}
	if t.Keytab != "" && t.Principal == "" {
		return nil, errors.New("option principal is missing")
	}
	return Kerberos(t), nil
}
