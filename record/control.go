package record

import "encoding/binary"

// Types of control records that readers and writers of logs act on; the catalog
// lists all.
// Source: org.apache.kafka.common.record.ControlRecordType.
const (
	AbortMarker    int16 = 0
	CommitMarker   int16 = 1
	SnapshotHeader int16 = 3
	SnapshotFooter int16 = 4
)

// ControlKeyLen is the size in bytes of the key of a control record: an int16
// version, and the type.
const ControlKeyLen = 4

const controlTypeAt = 2

// ControlType is the type that the key of a control record names; ok is false
// when the key is too short for one.
func ControlType(key []byte) (number int16, ok bool) {
	if len(key) < ControlKeyLen {
		return 0, false
	}
	return int16(binary.BigEndian.Uint16(key[controlTypeAt:])), true
}
