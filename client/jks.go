package client

import (
	"bytes"
	"crypto/sha1"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf16"

	keystore "github.com/pavlo-v-chernykh/keystore-go/v4"
)

// A JKS file, numbers being big-endian:
//
//	store   magic  int32 version  int32 count  entry...  checksum of 20 bytes
//	entry   int32 1  text alias  int64 time  bytes key  int32 count  certificate...
//	        int32 2  text alias  int64 time  certificate
//	certificate  text type (from version 2 on)  bytes
//
// text has an int16 length in front, bytes an int32 one.

// openJKS reads a store. Checksum and lengths are looked at here: without a
// password Java takes the contents unchecked, and the library believes every
// length.
func (s *store) openJKS() (*keystore.KeyStore, error) {
	if len(s.data) < sha1.Size {
		return nil, errWrongPassword
	}
	body, sum := s.data[:len(s.data)-sha1.Size], s.data[len(s.data)-sha1.Size:]
	if s.password != "" && !bytes.Equal(sum, jksSum(s.password, body)) {
		return nil, errWrongPassword
	}
	if w := (jksWalk{rest: body}); !w.store() {
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

// jksWalk passes over a store, to see whether its lengths fit.
type jksWalk struct{ rest []byte }

func (w *jksWalk) store() bool {
	magic, version := w.number(4), w.number(4)
	for count := w.number(4); count > 0; count-- {
		tag := w.number(4)
		if !w.skip(w.number(2)) || !w.skip(8) { // alias, time
			return false
		}
		certificates := uint32(1)
		if tag == 1 {
			if !w.skip(w.number(4)) { // key
				return false
			}
			certificates = w.number(4)
		}
		for ; certificates > 0; certificates-- {
			if version > 1 && !w.skip(w.number(2)) || !w.skip(w.number(4)) {
				return false
			}
		}
	}
	return magic == binary.BigEndian.Uint32([]byte(jksMagic)) && w.rest != nil
}

// number takes an integer of some bytes; when there are none left, 0.
func (w *jksWalk) number(size int) (n uint32) {
	if len(w.rest) < size {
		w.rest = nil
		return 0
	}
	for _, b := range w.rest[:size] {
		n = n<<8 | uint32(b)
	}
	w.rest = w.rest[size:]
	return n
}

// skip passes over some bytes, if they are there.
func (w *jksWalk) skip(n uint32) bool {
	if w.rest == nil || uint64(n) > uint64(len(w.rest)) {
		w.rest = nil
		return false
	}
	w.rest = w.rest[n:]
	return true
}
