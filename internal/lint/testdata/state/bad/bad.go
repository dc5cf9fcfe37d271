package bad

import (
	"os"
	"sync"
)

var (
	table   = map[string]int{"a": 1}
	list    = []int{1}
	number  int
	pointer = &struct{ n int }{}
	mu      sync.Mutex
	once    = sync.OnceValue(func() int { return 1 })
	events  chan int
	fine    = len("fine")
)

func init() {}

type t struct{}

func (t) init() {}

func change() {
	table["b"] = 2
	delete(table, "a")
	list = append(list, 2)
	list[0]++
	number = 1
	pointer.n = 2
	_ = &number
	copy(list[1:], list)
	os.Args = nil
	for number = range 3 {
	}
	func() { clear(table) }()
}

func fineHere() int {
	number := 1
	number++
	_ = &number
	var list []int
	list = append(list, fine, table["a"], pointer.n)
	mine := struct{ number int }{}
	mine.number = 2
	return number + len(list)
}
