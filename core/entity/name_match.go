package entity

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/cotejo/cotejo/core/text"
)

// Matching the words of two names: which word of the one is which of the
// other, and how much that proves.

type wordPair struct{ evidence float64 }

// assign pairs the words of two names so that the evidence is greatest; exact
// reports that every pair is of equal words. Trying all assignments keeps the
// result the same whichever name comes first.
func assign(a, b []nameWord) (pairs []wordPair, exact bool) {
	if len(a) > len(b) {
		a, b = b, a
	}
	type state struct {
		score float64
		from  int
		ok    bool
	}
	var like [maxNameWords][maxNameWords]float64
	var evidence [maxNameWords][maxNameWords]float64
	for i, x := range a {
		for j, y := range b {
			if s := wordLikeness(x, y); s > 0 {
				like[i][j] = s
				evidence[i][j] = s * (wordEvidence(x) + wordEvidence(y)) / 2
			}
		}
	}
	// best(i)[mask]: the greatest score of the first i words of a using the
	// words of b in mask.
	masks := 1 << len(b)
	table := make([]state, (len(a)+1)*masks)
	best := func(i int) []state { return table[i*masks : (i+1)*masks] }
	best(0)[0].ok = true
	for i := range a {
		for mask := range masks {
			s := best(i)[mask]
			if !s.ok {
				continue
			}
			if t := &best(i + 1)[mask]; !t.ok || s.score > t.score {
				*t = state{s.score, -1, true}
			}
			for j := range b {
				if mask>>j&1 != 0 || like[i][j] == 0 {
					continue
				}
				// One more pair counts for more than any likeness.
				score := s.score + 100 + like[i][j]
				if t := &best(i + 1)[mask|1<<j]; !t.ok || score > t.score {
					*t = state{score, j, true}
				}
			}
		}
	}
	end := 0
	for mask := range masks {
		if s := best(len(a))[mask]; s.ok && s.score > best(len(a))[end].score {
			end = mask
		}
	}
	exact = true
	for i := len(a); i > 0; i-- {
		j := best(i)[end].from
		if j < 0 {
			continue
		}
		pairs = append(pairs, wordPair{evidence[i-1][j]})
		exact = exact && like[i-1][j] == 1
		end &^= 1 << j
	}
	return pairs, exact
}

// wordLikeness is 1 for equal words, less for words that sound or were
// misread alike and for initials, 0 for others.
func wordLikeness(a, b nameWord) float64 {
	switch {
	case a.folded == b.folded:
		return 1
	case a.sound == b.sound:
		return 0.95
	case len(a.folded) == 1 || len(b.folded) == 1:
		if a.folded[0] == b.folded[0] || a.sound != "" && b.sound != "" && a.sound[0] == b.sound[0] {
			return 0.3
		}
		return 0
	}
	shorter := min(len(a.folded), len(b.folded))
	if shorter < 4 {
		return 0
	}
	// A misreading rarely makes another name of a name: Mario is not María.
	if t := frequencies(); t[a.sound] > 0 && t[b.sound] > 0 {
		return 0
	}
	allowed := 1
	if shorter >= 7 {
		allowed = 2
	}
	x, y := strings.ReplaceAll(a.folded, "rn", "m"), strings.ReplaceAll(b.folded, "rn", "m")
	switch d := min(text.Distance(x, y, 3), text.Distance(a.sound, b.sound, 3)); {
	case d > allowed:
		return 0
	case d == 0:
		return 0.9
	default:
		return 0.85 - 0.1*float64(d-1)
	}
}

// wordEvidence is minus the logarithm of how many people bear the word.
func wordEvidence(w nameWord) float64 {
	if f := frequencies()[w.sound]; f > 0 {
		return -math.Log(f)
	}
	return unknownWord
}

//go:embed data/names.txt
var namesTable string

// frequencies gives the share of people who bear a word in their name, by its
// sound.
var frequencies = sync.OnceValue(func() map[string]float64 { return frequenciesIn(namesTable) })

// givenNames holds the given names of the table that are no surnames.
var givenNames = sync.OnceValue(func() map[string]bool {
	surnames, given, _ := strings.Cut(namesTable, "# Given names.")
	names, both := map[string]bool{}, frequenciesIn(surnames)
	for name := range frequenciesIn(given) {
		names[name] = both[name] == 0
	}
	return names
})

func frequenciesIn(table string) map[string]float64 {
	t := map[string]float64{}
	perMille := 0.0
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		for _, w := range strings.Fields(line) {
			if v, err := strconv.ParseFloat(w, 64); err == nil {
				perMille = v
				continue
			}
			key := sound(text.Fold(w))
			t[key] = max(t[key], perMille/1000)
		}
	}
	return t
}
