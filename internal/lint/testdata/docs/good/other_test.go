package good_test

// Output: of no example.
func ExampleOther() {}
