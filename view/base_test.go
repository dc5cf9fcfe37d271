package view

import (
	"strings"
	"testing"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// TestBase shows the second of two batches as the file has it.
func TestBase(t *testing.T) {
	batch := record.AppendSample(nil, 1)
	batch[20] ^= 1
	tp := &tape.Tape{Nester: record.NewLayouts(), Base: 0x12340}
	tp.Read(batch, func(t *tape.Tape) { t.Nester.Nest(t, tape.RecordsField) })
	d := &Doc{Tape: tp, First: 7}
	for name, c := range map[string]struct {
		write func(*strings.Builder) error
		want  []string
	}{
		"tree": {func(b *strings.Builder) error { return Tree(b, d, Options{}) }, []string{
			"RecordBatch[7] RecordBatch = struct [0x12340, 92B]", "! offset 0x12351: crc: expected ", " for bytes 0x12355 to 0x1239b, found ", "magic int8 = 2 [0x12350, 1B]"}},
		"dump": {func(b *strings.Builder) error { return Dump(b, d, Options{}) }, []string{
			"0x12340 │ 00 00 00 00 00 00 00 02 │", "! offset 0x12351: crc: ", "0x12350 │ 02 "}},
		"nodes": {func(b *strings.Builder) error { return Nodes(b, d, Options{}) }, []string{
			`{"space":0,"offset":74560,"size":92,"path":"[7]"`, `{"space":0,"offset":74577,"path":"[7].crc","finding":"offset 0x12351: crc: expected`}},
	} {
		var b strings.Builder
		if err := c.write(&b); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s lacks %q:\n%s", name, want, b.String())
			}
		}
	}
}
