package play

import (
	"errors"

	"github.com/kscope/kscope/input"
	"github.com/kscope/kscope/jsonform"
)

// failure is why there is no answer.
type failure struct {
	Text  string `json:"text"`
	Field string `json:"field,omitempty"` // the key of the request that is wrong
	// Where in that field, and in which field of the message.
	Line int    `json:"line,omitempty"`
	Col  int    `json:"column,omitempty"`
	Path string `json:"path,omitempty"`
}

// fieldError is an error in one key of a request.
type fieldError struct {
	field string
	err   error
}

func (e *fieldError) Error() string { return e.err.Error() }

func (e *fieldError) Unwrap() error { return e.err }

// in says which key of the request an error is in.
func in(field string, err error) error {
	if err == nil {
		return nil
	}
	return &fieldError{field, err}
}

func asFailure(err error) failure {
	f := failure{Text: err.Error()}
	var field *fieldError
	if errors.As(err, &field) {
		f.Field = field.field
	}
	var text *input.Error
	if errors.As(err, &text) {
		f.Line, f.Col = text.Line, text.Col
	}
	var value *jsonform.Error
	if errors.As(err, &value) {
		f.Line, f.Col, f.Path = value.Line, value.Col, value.Path
	}
	return f
}
