package client

import (
	"bytes"
	"strings"
	"testing"

	"github.com/jcmturner/gokrb5/v8/crypto"
	"github.com/jcmturner/gokrb5/v8/gssapi"
	"github.com/jcmturner/gokrb5/v8/iana/etypeID"
	"github.com/jcmturner/gokrb5/v8/iana/keyusage"
	"github.com/jcmturner/gokrb5/v8/types"
)

// acceptor wraps what a node says about security layers.
func acceptor(t *testing.T, key types.EncryptionKey, payload []byte) []byte {
	t.Helper()
	kind, err := crypto.GetEtype(key.KeyType)
	if err != nil {
		t.Fatal(err)
	}
	w := gssapi.WrapToken{Flags: 1, EC: uint16(kind.GetHMACBitLength() / 8), Payload: payload}
	if err := w.SetCheckSum(key, keyusage.GSSAPI_ACCEPTOR_SEAL); err != nil {
		t.Fatal(err)
	}
	b, err := w.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSecurityLayer speaks RFC 4752 with a node that has the right key, and with
// some that have not.
func TestSecurityLayer(t *testing.T) {
	key := types.EncryptionKey{KeyType: etypeID.AES256_CTS_HMAC_SHA1_96, KeyValue: bytes.Repeat([]byte{7}, 32)}
	other := types.EncryptionKey{KeyType: key.KeyType, KeyValue: bytes.Repeat([]byte{8}, 32)}

	talk := gss([]byte("first"), key)
	for i, step := range []struct{ challenge, want []byte }{{nil, []byte("first")}, {[]byte{}, []byte{}}} {
		if got, err := talk(step.challenge); err != nil || !bytes.Equal(got, step.want) || got == nil {
			t.Fatalf("step %d: %q, %v", i, got, err)
		}
	}
	answer, err := talk(acceptor(t, key, []byte{7, 0, 0x10, 0}))
	if err != nil {
		t.Fatal(err)
	}
	var w gssapi.WrapToken
	if err := w.Unmarshal(answer, false); err != nil || !bytes.Equal(w.Payload, []byte{1, 0, 0, 0}) {
		t.Errorf("answer %x, %v", w.Payload, err)
	}
	if ok, err := w.Verify(key, keyusage.GSSAPI_INITIATOR_SEAL); !ok {
		t.Error(err)
	}
	if last, err := talk([]byte{}); last != nil || err != nil {
		t.Errorf("after the end: %q, %v", last, err)
	}
	for want, challenge := range map[string][]byte{
		"the node's proof is wrong":            acceptor(t, other, []byte{1, 0, 0, 0}),
		"the node wants a security layer":      acceptor(t, key, []byte{6, 0, 0, 0}),
		"bytes shorter than header length":     []byte("x"),
		"the node wants a security layer, whi": acceptor(t, key, []byte{1}),
	} {
		talk := gss(nil, key)
		if token, err := talk(challenge); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %x, %v", want, token, err)
		}
	}
}
