package bad

func changeElsewhere() {
	number++
}
