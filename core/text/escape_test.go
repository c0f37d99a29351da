package text_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/text"
)

func TestHalfEscape(t *testing.T) {
	for json, want := range map[string]int{
		``: -1, `\`: -1, `"\\ud800"`: -1, `"\n\u00e1"`: -1, `"\ud83d\ude00"`: -1, `"\uzzzz"`: -1,
		`"\ud800"`: 1, `"a\uDE00"`: 2, `"\ud83d\ud83d\ude00"`: 1, `"\ud83d\ude00\ud83d"`: 13, `"\ud83d\u0041"`: 1, `"\ud83dx"`: 1,
	} {
		if got := text.HalfEscape([]byte(json)); got != want {
			t.Errorf("%s: %d, want %d", json, got, want)
		}
	}
}
