package parties

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What the linear model sees of an entity: what stands around its places, which part of the
// document they are in, and what the document says of the sides by other words than names.

// view is what is known of the words of a document beside what they are.
type view struct {
	kinds    []uint32 // the word itself when it belongs to no name, else a description
	sentence []int32  // first word of the sentence
	heading  []uint32 // hash of the last heading above
	cue      []uint32 // the last word that speaks of a side or of filing, and how far it is
	next     []uint32 // the next one
	named    []int32  // entities that began up to the word
	starts   []Span   // the spans of all entities in order
	owner    map[Span]*Entity
	sides    sides
}

// sides is what the words for the sides tell of them: la accionante, la EPS accionada.
type sides struct {
	gender  [Roles]uint32   // 0 unknown, 1 masculine, 2 feminine, 3 plural
	nouns   [Roles][]uint32 // entidad, EPS, juzgado
	rulings uint32          // how often judgments are what is attacked
}

// sideWords are the words for the sides.
var sideWords = map[string]Role{
	"accionante": Plaintiff, "accionantes": Plaintiff, "demandante": Plaintiff, "demandantes": Plaintiff, "actor": Plaintiff, "actora": Plaintiff, "actores": Plaintiff,
	"tutelante": Plaintiff, "tutelantes": Plaintiff, "peticionario": Plaintiff, "peticionaria": Plaintiff, "peticionarios": Plaintiff, "petente": Plaintiff, "libelista": Plaintiff, "agenciado": Plaintiff, "agenciada": Plaintiff,
	"accionado": Defendant, "accionada": Defendant, "accionados": Defendant, "accionadas": Defendant, "demandado": Defendant, "demandada": Defendant, "demandados": Defendant, "demandadas": Defendant,
	"tutelado": Defendant, "tutelada": Defendant, "tuteladas": Defendant,
}

// filingWords speak of filing, of what is claimed and of who answers.
var filingWords = map[string]bool{
	"contra": true, "vs": true, "tutela": true, "amparo": true, "interpuso": true, "instauro": true, "promovio": true, "presento": true, "formulo": true, "solicito": true, "solicita": true, "impetro": true,
	"interpone": true, "instaura": true, "promueve": true, "incoo": true, "ejercio": true, "interpusieron": true, "instauraron": true, "interpuesta": true, "instaurada": true, "promovida": true, "presentada": true,
	"formulada": true, "demando": true, "demanda": true, "vulnerado": true, "vulnerados": true, "vulnero": true, "vulneraron": true, "vulneracion": true, "vulneradas": true, "violo": true, "violado": true, "violados": true, "violacion": true,
	"desconocio": true, "contesto": true, "respondio": true, "contestacion": true, "respuesta": true, "intervencion": true, "informo": true, "manifesto": true, "senalo": true, "indico": true, "nego": true, "concedio": true, "tutelo": true,
	"confirmo": true, "revoco": true, "declaro": true, "fallo": true, "sentencia": true, "impugno": true, "vinculo": true, "vincular": true, "vinculacion": true, "notifico": true, "representacion": true, "apoderado": true,
	"apoderada": true, "agente": true, "hijo": true, "hija": true, "nombre": true, "ordene": true, "ordenar": true, "orden": true,
}

// look surveys a document.
func (d *Document) look() *view {
	n := len(d.Words)
	room := make([]uint32, 4*n)
	v := &view{kinds: room[:n], heading: room[n : 2*n], cue: room[2*n : 3*n], next: room[3*n:], sentence: make([]int32, n), named: make([]int32, n)}
	heading, sentence := uint32(0), int32(0)
	cue, at := uint32(0), 0
	marks := make([]bool, n)
	for k := range d.Words {
		v.kinds[k] = d.kind(k)
		if d.Words[k].Break == HardBreak || k == 0 {
			if h, ok := d.headingAt(k); ok {
				heading = h
			}
		}
		v.heading[k] = heading
		if d.BeginsSentence(k) && (d.Words[k].Shape != Lower || d.Words[k].Break == HardBreak) && !d.insideBrackets(k) {
			sentence = int32(k)
		}
		v.sentence[k] = sentence
		v.cue[k] = cue<<2 | distance(k-at)
		w := d.word(k)
		role, side := sideWords[w]
		if side {
			d.side(&v.sides, role, k)
		}
		if w == "hecho" && d.word(k-1) == "de" && d.word(k-2) == "via" || w == "vias" || w == "defecto" || w == "accionado" && d.word(k-1) == "juzgado" {
			v.sides.rulings++
		}
		if side || filingWords[w] {
			marks[k] = true
			cue, at = d.Hash(k), k
		}
	}
	cue, at = 0, n
	for k := n - 1; k >= 0; k-- {
		v.next[k] = cue<<2 | distance(at-k)
		if marks[k] {
			cue, at = d.Hash(k), k
		}
	}
	for _, e := range d.Entities {
		for _, s := range e.Spans {
			v.named[s.First]++
		}
	}
	v.owner = map[Span]*Entity{}
	for _, e := range d.Entities {
		for _, s := range e.Spans {
			v.starts = append(v.starts, s)
			v.owner[s] = e
		}
	}
	slices.SortFunc(v.starts, func(a, b Span) int { return a.First - b.First })
	for k := 1; k < n; k++ {
		v.named[k] += v.named[k-1]
	}
	return v
}

func (d *Document) insideBrackets(k int) bool {
	gap := d.gap(k)
	return len(gap) > 0 && gap[len(gap)-1] == '('
}

// side notes what the words before and with the word k for a side tell.
func (d *Document) side(s *sides, role Role, k int) {
	for n := 1; n <= 2 && k-n >= 0; n++ {
		switch w := d.word(k - n); w {
		case "el", "del", "al", "un":
			s.gender[role] |= 1
		case "la", "una":
			if w := d.word(k); w != "demandante" || n == 1 {
				s.gender[role] |= 2
			}
		case "los", "las":
			s.gender[role] |= 4
		case "senor", "ciudadano":
			s.gender[role] |= 1
		case "senora", "ciudadana":
			s.gender[role] |= 2
		default:
			if n == 1 && d.Words[k-n].Class&(Function|Particle) == 0 && len(s.nouns[role]) < 8 {
				if noun := d.Hash(k - n); !slices.Contains(s.nouns[role], noun) {
					s.nouns[role] = append(s.nouns[role], noun)
				}
			}
		}
	}
}

// headingAt reads a heading, a short paragraph of its own, that begins with word k.
func (d *Document) headingAt(k int) (uint32, bool) {
	h, words := uint32(0), 0
	for n := k; n < len(d.Words) && n < k+12; n++ {
		if n > k && d.Words[n].Break == HardBreak {
			return h, words > 0
		}
		if w := &d.Words[n]; w.Shape != Digits && w.Class&(Function|Particle) == 0 && words < 2 && w.End-w.Start > 1 && w.Class&(Given|Surname) == 0 {
			h = lex.MixHash(h, d.Hash(n))
			words++
		}
	}
	return 0, false
}

// kind spells a word that belongs to no name and describes any other.
func (d *Document) kind(k int) uint32 {
	const spelled = Common | Function | Identity | Honorific | CourtHead | CourtWord | InstitutionHead | LegalForm | Particle
	w := &d.Words[k]
	if w.Class&spelled != 0 || w.Shape == Lower && w.Class&(Given|Surname) == 0 {
		return d.Hash(k)
	}
	return lex.MixHash(2, uint32(w.Shape)|uint32(w.Class&(Given|Surname|KnownStart))<<4)
}

func (v *view) at(k int) uint32 {
	if k < 0 || k >= len(v.kinds) {
		return 3
	}
	return v.kinds[k]
}

// describe gathers the features of all entities.
func (d *Document) describe() {
	v := d.look()
	var ranks [PlaceKind + 1]int
	for _, e := range d.Entities {
		f := gatherer{d: d, v: v, e: e, kind: uint32(e.Kind), seen: make(map[uint32]bool, 256)}
		f.document(ranks[e.Kind])
		for i, s := range e.Spans {
			f.place(s, i)
		}
		e.Features = f.out
		ranks[e.Kind]++
	}
}

// gatherer collects the features of an entity, each once.
type gatherer struct {
	d    *Document
	v    *view
	e    *Entity
	kind uint32
	seen map[uint32]bool
	out  []uint32
}

func (f *gatherer) add(template, a, b uint32) {
	h := lex.PairHash(template, a, b)
	if !f.seen[h] {
		f.seen[h] = true
		f.out = append(f.out, h)
	}
}

// document adds what is known of the entity as a whole, the rank-th of its kind.
func (f *gatherer) document(rank int) {
	d, e, s := f.d, f.e, &f.v.sides
	head := d.Hash(e.Best.First)
	if e.Kind == PersonKind || e.Kind == OtherKind {
		head = 0
	}
	f.add(0, f.kind, 0)
	f.add(1, f.kind, uint32(min(rank, 4)))
	f.add(2, f.kind, uint32(min(len(e.Spans), 8)))
	f.add(3, head, 0)
	f.add(4, f.kind, uint32(min(len(e.words), 5)))
	f.add(5, f.kind, uint32(min(e.Spans[0].First/60, 14)))
	for r := range Roles {
		f.add(6+uint32(r), f.kind, s.gender[r])
		f.add(8+uint32(r), f.kind, asNumber(slices.Contains(s.nouns[r], d.Hash(e.Best.First))))
		for _, noun := range s.nouns[r] {
			f.add(10+uint32(r), f.kind, noun)
			f.add(12+uint32(r), head, noun)
		}
		if e.Kind == PersonKind {
			f.add(14+uint32(r), d.gender(e.Best), s.gender[r])
		}
	}
	f.add(16, f.kind, min(s.rulings, 3))
	f.add(17, head, min(s.rulings, 3))
	if e.canonical != "" {
		f.add(18, f.kind, 1)
	}
	for rule := range e.hint {
		for role, p := range e.hint[rule] {
			if p > 0 {
				f.add(19, uint32(rule*8+role), uint32(p*4))
			}
		}
	}
}

// gender is that of a given name as far as its last letter tells.
func (d *Document) gender(s Span) uint32 {
	w := d.word(s.First)
	return uint32(w[len(w)-1])
}

// place adds what stands around a span, the n-th of the entity.
func (f *gatherer) place(s Span, n int) {
	d, v := f.d, f.v
	i, j := s.First, s.Last
	for k := 1; k <= 5; k++ {
		f.add(uint32(20+k), v.at(i-k), 0)
		f.add(uint32(25+k), v.at(j+k), 0)
	}
	for k := 1; k <= 10; k++ {
		if i-k >= 0 && d.Words[i-k].Shape == Lower {
			f.add(31, v.at(i-k), f.kind)
		}
		if j+k < len(d.Words) && d.Words[j+k].Shape == Lower {
			f.add(32, v.at(j+k), f.kind)
		}
	}
	l1, l2, l3, r1, r2, r3 := v.at(i-1), v.at(i-2), v.at(i-3), v.at(j+1), v.at(j+2), v.at(j+3)
	f.add(33, l2, l1)
	f.add(34, lex.MixHash(l3, l2), l1)
	f.add(35, r1, r2)
	f.add(36, lex.MixHash(r1, r2), r3)
	f.add(37, l1, r1)
	f.add(38, l1, f.kind)
	f.add(39, r1, f.kind)
	f.add(40, v.cue[i], f.kind)
	f.add(41, v.next[j], f.kind)
	f.add(42, v.cue[i]>>2, v.next[j]>>2)
	f.add(43, v.heading[i], f.kind)
	f.add(44, v.heading[i], asNumber(n == 0))
	if n == 0 {
		f.add(45, lex.MixHash(v.cue[i]>>2, f.kind), uint32(min(v.named[i], 4)))
	}
	f.sentence(s, n)
	f.neighbours(s)
}

// neighbours adds how the names before and behind a span, if they are near, are linked to it:
// X, representante legal de Y.
func (f *gatherer) neighbours(s Span) {
	i, found := slices.BinarySearchFunc(f.v.starts, s.First, func(x Span, first int) int { return x.First - first })
	if !found {
		return
	}
	if i > 0 {
		f.link(53, f.v.starts[i-1], s, f.v.owner[f.v.starts[i-1]])
	}
	if i+1 < len(f.v.starts) {
		f.link(55, s, f.v.starts[i+1], f.v.owner[f.v.starts[i+1]])
	}
}

func (f *gatherer) link(template uint32, a, b Span, other *Entity) {
	if b.First-a.Last > 8 || b.First <= a.Last || other == f.e {
		return
	}
	kinds := f.kind*8 + uint32(other.Kind)
	h := kinds
	for k := a.Last + 1; k < b.First; k++ {
		h = lex.MixHash(h, f.v.at(k))
		f.add(template, f.v.at(k), kinds)
	}
	f.add(template+1, h, uint32(len(f.d.gap(b.First))))
}

// sentence adds which words that speak of filing stand in the sentence of a span, on which
// side of it, and how many other names between.
func (f *gatherer) sentence(s Span, n int) {
	d, v := f.d, f.v
	from := int(v.sentence[s.First])
	against := false
	for k := max(from, s.First-80); k < s.First; k++ {
		w := d.word(k)
		if _, side := sideWords[w]; side || filingWords[w] {
			between := min(v.named[s.First]-v.named[k]-1, 3)
			h := d.Hash(k)
			f.add(46, lex.MixHash(h, f.kind), uint32(between))
			f.add(47, lex.MixHash(h, f.kind), asNumber(n == 0))
			if w == "contra" {
				against = true
			}
			if against && w != "contra" {
				f.add(48, h, f.kind)
			}
		}
	}
	for k := s.Last + 1; k < len(d.Words) && k < s.Last+60 && v.sentence[k] == int32(from); k++ {
		w := d.word(k)
		if _, side := sideWords[w]; side || filingWords[w] {
			between := min(v.named[k]-v.named[s.First], 3)
			f.add(49, lex.MixHash(d.Hash(k), f.kind), uint32(between))
		}
	}
	f.add(50, f.kind, asNumber(from == s.First))
	f.add(51, f.kind, asNumber(against))
}

func asNumber(yes bool) uint32 {
	if yes {
		return 1
	}
	return 0
}

// distance is roughly how far so many words are.
func distance(words int) uint32 {
	switch {
	case words > 24:
		return 3
	case words > 10:
		return 2
	case words > 3:
		return 1
	}
	return 0
}

// Hash is FNV-1a of a word.
func (t *Text) Hash(k int) uint32 {
	if k < 0 || k >= len(t.Words) {
		return 0
	}
	return lex.HashBytes(t.Chars[t.Words[k].Start:t.Words[k].End])
}
