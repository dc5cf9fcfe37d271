package client

import (
	"bytes"
	"crypto"
	"crypto/sha1"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"

	keystore "github.com/pavlo-v-chernykh/keystore-go/v4"
	"software.sslmate.com/src/go-pkcs12"
)

// Stores are files of certificates and keys. What Java calls the types JKS and
// PKCS12 it opens whichever of the two a file is, and so do we.

// store is the contents of a file.
type store struct {
	kind     string // ssl.keystore.type and its like: JKS, PKCS12, PEM
	data     []byte
	password string
}

const (
	jksMagic    = "\xfe\xed\xfe\xed"
	jceksMagic  = "\xce\xce\xce\xce"
	derSequence = 0x30
)

func (s *store) isJKS() bool { return bytes.HasPrefix(s.data, []byte(jksMagic)) }

// check says what a store cannot be.
func (s *store) check() error {
	switch {
	case s.kind == "PEM":
		return nil
	case s.kind != "JKS" && s.kind != "PKCS12":
		return fmt.Errorf("type %q is none of JKS, PKCS12, PEM", s.kind)
	case bytes.HasPrefix(s.data, []byte(jceksMagic)):
		return errors.New("the file is of type JCEKS, which cannot be read here; keytool -importkeystore makes PKCS12 of it")
	case bytes.Contains(s.data, []byte("-----BEGIN ")):
		return fmt.Errorf("the file is of type PEM, not %s", s.kind)
	case !s.isJKS() && (len(s.data) == 0 || s.data[0] != derSequence):
		return errors.New("the file is neither JKS nor PKCS12")
	}
	return nil
}

// trusted gives the certificates that a store holds as authorities, and the
// owner's own, which Java trusts too.
func (s *store) trusted() (*x509.CertPool, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	var certs []*x509.Certificate
	var err error
	switch {
	case s.kind == "PEM":
		certs, err = pemCertificates(s.data)
	case s.isJKS():
		certs, err = s.trustedJKS()
	default:
		certs, err = s.trustedPKCS12()
	}
	if err != nil {
		return nil, err
	}
	if len(certs) == 0 {
		return nil, errors.New("there is no certificate in it")
	}
	pool := x509.NewCertPool()
	for _, c := range certs {
		pool.AddCert(c)
	}
	return pool, nil
}

// key gives the one private key of a store with its certificates.
func (s *store) key(password string) (*tls.Certificate, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	switch {
	case s.kind == "PEM":
		return pemKey(s.data, s.data, password)
	case s.isJKS():
		return s.keyJKS(password)
	}
	if password != s.password {
		return nil, errors.New("in PKCS12, the password of the key is that of the store")
	}
	key, leaf, chain, err := pkcs12.DecodeChain(s.data, s.password)
	if err != nil {
		return nil, pkcs12Error(err)
	}
	return certificate(key, append([]*x509.Certificate{leaf}, chain...))
}

// certificate joins key and chain, if the one is of the other.
func certificate(key any, chain []*x509.Certificate) (*tls.Certificate, error) {
	signer, ok := key.(crypto.Signer)
	if !ok || len(chain) == 0 {
		return nil, errors.New("expected a key that signs, and a certificate for it")
	}
	public, ok := signer.Public().(interface{ Equal(crypto.PublicKey) bool })
	if !ok || !public.Equal(chain[0].PublicKey) {
		return nil, fmt.Errorf("the private key is not that of the first certificate, %s", chain[0].Subject)
	}
	cert := &tls.Certificate{PrivateKey: key, Leaf: chain[0]}
	for _, c := range chain {
		cert.Certificate = append(cert.Certificate, c.Raw)
	}
	return cert, nil
}

func (s *store) trustedPKCS12() ([]*x509.Certificate, error) {
	certs, err := pkcs12.DecodeTrustStore(s.data, s.password)
	if err == nil || errors.Is(err, pkcs12.ErrIncorrectPassword) {
		return certs, pkcs12Error(err)
	}
	_, own, _, ownErr := pkcs12.DecodeChain(s.data, s.password)
	if ownErr != nil {
		return nil, pkcs12Error(err)
	}
	return []*x509.Certificate{own}, nil
}

func pkcs12Error(err error) error {
	if errors.Is(err, pkcs12.ErrIncorrectPassword) || errors.Is(err, pkcs12.ErrDecryption) {
		return errWrongPassword
	}
	return err
}

var errWrongPassword = errors.New("the password is wrong, or the file is damaged")

// openJKS reads a store. Its checksum is looked at first, because what it
// vouches for can be read without fear; without a password, Java takes the
// contents unchecked. Then the library needs no password.
func (s *store) openJKS() (*keystore.KeyStore, error) {
	if len(s.data) < sha1.Size {
		return nil, errWrongPassword
	}
	body, sum := s.data[:len(s.data)-sha1.Size], s.data[len(s.data)-sha1.Size:]
	if s.password != "" && !bytes.Equal(sum, jksSum(s.password, body)) {
		return nil, errWrongPassword
	}
	ks := keystore.New(keystore.WithOrderedAliases())
	return &ks, ks.Load(io.MultiReader(bytes.NewReader(body), bytes.NewReader(jksSum("", body))), nil)
}

// jksSum is the checksum at the end of a store, of its password too.
func jksSum(password string, body []byte) []byte {
	h := sha1.New()
	for _, unit := range utf16.Encode([]rune(password)) {
		h.Write([]byte{byte(unit >> 8), byte(unit)})
	}
	h.Write([]byte("Mighty Aphrodite"))
	h.Write(body)
	return h.Sum(nil)
}

func (s *store) trustedJKS() (certs []*x509.Certificate, err error) {
	ks, err := s.openJKS()
	if err != nil {
		return nil, err
	}
	for _, alias := range ks.Aliases() {
		var found keystore.Certificate
		if ks.IsTrustedCertificateEntry(alias) {
			entry, err := ks.GetTrustedCertificateEntry(alias)
			if err != nil {
				return nil, err
			}
			found = entry.Certificate
		} else if chain, err := ks.GetPrivateKeyEntryCertificateChain(alias); err == nil && len(chain) > 0 {
			found = chain[0]
		}
		c, err := x509.ParseCertificate(found.Content)
		if err != nil {
			return nil, fmt.Errorf("alias %s: %w", alias, err)
		}
		certs = append(certs, c)
	}
	return certs, nil
}

func (s *store) keyJKS(password string) (*tls.Certificate, error) {
	ks, err := s.openJKS()
	if err != nil {
		return nil, err
	}
	aliases := slices.DeleteFunc(ks.Aliases(), func(a string) bool { return !ks.IsPrivateKeyEntry(a) })
	if len(aliases) != 1 {
		return nil, fmt.Errorf("expected one private key, found %d: %s", len(aliases), strings.Join(aliases, ", "))
	}
	var letters []byte // the library takes bytes for the letters that Java has here
	for _, r := range password {
		letters = append(letters, byte(r))
	}
	entry, err := ks.GetPrivateKeyEntry(aliases[0], letters)
	if err != nil {
		return nil, fmt.Errorf("alias %s: the password of the key is wrong, or the file is damaged", aliases[0])
	}
	key, err := x509.ParsePKCS8PrivateKey(entry.PrivateKey)
	if err != nil {
		return nil, fmt.Errorf("alias %s: %w", aliases[0], err)
	}
	var chain []*x509.Certificate
	for _, c := range entry.CertificateChain {
		parsed, err := x509.ParseCertificate(c.Content)
		if err != nil {
			return nil, fmt.Errorf("alias %s: %w", aliases[0], err)
		}
		chain = append(chain, parsed)
	}
	return certificate(key, chain)
}
