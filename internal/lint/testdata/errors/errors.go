package errs

import (
	"errors"
	"fmt"
)

func texts(name string) []error {
	return []error{
		errors.New("Begins with a capital"),
		errors.New("ends with a stop."),
		fmt.Errorf("ends with %s a line feed\n", name),
		errors.New(""),
		errors.New("fine"),
		errors.New("API keys are numbers"),
		errors.New("Kafka says no"),
		errors.New("Facts.java is missing"),
		fmt.Errorf("no %q; did you mean this?", name),
		fmt.Errorf("%s: not there", name),
		errors.New(name),
	}
}
