package parties

import (
	"slices"
	"strconv"
	"strings"
)

// Kind is the kind of an entity.
type Kind uint8

// The kinds of entities.
const (
	OtherKind Kind = iota
	PersonKind
	CourtKind
	InstitutionKind
	PlaceKind
)

// Entity is a party with all spans that name it.
type Entity struct {
	Kind     Kind
	Spans    []Span
	Best     Span // the fullest
	Hints    []int
	Features []uint32
	Score    [Roles]float64 // of the linear model

	words     []string // of the fullest span, folded, without particles
	aliases   []string // acronyms and lone names that stand for it
	canonical string
	explicit  [HintRoles]bool               // a rule says that the text states the role in words
	hint      [Rules + 1][HintRoles]float64 // the best of each rule; the last, of all

	titled bool  // to a rule
	lists  []int // that name it

	references []Span // see refer
	observed
}

// Bounds of what is looked at.
const (
	maxEntities = 150
	maxSpans    = 24 // of each entity
)

// Document is a text whose entities were found and described.
type Document struct {
	*Text
	Entities []*Entity
	hints    []Hint
	lists    map[Span]int // of spans that the text lists with others: one more than the first word of the list
	surveyed *survey      // by Facts
	isLower  func(uint32) bool
}

// Find finds the entities of a text.
func Find(t *Text, hints []Hint, isLower func(uint32) bool) *Document {
	d := &Document{Text: t, hints: hints, isLower: isLower}
	d.gather(isLower)
	return d
}

// Examine is Find that gives the entities their Features.
func Examine(t *Text, hints []Hint, isLower func(uint32) bool) *Document {
	d := Find(t, hints, isLower)
	d.describe()
	return d
}

// gather makes entities of the spans and the hints.
func (d *Document) gather(isLower func(uint32) bool) {
	spans := slices.DeleteFunc(d.Spans(isLower), func(s Span) bool { return d.kindOf(s) == PlaceKind })
	spans = d.reconcile(spans)
	slices.SortFunc(spans, func(a, b Span) int { return a.First - b.First })
	d.lists = d.listsOf(spans)
	long := make([]int, 0, len(spans)) // spans of several words, the longest first
	for i := range spans {
		long = append(long, i)
	}
	names := make([][]string, len(spans))
	for i, s := range spans {
		names[i] = d.content(s)
	}
	slices.SortStableFunc(long, func(a, b int) int { return weightOf(names[b]) - weightOf(names[a]) })
	for _, i := range long {
		d.place(spans[i], names[i])
	}
	d.Entities = slices.DeleteFunc(d.Entities, func(e *Entity) bool { return len(e.words) == 0 })
	for _, e := range d.Entities {
		slices.SortFunc(e.Spans, func(a, b Span) int { return a.First - b.First })
	}
	slices.SortStableFunc(d.Entities, func(a, b *Entity) int { return a.Spans[0].First - b.Spans[0].First })
	for _, e := range d.Entities {
		if len(e.Spans) > maxSpans {
			e.Spans = e.Spans[:maxSpans]
		}
	}
	if len(d.Entities) > maxEntities {
		d.Entities = d.Entities[:maxEntities]
	}
	for i, h := range d.hints {
		if e := d.entityAt(h); e != nil {
			e.Hints = append(e.Hints, i)
			e.titled = e.titled || h.Titled
			e.explicit[h.Role] = e.explicit[h.Role] || h.Explicit
			e.hint[h.Rule][h.Role] = max(e.hint[h.Rule][h.Role], h.Confidence)
			e.hint[Rules][h.Role] = max(e.hint[Rules][h.Role], h.Confidence)
		}
	}
	d.refer()
	d.listAll()
}

// sureHint is the confidence from which a rule knows better than the spans where names
// begin and end.
const sureHint = 0.7

// reconcile adds what rules read to the spans. Where a sure rule reads several spans as one name, or one as several, it is
// right, and so is one that knows that they are one.
func (d *Document) reconcile(spans []Span) []Span {
	inside := func(a, b Span) bool { return b.First <= a.First && a.Last <= b.Last }
	for _, s := range slices.Clone(spans) {
		var parts [Rules][]Span
		for _, h := range d.hints {
			x := Span{h.First, h.Last}
			if h.Confidence >= sureHint && h.Role <= HintDefendant && inside(x, s) && x != s && !slices.ContainsFunc(parts[h.Rule], func(o Span) bool { return o.First <= x.Last && x.First <= o.Last }) {
				parts[h.Rule] = append(parts[h.Rule], x)
			}
		}
		for _, p := range parts {
			if len(p) > 1 {
				spans = append(slices.DeleteFunc(spans, func(o Span) bool { return o == s }), p...)
				break
			}
		}
	}
	for _, h := range d.hints {
		x, n := Span{h.First, h.Last}, 0
		for _, s := range spans {
			if inside(s, x) {
				n++
			}
			if inside(s, x) && s.First > x.First && d.kindOf(s) != OtherKind && (!h.Joined || d.isSurer(s, h)) {
				n = -maxSpan // two parties
			}
		}
		switch {
		case n > 1 && (h.Joined || h.Confidence >= sureHint && h.Role <= HintDefendant):
			spans = append(slices.DeleteFunc(spans, func(s Span) bool { return inside(s, x) }), x)
		case d.spanOf(spans, h) < 0:
			spans = append(spans, x)
		}
	}
	return spans
}

// isSurer reports whether a rule that is surer than another reads by itself the end of what that one reads as one name, from the
// span on or a word before it.
func (d *Document) isSurer(s Span, than Hint) bool {
	return slices.ContainsFunc(d.hints, func(h Hint) bool {
		return h.Confidence > than.Confidence && than.First < h.First && h.First <= s.First && s.First <= h.Last && h.Last <= than.Last
	})
}

// spanOf returns the index of the span that a hint is about, -1 when there is none.
func (d *Document) spanOf(spans []Span, h Hint) int {
	return slices.IndexFunc(spans, func(s Span) bool { return overlap(s, h) })
}

// overlap reports whether a hint and a span share most words of the shorter.
func overlap(s Span, h Hint) bool {
	shared := min(s.Last, h.Last) - max(s.First, h.First) + 1
	return shared > 0 && 2*shared > min(s.Last-s.First, h.Last-h.First)+1
}

func (d *Document) entityAt(h Hint) *Entity {
	var found *Entity
	for _, e := range d.Entities {
		for _, s := range e.Spans {
			if s == (Span{h.First, h.Last}) {
				return e
			}
			if found == nil && overlap(s, h) {
				found = e
			}
		}
	}
	return found
}

// content returns the words of a span by which names are compared: folded, numbers as
// digits, particles and legal forms left out.
func (d *Document) content(s Span) []string {
	var out []string
	for k := s.First; k <= s.Last; k++ {
		w := &d.Words[k]
		switch {
		case w.Number > 0 && w.Class&(Given|Surname) == 0:
			out = append(out, strconv.Itoa(int(w.Number)))
		case w.Shape == Lower && w.Class&(Function|Particle) != 0, d.isForm(k) && k > s.First, w.Class&Particle != 0 && k > s.First:
		default:
			if v := d.word(k); !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// place adds a span to the entity that it names, or as a new one.
func (d *Document) place(s Span, words []string) {
	if len(words) == 0 {
		return
	}
	kind, canonical, list := d.kindOf(s), "", d.lists[s]
	if d.Canonical != nil && kind != PersonKind {
		canonical = d.Canonical(s.First, s.Last)
	}
	var to *Entity
	for _, e := range d.Entities {
		named := e.takes(words, kind, canonical) || len(words) == 1 && e.endsWith(words[0]) && d.isBrand(s)
		if list != 0 && slices.Contains(e.lists, list) && !slices.Equal(e.words, words) {
			named = false // a list names each once: mother and daughter
		}
		if named && (to == nil || d.nearer(e, to, s)) {
			to = e
		}
	}
	if to == nil {
		to = &Entity{Kind: kind, Best: s, words: words, canonical: canonical}
		d.Entities = append(d.Entities, to)
	}
	to.Spans = append(to.Spans, s)
	if kind == PersonKind && to.Kind == OtherKind && len(words) > 1 {
		to.Kind = PersonKind
	}
	if list != 0 {
		to.lists = append(to.lists, list)
	}
	if a := d.acronymBehind(s); a != "" && kind != PersonKind {
		to.aliases = append(to.aliases, a)
	}
}

// nearer reports whether of two entities a is the one that a later span s means: who was
// named last before it.
func (d *Document) nearer(a, b *Entity, s Span) bool {
	last := func(e *Entity) int {
		at := -1 << 30
		for _, x := range e.Spans {
			if x.First < s.First {
				at = max(at, x.First)
			}
		}
		return at
	}
	return last(a) > last(b)
}

// takes reports whether words name the entity, whose name is as long at least.
func (e *Entity) takes(words []string, kind Kind, canonical string) bool {
	if canonical != "" && canonical == e.canonical {
		return true
	}
	if (kind == PersonKind) != (e.Kind == PersonKind) && (len(words) > 1 || kind == PersonKind) {
		return (kind == OtherKind || e.Kind == OtherKind) && agree(e.words, words) // Laureano Mavisoy Ch., of which no table has two words
	}
	if kind == PlaceKind && e.Kind != PlaceKind {
		return false
	}
	if len(words) == 1 {
		w := words[0]
		if slices.Contains(e.aliases, w) {
			return true
		}
		if e.Kind == PersonKind || len(e.words) > 1 && e.words[0] == w {
			return slices.Contains(e.words, w)
		}
		return len(w) >= 2 && len(w) <= 7 && e.Kind != CourtKind && initialsOf(e.words, w) || len(e.words) == 1 && e.words[0] == w
	}
	if e.Kind != kind && (e.Kind == CourtKind || kind == PlaceKind || e.Kind == PlaceKind) {
		return false
	}
	if e.Kind == PersonKind && agree(e.words, words) {
		return true
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		return !slices.ContainsFunc(e.words, func(o string) bool { return likeWord(o, w) || abbreviates(w, o) })
	})
}

// endsWith reports whether the name of an institution ends with a word: Administradora de Fondos de Pensiones Porvenir.
func (e *Entity) endsWith(word string) bool {
	n := len(e.words)
	return e.Kind != PersonKind && e.Kind != CourtKind && n > 1 && e.words[n-1] == word
}

// isBrand reports whether a span is a word that is nothing but a name of its own: Porvenir, Medilaser.
func (d *Document) isBrand(s Span) bool {
	const other = Given | Surname | RareGiven | Town | Common | Function | Honorific | Identity | CourtHead | OtherWord
	w := &d.Words[s.First]
	return capitalised(w) && w.Class&other == 0 && w.End-w.Start >= minBrand && d.isLower != nil && !d.isLower(d.Hash(s.First))
}

// minBrand is how many letters a word has at least that stands for a longer name.
const minBrand = 4

// maxAbbreviation is how many letters an abbreviation of a name has: R., Ch.
const maxAbbreviation = 2

func abbreviates(short, word string) bool {
	return len(short) <= maxAbbreviation && len(short) < len(word) && strings.HasPrefix(word, short)
}

// agree reports whether two names of persons can be parts of one: Gloria Patricia Zuluaga, Gloria P. Zuluaga R. Both begin
// with the same given name and have another word in common; where words of one are left out, the other has no other there.
func agree(a, b []string) bool {
	if !likeWord(a[0], b[0]) {
		return false
	}
	whole, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch x, y := a[i], b[j]; {
		case likeWord(x, y):
			whole++
			i, j = i+1, j+1
		case abbreviates(x, y) || abbreviates(y, x):
			i, j = i+1, j+1
		case indexLike(a[i:], y) > 0:
			i += indexLike(a[i:], y)
		case indexLike(b[j:], x) > 0:
			j += indexLike(b[j:], x)
		default:
			return false
		}
	}
	return whole >= 2
}

// indexLike returns where a word stands in a list, or one that it abbreviates; -1 where it does not.
func indexLike(list []string, word string) int {
	return slices.IndexFunc(list, func(o string) bool { return likeWord(o, word) || abbreviates(word, o) || abbreviates(o, word) })
}

// weightOf returns how much words say of a name: an initial says less than any word.
func weightOf(words []string) (n int) {
	for _, w := range words {
		n += min(len(w), 2)
	}
	return n
}

// likeWord reports whether two words are equal but for a letter of long ones.
func likeWord(a, b string) bool {
	if a == b {
		return true
	}
	if len(a) < 6 || len(b) < 6 || a[0] != b[0] {
		return false
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	switch len(a) - len(b) {
	case 0:
		return a[i+1:] == b[i+1:]
	case 1:
		return a[i+1:] == b[i:]
	}
	return false
}

// initialsOf reports whether letters are the first ones of most of the words in order.
func initialsOf(words []string, letters string) bool {
	if len(letters) < 3 || len(words) < 2 {
		return false
	}
	var b strings.Builder
	for _, w := range words {
		b.WriteByte(w[0])
	}
	all := b.String()
	return all == letters || len(letters) >= 4 && strings.Contains(all, letters)
}

// acronymBehind returns the acronym that stands in brackets, in quotation marks or behind a dash at the end of
// a span or right behind it, "" when there is none.
func (d *Document) acronymBehind(s Span) string {
	if k := s.Last; k > s.First+1 && d.Words[k].Shape == Upper && d.Words[k].End-d.Words[k].Start >= 3 && d.Words[k-1].Shape != Upper {
		return d.word(k)
	}
	k := s.Last + 1
	if k >= len(d.Words) || d.Words[k].Shape == Lower || d.Words[k].Shape == Digits || d.Words[k].Break == HardBreak {
		return ""
	}
	gap := strings.TrimSpace(string(d.gap(k)))
	if w := d.Words[k]; gap != "" && strings.Contains("(-\"", gap[:1]) && len(gap) <= 2 && w.End-w.Start >= 3 && (w.Shape == Upper || w.Shape == Mixed || w.Shape == Title && gap[0] == '(' && w.Class&Town == 0) {
		return d.word(k)
	}
	return ""
}

// kindOf tells what a span names.
func (d *Document) kindOf(s Span) Kind {
	w := &d.Words[s.First]
	for k := s.First; k <= s.Last; k++ {
		if d.isForm(k) && k > s.First {
			return InstitutionKind
		}
	}
	known, words := d.personal(s.First, s.Last)
	switch {
	case w.Class&Town != 0 && d.Words[s.Last].Class&Town != 0 && words <= 4 && (words > 1 || w.Class&Given == 0):
		return PlaceKind
	case w.Class&CourtHead != 0 && w.Class&(Given|Surname) == 0:
		return CourtKind
	case w.Class&InstitutionHead != 0 && w.Class&(Given|Surname) == 0, d.isOffice(s.First):
		return InstitutionKind
	case words > 1 && (known*2 >= words || known > 0 && d.namesLeft(s) == words-known) && (w.Class&(Given|Surname|RareGiven) != 0 || w.End-w.Start == 1 || w.Class == 0):
		return PersonKind
	case words == 1 && known == 1 && w.Shape == Title:
		return PersonKind
	case w.Class&KnownStart != 0:
		return InstitutionKind
	}
	return OtherKind
}

// namesLeft counts the words of a span that may be names which no table has: nothing is known of them.
func (d *Document) namesLeft(s Span) (n int) {
	for k := s.First; k <= s.Last; k++ {
		w := &d.Words[k]
		n += int(truth(w.Shape != Lower && w.Class == 0 && w.End-w.Start > 2 && d.isLower != nil && !d.isLower(d.Hash(k))))
	}
	return n
}

// IsGeneric reports whether entity i is named by a place or by words for a kind of institution
// alone, which are nobody's name: Bogotá, Tribunal, Entidad accionada.
func (d *Document) IsGeneric(i int) bool { return d.isGeneric(d.Entities[i]) }

func (d *Document) isGeneric(e *Entity) bool {
	if e.Kind == PlaceKind || len(e.words) == 1 && d.isInstitution(e.Best.First) && d.Words[e.Best.First].Class&KnownStart == 0 {
		return true
	}
	for k := e.Best.First; k <= e.Best.Last; k++ {
		_, side := sideWords[d.word(k)]
		if !side && d.Words[k].Class&(InstitutionHead|Common|Function|Particle) == 0 || d.Words[k].Class&(Given|Surname|KnownStart) != 0 {
			return false
		}
	}
	return true // Entidad accionada
}
