package view

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// FuzzForms holds the forms of a view against each other for any bytes.
func FuzzForms(f *testing.F) {
	for _, c := range goldens {
		data, err := hex.DecodeString(strings.ReplaceAll(c.hex, " ", ""))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(c.version == 1, data)
	}
	f.Add(true, crate("outer", crate("box", nil, doubled(crate("pup", nil, nil))), nil))
	f.Fuzz(func(t *testing.T, flexible bool, data []byte) {
		version := int16(0)
		if flexible {
			version = 1
		}
		d := zooDoc(t, version, hex.EncodeToString(data))
		checkForms(t, d)
		checkForms(t, crateDoc(data))
		tree1(t, d, Options{Limit: 3})
		if err := Grid(&bytes.Buffer{}, d, Options{Color: true}); err != nil {
			t.Fatal(err)
		}
	})
}
