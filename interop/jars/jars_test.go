package jars_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/need"
)

func Example() {
	set, err := jars.Fetch(context.Background(), jars.Release("4.4.0"))
	if errors.Is(err, jars.ErrNoMaven) {
		return
	}
	_ = set.Classpath // for java -cp
}

func ExampleRelease() {
	fmt.Println(jars.Release("4.4.0"))
	fmt.Println(jars.Release("2.2.2"))
	// Output:
	// org.apache.kafka:kafka_2.13:4.4.0
	// org.apache.kafka:kafka-clients:2.2.2
}

// small has few dependencies, so that the test of fetching is quick.
const small = "org.slf4j:slf4j-simple:1.7.36"

func TestFetchOnce(t *testing.T) {
	t.Setenv("KSCOPE_CACHE", t.TempDir())
	var wg sync.WaitGroup
	sets, errs := make([]jars.Set, 4), make([]error, 4)
	for i := range sets {
		wg.Go(func() { sets[i], errs[i] = jars.Fetch(t.Context(), small) })
	}
	wg.Wait()
	for i, err := range errs {
		need.Met(t, err)
		if sets[i].Dir != sets[0].Dir || len(sets[i].Jars) != 2 || !sets[i].Has("slf4j-api") {
			t.Errorf("set %d: %+v", i, sets[i])
		}
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(sets[0].Dir), ".fetch-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("temporary directories left: %v, %v", left, err)
	}
	t.Setenv("PATH", t.TempDir()) // no mvn, and none needed any more
	if _, err := jars.Fetch(t.Context(), small); err != nil {
		t.Errorf("from the cache: %v", err)
	}
}

func TestFetchSaysWhatIsMissing(t *testing.T) {
	t.Setenv("KSCOPE_CACHE", t.TempDir())
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	if _, err := jars.Fetch(t.Context(), small); !errors.Is(err, jars.ErrNoMaven) {
		t.Errorf("without mvn: %v", err)
	}
	if err := os.WriteFile(filepath.Join(bin, "mvn"), []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := jars.Fetch(t.Context(), small); !errors.Is(err, jars.ErrNoJava) {
		t.Errorf("without java: %v", err)
	}
}

func TestFetchKeepsNothingHalfDone(t *testing.T) {
	cache, bin := t.TempDir(), t.TempDir()
	t.Setenv("KSCOPE_CACHE", cache)
	t.Setenv("PATH", bin)
	for name, script := range map[string]string{"java": "", "mvn": "echo no such artifact; exit 1"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	_, err := jars.Fetch(t.Context(), small)
	if !errors.Is(err, jars.ErrFetch) || !strings.Contains(err.Error(), "no such artifact") {
		t.Errorf("got %v", err)
	}
	if left, _ := os.ReadDir(filepath.Join(cache, "jars")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestFetchWantsThreeParts(t *testing.T) {
	for _, c := range []string{"", "a:b", "a:b:c:d", "a::c"} {
		if _, err := jars.Fetch(t.Context(), c); err == nil || !strings.Contains(err.Error(), "group:artifact:version") {
			t.Errorf("%q: %v", c, err)
		}
	}
}

func TestBefore(t *testing.T) {
	for _, c := range []struct {
		release string
		want    bool
	}{{"0.11.0.3", true}, {"2.7.2", true}, {"2.8.2", false}, {"3.9.1", false}, {"4.0.0", false}, {"junk", true}} {
		if got := jars.Before(c.release, 2, 8); got != c.want {
			t.Errorf("Before(%q, 2, 8) = %v", c.release, got)
		}
	}
}
