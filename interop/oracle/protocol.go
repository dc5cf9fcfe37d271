package oracle

import (
	"encoding/hex"
	"encoding/json"
)

// Hex is bytes that stand as hexadecimal text in JSON.
type Hex []byte

// MarshalText returns lower-case hex.
func (h Hex) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// UnmarshalText reads hex.
func (h *Hex) UnmarshalText(text []byte) error {
	var err error
	*h, err = hex.AppendDecode((*h)[:0], text)
	return err
}

// Request is one question. Build it with the functions below.
type Request struct {
	Op          string          `json:"op"`
	Message     string          `json:"message,omitempty"`
	Version     int             `json:"version"`
	Bytes       Hex             `json:"hex,omitempty"`
	Records     []Hex           `json:"records,omitempty"`
	JSON        json.RawMessage `json:"json,omitempty"`
	Unknown     []UnknownTag    `json:"unknownTags,omitempty"`
	JSONVersion *int            `json:"jsonVersion,omitempty"` // of JSON, where it is not Version
	Seed        int64           `json:"seed,omitempty"`
	Count       int             `json:"count,omitempty"`
	What        Work            `json:"what,omitempty"`
	Millis      int64           `json:"millis,omitempty"`
	Path        string          `json:"path,omitempty"`
	Shallow     bool            `json:"shallow,omitempty"`
	Name        string          `json:"name,omitempty"`      // of a workload
	Bootstrap   string          `json:"bootstrap,omitempty"` // addresses of brokers
	SASL        string          `json:"sasl,omitempty"`      // address of a SASL_PLAINTEXT listener
	Codec       string          `json:"codec,omitempty"`
	Size        int64           `json:"bytes,omitempty"`
}

// DecodeRequest asks for the JSON form of bytes. A message is named as in
// schemas ("FetchResponse") or as its class ("FetchResponseData"); data is the
// body alone, without frame and header.
func DecodeRequest(message string, version int, data []byte) Request {
	return Request{Op: "decode", Message: message, Version: version, Bytes: data}
}

// EncodeRequest asks for the bytes of a value in Kafka's JSON form, with
// records in full and unknown tagged fields as in Value.Unknown.
func EncodeRequest(message string, version int, v Value) Request {
	return Request{Op: "encode", Message: message, Version: version, JSON: v.JSON, Unknown: v.Unknown}
}

// ConvertRequest asks for the bytes that a value in the JSON form of version
// from has in version to. That is how Kafka meets fields that a version lacks:
// its converters pass over them, its write drops or refuses them.
func ConvertRequest(message string, from, to int, v Value) Request {
	return Request{Op: "encode", Message: message, Version: to, JSONVersion: &from, JSON: v.JSON, Unknown: v.Unknown}
}

// RandomRequest asks for count random instances; instance i is that of seed+i.
func RandomRequest(message string, version int, seed int64, count int) Request {
	return Request{Op: "random", Message: message, Version: version, Seed: seed, Count: count}
}

// Work is what Kafka's classes can be timed at.
type Work string

// The kinds of work. Each begins and ends with bytes or JSON text in memory.
const (
	DecodeWork   Work = "decode"   // bytes to an object
	ToJSONWork   Work = "toJson"   // bytes to an object to JSON text, by converter and Jackson
	FromJSONWork Work = "fromJson" // JSON text to an object to bytes
)

// Value is a message in Kafka's JSON form and what that form loses.
type Value struct {
	JSON    json.RawMessage `json:"json"`
	Records []string        `json:"records"`     // paths of the fields whose bytes the oracle put into JSON
	Unknown []UnknownTag    `json:"unknownTags"` // in wire order per struct
}

// UnknownTag is a tagged field that the release's schema does not know.
type UnknownTag struct {
	Path string `json:"path"` // of the struct that it belongs to; "" is the message
	Tag  uint32 `json:"tag"`
	Data Hex    `json:"hex"`
}

// Sample is one random instance.
type Sample struct {
	Bytes Hex `json:"hex"`
	Value
}

// Decoded is what Kafka read from bytes, and how many bytes it left unread.
type Decoded struct {
	Value
	Remaining int
}

// Message is one message of a release. Versions run from Lowest to Highest.
type Message struct {
	Name    string `json:"name"`   // as in schemas: FetchResponse
	Class   string `json:"class"`  // with its package
	Type    string `json:"type"`   // request, response, header, data, metadata, coordinator-key, coordinator-value
	APIKey  int    `json:"apiKey"` // -1 where the class has none
	Lowest  int    `json:"lowest"`
	Highest int    `json:"highest"`
}

// ErrorCode is one row of Kafka's error table.
type ErrorCode struct {
	Code      int    `json:"code"`
	Name      string `json:"name"`      // UNKNOWN_SERVER_ERROR
	Exception string `json:"exception"` // simple class name, "" for no error
	Retriable bool   `json:"retriable"` // the exception is a RetriableException
}

// APIKey is one API of a release. Removed ones have Latest < Oldest.
type APIKey struct {
	ID              int      `json:"id"`
	Name            string   `json:"name"`
	Oldest          int      `json:"oldest"`
	Latest          int      `json:"latest"`          // unstable versions included
	Unstable        bool     `json:"unstable"`        // Latest is served only with unstable versions enabled
	Listeners       []string `json:"listeners"`       // BROKER, CONTROLLER ...; nil before 2.8
	RequestHeaders  []int    `json:"requestHeaders"`  // header version of each version, from Oldest on; nil before 2.4
	ResponseHeaders []int    `json:"responseHeaders"` // likewise
}

// Reply is the answer to one request; which fields are set depends on its op.
type Reply struct {
	Refused   string  `json:"error"` // "class: message" of what Kafka threw
	Value             // decode
	Remaining int     `json:"remaining"` // decode
	Bytes     Hex     `json:"hex"`       // encode
	Nanos     float64 `json:"nanos"`     // bench

	Sent    map[string]int `json:"sent"`    // workload
	Count   int            `json:"count"`   // segment: records
	Batches int            `json:"batches"` // segment

	Images   [][]Hex  `json:"images"`   // image
	Refusals []string `json:"refusals"` // image

	Samples  []Sample    `json:"samples"`  // random
	Messages []Message   `json:"messages"` // list
	Errors   []ErrorCode `json:"errors"`   // errors
	APIKeys  []APIKey    `json:"apiKeys"`  // apikeys
}

// Err returns a *Refusal when Kafka or the oracle did not accept the request.
func (r *Reply) Err() error {
	if r.Refused == "" {
		return nil
	}
	return &Refusal{Text: r.Refused}
}

// Refusal is an answer too: Kafka's classes do not accept the bytes or the JSON.
type Refusal struct {
	Text string // "class: message" of what was thrown
}

// Error returns the text.
func (r *Refusal) Error() string { return "kafka refuses: " + r.Text }
