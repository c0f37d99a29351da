package ner

import (
	"math"
	"testing"
)

// A form is as trusted as all decisions about a field together, those against a party, too.
func TestTrustIsOfAllDecisions(t *testing.T) {
	b := &ballot{}
	b.trust(Defendant, .9, true, .8, 3)
	b.trust(Defendant, .5, true, .5, 2)
	b.trust(Defendant, .2, false, .1, 1)
	got, want := b.trusts[Defendant], trust{parts: .9 * .5 * .8, names: .8 * .5, places: 2}
	if math.Abs(got.parts-want.parts) > 1e-9 || math.Abs(got.names-want.names) > 1e-9 || got.places != want.places {
		t.Errorf("%+v instead of %+v", got, want)
	}
}
