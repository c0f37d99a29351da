package sqlstore

import (
	"slices"
	"testing"
)

// Segments of one size become one, so many that follow one another.
func TestWhichSegmentsAreMerged(t *testing.T) {
	those := settling{largest: 30_000}
	row := func(number, documents int64) segmentRow { return segmentRow{number, number * 100_000, int(documents)} }
	alike := func(n int, documents int64) (all []segmentRow) {
		for i := range n {
			all = append(all, row(int64(i), documents+int64(i)%50))
		}
		return all
	}
	first := []int64{0, 1, 2, 3, 4, 5, 6, 7}
	backwards := alike(20, 600)
	slices.Reverse(backwards)
	for name, c := range map[string]struct {
		all  []segmentRow
		want []int64
	}{
		"none":                              {nil, nil},
		"too few":                           {alike(7, 600), nil},
		"eight":                             {alike(8, 600), first},
		"the first of more, in their order": {backwards, first},
		"large ones are left as they are":   {alike(8, 30_001), nil},
		"others are not taken with them":    {append(append(alike(7, 600), row(20, 9000), row(21, 20)), row(7, 600)), first},
		"the smallest first":                {append(alike(8, 20), backwards...), first},
	} {
		var got []int64
		for _, s := range those.due(c.all) {
			got = append(got, s.Segment)
			if s.Documents > 700 {
				t.Errorf("%s: one of %d", name, s.Documents)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
