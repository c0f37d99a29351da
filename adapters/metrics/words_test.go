package metrics

import (
	"testing"

	"pgregory.net/rapid"
)

func TestWordsAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w words
		values := map[string]bool{}
		for _, word := range rapid.SliceOfN(rapid.OneOf(rapid.StringMatching(`[a-z0-9_]{0,45}`), rapid.String()), 0, 200).Draw(t, "words") {
			got := w.limit(word)
			if got != word && got != other {
				t.Fatalf("%q became %q", word, got)
			}
			if !slug(got) {
				t.Fatalf("%q is a label", got)
			}
			values[got] = true
		}
		if len(values) > maxWords+2 { // "" and "other"
			t.Fatalf("%d values", len(values))
		}
	})
}

func TestWordsStayWhatTheyWere(t *testing.T) {
	var w words
	for i := range 3 * maxWords {
		w.limit("code_" + string(rune('a'+i%26)) + string(rune('a'+i/26)))
	}
	if got := w.limit("code_aa"); got != "code_aa" {
		t.Errorf("the first word became %q", got)
	}
	if got := w.limit("late"); got != other {
		t.Errorf("a word too many became %q", got)
	}
}
