package record_test

import (
	"fmt"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

func Example() {
	batch := record.AppendSample(nil, 0)
	batch[20] ^= 1 // last byte of the CRC

	t := tape.Tape{Nester: record.NewLayouts()}
	t.Read(batch, func(t *tape.Tape) {
		t.Open(layout.Literal("Log", "segment", "", layout.Body))
		t.Nester.Nest(t, tape.RecordsField)
		t.Close()
	})
	for _, f := range t.Findings {
		fmt.Println(f.Text)
	}
	// Output:
	// offset 0x0011: crc: expected 593676964 (0x2362caa4) for bytes 0x0015 to 0x005b, found 593676965 (0x2362caa5)
}
