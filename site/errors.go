package site

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/prose"
)

// everyAPI is what the catalog says of errors that any API may return.
const everyAPI = "any"

// errorList is the data of the page of error codes.
type errorList struct {
	Codes      []errorRow
	Retriable  int                 // how many of them
	Everywhere []catalog.ErrorCode // those that any API may return
	APIs       []apiErrors
}

// errorRow is a code with the APIs that are known to return it.
type errorRow struct {
	catalog.ErrorCode
	Wire string // the code in bytes
	By   []link
	How  string // many they are
}

// apiErrors are the codes that an API is known to return.
type apiErrors struct {
	API   string
	Codes []catalog.ErrorCode
}

func (s *Site) errors() ([]file, error) {
	p := s.sheet("errors", "errors.html", func(p *page) (any, error) { return s.errorList(p), nil })
	return []file{p.file(s)}, nil
}

// errorList lists the codes, and the APIs by what they return.
func (s *Site) errorList(p *page) errorList {
	var list errorList
	all := s.codec.Catalog.Errors()
	for _, e := range all {
		list.Codes = append(list.Codes, s.errorRow(p, e))
		if e.Retriable {
			list.Retriable++
		}
	}
	list.Everywhere = returnedBy(everyAPI, all)
	for _, x := range s.subjects() {
		if codes := returnedBy(x.name, all); x.api != nil && len(codes) > 0 {
			list.APIs = append(list.APIs, apiErrors{x.name, codes})
		}
	}
	return list
}

func returnedBy(api string, all []catalog.ErrorCode) (codes []catalog.ErrorCode) {
	for _, e := range all {
		if slices.Contains(e.ReturnedBy, api) {
			codes = append(codes, e)
		}
	}
	return codes
}

func (s *Site) errorRow(p *page, e catalog.ErrorCode) errorRow {
	row := errorRow{ErrorCode: e, Wire: fmt.Sprintf("% x", binary.BigEndian.AppendUint16(nil, uint16(e.Code))), How: prose.Count(len(e.ReturnedBy), "API")}
	for _, name := range e.ReturnedBy {
		if name == everyAPI {
			row.How = "any API"
			continue
		}
		to := link{Text: name}
		if s.has(name) { // a site of one release has not all
			to.Href = p.To(name)
		}
		row.By = append(row.By, to)
	}
	return row
}
