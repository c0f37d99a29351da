package sanitize

// onStep is nil outside tests, which count with it how many bytes and marks
// are looked at.
var onStep func(n int)

// step reports n steps. Whatever looks at more than the next byte calls it.
func step(n int) {
	if onStep != nil {
		onStep(n)
	}
}
