package logs_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/kscope/kscope/interop/logs"
	"github.com/kscope/kscope/interop/need"
)

func TestLargeAndDump(t *testing.T) {
	for _, codec := range []string{"none", "lz4", "zstd"} {
		path, err := logs.Large(t.Context(), codec, logs.Small())
		need.Met(t, err)
		info, err := os.Stat(path)
		if err != nil || info.Size() < 1<<20 || info.Size() > 1<<20+1<<16 {
			t.Errorf("%s: %v", codec, err)
		}
		d, err := logs.NewDumper(t.Context(), "4.4.0")
		need.Met(t, err)
		var list, deep bytes.Buffer
		shallowTime, err := d.Dump(t.Context(), &list, path)
		if err != nil {
			t.Fatal(err)
		}
		deepTime, err := d.Dump(t.Context(), &deep, path, "--deep-iteration")
		if err != nil {
			t.Fatal(err)
		}
		batches, records := bytes.Count(list.Bytes(), []byte("baseOffset: ")), bytes.Count(deep.Bytes(), []byte("| offset: "))
		if batches < 20 || records < 5000 || !bytes.Contains(list.Bytes(), fmt.Appendf(nil, "position: 0 ")) {
			t.Errorf("%s: %d batches, %d records in\n%.1000s", codec, batches, records, deep.String())
		}
		t.Logf("%s: %d batches in %v, %d records in %v", codec, batches, shallowTime, records, deepTime)
	}
}
