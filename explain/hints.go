package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
)

// A cause is a row of the catalogue of hints.
type cause struct {
	id    string
	about string // which fault it explains
	when  func(*patient) bool
	try   func(*patient) []verdict
}

// verdict is a cause that was found.
type verdict struct {
	text string
	rank rank
	bits float64 // of a mending: the evidence for what it reads
	odd  int     // and values in it that no writer would write
	loss int     // bytes that had to be made up
}

type rank uint8

const (
	settled rank = iota // explains everything: nothing else is looked for
	stated              // a fact that stands beside others
	mending             // makes the bytes tile: competes with other mendings
	aside               // a fact that is said behind the mendings
	remark              // is said when nothing better is known
)

// causes is the catalogue, in the order in which it is gone through. What is
// settled by a look comes first, mendings after that, remarks last.
var causes = []cause{
	{"not-kafka", "TLS, HTTP, SSH or other text where Kafka is expected", atStart, tryForeign},
	{"raw-sasl", "a SASL token without a Kafka header", unrecognised, trySASL},
	{"size-cut", "fewer bytes than the size of a frame has", isFrame, trySizeCut},
	{"size-small", "a frame size below that of any header", isFrame, trySizeSmall},
	{"size-negative", "a negative frame size", isFrame, trySizeNegative},
	{"size-large", "a frame size above what brokers accept", isFrame, trySizeLarge},
	{"size-little-endian", "a frame size with its bytes in the wrong order", isFrame, trySizeLittle},
	{"size-wrong", "a wrong frame size in front of a right message", isFrame, trySizeWrong},
	{"api-unknown", "an API key or version that the catalog lacks", unrecognised, tryUnknownAPI},
	{"frame-cut", "a frame of which the end is missing", isFrame, tryFrameCut},
	{"response-open", "a response whose request is not known", unrecognised, tryCandidates},
	{"frame-next", "a second frame behind the first", overlong, tryNextFrame},
	{"array-empty", "the empty array that old clients wrote behind an empty body", overlong, tryEmptyArray},
	{"line-end", "a line end or padding behind the message", overlong, tryPadding},
	{"prefix-wrong", "a record's prefix that names another message", known, tryPrefix},
	{"older-answer", "an answer in the oldest version, with an error", known, tryOlder},
	{"header-tag-missing", "a flexible header without tagged fields", known, tryHeaderMissing},
	{"header-tag-extra", "tagged fields in a header that has none", known, tryHeaderExtra},
	{"client-id", "a client id that is not an int16-length string", known, tryClientID},
	{"header-tag-in-body", "the header's tagged fields at the start of a body", known, tryHeaderInBody},
	{"unit", "a frame, payload or body taken for another of the three", known, tryUnit},
	{"version", "another version of the same message", known, tryVersions},
	{"direction", "a response taken for a request, or the reverse", known, tryDirection},
	{"tags-missing", "a struct without its tagged fields", known, tryTagsMissing},
	{"tags-extra", "tagged fields where the version has none", known, tryTagsExtra},
	{"count", "a length or count that is one too high or too low", known, tryCounts},
	{"tag-count", "a count of tagged fields written as n+1", known, tryTagCounts},
	{"encoding", "fixed-size lengths where compact ones belong, or the reverse", known, tryEncodings},
	{"zig-zag", "signed varints where unsigned ones belong, or the reverse", known, tryZigZag},
	{"null", "null where this version has none", known, tryNull},
	{"records-length", "a records length that disagrees with its batches", known, tryRecordsLength},
	{"field-missing", "a field that was not written", known, tryFieldMissing},
	{"field-width", "a number of another size than the field's", known, tryFieldWidth},
	{"crc", "a CRC that does not match, and what it is the CRC of", damaged, tryCRC},
	{"batch-cut", "a batch that ends inside", records, tryBatchCut},
	{"batch-length", "a batch length that cannot be", records, tryBatchLength},
	{"record-cut", "a record that ends early", records, tryRecordCut},
	{"ends-early", "a body that ends before its last fields", known, tryEndsEarly},
	{"varint-fixed", "a fixed-size number read as a varint", failed, tryVarintFixed},
	{"count-large", "a count or length that cannot fit", failed, tryCountLarge},
}

// When causes apply.

func atStart(p *patient) bool {
	return isFrame(p) || p.r.Spec != nil && p.asked.Unit == ""
}

func isFrame(p *patient) bool {
	return p.r.Unit == message.Frame || p.r.Unit == Unknown
}

func unrecognised(p *patient) bool {
	return p.r.Spec == nil && (isFrame(p) || p.r.Unit == message.Payload)
}

func known(p *patient) bool { return p.r.Spec != nil }

func failed(p *patient) bool { return p.err != nil }

func overlong(p *patient) bool { return p.err == nil && p.r.Tape.Leftover() >= 0 }

func damaged(p *patient) bool { return slices.ContainsFunc(p.r.Findings, isDamage) }

func records(p *patient) bool { return p.r.Unit == Batch || p.r.Unit == Records || p.r.Unit == Record }

// foundCause is a verdict with the id of its row.
type foundCause struct {
	id string
	verdict
}

// diagnose goes through the catalogue and gives the hints, the best first.
func (p *patient) diagnose() []Hint {
	var all []foundCause
	for _, c := range causes {
		if !c.when(p) {
			continue
		}
		for _, v := range c.try(p) {
			if p.sound && v.rank >= mending {
				continue // the layout is right
			}
			all = append(all, foundCause{c.id, v})
			if v.rank == settled {
				return []Hint{{c.id, v.text}}
			}
		}
	}
	return choose(all)
}

// rivals is how far, in bits, a mending may be behind the best to be named.
const rivals = 14

// choose keeps facts, the best mendings, and remarks only when there is
// nothing else.
func choose(all []foundCause) []Hint {
	var hints []Hint
	var mendings []foundCause
	for _, f := range all {
		switch f.rank {
		case stated:
			hints = append(hints, Hint{f.id, f.text})
		case mending:
			mendings = append(mendings, f)
		}
	}
	hints = append(hints, bestMendings(mendings)...)
	for _, f := range all {
		if f.rank == aside {
			hints = append(hints, Hint{f.id, f.text})
		}
	}
	for _, f := range all {
		if f.rank == remark && len(hints) == 0 {
			hints = append(hints, Hint{f.id, f.text})
		}
	}
	return hints
}

// mostMendings is how many rival mendings are named.
const mostMendings = 3

// sureBits is how much evidence a mending must give to be said without doubt.
const sureBits = 80

func bestMendings(all []foundCause) []Hint {
	score := func(f foundCause) float64 { return f.bits - 20*float64(f.odd) - 8*float64(f.loss) }
	slices.SortStableFunc(all, func(a, b foundCause) int { return cmp.Compare(score(b), score(a)) })
	var kept []foundCause
	for _, f := range all {
		again := slices.ContainsFunc(kept, func(k foundCause) bool { return k.text == f.text || k.id == f.id && len(all) > 1 })
		if score(f) > 0 && score(all[0])-score(f) < rivals && !again && len(kept) < mostMendings {
			kept = append(kept, f)
		}
	}
	var hints []Hint
	for i, f := range kept {
		text := f.text
		if len(kept) == 1 && f.bits < sureBits {
			text = "likely: " + text
		} else if len(kept) > 1 {
			text = map[bool]string{true: "likely: ", false: "or: "}[i == 0] + text
		}
		hints = append(hints, Hint{f.id, text})
	}
	return hints
}

// text joins hints into what an error shows.
func text(hints []Hint) string {
	var parts []string
	for _, h := range hints {
		parts = append(parts, h.Text)
	}
	return strings.Join(parts, "; ")
}

// mend makes the verdict of a mending that tiles.
func mend(e evidence, loss int, prior float64, format string, args ...any) verdict {
	return verdict{text: fmt.Sprintf(format, args...), rank: mending, bits: e.bits + prior, odd: e.odd, loss: loss}
}

func one(r rank, format string, args ...any) []verdict {
	return []verdict{{text: fmt.Sprintf(format, args...), rank: r}}
}

// kindName is what people call an encoding.
func kindName(k layout.Kind) string {
	switch {
	case k == layout.CompactArray || k == layout.Array || k == layout.VarArray:
		return "count"
	case k == layout.Tags:
		return "tag count"
	}
	return "length"
}
