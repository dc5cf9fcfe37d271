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

// Workload has Kafka's clients give a broker work: "formats" for a broker that
// writes magic 0 and 1 (before 3.0), "modern" and "killed" from 4.0 on. sasl is
// the address of a listener where alice may log in; modern alone needs it. The
// result is how many records were sent to each topic, markers of transactions
// included.
func (o *Oracle) Workload(ctx context.Context, name, bootstrap, sasl string) (sent map[string]int, err error) {
	r, err := o.one(ctx, Request{Op: "workload", Name: name, Bootstrap: bootstrap, SASL: sasl})
	return r.Sent, err
}

// Segment has Kafka write a segment of magic 2 to a file, from offset 0 on, in
// batches of about 16 KB. It ends with the count of records or as soon as size
// bytes are reached. From 4.0 on.
func (o *Oracle) Segment(ctx context.Context, path, codec string, count int, size int64) (records, batches int, err error) {
	r, err := o.one(ctx, Request{Op: "segment", Path: path, Codec: codec, Count: count, Size: size})
	return r.Count, r.Batches, err
}

// Images has Kafka replay values of the metadata log, one record after the
// other, and write its image of them, as a snapshot has it, behind each. What
// it refuses changes nothing; its reason stands in refusals, "" for none. From
// 4.0 on.
func (o *Oracle) Images(ctx context.Context, values [][]byte) (images [][]Hex, refusals []string, err error) {
	request := Request{Op: "image"}
	for _, v := range values {
		request.Records = append(request.Records, v)
	}
	r, err := o.one(ctx, request)
	return r.Images, r.Refusals, err
}

func (o *Oracle) one(ctx context.Context, request Request) (Reply, error) {
	replies, err := o.Batch(ctx, []Request{request})
	if err != nil {
		return Reply{}, err
	}
	return replies[0], replies[0].Err()
}
