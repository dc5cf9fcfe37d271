package mockpeers_test

import (
	"context"
	"fmt"

	"github.com/kscope/kscope/interop/mockpeers"
)

func Example() {
	ctx := context.Background()
	peer := mockpeers.NewFranz()
	if err := peer.Produce(ctx, "127.0.0.1:9092", "orders", []string{"one", "two"}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(peer.Consume(ctx, "127.0.0.1:9092", "orders", "group", 2))
}
