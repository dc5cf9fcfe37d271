package segment

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
)

// Lines is the form for programs: JSON Lines. Every object has a type: batch,
// record, entry, producer, line, gap or finding.
//
// Keys, values and the values of headers stand as base64, null for null. What
// they say stands beside it: keyText and valueText where they are UTF-8, keyJSON
// and valueJSON where they are JSON and JSONValue asks for it, or where they are
// messages, which keyMessage and valueMessage name.
type Lines struct {
	Value   ValueForm
	Decoder *Decoder // as that of Table

	file []byte // ,"file":"..." or nothing
}

// SetFile names the file that the lines are about; "" leaves it out.
func (l *Lines) SetFile(name string) {
	l.file = l.file[:0]
	if name != "" {
		l.file = jsonform.AppendString(append(l.file, `,"file":`...), []byte(name))
	}
}

// Head appends nothing: lines say it all.
func (l *Lines) Head(dst []byte, _ Kind, _ bool) []byte { return dst }

// Append appends an item as one JSON object.
func (l *Lines) Append(dst []byte, item any) []byte {
	switch item := item.(type) {
	case *Batch:
		dst = l.batch(dst, item)
	case *Walker:
		dst = l.record(dst, item)
	case *Entry:
		dst = l.entry(dst, item)
	case *Producer:
		dst = l.producer(dst, item)
	case *Line:
		dst = l.text(dst, item)
	case *Gap:
		dst = l.begin(dst, `{"type":"gap"`, item.From)
		dst = number(dst, `,"to":`, item.To)
		dst = number(dst, `,"bytes":`, item.Bytes())
		dst = append(dst, `,"cause":"`...)
		dst = append(append(dst, item.Cause...), '"')
		dst = jsonform.AppendString(append(dst, `,"text":`...), []byte(item.Text))
	case *Finding:
		dst = l.begin(dst, `{"type":"finding"`, item.Position)
		dst = append(append(append(dst, `,"kind":"`...), item.Kind...), '"')
		dst = jsonform.AppendString(append(dst, `,"text":`...), []byte(item.Text))
	}
	return append(dst, "}\n"...)
}

func (l *Lines) begin(dst []byte, typ string, position int64) []byte {
	dst = append(append(dst, typ...), l.file...)
	return number(dst, `,"position":`, position)
}

func number(dst []byte, key string, n int64) []byte {
	return strconv.AppendInt(append(dst, key...), n, 10)
}

// known is number with null for what there is not.
func known(dst []byte, key string, n int64, ok bool) []byte {
	if !ok {
		return append(append(dst, key...), "null"...)
	}
	return number(dst, key, n)
}

func truth(dst []byte, key string, v bool) []byte {
	return strconv.AppendBool(append(dst, key...), v)
}

func (l *Lines) batch(dst []byte, b *Batch) []byte {
	dst = l.begin(dst, `{"type":"batch"`, b.Position)
	dst = number(dst, `,"size":`, b.Size)
	dst = known(dst, `,"baseOffset":`, b.BaseOffset, b.BaseOffset != Unknown)
	dst = number(dst, `,"lastOffset":`, b.LastOffset)
	dst = known(dst, `,"count":`, int64(b.Count), b.Count >= 0)
	dst = number(dst, `,"magic":`, int64(b.Magic))
	dst = append(append(dst, `,"codec":"`...), b.Codec.String()...)
	if b.LogAppendTime {
		dst = append(dst, `","timestampType":"LogAppendTime"`...)
	} else {
		dst = append(dst, `","timestampType":"CreateTime"`...)
	}
	dst = number(dst, `,"baseTimestamp":`, b.BaseTimestamp)
	dst = number(dst, `,"maxTimestamp":`, b.MaxTimestamp)
	dst = truth(dst, `,"transactional":`, b.Transactional)
	dst = truth(dst, `,"control":`, b.Control)
	dst = known(dst, `,"deleteHorizon":`, b.DeleteHorizon, b.DeleteHorizon >= 0)
	dst = number(dst, `,"partitionLeaderEpoch":`, int64(b.LeaderEpoch))
	dst = number(dst, `,"producerId":`, b.ProducerID)
	dst = number(dst, `,"producerEpoch":`, int64(b.ProducerEpoch))
	dst = number(dst, `,"baseSequence":`, int64(b.BaseSequence))
	dst = number(dst, `,"crc":`, int64(b.CRC))
	dst = number(dst, `,"computedCrc":`, int64(b.Computed))
	return truth(dst, `,"valid":`, b.Valid())
}

func (l *Lines) record(dst []byte, w *Walker) []byte {
	r := &w.Record
	dst = l.begin(dst, `{"type":"record"`, w.batch.Position)
	dst = number(dst, `,"offset":`, r.Offset)
	dst = number(dst, `,"timestamp":`, r.Timestamp)
	if w.batch.Control {
		dst = append(append(append(dst, `,"control":"`...), l.Decoder.control(r.Key)...), '"')
	}
	dst = l.message(dst, `,"key`, l.Decoder.key(w), r.Key)
	dst = l.message(dst, `,"value`, l.Decoder.value(w), r.Value)
	dst = append(dst, `,"headers":[`...)
	headers := r.Headers
	for i := 0; ; i++ {
		key, value, ok := headers.Next()
		if !ok {
			return append(dst, ']')
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = jsonform.AppendString(append(dst, `{"key":`...), key)
		dst = append(l.value(dst, `,"value`, value), '}')
	}
}

// message appends a key or value that may be a message.
func (l *Lines) message(dst []byte, key string, s *message.Spec, b []byte) []byte {
	if s == nil || !l.Value.auto() {
		return l.value(dst, key, b)
	}
	start := len(dst)
	dst = appendBase64(append(append(dst, key...), `":`...), b)
	dst = append(append(append(append(dst, key...), `Message":"`...), s.String()...), '"')
	dst, ok := l.Decoder.append(append(append(dst, key...), `JSON":`...), s, b)
	if !ok {
		return l.value(dst[:start], key, b)
	}
	return dst
}

// value appends bytes under a key, which comes without its closing quote.
func (l *Lines) value(dst []byte, key string, b []byte) []byte {
	dst = append(dst, key...)
	if b == nil {
		return append(dst, `":null`...)
	}
	dst = appendBase64(append(dst, `":`...), b)
	switch {
	case l.Value == HexValue:
		dst = append(append(dst, key...), `Hex":"`...)
		return append(appendHex(dst, b), '"')
	case l.Value == JSONValue && json.Valid(b):
		return appendOneLine(append(append(dst, key...), `JSON":`...), b)
	}
	return appendText(dst, key, b, l.Value == TextValue)
}

// appendText appends bytes that are text; others only when forced.
func appendText(dst []byte, key string, b []byte, forced bool) []byte {
	text := append(append(dst, key...), `Text":`...)
	if quoted, ok := appendASCII(text, b); ok { // in JSON as in Go
		return quoted
	}
	if forced || utf8.Valid(b) {
		return jsonform.AppendString(text, b)
	}
	return dst
}

func (l *Lines) entry(dst []byte, e *Entry) []byte {
	dst = l.begin(dst, `{"type":"entry"`, e.Position)
	switch e.Kind {
	case OffsetIndex:
		return number(number(dst, `,"offset":`, e.Offset), `,"logPosition":`, e.LogPosition)
	case TimeIndex:
		return number(number(dst, `,"timestamp":`, e.Timestamp), `,"offset":`, e.Offset)
	}
	dst = number(dst, `,"version":`, int64(e.Version))
	dst = number(dst, `,"producerId":`, e.ProducerID)
	dst = number(dst, `,"firstOffset":`, e.FirstOffset)
	dst = number(dst, `,"lastOffset":`, e.LastOffset)
	return number(dst, `,"lastStableOffset":`, e.LastStableOffset)
}

func (l *Lines) producer(dst []byte, p *Producer) []byte {
	dst = l.begin(dst, `{"type":"producer"`, p.Position)
	dst = number(dst, `,"producerId":`, p.ID)
	dst = number(dst, `,"epoch":`, int64(p.Epoch))
	dst = number(dst, `,"lastSequence":`, int64(p.LastSequence))
	dst = number(dst, `,"lastOffset":`, p.LastOffset)
	dst = number(dst, `,"offsetDelta":`, int64(p.OffsetDelta))
	dst = number(dst, `,"timestamp":`, p.Timestamp)
	dst = number(dst, `,"coordinatorEpoch":`, int64(p.CoordinatorEpoch))
	return number(dst, `,"currentTxnFirstOffset":`, p.TxnFirstOffset)
}

// text appends a line of a text file, its fields apart.
func (l *Lines) text(dst []byte, t *Line) []byte {
	dst = l.begin(dst, `{"type":"line"`, t.Position)
	dst = number(dst, `,"line":`, int64(t.Number))
	dst = jsonform.AppendString(append(dst, `,"text":`...), t.Text)
	if json.Valid(t.Text) && len(t.Text) > 0 && t.Text[0] == '{' {
		return appendOneLine(append(dst, `,"json":`...), t.Text)
	}
	for i, f := range t.Fields {
		sep := `,`
		if i == 0 {
			sep = `,"fields":[`
		}
		dst = jsonform.AppendString(append(dst, sep...), f)
	}
	if len(t.Fields) > 0 {
		dst = append(dst, ']')
	}
	return dst
}
