package image

// RecordsText is what the table is read from.
var RecordsText = recordsText

// ReadTable reads a table, for its errors.
func ReadTable(text string) error {
	_, err := readTable(text)
	return err
}
