package sqlstore

import (
	"reflect"
	"testing"
)

// A segment that was gathered beforehand fits numbers that follow one another from
// one that is divisible by 8 on. Where several programs import, others take
// numbers in between.
func TestNumbersThatASegmentFits(t *testing.T) {
	for name, c := range map[string]struct{ numbers, want []int64 }{
		"from the first on":               {[]int64{16, 17, 18, 19, 20}, []int64{16, 17, 18}},
		"from the next multiple on":       {[]int64{14, 15, 16, 17, 18}, []int64{16, 17, 18}},
		"too few behind the multiple":     {[]int64{14, 15, 16, 17}, nil},
		"others took one in between":      {[]int64{8, 9, 11, 12, 13}, nil},
		"others took some before the end": {[]int64{6, 7, 8, 9, 15, 16, 17, 18}, []int64{16, 17, 18}},
	} {
		if got := aligned(c.numbers, 3); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: of %v fit %v, want %v", name, c.numbers, got, c.want)
		}
	}
}
