package client

import (
	"bytes"
	"crypto/sha1"
	"testing"
	"time"

	keystore "github.com/pavlo-v-chernykh/keystore-go/v4"
)

// TestDamagedJKS cuts a store at every length and changes it at every byte:
// without a password nothing vouches for it, and yet it must do no harm.
func TestDamagedJKS(t *testing.T) {
	ks := keystore.New()
	cert := keystore.Certificate{Type: "X509", Content: []byte("certificate")}
	if err := ks.SetTrustedCertificateEntry("ca", keystore.TrustedCertificateEntry{CreationTime: time.Now(), Certificate: cert}); err != nil {
		t.Fatal(err)
	}
	if err := ks.SetPrivateKeyEntry("own", keystore.PrivateKeyEntry{CreationTime: time.Now(), PrivateKey: []byte("key"),
		CertificateChain: []keystore.Certificate{cert, cert}}, []byte("password")); err != nil {
		t.Fatal(err)
	}
	var whole bytes.Buffer
	if err := ks.Store(&whole, nil); err != nil {
		t.Fatal(err)
	}
	open := func(data []byte) error {
		_, err := (&store{kind: "JKS", data: data}).openJKS()
		return err
	}
	if err := open(whole.Bytes()); err != nil {
		t.Fatal(err)
	}
	for i := range whole.Len() - sha1.Size {
		if open(whole.Bytes()[:i]) == nil {
			t.Errorf("cut at %d, it opens", i)
		}
		for _, b := range []byte{0, 0x7f, 0xff} {
			changed := bytes.Clone(whole.Bytes())
			changed[i] = b
			_ = open(changed)
		}
	}
}
