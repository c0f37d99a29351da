package ner

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// E-mail addresses are made of their bearers' names: a name that the paper
// spells elsewhere tells what a scanner misread in an address.

// minNamed is the length from which a name is looked for in an address; from
// minNamedLoosely on any one letter of it may be wrong, below only those that
// scanners confuse.
const minNamed, minNamedLoosely = 4, 6

// mendEmails spells the names in addresses as the parties spell theirs, and
// keeps of two readings of one address the better.
func (b *ballot) mendEmails() {
	var names []string
	initials := ""
	for _, c := range b.candidates {
		if c.Field.files() && c.best >= minExplicit*minExplicit {
			for _, w := range lex.SplitWords(c.Value) {
				if !lex.NameParticles[w] && len(initials) < maxParties {
					initials += w[:1]
				}
				if len(w) >= minNamed && !slices.Contains(names, w) && len(names) < maxParties {
					names = append(names, w)
				}
			}
		}
	}
	var kept []*candidate
	for _, c := range b.candidates {
		if c.Field != Email {
			kept = append(kept, c)
			continue
		}
		local, domain, _ := strings.Cut(c.Value, "@")
		local = oneLine(b.mendLocal(oneSign.Replace(local), names), names)
		if b.text.Noise > 0 || !strings.Contains(c.Raw, "@") { // a printed cforero may be Carlos's
			local = mendDigits(mendJoined(local, names, initials), names, initials)
		}
		switch signed := strings.Contains(c.Raw, "@"); {
		case !signed:
			local = withoutSign(local, names)
		case b.text.Noise > 0:
			local = mendOne(local, names, initials)
		}
		c.Value = local + "@" + domain
		i := slices.IndexFunc(kept, func(o *candidate) bool {
			return o.Field == Email && lex.CloseTo(o.Value, c.Value)
		})
		if i < 0 {
			kept = append(kept, c)
			continue
		}
		if o := kept[i]; o.Value == c.Value || o.best >= c.best {
			o.absorb(c)
		} else {
			c.absorb(o)
			kept[i] = c
		}
	}
	b.candidates = kept
}

// settleMailboxes tells by the names in addresses whose they are: an address
// made of the name of who acts or is sued, and not of a plaintiff's, is none of
// the plaintiff's, whatever stands before it.
func (b *ballot) settleMailboxes() {
	var own, others []string
	for _, c := range b.candidates {
		if c.Confidence < minOwner {
			continue
		}
		switch c.Field {
		case Plaintiff:
			own = append(own, lex.SplitWords(c.Value)...)
		case Agent, Attorney:
			others = append(others, lex.SplitWords(c.Value)...)
		case Defendant:
			if words := lex.SplitWords(c.Value); b.text.Lex.IsPersonal(words) {
				others = append(others, words...)
			}
		}
	}
	for _, c := range b.candidates {
		if c.Field != Email {
			continue
		}
		local, _, _ := strings.Cut(c.Value, "@")
		mine, theirs := namesIn(local, own), namesIn(local, others)
		switch {
		case mine > theirs:
			c.Confidence += (0.97 - c.Confidence) * 0.6
		case theirs > mine:
			c.Confidence *= 0.6
		}
	}
}

// namesIn returns how many letters of an address are those of names.
func namesIn(local string, names []string) int {
	n := 0
	for i, name := range names {
		if len(name) >= minNamed && strings.Contains(local, name) && !slices.Contains(names[:i], name) {
			n += len(name)
		}
	}
	return n
}
