package document_test

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
)

// page draws a text and where its words stand.
func page(t *rapid.T) (string, document.WordMap) {
	m := document.WordMap{Width: rapid.Float64Range(1, 5000).Draw(t, "width"), Height: rapid.Float64Range(1, 5000).Draw(t, "height"), Turn: rapid.IntRange(0, 3).Draw(t, "turn")}
	var text strings.Builder
	points := 0
	for range rapid.IntRange(0, 40).Draw(t, "words") {
		gap, word := rapid.StringMatching(`[ \n]{0,3}`).Draw(t, "gap"), rapid.StringMatching(`[a-zñÁ🐢.]{1,8}`).Draw(t, "word")
		text.WriteString(gap + word)
		points += len(gap)
		length := utf8.RuneCountInString(word)
		side := rapid.Float64Range(-10, 5000)
		m.Words = append(m.Words, document.Word{Text: word, Start: points, End: points + length, Confidence: rapid.Float64Range(0, 1).Draw(t, "confidence"),
			Box: document.Box{X0: side.Draw(t, "x0"), Y0: side.Draw(t, "y0"), X1: side.Draw(t, "x1"), Y1: side.Draw(t, "y1")}})
		points += length
	}
	return text.String(), m
}

func TestWordsComeBackAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, want := page(t)
		got, err := document.DecodeWords(want.Encode(), text)
		if err != nil || len(got.Words) != len(want.Words) || got.Turn != want.Turn {
			t.Fatalf("%d words, want %d; %v", len(got.Words), len(want.Words), err)
		}
		near := func(what string, a, b, by float64) {
			if math.Abs(a-b) > by {
				t.Fatalf("%s is %v, want %v", what, a, b)
			}
		}
		near("width", got.Width, want.Width, 0.051)
		near("height", got.Height, want.Height, 0.051)
		for i, w := range want.Words {
			g := got.Words[i]
			if g.Text != w.Text || g.Start != w.Start || g.End != w.End {
				t.Fatalf("%+v, want %+v", g, w)
			}
			near("x0", g.Box.X0, w.Box.X0, 0.051)
			near("y0", g.Box.Y0, w.Box.Y0, 0.051)
			near("x1", g.Box.X1, w.Box.X1, 0.11)
			near("y1", g.Box.Y1, w.Box.Y1, 0.11)
			near("confidence", g.Confidence, w.Confidence, 0.0026)
		}
	})
}

func TestDamagedWordsAreRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, m := page(t)
		data := m.Encode()
		at := rapid.IntRange(0, len(data)-1).Draw(t, "at")
		data[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "change"))
		_, _ = document.DecodeWords(data[:rapid.IntRange(0, len(data)).Draw(t, "length")], text) // it does not panic
	})
	for name, data := range map[string][]byte{"nothing": nil, "another form": {2, 3, 0}, "cut off": document.WordMap{Words: []document.Word{{End: 3}}}.Encode()[:4]} {
		if _, err := document.DecodeWords(data, "abc"); err == nil {
			t.Errorf("%s is read", name)
		}
	}
	if _, err := document.DecodeWords(document.WordMap{Words: []document.Word{{End: 3}}}.Encode(), "ab"); err == nil {
		t.Error("a word beyond the end of its text is read")
	}
}

func TestWordsOfAFullPageTakeTwoKilobytes(t *testing.T) {
	var m document.WordMap
	at := 0
	for i := range 400 { // forty lines of ten words
		length := 3 + i*7%8
		x, y := 72+float64(i%10)*45.37+float64(i*i%17)*0.61, 80+float64(i/10)*15.83
		m.Words = append(m.Words, document.Word{Start: at, End: at + length, Confidence: 0.8 + float64(i*i%41)/205,
			Box: document.Box{X0: x, Y0: y - float64(i%3), X1: x + float64(length)*5.31, Y1: y + 10 + float64(i%4)}})
		at += length + 1
	}
	if n := len(m.Encode()); n > 2500 {
		t.Errorf("%d bytes", n)
	}
}
