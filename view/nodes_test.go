package view_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

// TestNodesFloat holds the values of nodes to the form that JSON of messages has.
func TestNodesFloat(t *testing.T) {
	l := layout.Literal("Quota", "Quota", "", layout.Body, layout.Part{Name: "Value", Type: "float64", Kind: layout.Float64})
	for x, want := range map[float64]string{1: `"value":1.0,`, 0.5: `"value":0.5,`, math.Inf(-1): `"value":"-Infinity",`} {
		d := &view.Doc{Tape: &tape.Tape{}}
		d.Tape.Decode(l, binary.BigEndian.AppendUint64(nil, math.Float64bits(x)))
		var out bytes.Buffer
		if err := view.Nodes(&out, d, view.Options{}); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%v: %v, %s\nwant %s", x, err, out.String(), want)
		}
	}
}
