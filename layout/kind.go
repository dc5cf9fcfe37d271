package layout

// Kind is what an op does. Every kind up to UUID has a fixed size.
type Kind uint8

// The kinds of ops, with their wire form.
const (
	Bool    Kind = iota // 1 byte
	Int8                // 1 byte
	Int16               // 2 bytes, big end first, as all integers
	Uint16              // 2 bytes
	Int32               // 4 bytes
	Uint32              // 4 bytes
	Int64               // 8 bytes
	Float64             // 8 bytes, IEEE 754
	UUID                // 16 bytes

	String         // int16 length, UTF-8; length -1 is null
	CompactString  // uvarint length+1, UTF-8; 0 is null
	Bytes          // int32 length, bytes; length -1 is null
	CompactBytes   // uvarint length+1, bytes; 0 is null
	Records        // as Bytes; holds record batches
	CompactRecords // as CompactBytes; holds record batches
	VarString      // varint length, UTF-8
	VarBytes       // varint length, bytes; length -1 is null

	Uvarint // unsigned varint, at most 32 bits
	Varint  // zig-zag varint, at most 32 bits
	Varlong // zig-zag varint, at most 64 bits

	Array        // int32 count, elements; count -1 is null
	CompactArray // uvarint count+1, elements; 0 is null
	VarArray     // varint count, elements

	Struct         // fields
	NullableStruct // int8 -1 for null, 1 before fields
	TaggedStruct   // uvarint 0 for null, 1 before fields: a nullable struct in a tagged field
	Sized          // varint size of the fields that follow, as a record has it

	Tags   // uvarint count, tagged fields
	Tagged // uvarint tag, uvarint size, one value
	Raw    // bytes up to where the outer thing ends

	End    // of the innermost struct
	Next   // of an array's element
	TagEnd // of a tagged field
)

// Fixed reports whether every value of the kind has the same size.
func (k Kind) Fixed() bool { return k <= UUID }

// Width is the size in bytes of a fixed kind, 0 for others.
func (k Kind) Width() int {
	if !k.Fixed() {
		return 0
	}
	return int(widths[k])
}

var widths = [...]uint8{Bool: 1, Int8: 1, Int16: 2, Uint16: 2, Int32: 4, Uint32: 4, Int64: 8, Float64: 8, UUID: 16}

// IsArray reports whether the kind is a counted list of elements.
func (k Kind) IsArray() bool { return k >= Array && k <= VarArray }

// IsStruct reports whether the kind is a list of fields.
func (k Kind) IsStruct() bool { return k >= Struct && k <= Sized }

// IsString reports whether the kind holds text.
func (k Kind) IsString() bool { return k == String || k == CompactString || k == VarString }

// IsBytes reports whether the kind is a length and that many bytes, text or not.
func (k Kind) IsBytes() bool { return k >= String && k <= VarBytes }

// IsRecords reports whether the kind holds record batches.
func (k Kind) IsRecords() bool { return k == Records || k == CompactRecords }

// Compact reports whether a length or count is written as uvarint n+1.
func (k Kind) Compact() bool {
	return k == CompactString || k == CompactBytes || k == CompactRecords || k == CompactArray
}

// Prefix is the kind of the integer that a length-prefixed or counted kind
// begins with.
func (k Kind) Prefix() Kind {
	switch {
	case k.Compact():
		return Uvarint
	case k == String:
		return Int16
	case k == VarString || k == VarBytes || k == VarArray || k == Sized:
		return Varint
	}
	return Int32
}
