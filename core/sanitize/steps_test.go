package sanitize

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// characterPieces are the characters that the scanners treat specially, and
// one of each kind that they do not.
var characterPieces = []string{
	"<", ">", "/", "!", "-", "?", "=", ":", "&", ";", "#", "0", " ", "\n", "\r", "\x01", "\u00a0", "\u00ad", "\u0301", "a", "d",
}

// wordPieces are the words that lead the scanners furthest.
var wordPieces = []string{
	"j", "java", "script", "data", "text/", "html", "style", "onclick", "&#", "&#x6a;", "&Tab;", "&colon;", "\u2003", "\xff", "é",
}

// TestStepsGrowInProportionToText counts steps instead of time, so that it
// says the same on every machine.
func TestStepsGrowInProportionToText(t *testing.T) {
	const (
		small, large = 64 << 10, 256 << 10
		samples      = 100
	)
	for _, piece := range pieces(samples) {
		first, ok := countSteps(repeated(piece, small), 64*small)
		if !ok {
			t.Errorf("%q repeated to %d bytes takes more than %d steps", piece, small, first)
			continue
		}
		if second, ok := countSteps(repeated(piece, large), 5*first); !ok {
			t.Errorf("%q takes %d steps in %d bytes and more than %d in %d bytes", piece, first, small, second, large)
		}
	}
}

// pieces returns every piece, every pair of characters, and n samples of three
// pieces and of four.
func pieces(n int) []string {
	alphabet := slices.Concat(characterPieces, wordPieces)
	all := slices.Clone(alphabet)
	for i, a := range characterPieces {
		for _, b := range characterPieces[:i] { // ba repeated is ab repeated, except at its ends
			all = append(all, a+b)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for length := 3; length <= 4; length++ {
		for range n {
			var b strings.Builder
			for range length {
				b.WriteString(alphabet[random.IntN(len(alphabet))])
			}
			all = append(all, b.String())
		}
	}
	return all
}

func repeated(piece string, size int) string { return strings.Repeat(piece, size/len(piece)) }

// countSteps returns the steps that s takes. It stops after limit steps and
// then reports false.
func countSteps(s string, limit int) (steps int, ok bool) {
	type tooMany struct{}
	onStep = func(n int) {
		if steps += n; steps > limit {
			panic(tooMany{})
		}
	}
	defer func() {
		onStep = nil
		if r := recover(); r != nil {
			if _, is := r.(tooMany); !is {
				panic(r)
			}
			steps, ok = limit, false
		}
	}()
	Line(s)
	return steps, true
}
