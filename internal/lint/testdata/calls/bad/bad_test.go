package bad

import (
	"fmt"
	"reflect"
	"time"
)

func test() {
	time.Sleep(time.Second)
	fmt.Println(reflect.TypeOf(1)) // tests may
	panic("tests may")
}
