package nested

// What leaves of type string say; views put it in quotes.

func showText(b []byte) string { return string(b) }

// showWithout shows text without the bytes that the encoding puts around it.
func showWithout(before, after int) func([]byte) string {
	return func(b []byte) string {
		if len(b) < before+after {
			return string(b)
		}
		return string(b[before : len(b)-after])
	}
}
