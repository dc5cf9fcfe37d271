package client

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/youmark/pkcs8"
)

// pemForm is a block of PEM. Unlike encoding/pem it wants no line ends, because
// lines that properties join with a backslash have none left.
var pemForm = regexp.MustCompile(`(?s)-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END ([A-Z0-9 ]+)-----`)

type pemBlock struct {
	kind string // CERTIFICATE
	data []byte
}

func pemBlocks(text []byte) (blocks []pemBlock, err error) {
	for _, m := range pemForm.FindAllSubmatch(text, -1) {
		kind, body := string(m[1]), string(m[2])
		if strings.Contains(body, "ENCRYPTED") {
			return nil, fmt.Errorf("the %s is encrypted in OpenSSL's old form; openssl pkcs8 -topk8 makes PKCS#8 of it", kind)
		}
		data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(body), ""))
		if err != nil {
			return nil, fmt.Errorf("the %s is not base64", kind)
		}
		blocks = append(blocks, pemBlock{kind, data})
	}
	return blocks, nil
}

func pemCertificates(text []byte) (certs []*x509.Certificate, err error) {
	blocks, err := pemBlocks(text)
	if err != nil {
		return nil, err
	}
	for _, b := range blocks {
		if !strings.HasSuffix(b.kind, "CERTIFICATE") {
			continue
		}
		c, err := x509.ParseCertificate(b.data)
		if err != nil {
			return nil, fmt.Errorf("certificate %d: %w", len(certs)+1, err)
		}
		certs = append(certs, c)
	}
	return certs, nil
}

// pemKey joins a private key and the certificates for it.
func pemKey(key, chain []byte, password string) (*tls.Certificate, error) {
	certs, err := pemCertificates(chain)
	if err != nil {
		return nil, err
	}
	blocks, err := pemBlocks(key)
	if err != nil {
		return nil, err
	}
	for _, b := range blocks {
		if !strings.HasSuffix(b.kind, "PRIVATE KEY") {
			continue
		}
		parsed, err := b.privateKey(password)
		if err != nil {
			return nil, err
		}
		return certificate(parsed, certs)
	}
	return nil, errors.New("expected a private key, found none")
}

func (b pemBlock) privateKey(password string) (any, error) {
	switch b.kind {
	case "PRIVATE KEY":
		return x509.ParsePKCS8PrivateKey(b.data)
	case "RSA PRIVATE KEY":
		return x509.ParsePKCS1PrivateKey(b.data)
	case "EC PRIVATE KEY":
		return x509.ParseECPrivateKey(b.data)
	case "ENCRYPTED PRIVATE KEY":
		if password == "" {
			return nil, errors.New("the private key is encrypted, and no password for it is given (ssl.key.password)")
		}
		key, err := pkcs8.ParsePKCS8PrivateKey(b.data, []byte(password))
		if err != nil {
			return nil, errors.New("the password of the private key is wrong, or its encryption none of PKCS#5 2.0 (PBES2)")
		}
		return key, nil
	}
	return nil, fmt.Errorf("a %s cannot be read here; openssl pkcs8 -topk8 makes PKCS#8 of it", b.kind)
}
