package explain

func foreign(data []byte) string { return "" }
