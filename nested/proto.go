package nested

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// How fields of protobuf are shown. The bytes are the whole field: number and
// wire type, a length where there is one, and the value.

// protoNames are protobuf's names for the types on the wire.
var protoNames = map[protowire.Type]string{
	protowire.VarintType: "varint", protowire.Fixed32Type: "32 bits", protowire.Fixed64Type: "64 bits",
	protowire.BytesType: "bytes", protowire.StartGroupType: "group", protowire.EndGroupType: "end of group",
}

func showHead(b []byte) string {
	number, _, n := protowire.ConsumeTag(b)
	if n < 0 {
		return fmt.Sprintf("% x", b)
	}
	size, _ := protowire.ConsumeVarint(b[n:])
	return fmt.Sprintf("field %d, %d bytes", number, size)
}

func showUnknown(b []byte) string {
	number, typ, n := protowire.ConsumeTag(b)
	if n < 0 {
		return fmt.Sprintf("% x", b)
	}
	return fmt.Sprintf("field %d (%s) % x", number, protoNames[typ], b[n:])
}

// showProto shows fields of a type of otlp.txt.
func showProto(typ string) func([]byte) string {
	return func(b []byte) string {
		_, wireType, n := protowire.ConsumeTag(b)
		if n < 0 {
			return fmt.Sprintf("% x", b)
		}
		b = b[n:]
		if wireType != protowire.BytesType {
			text, _ := showNumber(typ, wireType, b)
			return text
		}
		b, _ = protowire.ConsumeBytes(b)
		switch typ {
		case "string":
			return showText(b)
		case "bytes":
			return fmt.Sprintf("% x", b)
		}
		return showPacked(typ, b)
	}
}

// mostShown is how many numbers of a packed list are shown.
const mostShown = 100

func showPacked(typ string, b []byte) string {
	wireType := protowire.Fixed64Type
	switch typ {
	case "uint32", "uint64", "int64", "sint32", "bool", "temporality":
		wireType = protowire.VarintType
	}
	var parts []string
	for len(b) > 0 && len(parts) < mostShown {
		text, n := showNumber(typ, wireType, b)
		if n <= 0 {
			return fmt.Sprintf("% x", b)
		}
		parts = append(parts, text)
		b = b[n:]
	}
	if len(b) > 0 {
		parts = append(parts, "...")
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

var temporalities = map[uint64]string{0: "unspecified", 1: "delta", 2: "cumulative"}

// showNumber shows the number that b begins with, and says how long it is.
func showNumber(typ string, wireType protowire.Type, b []byte) (text string, n int) {
	var v uint64
	switch wireType {
	case protowire.VarintType:
		v, n = protowire.ConsumeVarint(b)
	case protowire.Fixed64Type:
		v, n = protowire.ConsumeFixed64(b)
	}
	if n <= 0 {
		return fmt.Sprintf("% x", b), n
	}
	switch typ {
	case "double":
		return strconv.FormatFloat(math.Float64frombits(v), 'g', -1, 64), n
	case "sfixed64", "int64":
		return strconv.FormatInt(int64(v), 10), n
	case "sint32":
		return strconv.FormatInt(protowire.DecodeZigZag(v), 10), n
	case "bool":
		return strconv.FormatBool(v != 0), n
	case "time":
		return time.Unix(0, int64(v)).UTC().Format(time.RFC3339Nano), n
	case "temporality":
		if name := temporalities[v]; name != "" {
			return name, n
		}
	}
	return strconv.FormatUint(v, 10), n
}
