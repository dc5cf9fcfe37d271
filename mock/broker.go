package mock

import "context"

// BrokerOptions say what a broker begins with.
type BrokerOptions struct {
	Topics     map[string]int // topics that are there, with their numbers of partitions
	Partitions int            // of topics that are made by being asked for; 0 is 1
	NoCreation bool           // topics are not made by being asked for
	// MaxLog is how many bytes a partition keeps; 0 is 64 MiB. The oldest batches
	// go first.
	MaxLog int
}

// Broker is a Behaviour with topics that keep what is produced.
type Broker struct{}

// NewBroker makes a broker.
func NewBroker(o BrokerOptions) *Broker { return &Broker{} }

// Answer makes Broker a Behaviour.
func (b *Broker) Answer(ctx context.Context, r *Request) (Body, error) { return nil, nil }
