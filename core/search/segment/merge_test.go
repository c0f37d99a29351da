package segment

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A union of lists is the list of all their numbers, byte by byte: those that are taken
// as they are take no more bytes than those made anew.
func TestAUnionIsTheListOfAllNumbers(t *testing.T) {
	stretch := rapid.Custom(func(t *rapid.T) (numbers []uint32) {
		n := rapid.SampledFrom([]uint32{0, 1, 7, 100, 130, 20_000}).Draw(t, "from")
		step := rapid.SampledFrom([]uint32{1, 1, 2, 9, 300}).Draw(t, "step")
		for range rapid.IntRange(1, 80).Draw(t, "numbers") {
			n += rapid.Uint32Range(1, step).Draw(t, "distance")
			numbers = append(numbers, n)
		}
		return numbers
	})
	rapid.Check(t, func(t *rapid.T) {
		var u union
		var all []uint32
		for range rapid.IntRange(1, 4).Draw(t, "lists") {
			base := rapid.SampledFrom([]uint32{0, 8, 64, 400, 1000, 3200, 1 << 20}).Draw(t, "base")
			numbers := stretch.Draw(t, "numbers")
			l, _ := newList(numbers, nil)
			u.lists = append(u.lists, based{l, base})
			for _, n := range numbers {
				all = append(all, n+base)
			}
		}
		slices.Sort(all)
		want, _ := newList(slices.Compact(all), nil)
		for range 2 { // in memory that stays
			got, err := u.list(nil)
			if err != nil || got.dense != want.dense || !slices.Equal(got.data, want.data) {
				t.Fatalf("got %v, want %v (%v)", got, want, err)
			}
		}
	})
}
