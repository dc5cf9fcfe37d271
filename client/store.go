package client

import (
	"bytes"
	"crypto"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"

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

// What files begin with.
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
