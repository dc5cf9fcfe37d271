package mockpeers

import (
	"context"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// NewFranz is franz-go, in this process.
func NewFranz() *Peer {
	return &Peer{
		Name: "franz-go",
		Produce: func(ctx context.Context, addr, topic string, lines []string) error {
			c, err := kgo.NewClient(kgo.SeedBrokers(addr), kgo.AllowAutoTopicCreation(), kgo.RecordPartitioner(kgo.ManualPartitioner()),
				kgo.ProducerBatchCompression(kgo.GzipCompression()), // which all peers know
				kgo.MetadataMinAge(50*time.Millisecond), kgo.RetryBackoffFn(func(int) time.Duration { return 10 * time.Millisecond }))
			if err != nil {
				return err
			}
			defer c.Close()
			var records []*kgo.Record
			for _, line := range lines {
				records = append(records, &kgo.Record{Topic: topic, Value: []byte(line)})
			}
			return c.ProduceSync(ctx, records...).FirstErr()
		},
		Consume: func(ctx context.Context, addr, topic, group string, n int) ([]string, error) {
			c, err := kgo.NewClient(kgo.SeedBrokers(addr), kgo.ConsumeTopics(topic), kgo.ConsumerGroup(group),
				kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
			if err != nil {
				return nil, err
			}
			defer c.Close()
			var all []string
			for len(all) < n {
				fetches := c.PollFetches(ctx)
				if err := ctx.Err(); err != nil {
					return all, err
				}
				fetches.EachRecord(func(r *kgo.Record) { all = append(all, string(r.Value)) })
			}
			return slices.Clip(all), c.CommitUncommittedOffsets(ctx)
		},
	}
}
