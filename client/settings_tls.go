package client

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// tls gives what the ssl.* settings ask for.
func (s *settings) tls() *tls.Config {
	s.noClass("ssl.engine.factory.class", "DefaultSslEngineFactory")
	cfg := &tls.Config{RootCAs: s.truststore()}
	if cert := s.keystore(); cert != nil {
		cfg.Certificates = []tls.Certificate{*cert}
	}
	cfg.MinVersion, cfg.MaxVersion = s.protocols()
	s.suites(cfg)
	switch v := s.text("ssl.endpoint.identification.algorithm", "https"); {
	case v == "":
		SkipHostname(cfg)
	case !strings.EqualFold(v, "https"):
		s.refuse("ssl.endpoint.identification.algorithm", fmt.Errorf("%q is neither https nor empty", v))
	}
	return cfg
}

// SkipHostname has the node's certificate verified, but not that it is for the
// host that was dialled: an empty ssl.endpoint.identification.algorithm.
func SkipHostname(cfg *tls.Config) {
	next := cfg.VerifyConnection
	cfg.InsecureSkipVerify = true // what follows takes its place
	cfg.VerifyConnection = func(state tls.ConnectionState) error {
		options := x509.VerifyOptions{Roots: cfg.RootCAs, Intermediates: x509.NewCertPool()}
		for _, c := range state.PeerCertificates[1:] {
			options.Intermediates.AddCert(c)
		}
		if _, err := state.PeerCertificates[0].Verify(options); err != nil {
			return &tls.CertificateVerificationError{UnverifiedCertificates: state.PeerCertificates, Err: err}
		}
		if next != nil {
			return next(state)
		}
		return nil
	}
}

// truststore gives the authorities to trust, nil for those of the system.
func (s *settings) truststore() *x509.CertPool {
	const prefix = "ssl.truststore."
	key, store := s.store(prefix, prefix+"certificates")
	if store == nil {
		return nil
	}
	pool, err := store.trusted()
	if err != nil {
		s.refuse(key, s.passwordHint(err, prefix+"password"))
	}
	return pool
}

// keystore gives the certificate to show, nil for none.
func (s *settings) keystore() *tls.Certificate {
	const prefix = "ssl.keystore."
	key, store := s.store(prefix, prefix+"key")
	if store == nil {
		return nil
	}
	password := s.text("ssl.key.password", store.password)
	cert, err := (*tls.Certificate)(nil), error(nil)
	if key == prefix+"key" {
		cert, err = pemKey(store.data, []byte(s.text(prefix+"certificate.chain", "")), password)
	} else {
		cert, err = store.key(password)
	}
	if err != nil {
		s.refuse(key, s.passwordHint(err, prefix+"password"))
	}
	return cert
}

// store opens the store that the settings with a prefix describe: a file, or
// PEM in a setting itself. The key is that of the one that is there.
func (s *settings) store(prefix, inline string) (key string, _ *store) {
	kind := strings.ToUpper(s.text(prefix+"type", "JKS"))
	location := s.text(prefix+"location", "")
	text := s.text(inline, "")
	password := s.text(prefix+"password", "")
	switch {
	case text == "" && location == "":
		return "", nil
	case text != "" && location != "":
		s.refuse(inline, fmt.Errorf("%slocation is set too", prefix))
	case text != "" && kind != "PEM":
		s.refuse(inline, fmt.Errorf("%stype is %s, and must be PEM", prefix, kind))
	case text != "":
		return inline, &store{kind: kind, data: []byte(text)}
	case kind == "PEM" && password != "":
		s.refuse(prefix+"password", errors.New("PEM files have no password; that of a private key is ssl.key.password"))
	default:
		return prefix + "location", &store{kind: kind, data: s.file(prefix + "location"), password: password}
	}
	return "", nil
}

// passwordHint names the setting of a password that is wrong, or missing.
func (s *settings) passwordHint(err error, key string) error {
	if !errors.Is(err, errWrongPassword) {
		return err
	}
	if s.text(key, "") == "" {
		return fmt.Errorf("the file needs a password: set %s", key)
	}
	return fmt.Errorf("%w: see %s", err, key)
}

// tlsNames are Java's names of the versions, in order.
func tlsNames() []string { return []string{"TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"} }

// protocols gives the range of versions that ssl.enabled.protocols and
// ssl.protocol allow. Go takes no range with a gap in it, and has no SSLv3.
func (s *settings) protocols() (lowest, highest uint16) {
	const key = "ssl.enabled.protocols"
	newest := s.oneOf("ssl.protocol", "TLSv1.3", append(tlsNames(), "TLS")...)
	names := s.list(key)
	if len(names) == 0 {
		names = []string{"TLSv1.2", "TLSv1.3"}
		if i := slices.Index(tlsNames(), newest); i >= 0 && i < 2 {
			names = []string{newest}
		}
	}
	var versions []uint16
	for _, name := range names {
		i := slices.Index(tlsNames(), name)
		if i < 0 {
			s.refuse(key, fmt.Errorf("%q cannot be had here, only %s", name, strings.Join(tlsNames(), ", ")))
			return 0, 0
		}
		versions = append(versions, tls.VersionTLS10+uint16(i))
	}
	lowest, highest = slices.Min(versions), slices.Max(versions)
	for v := lowest; v <= highest; v++ {
		if !slices.Contains(versions, v) {
			s.refuse(key, fmt.Errorf("%s is left out between others, which cannot be had here", tlsNames()[v-tls.VersionTLS10]))
		}
	}
	return lowest, highest
}

// suites allows the ciphers of ssl.cipher.suites. Of those that Go lacks, the
// others remain. In TLS 1.3 Go lets nobody choose what to offer; there, what the
// node chooses is refused if it is not allowed.
func (s *settings) suites(cfg *tls.Config) {
	const key = "ssl.cipher.suites"
	names := s.list(key)
	if len(names) == 0 {
		return
	}
	allowed := map[uint16]bool{}
	old, new := false, false // of TLS 1.2 and before, of 1.3
	for _, suite := range append(tls.CipherSuites(), tls.InsecureCipherSuites()...) {
		if !slices.Contains(names, suite.Name) {
			continue
		}
		allowed[suite.ID] = true
		if slices.Contains(suite.SupportedVersions, tls.VersionTLS13) {
			new = true
			continue
		}
		old = true
		cfg.CipherSuites = append(cfg.CipherSuites, suite.ID)
	}
	if !new {
		cfg.MaxVersion = min(cfg.MaxVersion, tls.VersionTLS12)
	}
	if !old {
		cfg.MinVersion = max(cfg.MinVersion, tls.VersionTLS13)
	}
	if len(allowed) == 0 || cfg.MinVersion > cfg.MaxVersion {
		s.refuse(key, fmt.Errorf("none of %s can be had here with the enabled protocols", strings.Join(names, ", ")))
	}
	cfg.VerifyConnection = func(state tls.ConnectionState) error {
		if allowed[state.CipherSuite] {
			return nil
		}
		return fmt.Errorf("the node chose %s, which %s does not allow", tls.CipherSuiteName(state.CipherSuite), key)
	}
}
