package catalog_test

import (
	"fmt"

	"github.com/kscope/kscope/catalog"
)

func Example() {
	c := catalog.Builtin()
	m, edition, err := c.Schema("BeginQuorumEpochRequest", 1, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.APIKey, m.Valid, m.Flexible, edition.Last)
	fmt.Println(m.Notes[0])
	fmt.Println(m.Fields[1].Name, m.Fields[1].Versions, m.Fields[1].About)

	_, _, err = c.Schema("FetchRequest", 2, "4.0")
	fmt.Println(err)
	_, err = c.Lookup("FetchRequets", "")
	fmt.Println(err)
	// Output:
	// 53 0-1 1+ 4.4
	// Version 1 adds flexible versions, voter key and leader endpoints (KIP-853)
	// VoterId 1+ The replica id of the voter receiving the request.
	// FetchRequest has no version 2 in release 4.0; it has versions 4-17 in 4.0
	// unknown message "FetchRequets"; did you mean FetchRequest?
}
