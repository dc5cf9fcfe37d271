package main

import (
	"encoding/hex"
	"encoding/json"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/vector"
)

// json is the whole exchange as one object.
func (k *caller) json(e *exchange) any {
	out := map[string]any{"address": e.target.Addr, "nodeId": idJSON(e.target.ID), "request": k.readingJSON(e.asked, e.request), "response": nil}
	if e.spec != nil {
		out["api"], out["apiKey"], out["version"] = e.spec.Schema.APIName(), e.spec.APIKey, e.spec.Version
		if k.alien >= 0 {
			out["version"] = k.alien
		}
		out["offered"] = versionsJSON(e.offered())
		if api, err := k.codec.Catalog.API(e.spec.APIKey); err == nil {
			out["known"] = versionsJSON(api.Request.Versions())
		}
	}
	if e.answer.Times.Start.IsZero() { // it was not sent
		return out
	}
	times := map[string]any{}
	for _, s := range e.steps() {
		times[s.name] = milliseconds(s.took)
	}
	out["ms"] = times
	if e.said != nil {
		out["response"] = k.readingJSON(e.said, e.answer.Frame)
	}
	failed := []any{}
	for _, v := range e.errors {
		code, _ := k.codec.Catalog.Error(v.Code)
		failed = append(failed, map[string]any{"path": v.Path, "code": v.Code, "name": code.Name, "retriable": code.Retriable, "meaning": code.Meaning})
	}
	out["errors"] = failed
	if e.remark != "" {
		out["remark"] = e.remark
	}
	return out
}

func (k *caller) readingJSON(r *explain.Reading, frame []byte) any {
	out := map[string]any{"frame": hex.EncodeToString(frame), "body": nil, "damaged": r.Damaged}
	if r.Spec != nil {
		out["message"] = r.Spec.String()
	}
	if text := r.AppendJSON(nil, k.flags.show.json); json.Valid(text) {
		out["body"] = json.RawMessage(text)
	}
	if line := vector.AppendError(nil, r.Tape.Err); len(line) > 0 {
		var where struct{ Error json.RawMessage }
		if json.Unmarshal(line, &where) == nil {
			out["error"] = where.Error
		}
	}
	return out
}
