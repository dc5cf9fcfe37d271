package catalog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/schema"
)

// API is a request and its response under one key.
type API struct {
	Key               int
	Name              string   // the newest, "ListConfigResources"
	Names             []string // all names over time, the newest first
	Request, Response Entry
}

// APIs lists all APIs by key, the removed ones too.
func (c *Catalog) APIs() []API {
	x := c.index()
	keys := make([]int, 0, len(x.byKey))
	for key := range x.byKey {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	all := make([]API, 0, len(keys))
	for _, key := range keys {
		all = append(all, x.api(key, ""))
	}
	return all
}

// API finds the API with that key. The error is an *UnknownMessageError.
func (c *Catalog) API(key int) (API, error) {
	x := c.index()
	if len(x.byKey[key]) == 0 {
		return API{}, &UnknownMessageError{Name: strconv.Itoa(key), IsKey: true}
	}
	return x.api(key, ""), nil
}

// APIByName finds an API by any name that it has had, or by its key in
// digits; case does not matter. With a release, request and response are
// those of that release. Errors are as those of Lookup.
func (c *Catalog) APIByName(name string, r Release) (API, error) {
	if err := c.checkRelease(r); err != nil {
		return API{}, err
	}
	x := c.index()
	key, err := strconv.Atoi(name)
	if err != nil {
		list := x.byName[strings.ToLower(name)+"request"]
		if len(list) == 0 {
			return API{}, &UnknownMessageError{Name: name, Suggestions: c.suggest(name)}
		}
		key = x.entries[list[0]].Key
	}
	if len(x.byKey[key]) == 0 {
		return API{}, &UnknownMessageError{Name: name, IsKey: true}
	}
	api := x.api(key, r)
	if len(api.Request.Spans) == 0 {
		return API{}, &UnknownMessageError{Name: api.Name, Release: r, Spans: x.api(key, "").Request.Spans}
	}
	return api, nil
}

// api collects what the index has of a key. Request and Response are those of
// the release, or zero when it has none.
func (x *index) api(key int, r Release) API {
	api := API{Key: key}
	for _, i := range slices.Backward(x.byKey[key]) {
		e := x.entries[i]
		if e.Type == schema.Request {
			api.Names = append(api.Names, e.APIName())
		}
		_, ok := e.At(r)
		ok = ok || x.isLoaded(i)
		if ok && e.Type == schema.Request && len(api.Request.Spans) == 0 {
			api.Request = e
		}
		if ok && e.Type == schema.Response && len(api.Response.Spans) == 0 {
			api.Response = e
		}
	}
	if len(api.Names) > 0 {
		api.Name = api.Names[0]
	}
	return api
}

// DefaultVersion is the version to take when none is named: the newest stable
// one that the release has, or the newest when all are unstable. Schemas mark
// unstable versions at the request alone, so a response goes by its request.
// The release must have the entry.
func (c *Catalog) DefaultVersion(e Entry, r Release) int16 {
	span, ok := e.At(r)
	if !ok {
		span = e.Newest()
	}
	if e.Type != schema.Response {
		return span.Stable()
	}
	api := c.index().api(e.Key, span.Last)
	request, ok := api.Request.At(span.Last)
	if r != "" {
		request, ok = api.Request.At(r)
	}
	if len(api.Request.Spans) == 0 || !ok || !span.Versions.Has(request.Stable()) {
		return span.Stable()
	}
	return request.Stable()
}
