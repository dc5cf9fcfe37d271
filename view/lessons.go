package view

import "maps"

// Lessons are the sentences that tell how bytes are read and why they are so,
// by the ids that data-why has. They speak of kinds of things, never of one
// message's fields, whose descriptions do.
func Lessons() map[string]string {
	all := map[string]string{}
	for _, part := range []map[string]string{containerLessons, textLessons, numberLessons, tagLessons, specialLessons} {
		maps.Copy(all, part)
	}
	return all
}

var containerLessons = map[string]string{
	"msg":   "A message on a connection is a frame: its size, then a header, then the body. Nothing marks where the next one begins but that size.",
	"rec":   "What lies in the key or value of a record begins with numbers that say what it is. Then comes the body.",
	"pre":   "What a reader looks at first: it tells which message follows, or in which version, and so by which layout to read the rest.",
	"one":   "One struct and nothing in front of it: whoever reads it knows from elsewhere what it is, in which version, and where it ends.",
	"frame": "The only thing a reader needs to cut a connection into messages: int32 size, then that many bytes.",
	"head":  "The header is read before anything is known of the body. Of a request it says which API and version follow; of a response, which request it answers.",
	"body":  "The fields follow in the order of the schema. No names, types or field numbers are sent: both sides must know the version's layout.",
	"st":    "A struct has no bytes of its own: its fields stand one behind the other, without a length or an end mark.",
	"stf":   "A struct has no bytes of its own. In a flexible version its last field is the count of tagged fields, so that later releases can add some.",
	"sn":    "A struct that may be null begins with an int8: 1 here, so its fields follow.",
	"sn0":   "A struct that may be null begins with an int8: -1 here, ff, so nothing follows.",
	"stn":   "Inside a tagged field, a struct that may be null begins with an unsigned varint: 1 here, so its fields follow.",
	"stn0":  "Inside a tagged field, a struct that may be null begins with an unsigned varint: 0 here, so nothing follows.",
	"sz":    "A record begins with its own size, so that a reader can skip it without reading its fields.",
	"pm":    "The marker of a struct that may be null: -1 means null, 1 means that its fields follow.",
	"pmu":   "The marker of a struct that may be null, in a tagged field: 0 means null, 1 means that its fields follow.",
	"ar":    "An array is a count, then its elements one behind the other. There is no end mark and no size in bytes.",
	"run":   "All elements have the same size, so the place of any of them is known from the count alone.",
	"arc0":  "One byte, 0: the array is null. An empty one would be 1, because compact counts are one too large.",
	"ari0":  "ff ff ff ff is the count -1: the array is null. An empty one would have the count 0.",
	"nc":    "A compact count is an unsigned varint of n+1: 2 means one element, 1 means none. That leaves 0 for null.",
	"nc1":   "A compact count is an unsigned varint of n+1, so 1 means no element. 0 would be null.",
	"ni":    "An int32 count, four bytes whatever the number: so count versions that are not flexible, and record batches. -1 would be null.",
	"ni0":   "Four bytes of zero: the array is there and empty. Null would be ff ff ff ff.",
	"nv":    "Inside records, counts are signed varints, zig-zag: the count doubled, so 2 elements are announced by 04.",
	"rs":    "Record batches one behind the other, with no count: only the size in front says where they end. A consumer may get the last one cut.",
	"rs0":   "Null instead of record batches: not even an empty batch.",
	"nest":  "A field of bytes that holds something. To the message it is a length and bytes; what is in it has a form of its own.",
	"pack":  "Compressed bytes. What was unpacked from them is shown with offsets of its own, because it is not on the wire.",
}

var textLessons = map[string]string{
	"c":   "Compact: an unsigned varint of the length plus one, then as many bytes. The length counts bytes of UTF-8, not letters.",
	"cb":  "Compact: an unsigned varint of the length plus one, then as many bytes.",
	"c1":  "1 means empty, because compact lengths are one too large. 0 would be null: nothing rather than empty. In the smallest sample all text and bytes are empty.",
	"c0":  "0 means null. Compact lengths are one too large to make room for it: empty would be 1.",
	"s":   "An int16 length, then as many bytes of UTF-8. The length counts bytes, not letters; 32,767 is the most.",
	"s0":  "Two bytes of zero: the length of an empty string. Null would be ff ff, the length -1. In the smallest sample all text is empty.",
	"sx":  "ff ff is the length -1: null. The length 0 would be an empty string.",
	"sh":  "This string keeps its int16 length where others are compact: the header must be readable before the version is known.",
	"b":   "An int32 length, then as many bytes.",
	"b0":  "Four bytes of zero: the length of something empty. Null would be ff ff ff ff, the length -1. In the smallest sample all such fields are empty.",
	"bx":  "ff ff ff ff is the length -1: null. The length 0 would be empty.",
	"v":   "Inside records, lengths are signed varints, zig-zag: the length doubled, so 4 bytes are announced by 08.",
	"v0":  "Inside records, lengths are signed varints: 00 is the length of something empty. Null would be 01.",
	"vx":  "01 is the signed varint -1: null. The length 0, 00, would be empty.",
	"lc":  "The length of what follows, as an unsigned varint and one too large, because 0 is kept for null.",
	"lb":  "The length in bytes of what follows, an int32. -1 would be null.",
	"lv":  "The length in bytes of what follows, a signed varint: zig-zag, so the length doubled. -1, which is 01, would be null.",
	"lsz": "How many bytes of this record follow, a signed varint: zig-zag, so the number doubled.",
}

var numberLessons = map[string]string{
	"i8":   "One byte, in two's complement: -128 to 127.",
	"i8z":  "One byte, zero. Integers have a fixed width that does not depend on their value.",
	"i8n":  "One byte, in two's complement: ff is -1, which often stands for none.",
	"i16":  "Two bytes, the most significant first, as in all of Kafka's integers.",
	"i16z": "Two bytes although it is zero: integers have a fixed width. In the smallest sample every number is zero.",
	"i16n": "Two bytes, in two's complement, the most significant first: ff ff is -1.",
	"u16":  "Two bytes without a sign, the most significant first: 0 to 65,535, as ports have it.",
	"u16z": "Two bytes although it is zero, without a sign. In the smallest sample every number is zero.",
	"i32":  "Four bytes, the most significant first (big-endian), as in all of Kafka's integers.",
	"i32z": "Four bytes although it is zero: integers have a fixed width. In the smallest sample every number is zero.",
	"i32n": "Four bytes, in two's complement, the most significant first: ff ff ff ff is -1, which often stands for none.",
	"u32":  "Four bytes without a sign, the most significant first.",
	"u32z": "Four bytes although it is zero, without a sign. In the smallest sample every number is zero.",
	"i64":  "Eight bytes, the most significant first. Offsets, times and producer ids have this width.",
	"i64z": "Eight bytes although it is zero: integers have a fixed width. In the smallest sample every number is zero.",
	"i64n": "Eight bytes, in two's complement, the most significant first: eight times ff is -1, which often stands for none.",
	"f":    "Eight bytes: a floating-point number as IEEE 754 has it, the most significant byte first.",
	"fz":   "Eight bytes of zero: the floating-point number 0.",
	"t":    "One byte: 1 is true. Kafka writes 0 and 1 only, but takes all but 0 for true.",
	"tz":   "One byte: 0 is false, as all are in the smallest sample. No two share a byte.",
	"u":    "16 bytes as they are, without a length. Kafka's tools show them as 22 characters of base64url.",
	"uz":   "16 bytes of zero: the uuid that stands for none. It takes its full width all the same, and no null is needed.",
	"uv":   "An unsigned varint: seven bits a byte, the lowest first. Here one byte does, because its upper bit is clear.",
	"uvm":  "An unsigned varint of several bytes: seven bits each, the lowest first. A set upper bit says that another follows.",
	"zz":   "A signed varint, zig-zag: 0, -1, 1, -2 become 0, 1, 2, 3, so that small numbers stay short whatever their sign.",
	"zzm":  "A signed varint of several bytes: seven bits each, the lowest first, then zig-zag: an even number is positive, an odd one negative.",
	"zzz":  "A signed varint: zero takes one byte here, where an integer would take its full width.",
}

var tagLessons = map[string]string{
	"tc0": "No tagged fields. The count is n, not n+1: it cannot be null. The byte is there in every struct of a flexible version, so that later releases can add fields that old readers skip.",
	"tc":  "Tagged fields: each has a tag, a size and a value, in ascending order of tags. One that has its default is left out.",
	"tn":  "How many tagged fields follow. Unlike the counts of arrays this is n, not n+1.",
	"tg":  "Which tagged field this is: its number in the schema, an unsigned varint.",
	"ts":  "The size of the value in bytes, n and not n+1. With it, a reader that does not know the tag can skip the value.",
	"tf":  "A tagged field is sent only when it differs from its default: tag, size, then the value as any field has it.",
	"tu":  "A tag that this version's schema does not know. A reader skips it by its size; it may come from a later release.",
	"td":  "The value of an unknown tagged field: only a schema that knows the tag could say what it holds.",
}

var specialLessons = map[string]string{
	"size": "The size prefix: how many bytes follow, itself not counted. It is known only when all the rest is written, so writers fill it in last.",
	"ext":  "How many bytes lie between this field and the end, itself not counted: what stands in front of it comes on top.",
	"crc":  "CRC-32C (Castagnoli) of everything behind this field. Brokers check it and store the batch as it came; fields in front of it can change without a new sum.",
	"crcz": "CRC-32, the one of IEEE 802.3, of everything behind this field. Only the old formats have it.",
	"dl":   "A difference to a value that stands once for all: the batch has the base, and each record a small number.",
	"cd":   "An offset inside a compressed set: relative where the format says so, counted back from the last one.",
	"ov":   "Where the batch says that the broker sets the time, that of the batch counts in place of this one.",
	"told": "What these bytes are is said by another field.",
	"raw":  "Bytes without a length of their own: they go on to the end of what they are in.",
	"say":  "Bytes of an encoding that is not Kafka's; the words tell what it says.",
	"hide": "A secret: only its size is shown.",
	"rest": "Bytes that nothing accounts for: the layout has ended before them, or reading has stopped.",
}
