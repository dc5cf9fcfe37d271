package coverage

import (
	"fmt"
	"strings"
)

// Verdict is what a program makes of one version of a message.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota
	Read
	Misread
)

// Versions has the verdict on each version that a program knows.
type Versions map[int16]Verdict

// note takes the worse of two verdicts on a version: one sample that is misread
// is enough.
func (v Versions) note(version int16, verdict Verdict) {
	v[version] = max(v[version], verdict)
}

// String lists runs of versions, those that are misread behind a ~, up to the
// newest that there is: "0-4 ~5-6"; "-" for none.
func (v Versions) String() string {
	var words []string
	const end = 1 << 10 // no message has so many
	for n := 0; n < end; n++ {
		verdict := v[int16(n)]
		if verdict == Unknown {
			continue
		}
		first := n
		for v[int16(n+1)] == verdict {
			n++
		}
		word := fmt.Sprint(first)
		if n > first {
			word = fmt.Sprintf("%d-%d", first, n)
		}
		if verdict == Misread {
			word = "~" + word
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}

// Opinion is what a program knows of all APIs, by their key.
type Opinion struct {
	Tool                string // with its version
	Requests, Responses map[int]Versions
}

func newOpinion(tool string) *Opinion {
	return &Opinion{tool, map[int]Versions{}, map[int]Versions{}}
}

// of are the verdicts on the messages of one side of an API.
func of(side map[int]Versions, key int) Versions {
	if side[key] == nil {
		side[key] = Versions{}
	}
	return side[key]
}
