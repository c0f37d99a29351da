package dedup

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/core/tfidf"
)

// particulars are the words that tell one matter from another in the same letter:
// the illness, the drug, what is asked for. They are found by their place in the
// sentence, behind words such as "diagnóstico" and "entregue", since no list names
// them all.
type particulars []string // folded words, in the order of the text

const (
	maxParticulars = 24
	// A particular has from minParticular to maxParticular bytes; what is longer is cut.
	minParticular, maxParticular = 4, 18
	// minParticularIDF keeps out the words that many filings have.
	minParticularIDF = 3.0
	// commonIDF is the IDF of a word without weight.
	commonIDF = 2.5
	// behindCue bounds how many words behind its cue a particular stands.
	behindCue = 9
)

// cueKind says what stands behind a cue.
type cueKind uint8

const (
	noCue cueKind = iota
	groundCue
	claimCue
	personCue
)

// cues are the words that particulars stand behind, folded.
var cues = newCueTable(map[cueKind]string{
	groundCue: `diagnostico diagnosticaron diagnosticado diagnosticada diagnosticos diagnosticarle padece padezco padecer padecimiento sufre sufro
		presenta presento patologia patologias enfermedad enfermedades afeccion dolencia trastorno sindrome cuadro secuelas discapacidad`,
	claimCue: `medicamento medicamentos medicina droga formulo formulado formulada formulados formula prescribio prescrito receto recetado
		ordeno ordenado ordenada suministro suministre suministrar suministrado entrega entregue entreguen entregar dispense dispensar
		autorice autoricen autorizar autorizacion practique practiquen practicar realice realicen realizar realizacion programe programen programar
		procedimiento procedimientos cirugia intervencion examen examenes denominada denominado indicada indicado consistente terapia terapias
		insumo insumos cita valoracion consulta remision
		reconozca reconocer reconocimiento pague paguen pagar pago expida expidan expedir certifique certificar reintegre reintegrar reintegro
		sirviera sirva pidio solicito solicita solicitud responda responder reliquide reliquidar traslade trasladar devuelva devolver
		informe informar corrija corregir actualice actualizar elimine eliminar repare reparar incluya incluir asigne asignar matricule cupo
		prohiba suspenda suspender levante levantar conecte reconecte instale instalar llevar`,
	personCue: `hijo hija hijos hijas menor nieto nieta oficioso oficiosa representacion agenciado agenciada`,
})

// cueTable finds cues by the hashes of words.
type cueTable struct {
	maybe [64]uint64 // a bit for each value of the last twelve bits of a cue's hash
	kinds map[uint64]cueKind
}

func newCueTable(words map[cueKind]string) *cueTable {
	t := &cueTable{kinds: map[uint64]cueKind{}}
	for kind, list := range words {
		for _, hash := range text.AppendWords(nil, list) {
			t.kinds[hash] = kind
			t.maybe[hash>>6&63] |= 1 << (hash & 63)
		}
	}
	return t
}

func (t *cueTable) kind(hash uint64) cueKind {
	if t.maybe[hash>>6&63]>>(hash&63)&1 == 0 {
		return noCue
	}
	return t.kinds[hash]
}

// particulars finds those of the matter: what it is about, and what is asked for; and the
// given names of whom it is filed for. Names of the parties, which named has as
// tfidf.Word does, are no particulars of the matter.
func (r *reading) particulars(table *tfidf.Table, named []uint32) (about, asked, represented particulars) {
	r.each(func(p part, words []word) {
		matter := r.isMatter(p)
		if !matter && p != head {
			return
		}
		for i, w := range words {
			kind := cues.kind(w.Hash)
			behind := words[i:min(len(words), i+1+behindCue)]
			switch {
			case kind == personCue:
				r.givenName(behind, table, &represented)
			case kind == groundCue && matter:
				r.behind(behind, table, named, &about)
			case kind == claimCue && matter:
				r.behind(behind, table, named, &asked)
			}
		}
	})
	r.repeated(table, named, &asked)
	return about, asked, represented
}

// repeated appends the rare words that the request and the facts share. A filing
// describes what it asks for among its facts; a letter's fixed phrases stand in one part.
func (r *reading) repeated(table *tfidf.Table, named []uint32, to *particulars) {
	told := r.told[:0]
	visit := func(p part, see func(w word, term uint32)) {
		r.each(func(q part, words []word) {
			if p != q {
				return
			}
			for _, w := range words {
				if term, ok := r.particular(w, table); ok {
					see(w, term)
				}
			}
		})
	}
	visit(facts, func(_ word, term uint32) { told = append(told, term) })
	slices.Sort(told)
	r.told = told
	visit(claims, func(w word, term uint32) {
		_, repeated := slices.BinarySearch(told, term)
		if _, party := slices.BinarySearch(named, term); repeated && !party && len(*to) < maxParticulars {
			to.add(w.In(r.text))
		}
	})
}

// particular returns the term of a word that may tell one matter from another: it is
// rare, no number and not written as a name.
func (r *reading) particular(w word, table *tfidf.Table) (term uint32, ok bool) {
	term = tfidf.WordOf(w.In(r.text), w.Hash)
	return term, term != 0 && numeral(r.text, w) == "" && table.IDF(term) >= minParticularIDF && !isName(w.In(r.text))
}

// behind appends the particulars behind words[0], which is a cue, in its clause.
func (r *reading) behind(words []word, table *tfidf.Table, named []uint32, to *particulars) {
	for i := 1; i < len(words) && len(*to) < maxParticulars; i++ {
		w := words[i]
		if endsClause(r.text[words[i-1].End:w.Start]) || cues.kind(w.Hash) != noCue {
			return
		}
		term, rare := r.particular(w, table)
		if _, party := slices.BinarySearch(named, term); rare && !party {
			to.add(w.In(r.text))
		}
	}
}

// givenName appends the first name behind words[0], which is a cue, in its clause.
func (r *reading) givenName(words []word, table *tfidf.Table, to *particulars) {
	for i := 1; i < len(words) && len(*to) < maxParticulars; i++ {
		w := words[i]
		if endsClause(r.text[words[i-1].End:w.Start]) || cues.kind(w.Hash) != noCue {
			return
		}
		term := tfidf.WordOf(w.In(r.text), w.Hash)
		if !w.Digits && term != 0 && capitalised(w.In(r.text)) && table.IDF(term) >= minNameIDF {
			to.add(w.In(r.text))
			return
		}
	}
}

// isName reports whether a word is written as names are, with one capital letter.
func isName(word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	second, _ := utf8.DecodeRuneInString(word[size:])
	return unicode.IsUpper(first) && unicode.IsLower(second)
}

// endsClause reports whether what stands between two words ends a clause.
func endsClause(gap string) bool {
	return strings.ContainsAny(gap, ".;()\f") || strings.Contains(gap, "\n\n")
}

func (p *particulars) add(word string) {
	var buffer [longestFolded]byte
	folded := fold(buffer[:0], word)
	if len(folded) < minParticular {
		return
	}
	for len(folded) > maxParticular {
		_, size := utf8.DecodeLastRune(folded)
		folded = folded[:len(folded)-size]
	}
	if !slices.Contains(*p, string(folded)) {
		*p = append(*p, string(folded))
	}
}

// agreement is how far two lists of particulars agree.
type agreement struct {
	fewest int // length of the shorter list
	// shared is the weight of the words of both. apart is the lesser of the two weights of
	// words that only one list has: a filing that says more than the other does not
	// contradict it.
	shared, apart float64
}

// compare compares p, of a filing whose words are terms, with o. A word is shared when
// the other's matter has it, misread letters forgiven.
func (p particulars) compare(terms tfidf.Vector, o particulars, otherTerms tfidf.Vector, table *tfidf.Table) agreement {
	shared, alone := p.split(terms, o, otherTerms, table)
	otherShared, otherAlone := o.split(otherTerms, p, terms, table)
	return agreement{min(len(p), len(o)), max(shared, otherShared), min(alone, otherAlone)}
}

// onceWeight reduces the weight of words that occur once in a filing, which may be
// misread. The name of what is asked for occurs among the facts, too.
const onceWeight = 0.2

// split weighs the words of p that o or the words of its filing have, and the others.
func (p particulars) split(own tfidf.Vector, o particulars, terms tfidf.Vector, table *tfidf.Table) (shared, alone float64) {
	for _, w := range p {
		term := tfidf.Word(w)
		weight := max(0, table.IDF(term)-commonIDF)
		weight *= weight // the name of a drug outweighs several words of the letter
		if own.Count(term) < 2 {
			weight *= onceWeight
		}
		if terms.Count(term) > 0 || o.has(w) {
			shared += weight
		} else {
			alone += weight
		}
	}
	return shared, alone
}

// contradictory is the least weight of unshared words, on both sides, that makes a
// contradiction: about that of the name of one drug or illness.
const contradictory = 2.0

func (a agreement) contradicts() bool { return a.fewest > 0 && a.apart >= contradictory }

// score is 1 when neither contradicts the other.
func (a agreement) score() float64 {
	if a.shared+a.apart == 0 {
		return 0
	}
	return a.shared / (a.shared + 2*a.apart)
}

// withoutTerms returns p but for words of named, which is sorted.
func (p particulars) withoutTerms(named []uint32) particulars {
	kept := slices.DeleteFunc(slices.Clone(p), func(w string) bool {
		_, ok := slices.BinarySearch(named, tfidf.Word(w))
		return ok
	})
	if len(kept) == 0 {
		return nil
	}
	return kept
}

// without returns p but for the words of a name.
func (p particulars) without(name string) particulars {
	var words particulars
	for w := range strings.FieldsSeq(name) {
		words.add(w)
	}
	return slices.DeleteFunc(slices.Clone(p), words.has)
}

func (p particulars) has(word string) bool {
	return slices.ContainsFunc(p, func(w string) bool { return alike(w, word) })
}

// amongNames reports whether one of p is among the rare capitalised words of a text.
func (p particulars) amongNames(names []uint32) bool {
	return slices.ContainsFunc(p, func(w string) bool {
		_, ok := slices.BinarySearch(names, tfidf.Word(w))
		return ok
	})
}

// misreadPairs are letters that scanners take for one.
var misreadPairs = strings.NewReplacer("rn", "m", "cl", "d", "vv", "w", "ii", "u", "li", "h", "1", "l", "0", "o", "5", "s")

// alike reports whether two folded words may be readings of one, or of a part of it.
func alike(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if 2*len(a) < len(b) {
		return false
	}
	if strings.Contains(b, a) {
		return true
	}
	a, b = misreadPairs.Replace(a), misreadPairs.Replace(b)
	limit := max(len(a), len(b))/4 + 1
	return text.Distance(a, b, limit) < limit
}
