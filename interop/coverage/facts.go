package coverage

import (
	"fmt"
	"strings"

	"github.com/kscope/kscope/catalog"
)

const head = `# What other programs make of requests and responses, for the page that puts them beside kscope.
#
#   tool COLUMN NAME VERSION
#   KEY  API | Wireshark: requests | responses | kmsg: requests | responses | Kafka's page: requests | responses
#
# Versions that a program reads; behind a ~ those that it knows and reads as something else; - for none. Written by
# go test ./coverage -update in interop, whose package documentation says what counts.

`

// Facts is the file of what the programs know.
func Facts(c *catalog.Catalog, wireshark, kmsg, page *Opinion) []byte {
	var b strings.Builder
	b.WriteString(head)
	for i, o := range []*Opinion{wireshark, kmsg, page} {
		fmt.Fprintf(&b, "tool %s %s\n", []string{"wireshark", "kmsg", "page"}[i], o.Tool)
	}
	b.WriteString("\n")
	for _, api := range c.APIs() {
		fmt.Fprintf(&b, "%2d  %-33s", api.Key, api.Name)
		for _, o := range []*Opinion{wireshark, kmsg, page} {
			fmt.Fprintf(&b, " | %s | %s", o.Requests[api.Key], o.Responses[api.Key])
		}
		b.WriteString("\n")
	}
	return []byte(b.String())
}
