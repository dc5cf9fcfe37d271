package probe_test

import (
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/probe"
	"github.com/kscope/kscope/schema"
)

func ExampleMatch() {
	c := catalog.Builtin()
	offer := map[int16]schema.Versions{} // what a node would say to ApiVersions
	for _, api := range c.Offer("3.9", catalog.Controller) {
		offer[int16(api.Key)] = api.Versions
	}
	delete(offer, 80)

	nearest := probe.Match(c, offer)[0]
	fmt.Println(nearest.String())
	for _, d := range nearest.Differences {
		fmt.Println(d)
	}
	// Output:
	// 3.9 controller
	// AddRaftVoter is missing (0)
}
