package entity

import (
	"fmt"
	"reflect"
	"sync"
	"testing"
)

// What is remembered of defendants is what parsing them again says, however many
// there are and anyone who asks at the same time.
func TestRememberedDefendantsAreThoseThatAreParsed(t *testing.T) {
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := range mostDefendants {
				s := fmt.Sprintf("E.P.S. Sanitas y Clínica %d de la Costa", (i*(worker+1))%(mostDefendants*3/2))
				if i%100 == 0 {
					Defendants(s, "SANITAS EPS, otro")
				}
				if got := defendantOf(s); i%50 == 0 && !reflect.DeepEqual(got, parseDefendant(s)) {
					t.Errorf("%s: remembered %+v", s, got)
				}
			}
		})
	}
	all.Wait()
	if n := len(defendants.parsed); n > mostDefendants {
		t.Errorf("%d are remembered", n)
	}
}
