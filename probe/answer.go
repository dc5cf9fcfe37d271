package probe

import (
	"fmt"
	"net"
	"strconv"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// answer reads a response by paths.
type answer struct {
	t     *tape.Tape
	addr  string
	api   string
	codec *message.Codec
}

// num is the integer at a path, -1 where there is none.
func (a answer) num(path string) int64 {
	r, ok := a.t.Find(path)
	if !ok {
		return -1
	}
	return a.t.Int(r)
}

// text is the text at a path, "" where there is none.
func (a answer) text(path string) string {
	r, ok := a.t.Find(path)
	if !ok {
		return ""
	}
	b, _ := a.t.Bytes(r)
	return string(b)
}

// count is the length of the array at a path.
func (a answer) count(path string) int {
	r, ok := a.t.Find(path)
	if !ok {
		return 0
	}
	n, _ := a.t.Count(r)
	return n
}

// elements gives the paths of an array's elements, with a dot behind.
func (a answer) elements(path string) []string {
	all := make([]string, a.count(path))
	for i := range all {
		all[i] = fmt.Sprintf("%s[%d].", path, i)
	}
	return all
}

// hostPort is the address that the fields Host and Port at a path make.
func (a answer) hostPort(at string) string {
	host, port := a.text(at+"Host"), a.num(at+"Port")
	if host == "" || port < 0 {
		return ""
	}
	return net.JoinHostPort(host, strconv.FormatInt(port, 10))
}

// check gives the error that the fields ErrorCode and ErrorMessage at a path
// are.
func (a answer) check(at, what string) error {
	code := a.num(at + "ErrorCode")
	if code == 0 || !a.has(at+"ErrorCode") {
		return nil
	}
	return &AnswerError{Addr: a.addr, API: a.api, What: what, Code: errorCode(a.codec, int16(code)),
		Text: a.text(at + "ErrorMessage")}
}

func (a answer) has(path string) bool {
	_, ok := a.t.Find(path)
	return ok
}
