package site_test

import (
	"fmt"
	"net/http/httptest"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/site"
)

func Example() {
	s, err := site.New(message.New(catalog.Builtin(), ""), site.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/BeginQuorumEpoch/1/", nil))
	fmt.Println(w.Code, strings.Contains(w.Body.String(), "BeginQuorumEpochRequest v1, request header v2, 60 bytes on the wire"))
	// Output: 200 true
}
