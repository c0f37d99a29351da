package search

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The words of a text whose Latin letters are folded are those of the text itself.
func TestFoldingBeforehandChangesNoWord(t *testing.T) {
	check := func(t rapid.TB, s string) {
		var want, got []token
		for w := range tokens(s) {
			want = append(want, token{text: w.text, number: w.number, joined: w.joined})
		}
		for w := range tokens(string(appendLatin(nil, s))) {
			got = append(got, token{text: w.text, number: w.number, joined: w.joined})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%+q:\n got %+v\nwant %+v", s, got, want)
		}
	}
	for _, s := range []string{"52\u0301.418", "E\u00ad.P.S", "a\u0301\u0301b", "\u0301a", "Å 1.0", "sa\u00adlud"} {
		check(t, s)
	}
	character := rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("aAáÁñÑüÇßøŁıİſKÅǅ0٣.,-/ \n\u00a0\u0301\u00ad\u200d\u2060\ufffd")))
	rapid.Check(t, func(t *rapid.T) {
		check(t, string(rapid.SliceOf(character).Draw(t, "text"))+rapid.SampledFrom([]string{"", "\xff", "\xc3", "a\xcc"}).Draw(t, "end"))
	})
}
