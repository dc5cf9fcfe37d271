package need

import (
	"errors"
	"os"
	"testing"

	"github.com/kscope/kscope/interop/jars"
)

// ErrTool says that a command is missing that no test can do without. Wrap it.
var ErrTool = errors.New("a tool is not on the PATH")

// Everything reports whether missing tools are failures: CI=true or KSCOPE_REQUIRE=1.
func Everything() bool {
	return os.Getenv("CI") == "true" || os.Getenv("KSCOPE_REQUIRE") == "1"
}

// Met ends the test unless err is nil. Errors that say that something outside
// the repository is missing (ErrTool, jars.ErrNoJava, ErrNoMaven, ErrFetch) skip it,
// unless Everything is needed; all other errors fail it.
func Met(t testing.TB, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if Missing(err) && !Everything() {
		t.Skipf("LEFT OUT: %s is not proven here: %v", t.Name(), err)
	}
	t.Fatal(err)
}

// Missing reports whether err says that something outside the repository is missing.
func Missing(err error) bool {
	return errors.Is(err, ErrTool) || errors.Is(err, jars.ErrNoJava) || errors.Is(err, jars.ErrNoMaven) || errors.Is(err, jars.ErrFetch)
}
