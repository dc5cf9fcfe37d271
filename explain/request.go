package explain

import "errors"

// ReadRequest reads a request, so that its head tells what the response is that
// answers it. Bytes that are none are an error.
func (x *Explainer) ReadRequest(data []byte) (*Reading, error) {
	r, err := x.Glance(data, As{}, nil, false)
	if err != nil {
		return nil, err
	}
	if r.Request == nil {
		return nil, errors.New("these bytes are no request frame or payload")
	}
	return r, nil
}
