package ner

import (
	"bytes"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// How a party's name is spelled, when a scanner read it differently in
// different places.

// maxReadings bounds the places that are compared.
const maxReadings = 24

// read remembers the spelling of a party, or a number, at one place.
func (c *candidate) read(f Field, r reading) {
	if !f.IsParty() && f != Cedula || len(c.readings) >= maxReadings {
		return
	}
	i := slices.IndexFunc(c.readings, func(o reading) bool { return o.start == r.start })
	if i < 0 {
		c.readings = append(c.readings, r)
	} else if c.readings[i].list == 0 && f.Files() {
		c.readings[i].list = r.list // another extractor saw it alone
	}
}

// credit ranks spellings: by the places where they stand, the tables of names
// and the votes.
func (c *candidate) credit() float64 {
	if !c.Field.IsParty() {
		return c.best
	}
	known, words := 0, 0
	var buf [128]byte
	for w := range bytes.SplitSeq(lex.AppendWords(buf[:0], c.Value), []byte(" ")) {
		words++
		if class, _ := lex.Default().Table.Find(w); class != 0 {
			known++
		}
	}
	return c.best + 0.3*float64(min(len(c.readings), 4)) + float64(known)/float64(max(words, 1)) + 0.02*float64(min(len(c.plain), 50))
}

// absorb takes over the votes of another spelling of the same name.
func (c *candidate) absorb(o *candidate) {
	c.votes = mergeVotes(c.votes, o.votes)
	c.owners = append(c.owners, o.owners...)
	c.first = min(c.first, o.first)
	c.explicit, c.titled, c.ward, c.judged = c.explicit || o.explicit, c.titled || o.titled, c.ward || o.ward, max(c.judged, o.judged)
	for _, r := range o.readings {
		c.read(c.Field, r)
	}
}

// settleSpelling writes each word of the name as most places do; between as
// many, as the tables of names know it. Places that spell the name with fewer
// or more words have no say.
func (c *candidate) settleSpelling() {
	if !slices.ContainsFunc(c.readings, func(r reading) bool { return r.value != c.Value }) {
		return
	}
	words := strings.Fields(c.Value)
	var others [][]string // the same of the places that spell it with as many words
	for _, r := range c.readings {
		if f := strings.Fields(r.value); len(f) == len(words) {
			others = append(others, f)
		}
	}
	changed := false
	for i := range words {
		count := map[string]int{}
		spelled := map[string]string{}
		keys := make([]string, len(others))
		for n, f := range others {
			k := lex.LettersOf(f[i])
			count[k]++
			if _, ok := spelled[k]; !ok {
				spelled[k] = f[i]
			}
			keys[n] = k
		}
		own := lex.LettersOf(words[i])
		best := own
		for _, k := range keys { // in the order of the text, not of the map
			if count[k] > count[best] || count[k] == count[best] && !lex.KnownWord(best) && lex.KnownWord(k) {
				best = k
			}
		}
		if best != own && lex.CloseTo(best, own) {
			words[i], changed = spelled[best], true
		}
	}
	if changed {
		c.Value = strings.Join(words, " ")
	}
}
