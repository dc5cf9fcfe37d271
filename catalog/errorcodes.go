package catalog

import (
	"slices"
	"strings"

	"github.com/kscope/kscope/internal/facts"
)

// ErrorCode is one of Kafka's error codes.
type ErrorCode struct {
	Code       int16
	Name       string  // "NOT_LEADER_OR_FOLLOWER"
	Retriable  bool    // Kafka's clients may try again
	Since      Release // the first release known to have it; "0.11" may mean earlier
	Exception  string  // simple name of the Java exception; "" for NONE
	Former     []FormerName
	Meaning    string   // what happened and what to do
	ReturnedBy []string // APIs that return it; "any" for every one
}

// FormerName is a name that a code had up to and including a release.
type FormerName struct {
	Name  string
	Until Release
}

type errorCodes struct {
	all    []ErrorCode // by code
	byName map[string]int
}

func readErrorCodes() *errorCodes {
	codes, err := facts.ParseErrorCodes("errorcodes.txt", readData("errorcodes.txt"))
	must(err)
	t := &errorCodes{byName: map[string]int{}}
	for i, e := range codes {
		code := ErrorCode{Code: int16(e.Code), Name: e.Name, Retriable: e.Retriable, Since: Release(e.Since)}
		if e.Exception != "-" {
			code.Exception = e.Exception
			t.byName[foldError(e.Exception)] = i
		}
		for _, f := range e.Former {
			code.Former = append(code.Former, FormerName{f.Name, Release(f.Until)})
			t.byName[foldError(f.Name)] = i
		}
		t.all = append(t.all, code)
	}
	for i, e := range t.all {
		t.byName[foldError(e.Name)] = i
	}
	must(t.readMeanings())
	return t
}

// readMeanings joins errors.txt: "NAME: text [| returned by: API, ...]".
func (t *errorCodes) readMeanings() error {
	return facts.Lines("errors.txt", readData("errors.txt"), func(l facts.Line) error {
		name, text, ok := strings.Cut(l.Text, ": ")
		i, known := t.byName[foldError(name)]
		if !ok || !known {
			return l.Errorf("expected the name of an error code and a text, found %q", l.Text)
		}
		if t.all[i].Name != name {
			return nil // an old name of a code that has its own line
		}
		text, apis, returned := strings.Cut(text, "| returned by: ")
		t.all[i].Meaning = strings.TrimSpace(text)
		if returned {
			t.all[i].ReturnedBy = strings.Split(strings.TrimSpace(apis), ", ")
		}
		return nil
	})
}

// Errors lists all error codes in their order.
func (c *Catalog) Errors() []ErrorCode { return c.codes().all }

// Error finds an error code by number.
func (c *Catalog) Error(code int16) (ErrorCode, bool) {
	all := c.codes().all
	i, ok := slices.BinarySearchFunc(all, code, func(e ErrorCode, code int16) int { return int(e.Code) - int(code) })
	if !ok {
		return ErrorCode{}, false
	}
	return all[i], true
}

// ErrorByName finds an error code by its name, by a name that it had, or by
// the simple name of its Java exception; case does not matter, nor do
// underscores, nor the word exception at the end.
func (c *Catalog) ErrorByName(name string) (ErrorCode, bool) {
	t := c.codes()
	i, ok := t.byName[foldError(name)]
	if !ok {
		return ErrorCode{}, false
	}
	return t.all[i], true
}

// foldError gives all spellings of an error's name one key: NOT_COORDINATOR,
// NotCoordinator, NotCoordinatorException.
func foldError(name string) string {
	return strings.TrimSuffix(strings.ReplaceAll(strings.ToLower(name), "_", ""), "exception")
}
