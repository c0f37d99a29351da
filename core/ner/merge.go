package ner

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Which candidates are one party, or one number, read differently in different
// places.

// mergeNames makes one candidate of a person's spellings: the votes for a
// shortened one, María López, go to María Fernanda López Ruiz, those for one
// that a scanner misread to the one that is read most or best.
func (b *ballot) mergeNames() {
	for _, c := range b.candidates {
		c.rank = c.credit()
	}
	slices.SortStableFunc(b.candidates, func(x, y *candidate) int { return cmp.Compare(y.rank, x.rank) })
	var kept []*candidate
	for _, c := range b.candidates {
		if full := sameParty(kept, c); full != nil {
			if party.TurnedAround(full.plain, c.plain) && party.AsBorne(c.plain) > party.AsBorne(full.plain) || !c.Field.Files() && fuller(full.Value, c.Value) {
				full.Entity, full.key, full.plain = c.Entity, c.key, c.plain
			}
			full.absorb(c)
			continue
		}
		if !joins(c, kept) {
			kept = append(kept, c)
		}
	}
	b.candidates = foldParts(kept)
	for _, c := range b.candidates {
		c.settleSpelling()
	}
}

// foldParts gives a person's name that a line end broke in two, BLANCA DERLY
// and JARAMILLO BARROS, to the whole that another place has: what came before
// the whole was known was kept on its own.
func foldParts(kept []*candidate) []*candidate {
	var out []*candidate
	for _, c := range kept {
		i := slices.IndexFunc(kept, func(o *candidate) bool {
			return c.Field == Plaintiff && o.Field == c.Field && len(o.plain) > len(c.plain) && !twoPersons(o, c) &&
				(field.SameName(o.key, c.key) || surnames(c.plain) && strings.HasSuffix(o.plain, " "+c.plain))
		})
		if i < 0 {
			out = append(out, c)
			continue
		}
		kept[i].absorb(c)
	}
	return out
}

// surnames reports whether a name of several words begins with no given name:
// ANA RUIZ is a person beside LUZ ANA RUIZ, RUIZ LÓPEZ is none.
func surnames(plain string) bool {
	first, rest, _ := strings.Cut(plain, " ")
	c := lex.Default().Words[first]
	return rest != "" && (c&lex.Surname != 0 || c&lex.Given == 0)
}

// twoPersons reports whether a list names two who file, each by a given name:
// LUZ MARINA JARAMILLO and MARINA JARAMILLO are mother and daughter.
func twoPersons(a, b *candidate) bool {
	return a.Field.Files() && a.Field == b.Field && a.sharesList(b) && beginsGiven(a.plain) && beginsGiven(b.plain)
}

func beginsGiven(plain string) bool {
	first, _, _ := strings.Cut(plain, " ")
	return lex.Default().Words[first]&lex.Given != 0
}

// sameParty returns the candidate whose name c also spells, nil when there is
// none.
func sameParty(kept []*candidate, c *candidate) *candidate {
	if !c.Field.IsParty() {
		return nil
	}
	for _, o := range kept {
		if o.Field != c.Field || twoPersons(o, c) {
			continue
		}
		long, short := o.key, c.key
		if len(long) < len(short) {
			long, short = short, long
		}
		if field.SameName(long, short) || len(short) >= minClose && lex.CloseTo(long, short) || sameSpelling(o.plain, c.plain) || party.TurnedAround(o.plain, c.plain) || o.covers(c) {
			return o
		}
	}
	return nil
}

// joins reports whether c is two parties or more of those kept, read as one.
func joins(c *candidate, kept []*candidate) bool {
	rest, n := " "+c.plain+" ", 0
	for _, o := range kept {
		if c.plain != "" && o.Field == c.Field && len(o.plain) >= 4 && strings.Contains(rest, " "+o.plain+" ") {
			rest = strings.Replace(rest, " "+o.plain+" ", "  ", 1)
			n++
		}
	}
	return n > 1 && strings.TrimSpace(rest) == ""
}

// sameSpelling reports whether two names are equal but for a letter or two and
// for blanks that a scanner lost or saw.
func sameSpelling(a, b string) bool {
	a, b = strings.ReplaceAll(a, " ", ""), strings.ReplaceAll(b, " ", "")
	return min(len(a), len(b)) >= minClose && lex.CloseTo(a, b)
}

// covers reports whether o is a fragment of c: some of its words in a row,
// read where the whole stands in another place of the text. Two parties that
// one list names are no fragments: EJÉRCITO NACIONAL beside NACIÓN - EJÉRCITO
// NACIONAL.
func (c *candidate) covers(o *candidate) bool {
	if len(o.plain) < 4 || len(o.plain) >= len(c.plain) || c.best < 0.6*o.best {
		return false
	}
	if !strings.Contains(" "+c.plain+" ", " "+o.plain+" ") && !(len(o.plain) >= minClose && (strings.HasPrefix(c.plain, o.plain) || strings.HasSuffix(c.plain, o.plain))) {
		return false
	}
	return !c.sharesList(o)
}

// sharesList reports whether one list names both, so that they are two, however alike. A part of a
// person's name that was merged into it does not count.
func (c *candidate) sharesList(o *candidate) bool {
	return slices.ContainsFunc(o.readings, func(r reading) bool {
		return r.list != 0 && o.whole(r) && slices.ContainsFunc(c.readings, func(w reading) bool {
			return w.list == r.list && w.start != r.start && c.whole(w)
		})
	})
}

// whole reports whether a reading is not a part of the name.
func (c *candidate) whole(r reading) bool {
	if c.Field.Files() {
		return strings.Count(r.value, " ") >= strings.Count(c.Value, " ")
	}
	return strings.Count(plainKey(Mention{Field: c.Field, Value: r.value}), " ") >= strings.Count(c.plain, " ")
}

// minClose is the length from which a name that differs in a letter or two is
// the same one misread.
const minClose = 16

// mergeNumbers keeps of one person's cédula, read with a digit of difference in
// two places, the reading of more places. Which is right then remains in doubt.
func (b *ballot) mergeNumbers() {
	var kept, people []*candidate
	for _, c := range b.candidates {
		if c.Field.Files() {
			people = append(people, c)
		}
	}
	for _, c := range b.candidates {
		if c.Field != Cedula {
			kept = append(kept, c)
			continue
		}
		i := slices.IndexFunc(kept, func(o *candidate) bool { return o.Field == Cedula && sameNumber(o, c, people) })
		if i < 0 {
			kept = append(kept, c)
			continue
		}
		o := kept[i]
		if cmp.Or(cmp.Compare(len(c.readings), len(o.readings)), cmp.Compare(c.best, o.best)) > 0 {
			c, o = o, c
			kept[i] = o
		}
		o.owners, o.first = append(o.owners, c.owners...), min(o.first, c.first)
		o.doubt = disagree
		if len(o.readings) == len(c.readings) {
			o.doubt = disagreeEvenly
		}
	}
	b.candidates = kept
}

// How far a confidence falls when one place, or as many as agree, read another
// digit.
const disagree, disagreeEvenly = 0.15, 0.3

// sameNumber reports whether two numbers differ in a digit and no two of the
// people are said to bear them.
func sameNumber(a, b *candidate, people []*candidate) bool {
	if !lex.CloseTo(a.Value, b.Value) {
		return false
	}
	return len(a.owners) == 0 || len(b.owners) == 0 || slices.ContainsFunc(a.owners, func(x string) bool {
		return slices.ContainsFunc(b.owners, func(y string) bool {
			return field.SameOwner(x, y) && ownerAmong(people, x) == ownerAmong(people, y)
		})
	})
}

func mergeVotes(to, from []vote) []vote {
	for _, v := range from {
		i := slices.IndexFunc(to, func(o vote) bool { return o.extractor == v.extractor })
		switch {
		case i < 0:
			to = append(to, v)
		case v.confidence > to[i].confidence:
			to[i] = v
		}
	}
	return to
}

// putInOrder writes the names that the gazetteer found surnames first as their
// bearers do, no matter which extractor read them.
func (b *ballot) putInOrder() {
	if len(b.orders) == 0 {
		return
	}
	for _, c := range b.candidates {
		if !c.Field.IsParty() {
			for i, o := range c.owners {
				if name, ok := b.orders[field.Key(Plaintiff, o)]; ok {
					c.owners[i] = name
				}
			}
			continue
		}
		if name, ok := b.orders[field.Key(c.Field, c.Value)]; ok {
			c.Value = name
			m := Mention{Field: c.Field, Value: name}
			c.key, c.plain = ballotKey(&m), plainKey(m)
		}
	}
}
