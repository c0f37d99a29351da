package ner

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Whom the head of a paper names beside those who present and sign it.

// settleTitled believes less that somebody is a plaintiff whom a paper names only
// where it is presented or signed, when its head names another: ACCIONANTE: X, and
// then, yo, Y. How Y acts for X may have been misread.
func (b *ballot) settleTitled() {
	var titled []*candidate
	for _, c := range b.candidates {
		if c.Field == Plaintiff && c.titled && c.Confidence >= minOwner {
			titled = append(titled, c)
		}
	}
	if len(titled) == 0 {
		return
	}
	for _, c := range b.candidates {
		if c.Field == Plaintiff && c.judged == 0 && !c.titled && !c.explicit && c.votedBy("structure") && !slices.ContainsFunc(titled, func(o *candidate) bool { return o.sharesList(c) || namesake(o.plain, c.plain) }) {
			c.Confidence *= untitled
		}
	}
}

// untitled is what is left of such a confidence.
const untitled = 0.4

// namesake reports whether two names may be one person's, poorly read: they have a
// word in common, the first or any two.
func namesake(a, b string) bool {
	common := 0
	words := strings.Fields(b)
	for i, w := range strings.Fields(a) {
		j := slices.IndexFunc(words, func(o string) bool { return o == w || len(w) >= lex.MinMend && lex.Within(o, w, 1) })
		switch {
		case j == 0 && i == 0:
			return true
		case j >= 0:
			common++
		}
	}
	return common > 1
}

func (c *candidate) votedBy(extractor string) bool {
	return slices.ContainsFunc(c.votes, func(v vote) bool { return v.extractor == extractor })
}
