package input_test

import (
	"fmt"
	"strings"

	"github.com/kscope/kscope/input"
)

func Example() {
	for _, text := range []string{
		"00:00:00:38",
		"00000000: 0000 0038  ...8",
		`b'\x00\x00\x008'`,
		"[0, 0, 0, 56]",
		"AAAAOA==",
	} {
		got, err := input.Parse([]byte(text), input.FormatAuto)
		fmt.Printf("%-9s % x %v\n", got.Format, got.Data, err)
	}
	// Output:
	// hex       00 00 00 38 <nil>
	// xxd       00 00 00 38 <nil>
	// python    00 00 00 38 <nil>
	// java      00 00 00 38 <nil>
	// base64    00 00 00 38 <nil>
}

func ExampleParse_error() {
	_, err := input.Parse([]byte("00 00 00 38\n00 12 0g 04"), input.FormatAuto)
	fmt.Println(err)
	_, err = input.Parse([]byte("00000000: 0000 0038  ...8\n00000010: 0012"), input.FormatAuto)
	fmt.Println(err)
	// Output:
	// input line 2, column 7: "0g" is not a hex byte
	// input line 2, column 1: offset 00000010 where 00000004 was expected: the row before has 4 bytes
}

func ExampleLoad() {
	stdin := strings.NewReader("<Buffer 00 12 00 04>")
	got, err := input.Load("-", stdin, input.FormatAuto, 1<<20)
	fmt.Printf("% x %v\n", got.Data, err)
	// Output: 00 12 00 04 <nil>
}
