package app

import (
	"fmt"

	"github.com/cotejo/cotejo/core/fault"
)

// cannot says in Spanish, to anyone who starts the program, what could not be
// done and why. The sentence of a fault is meant for people; its code is not.
func cannot(what string, err error) error {
	if f, ok := fault.As(err); ok {
		return fmt.Errorf("%s: %s", what, f.Message)
	}
	return fmt.Errorf("%s: %w", what, err)
}
