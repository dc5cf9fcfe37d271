package bad

import (
	"fmt"
	"log"
	stop "os"
	"reflect"
	"time"
	"unsafe"
)

func bad() {
	fmt.Println(reflect.TypeOf(1), unsafe.Sizeof(1))
	fmt.Print()
	fmt.Printf("")
	fmt.Sprint()
	log.Fatal()
	stop.Exit(1)
	stop.Getenv("")
	time.Sleep(time.Second)
	panic("no")
	println()
	exit := stop.Exit
	exit(2)
}

func fine() {
	panic := func(string) {}
	panic("a name like any other")
}
