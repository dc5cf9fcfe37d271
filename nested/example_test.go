package nested_test

import (
	"encoding/hex"
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/nested"
	"github.com/kscope/kscope/tape"
)

func Example() {
	codec := message.New(catalog.Builtin(), "")
	codec.Nester = nested.New(codec, nested.Options{})
	// a SyncGroup response, version 0: no error, 18 bytes of assignment
	data, err := hex.DecodeString("0000" + "00000018" + "0000" + "00000001" + "0004" + "6e657773" + "00000001" + "00000002" + "00000000")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := codec.Spec("SyncGroupResponse", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	t := &tape.Tape{}
	s.Read(t, data, message.Body)
	for _, path := range []string{"Assignment.AssignedPartitions[0].Topic", "Assignment.AssignedPartitions[0].Partitions[0]"} {
		r, _ := t.Find(path)
		b, _ := t.Bytes(r)
		fmt.Printf("%s: %q\n", path, b)
	}
	// Output:
	// Assignment.AssignedPartitions[0].Topic: "news"
	// Assignment.AssignedPartitions[0].Partitions[0]: "\x00\x00\x00\x02"
}

func ExampleNester_Topic() {
	codec := message.New(catalog.Builtin(), "")
	offsets, _ := nested.New(codec, nested.Options{}).Topic("__consumer_offsets")
	key := []byte("\x00\x01\x00\x05group\x00\x04news\x00\x00\x00\x02")
	k, err := offsets.Key(key)
	fmt.Println(k, err)
	v, err := offsets.Value(key, []byte{0, 3})
	fmt.Println(v, err)
	_, err = offsets.Value([]byte{0, 99}, nil)
	fmt.Println(err)
	// Output:
	// OffsetCommitKey@0 <nil>
	// OffsetCommitValue@3 <nil>
	// record type 99 of __consumer_offsets is not known
}
