package logs_test

import (
	"os"
	"testing"
	"time"

	"github.com/kscope/kscope/interop/logs"
)

func TestRecipes(t *testing.T) {
	for _, r := range logs.Recipes() {
		t.Run(r.Name, func(t *testing.T) {
			begin := time.Now()
			m := logs.ForTest(t, r.Name)
			t.Logf("%s after %v: %v", m.Dir, time.Since(begin).Round(time.Millisecond), m.Sent)
			if _, err := os.ReadDir(m.Dir); err != nil {
				t.Fatal(err)
			}
		})
	}
}
