package client

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/kscope/kscope/internal/near"
)

// Config gives what the settings ask for. A setting that cannot be honoured is
// an error, of type *PropertyError; one that means nothing here is left alone.
func (p *Properties) Config() (Config, error) {
	s, err := p.resolved()
	if err != nil {
		return Config{}, err
	}
	cfg := Config{
		ClientID:       s.text("client.id", ""),
		Timeout:        s.millis("request.timeout.ms"),
		ConnectTimeout: s.millis("socket.connection.setup.timeout.ms"),
		Bootstrap:      s.addresses("bootstrap.servers"),
	}
	protocol := strings.ToUpper(s.text("security.protocol", "PLAINTEXT"))
	switch protocol {
	case "PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL":
	default:
		s.refuse("security.protocol", fmt.Errorf("%q is none of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL", protocol))
	}
	if strings.HasSuffix(protocol, "SSL") {
		cfg.TLS = s.tls()
	}
	if strings.HasPrefix(protocol, "SASL_") {
		cfg.SASL = s.sasl()
	}
	if s.err != nil {
		return Config{}, s.err
	}
	return cfg, nil
}

// settings reads properties until the first that cannot be honoured.
type settings struct {
	*Properties
	err error
}

// refuse says that a setting cannot be honoured.
func (s *settings) refuse(key string, err error) {
	if s.err == nil {
		s.err = &PropertyError{s.where(key), key, err}
	}
}

// where is the place of a setting; of one that is missing, the file.
func (s *settings) where(key string) string {
	if e, ok := s.entries[key]; ok {
		return e.where
	}
	return s.name
}

// text gives a setting; Kafka takes an empty one for one that is there.
func (s *settings) text(key, otherwise string) string {
	if v, ok := s.Get(key); ok {
		return v
	}
	return otherwise
}

func (s *settings) list(key string) (all []string) {
	for v := range strings.SplitSeq(s.text(key, ""), ",") {
		if v = strings.TrimSpace(v); v != "" {
			all = append(all, v)
		}
	}
	return all
}

func (s *settings) addresses(key string) []string {
	text := s.text(key, "")
	if strings.TrimSpace(text) == "" {
		return nil
	}
	all, err := Addresses(text)
	if err != nil {
		s.refuse(key, err)
	}
	return all
}

// millis gives a duration in milliseconds, 0 for one that is not set.
func (s *settings) millis(key string) time.Duration {
	v, ok := s.Get(key)
	if !ok {
		return 0
	}
	n, err := strconv.ParseInt(v, 10, 32)
	if err != nil || n <= 0 {
		s.refuse(key, fmt.Errorf("expected a number of milliseconds, found %q", v))
	}
	return time.Duration(n) * time.Millisecond
}

// oneOf gives a setting that must be one of some words.
func (s *settings) oneOf(key, otherwise string, words ...string) string {
	v := s.text(key, otherwise)
	for _, w := range words {
		if strings.EqualFold(v, w) {
			return w
		}
	}
	if v != "" || otherwise != "" {
		s.refuse(key, fmt.Errorf("%q is none of %s%s", v, strings.Join(words, ", "), near.Hint(near.Some(v, words, 1)...)))
	}
	return ""
}

// file reads the file that a setting names.
func (s *settings) file(key string) []byte {
	data, err := os.ReadFile(s.text(key, ""))
	if err != nil {
		s.refuse(key, err)
	}
	return data
}

// noClass refuses settings that name Java code, but for what we do as it does.
func (s *settings) noClass(key string, known ...string) (name string) {
	v := s.text(key, "")
	if v == "" {
		return ""
	}
	name = v[strings.LastIndexAny(v, ".$")+1:]
	for _, k := range known {
		if name == k {
			return name
		}
	}
	s.refuse(key, errors.New("Java classes cannot be run here"))
	return ""
}
