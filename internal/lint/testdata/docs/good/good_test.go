package good_test

func Example() {
	// Output:
}
