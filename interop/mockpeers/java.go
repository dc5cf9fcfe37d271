package mockpeers

import (
	"context"
	"os/exec"
	"strconv"

	"github.com/kscope/kscope/interop/jars"
)

// Release is that of Java's tools.
const Release = "4.4.0"

// Tools are Kafka's own command line tools.
type Tools struct{ java, classpath string }

// NewTools gets the tools.
func NewTools(ctx context.Context) (*Tools, error) {
	java, err := jars.Tool("java")
	if err != nil {
		return nil, err
	}
	set, err := jars.Fetch(ctx, "org.apache.kafka:kafka_2.13:"+Release, "org.apache.kafka:kafka-tools:"+Release)
	return &Tools{java, set.Classpath}, err
}

// Run runs a tool, such as TopicCommand, with lines on stdin, and gives the words
// on its stdout.
func (x *Tools) Run(ctx context.Context, lines []string, tool string, args ...string) ([]string, error) {
	flags := []string{"-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", x.classpath, "org.apache.kafka.tools." + tool}
	return run(ctx, exec.Command(x.java, append(flags, args...)...), lines)
}

// Peer is Java's console producer, which is an idempotent one, and consumer.
func (x *Tools) Peer() *Peer {
	return &Peer{
		Name: "java",
		Produce: func(ctx context.Context, addr, topic string, lines []string) error {
			_, err := x.Run(ctx, lines, "ConsoleProducer", "--bootstrap-server", addr, "--topic", topic, "--sync")
			return err
		},
		Consume: func(ctx context.Context, addr, topic, group string, n int) ([]string, error) {
			return x.Run(ctx, nil, "consumer.ConsoleConsumer", "--bootstrap-server", addr, "--topic", topic, "--group", group,
				"--from-beginning", "--max-messages", strconv.Itoa(n))
		},
	}
}
