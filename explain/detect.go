package explain

import (
	"encoding/binary"
	"fmt"

	"github.com/kscope/kscope/internal/prose"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// How bytes that nobody has named are found out: by what they say themselves,
// the strongest evidence first. Whole requests and batches come before damaged
// ones, so that damage in one is never read into the other.

// minHeader is the size of the smallest request header: key, version,
// correlation id.
const minHeader = 8

// frameSize is what the first four bytes say as a frame's size.
func frameSize(data []byte) (size int, ok bool) {
	if len(data) < 4 {
		return 0, false
	}
	return int(int32(binary.BigEndian.Uint32(data))), true
}

// detect finds out what data is, or says what was tried. unit may say frame or
// payload.
func (x *Explainer) detect(data []byte, unit message.Unit, guess bool) *Reading {
	return (&detector{Explainer: x, data: data, guess: guess}).detect(unit)
}

// detector finds out what one input is.
type detector struct {
	*Explainer
	data    []byte
	guess   bool // exact fits are wanted, however little speaks for them
	guessed bool
	list    []Candidate
}

// candidates guesses once.
func (d *detector) candidates() []Candidate {
	if !d.guessed {
		d.guessed, d.list = true, d.Guess(d.data, mostCandidates)
	}
	return d.list
}

func (d *detector) detect(unit message.Unit) *Reading {
	data := d.data
	for _, find := range []func([]byte, message.Unit) *Reading{
		d.wholeRequest, d.wholeBatches, d.wholeRecordValue, d.brokenRequest, d.brokenBatch, d.brokenMessage, d.brokenRecordValue,
	} {
		if r := find(data, unit); r != nil {
			return r
		}
	}
	first, frames := firstFrame(data)
	if frames > 1 {
		d.data, d.guessed = first, false
	}
	r := d.unknown(data, unit)
	if frames > 1 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d frames, one behind the other: the first has %d bytes", frames, len(first)))
	}
	if Foreign(data) != "" || saslWords(data) != "" {
		return r
	}
	r.Candidates = d.candidates()
	if len(r.Candidates) == 0 || !d.guess {
		return r
	}
	c := r.Candidates[0]
	picked := &Reading{Tape: c.Tape, Spec: c.Spec, Unit: c.Unit, Root: -1, Candidates: r.Candidates}
	if c.Spec != nil {
		picked.Tape = d.try(data, plan{c.Spec, c.Unit}).tape
	}
	picked.Notes = append(r.Notes, fmt.Sprintf("guessed: %s (%s: %s)", c, c.Sure, c.Why))
	return picked
}

// firstFrame is the first of the frames that data is made of, and how many
// those are: 0 when sizes do not lead exactly to the end.
func firstFrame(data []byte) (first []byte, frames int) {
	for at := 0; at < len(data); frames++ {
		size, ok := frameSize(data[at:])
		if !ok || size < 4 || size > len(data)-at-4 {
			return nil, 0
		}
		if at += 4 + size; frames == 0 {
			first = data[:at]
		}
	}
	return first, frames
}

// mostCandidates is how many candidates a reading names.
const mostCandidates = 5

// wholeRequest takes data for a request whose header is known and that tiles:
// a frame, perhaps with others behind it, or a payload.
func (d *detector) wholeRequest(data []byte, unit message.Unit) *Reading {
	for _, u := range []message.Unit{message.Frame, message.Payload} {
		if unit != "" && unit != u {
			continue
		}
		s := d.requestIn(data, u)
		if s == nil {
			continue
		}
		size, _ := frameSize(data)
		whole := data
		if u == message.Frame {
			if size < minHeader || size > len(data)-4 {
				continue
			}
			whole = data[:4+size]
		}
		if a := d.try(whole, plan{s, u}); !tiles(a.tape) || d.mayAnswer(whole, a) {
			continue
		}
		r := d.try(data, plan{s, u}).reading()
		r.Notes = append(r.Notes, "taken as a request: "+describe(s, u)+", as its header says")
		return r
	}
	return nil
}

// mayAnswer reports whether what reads as a request of API key 0 may as well
// be a response: a small correlation id looks like that key and a version.
// Text that can be read, such as a client id, is no chance.
func (d *detector) mayAnswer(data []byte, request attempt) bool {
	if request.spec.APIKey != 0 {
		return false
	}
	if e := d.weigh(request.tape); e.texts > 0 && e.odd == 0 {
		return false
	}
	best := d.candidates()
	if len(data) < len(d.data) { // others follow this one
		best = d.Guess(data, 1)
	}
	return len(best) > 0 && (best[0].name() != request.spec.Name || best[0].Sure == possible)
}

// requestIn is the request that the header at the start of data names, nil for
// none that is known.
func (x *Explainer) requestIn(data []byte, u message.Unit) *message.Spec {
	h, ok := message.Head(data, u)
	if !ok {
		return nil
	}
	s, err := x.codec.APISpec(int(h.APIKey), h.Version, schema.Request)
	if err != nil {
		return nil
	}
	return s
}

// wholeBatches takes data for record batches when the first is whole and its
// CRC is right.
func (d *detector) wholeBatches(data []byte, unit message.Unit) *Reading {
	if _, sound := record.Entry(data); unit != "" || !sound {
		return nil
	}
	r := d.readRecords(data, Records)
	r.Notes = append(r.Notes, fmt.Sprintf("taken as record batches: magic %d, and the CRC of the first is right", data[record.MagicAt]))
	return r
}

// batchAt is the size of the batch of magic 2 that data begins with, 0 when
// there is none or when it is cut.
func batchAt(data []byte) int {
	h, ok := record.ReadHeader(data)
	if !ok || h.Size() < record.HeaderLen || h.Size() > int64(len(data)) {
		return 0
	}
	return int(h.Size())
}

func crcRight(batch []byte) bool {
	_, sound := record.Entry(batch)
	return sound
}

// wholeRecordValue takes data for a metadata record's value when its three
// first numbers name one and the rest tiles.
func (d *detector) wholeRecordValue(data []byte, unit message.Unit) *Reading {
	s, frame := d.recordIn(data)
	if s == nil || frame != 1 || unit == message.Frame {
		return nil
	}
	a := d.try(data, plan{s, message.Payload})
	if !tiles(a.tape) {
		return nil
	}
	r := a.reading()
	r.Notes = append(r.Notes, "taken as the value of a metadata record: its first bytes name "+s.String())
	return r
}

// recordIn is the metadata record that the prefix at the start of data names,
// and the version of its frame.
func (x *Explainer) recordIn(data []byte) (s *message.Spec, frame uint32) {
	var v [3]uint32
	pos := 0
	for i := range v {
		u, n := wire.ReadUvarint(data, pos)
		if n <= 0 {
			return nil, 0
		}
		v[i], pos = u, pos+n
	}
	if v[2] > 1<<15-1 {
		return nil, 0
	}
	for _, e := range x.codec.Catalog.Messages() {
		if e.Type == schema.Metadata && e.Key == int(v[1]) {
			if s, err := x.codec.Spec(e.Name, int16(v[2])); err == nil {
				return s, v[0]
			}
		}
	}
	return nil, 0
}

// brokenRequest takes data for a request that does not tile. A header that is
// known is enough when the size fits and no response explains the bytes better;
// with another size, there must be a client id too.
func (d *detector) brokenRequest(data []byte, unit message.Unit) *Reading {
	if unit == message.Payload {
		return d.requestNamed(data, unit)
	}
	size, ok := frameSize(data)
	if !ok || Foreign(data) != "" {
		return nil
	}
	s := d.requestIn(data, message.Frame)
	switch {
	case unit == message.Frame && (s != nil && s.APIKey != 0 || d.saysClient(data) || size == len(data)-4 && d.saysNobody(data)):
	case s != nil && size == len(data)-4 && !d.answers() && (s.APIKey != 0 || d.saysClient(data) && !d.fits()):
	case size <= message.MaxFrame && size >= 0 && size != len(data)-4 && d.saysClient(data):
	case s == nil && size == len(data)-4 && (d.saysClient(data) || d.saysNobody(data)) && !d.answers():
	default:
		return nil
	}
	return d.requestNamed(data, message.Frame)
}

// answers reports whether some response in a frame explains the bytes well.
func (d *detector) answers() bool {
	best := d.candidates()
	return len(best) > 0 && best[0].Spec != nil && best[0].Unit == message.Frame && best[0].Sure != possible
}

// fits reports whether guesses are wanted and something in a frame fits.
func (d *detector) fits() bool {
	return d.guess && len(d.candidates()) > 0 && d.candidates()[0].Unit == message.Frame
}

// mostVersion is a version number that no API has come near to.
const mostVersion = 255

// saysClient reports whether a frame has what looks like a request's header:
// numbers that make sense and a client id that can be read, or a null one.
func (x *Explainer) saysClient(data []byte) bool {
	h, ok := message.Head(data, message.Frame)
	if !ok || len(data) < 4+clientAt+2 || h.APIKey < 0 || h.Version < 0 || h.Version > mostVersion {
		return false
	}
	n := int16(binary.BigEndian.Uint16(data[4+clientAt:]))
	if n == -1 {
		return true
	}
	id := data[4+clientAt+2:]
	return n > 1 && int(n) <= len(id) && textBits(id[:n]) > 0
}

// saysNobody is saysClient for an empty client id, which says little: the key
// must be known, and not 0, which most correlation ids begin with.
func (x *Explainer) saysNobody(data []byte) bool {
	h, ok := message.Head(data, message.Frame)
	if !ok || len(data) < 4+clientAt+2 || h.APIKey == 0 || h.Version < 0 || h.Version > mostVersion {
		return false
	}
	_, err := x.codec.Catalog.API(int(h.APIKey))
	return err == nil && binary.BigEndian.Uint16(data[4+clientAt:]) == 0
}

// requestNamed reads a request whose header is at least complete; an unknown
// API or version is shown as header and undecoded body.
func (x *Explainer) requestNamed(data []byte, unit message.Unit) *Reading {
	h, ok := message.Head(data, unit)
	if !ok || unit == "" {
		return nil
	}
	t := &tape.Tape{}
	s := x.codec.ReadRequest(t, data, unit)
	r := &Reading{Tape: t, Spec: s, Unit: unit, Root: -1}
	what := fmt.Sprintf("API key %d, version %d", h.APIKey, h.Version)
	if s != nil {
		what = s.String()
	}
	r.Notes = append(r.Notes, "taken as a request "+string(unit)+": its header says "+what)
	return r
}

// brokenBatch takes data for a record batch that is cut, or whose length or CRC
// is wrong, when the numbers in its header make sense and no message does.
func (d *detector) brokenBatch(data []byte, unit message.Unit) *Reading {
	if unit != "" || len(data) <= record.MagicAt || data[record.MagicAt] != 2 || binary.BigEndian.Uint64(data)>>56 != 0 {
		return nil
	}
	length := int32(binary.BigEndian.Uint32(data[record.LengthAt:]))
	sensible := length < 0 || length >= record.HeaderLen-record.LogOverhead && int(length) <= message.MaxFrame
	if best := d.candidates(); !sensible || batchAt(data) == 0 && len(best) > 0 && best[0].Sure != possible {
		return nil
	}
	r := d.readRecords(data, Batch)
	r.Notes = append(r.Notes, "taken as a record batch: magic 2 is where a batch has it")
	return r
}

// brokenMessage takes data for a message of magic 0 or 1 that is cut, or whose
// CRC is wrong, when the numbers in it make sense and no message does. No frame
// begins with the zeros of its offset.
func (d *detector) brokenMessage(data []byte, unit message.Unit) *Reading {
	const size0 = 14
	if unit != "" || len(data) <= record.MessageAttributesAt || data[record.MagicAt] > 1 || data[record.MessageAttributesAt]&^0x0f != 0 || binary.BigEndian.Uint32(data) != 0 {
		return nil
	}
	more := 8 * int(data[record.MagicAt]) // the timestamp of magic 1
	size := int(int32(binary.BigEndian.Uint32(data[record.LengthAt:])))
	keyAt := record.MessageAttributesAt + 1 + more
	if size < size0+more || size > message.MaxFrame || len(data) < keyAt+4 {
		return nil
	}
	key := int(int32(binary.BigEndian.Uint32(data[keyAt:])))
	best := d.candidates()
	if key < -1 || key > size || len(data) > size+record.LogOverhead || len(best) > 0 && best[0].Sure != possible {
		return nil
	}
	r := d.readRecords(data, Records)
	r.Notes = append(r.Notes, fmt.Sprintf("taken as a message: magic %d is where one has it", data[record.MagicAt]))
	return r
}

// brokenRecordValue takes data for a metadata record when its prefix names one
// in a frame version that cannot be.
func (d *detector) brokenRecordValue(data []byte, unit message.Unit) *Reading {
	s, frame := d.recordIn(data)
	if s == nil || unit != "" || frame&0xffff != 1 {
		return nil
	}
	r := d.try(data, plan{s, message.Payload}).reading()
	r.Notes = append(r.Notes, "taken as the value of a metadata record: its first bytes name "+s.String())
	return r
}

// unknownFrame is all that can be read of a frame that may be a response.
var unknownFrame = layout.Literal("Frame", "", "length-delimited framing", layout.Frame,
	layout.Part{Name: "size", Type: "int32", Kind: layout.Int32, About: "number of bytes that follow"})

// unknown is the reading of bytes that could not be found out.
func (x *Explainer) unknown(data []byte, unit message.Unit) *Reading {
	size, ok := frameSize(data)
	_, frames := firstFrame(data)
	framed := unit == message.Frame || ok && frames > 0
	t := &tape.Tape{}
	t.Read(data, func(t *tape.Tape) {
		if framed && !t.Run(unknownFrame) {
			return
		}
		if size < 0 || size > message.MaxFrame {
			if framed {
				t.Unread(4)
				t.Fail(tape.BadLength, fmt.Sprintf("a frame size of 0 to %d bytes", message.MaxFrame), fmt.Sprint(size))
				return
			}
		}
		t.Fail(tape.Unknown, "a request, record batches or a metadata record", found(data))
	})
	r := &Reading{Tape: t, Unit: Unknown, Root: -1}
	if framed {
		r.Unit = message.Frame
	}
	return r
}

// found shows the first bytes.
func found(data []byte) string {
	const most = 8
	switch n := len(data); {
	case n == 0:
		return "no bytes"
	case n <= most:
		return fmt.Sprintf("%s % x", prose.Count(n, "byte"), data)
	default:
		return fmt.Sprintf("%s that begin % x", prose.Count(n, "byte"), data[:most])
	}
}

// readRecords reads batches or one record.
func (x *Explainer) readRecords(data []byte, unit message.Unit) *Reading {
	t := &tape.Tape{Nester: x.codec.Nester}
	layouts := x.codec.Records
	switch {
	case unit == Record:
		t.Decode(layouts.Record, data)
	case unit == Batch && batchAt(data) == 0 && !badLength(data) && (len(data) <= record.MagicAt || data[record.MagicAt] == 2):
		t.Decode(layouts.Batch, data) // so that what is missing is an error with a place
	default:
		t.Read(data, func(t *tape.Tape) { t.Nester.Nest(t, tape.RecordsField) })
	}
	return &Reading{Tape: t, Unit: unit, Root: -1}
}

// badLength reports whether a batch's length is less than its header.
func badLength(data []byte) bool {
	return len(data) > record.MagicAt && int32(binary.BigEndian.Uint32(data[record.LengthAt:])) < record.HeaderLen-record.LogOverhead
}
