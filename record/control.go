package record

import "encoding/binary"

// Types of control records that readers of logs act on; the catalog lists all.
// Source: org.apache.kafka.common.record.ControlRecordType.
const (
	AbortMarker    int16 = 0
	SnapshotHeader int16 = 3
)

// Wire form of the key of a control record.
const (
	controlTypeAt = 2 // behind an int16 version
	controlKeyLen = 4
)

// ControlType is the type that the key of a control record names; ok is false
// when the key is too short for one.
func ControlType(key []byte) (number int16, ok bool) {
	if len(key) < controlKeyLen {
		return 0, false
	}
	return int16(binary.BigEndian.Uint16(key[controlTypeAt:])), true
}
