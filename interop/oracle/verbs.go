package oracle

import (
	"context"
	"time"
)

// List returns all messages of the release, sorted by name. Messages without
// valid versions have no class and are absent.
func (o *Oracle) List(ctx context.Context) ([]Message, error) {
	r, err := o.one(ctx, Request{Op: "list"})
	return r.Messages, err
}

// Decode has Kafka read a message from data. The error is a *Refusal when it
// cannot.
func (o *Oracle) Decode(ctx context.Context, message string, version int, data []byte) (Decoded, error) {
	r, err := o.one(ctx, DecodeRequest(message, version, data))
	return Decoded{Value: r.Value, Remaining: r.Remaining}, err
}

// Encode has Kafka write a message. The error is a *Refusal when it does not
// take the value.
func (o *Oracle) Encode(ctx context.Context, message string, version int, v Value) ([]byte, error) {
	r, err := o.one(ctx, EncodeRequest(message, version, v))
	return r.Bytes, err
}

// Random returns count random instances; see RandomRequest.
func (o *Oracle) Random(ctx context.Context, message string, version int, seed int64, count int) ([]Sample, error) {
	r, err := o.one(ctx, RandomRequest(message, version, seed, count))
	return r.Samples, err
}

// Bench has Kafka do one kind of work on a message for about the time given,
// and returns the nanoseconds that one piece of work took on average. data counts
// for DecodeWork and ToJSONWork, json for FromJSONWork. The first calls warm the
// process up; start it with StartWarm.
func (o *Oracle) Bench(ctx context.Context, what Work, message string, version int, data, json []byte, length time.Duration) (float64, error) {
	r, err := o.one(ctx, Request{Op: "bench", What: what, Message: message, Version: version,
		Bytes: data, JSON: json, Millis: length.Milliseconds()})
	return r.Nanos, err
}

// Errors returns the release's error codes.
func (o *Oracle) Errors(ctx context.Context) ([]ErrorCode, error) {
	r, err := o.one(ctx, Request{Op: "errors"})
	return r.Errors, err
}

// APIKeys returns the release's APIs.
func (o *Oracle) APIKeys(ctx context.Context) ([]APIKey, error) {
	r, err := o.one(ctx, Request{Op: "apikeys"})
	return r.APIKeys, err
}

func (o *Oracle) one(ctx context.Context, request Request) (Reply, error) {
	replies, err := o.Batch(ctx, []Request{request})
	if err != nil {
		return Reply{}, err
	}
	return replies[0], replies[0].Err()
}
