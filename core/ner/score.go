package ner

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/field"
)

// Score counts how the best value of a field fared: right, another than the
// truth, none where there is one, one where there is none. The zero value
// counts none.
type Score struct{ Right, Wrong, Missed, Invented int }

// Add counts a paper that names those values, of which got was told; "" when
// none was. Of several values any is right.
func (s *Score) Add(f Field, named []string, got string) {
	switch {
	case got == "" && len(named) == 0:
	case got == "":
		s.Missed++
	case len(named) == 0:
		s.Invented++
	case Names(f, named, got):
		s.Right++
	default:
		s.Wrong++
	}
}

// Precision returns the share of reported values that are right; 1 when none was reported.
func (s Score) Precision() float64 { return portion(s.Right, s.Right+s.Wrong+s.Invented) }

// Recall returns the share of existing values that were reported rightly; 1 when there are none.
func (s Score) Recall() float64 { return portion(s.Right, s.Right+s.Wrong+s.Missed) }

func portion(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// Names reports whether a value is one of those that a paper names. To an
// address its town may be added.
func Names(f Field, named []string, value string) bool {
	key := field.Key(f, value)
	return slices.ContainsFunc(named, func(v string) bool {
		want := field.Key(f, v)
		return key == want || (f == PlaintiffAddress || f == DefendantAddress) && want != "" && strings.HasPrefix(key, want+" ")
	})
}
