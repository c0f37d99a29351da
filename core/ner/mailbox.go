package ner

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/mail"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// E-mail addresses are made of their bearers' names: a name that the paper
// spells elsewhere tells what a scanner misread in an address.

// mendEmails spells the names in addresses as the parties spell theirs, and
// keeps of two readings of one address the better.
func (b *ballot) mendEmails() {
	var names []string
	initials := ""
	for _, c := range b.candidates {
		if c.Field.Files() && c.best >= minExplicit*minExplicit {
			for _, w := range lex.SplitWords(c.Value) {
				if !lex.NameParticles[w] && len(initials) < party.MaxParties {
					initials += w[:1]
				}
				if len(w) >= mail.MinNamed && !slices.Contains(names, w) && len(names) < party.MaxParties {
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
		printed := b.text.IsPrinted(c.Start, c.End)
		if !printed {
			local, domain, _ := strings.Cut(c.Value, "@")
			c.Value = mail.Mend(local, names, initials, strings.Contains(c.Raw, "@"), b.text.Noise > 0) + "@" + domain
		}
		i := slices.IndexFunc(kept, func(o *candidate) bool {
			if o.Field != Email || printed && b.text.IsPrinted(o.Start, o.End) {
				return false // two printed addresses are two
			}
			return lex.CloseTo(o.Value, c.Value)
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
		if c.Field != Email || c.judged > 0 {
			continue
		}
		local, _, _ := strings.Cut(c.Value, "@")
		mine, theirs := mail.NamedLetters(local, own), mail.NamedLetters(local, others)
		switch {
		case mine > theirs:
			c.Confidence += (0.97 - c.Confidence) * 0.6
		case theirs > mine:
			c.Confidence *= 0.6
		}
	}
}
