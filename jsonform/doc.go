// Package jsonform turns messages into JSON and back, in the form of Kafka's
// own generated converters.
//
// # The form
//
// An object holds the fields that the version has, by their lowerCamel names.
// Tagged fields that have their default are left out. Integers are JSON
// numbers, int64 ones too; bytes are base64; uuids are Kafka's 22-character
// text; nulls are null. Beyond what Kafka's converters know:
//
//   - records fields are arrays of batches and messages, with the names of
//     Kafka's record formats; what can be read as neither is base64, as an
//     element or instead of the array. Fields whose bytes were unpacked have
//     what was in them beside themselves: compressedRecords and records.
//   - _taggedFields holds the tagged fields that no schema names, as
//     {"tag": 7, "data": "base64"}.
//   - _raw holds the whole input, base64, where the bytes are not the ones that
//     encoding the rest would give, because they are not canonical.
//
// # Guarantees
//
// Lossless: for every input that reads without error, Encode of what Append
// gives is the input again. Objects may name their fields in any order and may
// leave fields out, which then have their default. Encode refuses what Kafka
// refuses: a value for a field that the version lacks, unless the field is
// ignorable or the value its default; null where there is none; numbers that
// do not fit. It says where: path, line and column.
package jsonform
