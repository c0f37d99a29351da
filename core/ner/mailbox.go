package ner

import (
	"slices"
	"strings"
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
	for _, c := range b.candidates {
		if c.Field.files() && c.best >= minExplicit*minExplicit {
			for _, w := range splitWords(c.Value) {
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
		c.Value = mendLocal(local, names) + "@" + domain
		i := slices.IndexFunc(kept, func(o *candidate) bool {
			return o.Field == Email && closeTo(longer(o.Value, c.Value), shorter(o.Value, c.Value))
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
		switch words := splitWords(c.Value); {
		case c.Confidence < minOwner:
		case c.Field == Plaintiff:
			own = append(own, words...)
		case c.Field == Agent || c.Field == Attorney || c.Field == Defendant && b.text.personal(words):
			others = append(others, words...)
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

// mendLocal spells the names in the part of an address before the @ as given.
func mendLocal(local string, names []string) string {
	for _, name := range names {
		if strings.Contains(local, name) {
			continue
		}
		local = mendName(local, name, names)
	}
	return local
}

// mendName replaces what reads most like name, if anything does and it is no
// part of another name.
func mendName(local, name string, names []string) string {
	for size := len(name) + 1; size >= len(name)-1; size-- {
		for i := 0; i+size <= len(local); i++ {
			part := local[i : i+size]
			if strings.ContainsAny(part, "._-+") || !misread(part, name) || (size < len(name) || len(name) < minNamedLoosely) && !atEdge(local, i, i+size) {
				continue
			}
			if slices.ContainsFunc(names, func(n string) bool { return overlaps(local, n, i, i+size) }) {
				continue
			}
			return local[:i] + name + local[i+size:]
		}
	}
	return local
}

// overlaps reports whether name stands in an address where part from to to does.
func overlaps(local, name string, from, to int) bool {
	for at := 0; ; at++ {
		i := strings.Index(local[at:], name)
		if i < 0 {
			return false
		}
		if at += i; at < to && at+len(name) > from {
			return true
		}
	}
}

// atEdge reports whether part from to to of an address stands at the edge of
// a word on both sides.
func atEdge(local string, from, to int) bool {
	return (from == 0 || !isLetter(local[from-1])) && (to == len(local) || !isLetter(local[to]))
}

// misread reports whether a scanner may have read name as part: what is left
// of both without the letters they begin and end with alike is a confusion, or
// one letter of a longer name.
func misread(part, name string) bool {
	a, b := part, name
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	begun := len(a) < len(part)
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) > 2 || len(b) > 2 {
		return false
	}
	if slices.Contains(confusions[:], [2]string{a, b}) {
		return true
	}
	ended := part[len(part)-1] == name[len(name)-1]
	return len(name) >= minNamedLoosely && (len(a) == 1 && len(b) == 1 || begun && ended && len(a)+len(b) == 1)
}
