package tape_test

import (
	"testing"

	"github.com/kscope/kscope/tape"
)

func TestFind(t *testing.T) {
	l := compile(t, 1, topics)
	var tp tape.Tape
	tp.Decode(l, unhex(t, "03 0261 02 00000007 03 00000001 00000002 00 01 00000005 00 00 0262 01 ff 00 02 03 02 0009 07 01 ee"))
	for path, want := range map[string]string{
		"Topics[0].Name":                 `"a"`,
		"topics[1].name":                 `"b"`,
		"Topics[0].Partitions[0].Index":  "7",
		"Topics[0].Partitions[0].Isr[1]": "2",
		"Topics[0].Leader.Epoch":         "5",
		"Topics[1].Leader":               "null",
		"Id":                             "9",
	} {
		r, ok := tp.Find(path)
		if !ok {
			t.Errorf("%s not found in\n%s", path, leaves(&tp))
			continue
		}
		if got := value(&tp, r); got != want {
			t.Errorf("%s = %s, want %s", path, got, want)
		}
	}
	for at, want := range map[int]string{
		0: "Topics.length", 1: "Topics[0].Name", 4: "Topics[0].Partitions[0].Index", 7: "Topics[0].Partitions[0].Index", 8: "Topics[0].Partitions[0].Isr.length",
		9: "Topics[0].Partitions[0].Isr[0]", 16: "Topics[0].Partitions[0].Isr[1]", 18: "Topics[0].Leader.present", 19: "Topics[0].Leader.Epoch",
		-1: "", len(tp.Data): "",
	} {
		if got := tp.PathAt(at); got != want {
			t.Errorf("byte %d is in %q, want %q", at, got, want)
		}
	}
	for _, path := range []string{"", "Topics[2]", "Topics[0].Nam", "Topics.Name", "Topics[1].Leader.Epoch", "unknown.x"} {
		if r, ok := tp.Find(path); ok {
			t.Errorf("%q is %d", path, r.Node())
		}
	}
}
