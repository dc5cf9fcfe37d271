package coverage

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"

	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/message"
)

// protocolClass has a main that prints Kafka's protocol page.
const protocolClass = "org.apache.kafka.common.protocol.Protocol"

// KafkaPage lists the requests and responses that Kafka's own protocol page
// describes, by running the class that makes it.
func KafkaPage(ctx context.Context, release string, codec *message.Codec) (*Opinion, error) {
	set, err := jars.Fetch(ctx, jars.Release(release))
	if err != nil {
		return nil, err
	}
	java, err := jars.Tool("java")
	if err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(ctx, java, "-cp", set.Classpath, protocolClass).Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", protocolClass, err)
	}
	return described(out, release, codec), nil
}

// A request or response begins as "Fetch Request (Version: 17) => ...".
var heading = regexp.MustCompile(`(\w+) (Request|Response) \(Version: (\d+)\) =(?:>|&gt;)`)

func described(html []byte, release string, codec *message.Codec) *Opinion {
	o := newOpinion("Kafka's page, " + release)
	for _, m := range heading.FindAllSubmatch(html, -1) {
		api, err := codec.Catalog.APIByName(string(m[1]), "")
		v, fault := strconv.ParseInt(string(m[3]), 10, 16)
		if err != nil || fault != nil {
			continue // headers have the same form
		}
		side := o.Requests
		if string(m[2]) == "Response" {
			side = o.Responses
		}
		of(side, api.Key).note(int16(v), Read)
	}
	return o
}
