package site

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/kscope/kscope/catalog"
)

// everyAPI is what the catalog says of errors that any API may return.
const everyAPI = "any"

// errorList is the data of the page of error codes.
type errorList struct {
	Codes   []catalog.ErrorCode
	APIs    []apiErrors
	Folders map[string]bool // APIs that have pages
}

// apiErrors are the codes that an API is known to return.
type apiErrors struct {
	API   string
	Codes []catalog.ErrorCode
}

func (s *Site) errors() ([]file, error) {
	p := s.sheet("errors", "errors.html", func() (any, error) { return s.errorList(), nil })
	return []file{p.file(s)}, nil
}

// errorList lists the codes, and the APIs by what they return.
func (s *Site) errorList() errorList {
	list := errorList{Codes: s.codec.Catalog.Errors(), Folders: map[string]bool{}}
	for _, x := range s.subjects() {
		if x.api == nil {
			continue
		}
		list.Folders[x.name] = true
		a := apiErrors{API: x.name}
		for _, e := range list.Codes {
			if slices.Contains(e.ReturnedBy, x.name) {
				a.Codes = append(a.Codes, e)
			}
		}
		if len(a.Codes) > 0 {
			list.APIs = append(list.APIs, a)
		}
	}
	return list
}

// Wire is how a code stands on the wire.
func (errorList) Wire(code int16) string {
	return fmt.Sprintf("% x", binary.BigEndian.AppendUint16(nil, uint16(code)))
}

// Everywhere lists the codes that any API may return.
func (l errorList) Everywhere() (all []catalog.ErrorCode) {
	for _, e := range l.Codes {
		if slices.Contains(e.ReturnedBy, everyAPI) {
			all = append(all, e)
		}
	}
	return all
}

// Retriable counts the codes after which clients may try again.
func (l errorList) Retriable() (n int) {
	for _, e := range l.Codes {
		if e.Retriable {
			n++
		}
	}
	return n
}
