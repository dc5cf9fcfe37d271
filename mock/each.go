package mock

import (
	"maps"
	"strings"
)

// shape is where requests about partitions, and their answers, have them.
type shape struct {
	in, out       string // arrays of partitions, in a topic
	asked, answer string // index of the partition
	blank         Body   // what an answer says before anything is known
}

// each calls do for every partition of a request that is there, to fill in the
// answer. The others get an error; code is the last one that any got.
func (b *Broker) each(topics []Body, s shape, do func(t *topic, p *partition, asked, answer Body)) (all []any, code string) {
	all = []any{}
	for _, names := range topics {
		t, missing := b.find(names)
		answers := []any{}
		for _, asked := range names.Structs(s.in) {
			answer := Body{s.answer: asked.Int(s.asked)}
			maps.Copy(answer, s.blank)
			p := t.at(asked.Int(s.asked))
			switch {
			case t == nil:
				answer["errorCode"] = missing
			case p == nil:
				answer["errorCode"] = "UNKNOWN_TOPIC_OR_PARTITION"
			default:
				do(t, p, asked, answer)
			}
			if failed := answer.Text("errorCode"); failed != "" {
				code = failed
			}
			answers = append(answers, answer)
		}
		answer := Body{s.out: answers}
		for key, v := range names {
			if strings.HasPrefix(key, "name") || strings.HasPrefix(key, "topic") {
				answer[key] = v
			}
		}
		all = append(all, answer)
	}
	return all, code
}

// fail puts an error into an answer, if there is one.
func (b Body) fail(code string) {
	if code != "" {
		b["errorCode"] = code
	}
}
