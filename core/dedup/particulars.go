package dedup

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/core/tfidf"
)

// particulars are the words that distinguish matters in the same letter:
// the illness, the drug, what is asked for. They are found by their place in the
// sentence, after words such as "diagnóstico" and "entregue", since no list names
// them all.
type particulars []particular // in the order of the text

// particular is a word, folded for comparing and as the text has it for showing.
type particular struct{ folded, written string }

const (
	maxParticulars = 24
	// A folded particular has from minParticular to maxParticular bytes; a longer one is cut.
	minParticular, maxParticular = 4, 18
	// minParticularIDF keeps out the words that many filings have.
	minParticularIDF = 3.0
	// commonIDF is the IDF of a word without weight.
	commonIDF = 2.5
	// cueReach bounds how many words after its cue a particular stands.
	cueReach = 9
)

// cueKind says what follows a cue.
type cueKind uint8

const (
	noCue cueKind = iota
	groundCue
	claimCue
	personCue
	agencyCue
	monthCue
	sumCue
)

// cues are the words that particulars follow, folded.
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
	personCue: `hijo hija hijos hijas menor nieto nieta nino nina agenciado agenciada`,
	agencyCue: `oficioso oficiosa representacion apoderado apoderada`,
})

// countWords are the words that count days and things, no particulars.
var countWords = newCueTable(map[cueKind]string{
	groundCue: `cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos
		veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta cuarenta cincuenta sesenta setenta ochenta noventa
		ciento cien quinientos primera primero segunda segundo tercera tercero cuarta cuarto quinta quinto sexta sexto septima septimo octava octavo
		enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre`,
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

func (t *cueTable) has(hash uint64) bool { return t.kind(hash) != noCue }

func (t *cueTable) kind(hash uint64) cueKind {
	if t.maybe[hash>>6&63]>>(hash&63)&1 == 0 {
		return noCue
	}
	return t.kinds[hash]
}

// particulars returns those of the matter: what it is about, what is asked for, the given names
// of the relatives that are mentioned, the names of the people for whom an agent files, and the
// given names of others of whom the paper is about.
// Names of the parties, which named has as tfidf.Word does, are no particulars of the matter.
func (r *reading) particulars(table *tfidf.Table, named []uint32) (about, asked, represented, principals, called particulars) {
	r.requestedFigures(&about, &asked)
	r.each(func(p part, words []word) {
		matter := r.isMatter(p)
		if !matter && p != head {
			return
		}
		for i, w := range words {
			kind := cues.kind(w.Hash)
			after := words[i:min(len(words), i+1+cueReach)]
			switch {
			case kind == personCue:
				r.givenName(after, table, &represented)
			case kind == agencyCue:
				r.givenName(after, table, &represented)
				r.principal(words[i:min(len(words), i+1+agencyReach)], table, &principals)
			case p == head && r.isOffice(after):
				r.principal(words[i:min(len(words), i+1+agencyReach)], table, &principals)
			case kind == groundCue && matter:
				r.matterAfter(after, table, named, &about)
			case kind == claimCue && matter:
				r.matterAfter(after, table, named, &asked)
			}
		}
	})
	r.requested(table, named, &asked)
	if len(principals) == 0 {
		called = r.called(table, named)
	}
	return about, asked, represented, principals, called
}

// requested appends the rare words of the request that the facts have too. A filing
// describes what it asks for among its facts; a letter's fixed phrases stand in one part.
func (r *reading) requested(table *tfidf.Table, named []uint32, to *particulars) {
	visit := func(p part, see func(w word, term uint32)) {
		r.each(func(q part, words []word) {
			if p != q {
				return
			}
			for _, w := range words {
				term, rare := r.particular(w, table, minParticularIDF)
				if _, party := slices.BinarySearch(named, term); rare && !party {
					see(w, term)
				}
			}
		})
	}
	inFacts := r.inFacts[:0]
	visit(facts, func(_ word, term uint32) { inFacts = append(inFacts, term) })
	slices.Sort(inFacts)
	r.inFacts = inFacts
	visit(claims, func(w word, term uint32) {
		if _, repeated := slices.BinarySearch(inFacts, term); repeated && len(*to) < maxParticulars {
			to.add(w.In(r.text))
		}
	})
}

// askedIDF is the IDF of a word of a request without weight.
const askedIDF = 0.5

// asked returns the first words of the request that weigh something, sorted, without the
// names of the parties.
func (r *reading) asked(table *tfidf.Table, named []uint32) []uint32 {
	var words []uint32
	r.each(func(p part, all []word) {
		if p != claims {
			return
		}
		for _, w := range all {
			if len(words) == maxAsked {
				return
			}
			term := tfidf.WordOf(w.In(r.text), w.Hash)
			if term == 0 || table.IDF(term) <= askedIDF || slices.Contains(words, term) {
				continue
			}
			if _, party := slices.BinarySearch(named, term); !party {
				words = append(words, term)
			}
		}
	})
	slices.Sort(words)
	return words
}

// leastAsked is how many words of a request make it comparable.
const leastAsked = 2

// askedLikeness returns which share the words of both requests have of the weight of the
// request that has less; known is false where one filing has no request.
func askedLikeness(a, b []uint32, table *tfidf.Table) (share float64, known bool) {
	if min(len(a), len(b)) < leastAsked {
		return 0, false
	}
	weigh := func(words []uint32) (all, shared float64) {
		for _, w := range words {
			weight := table.IDF(w) - askedIDF
			all += weight
			if _, ok := slices.BinarySearch(b, w); ok {
				shared += weight
			}
		}
		return all, shared
	}
	ofA, shared := weigh(a)
	ofB, _ := weigh(b)
	return shared / min(ofA, ofB), true
}

// requestedFigures appends the numbers of the request that name a petition, a resolution
// or a debt: long ones that are no person's, no day and no sum. It appends the periods that the
// request names, too, and to about those that the rest of the matter calls so.
func (r *reading) requestedFigures(about, asked *particulars) {
	for _, f := range r.figures {
		part := r.partAt(f.start)
		switch {
		case f.kind == period && part == claims:
			asked.appendFew(periodParticular(f))
		case f.kind == period:
			if f.named && r.isMatter(part) {
				about.appendFew(periodParticular(f))
			}
		case f.kind == day, f.named, f.value < minAnchorKey, part != claims, isSum(r.text, f):
		default:
			asked.appendFew(particular{strconv.FormatUint(f.value, 10), cut(r.text[f.start:f.end], maxWritten)})
		}
	}
}

// particular returns the term of a word that may distinguish matters: it is at least so rare, not
// a number and not written as a name.
func (r *reading) particular(w word, table *tfidf.Table, minIDF float64) (term uint32, ok bool) {
	term = tfidf.WordOf(w.In(r.text), w.Hash)
	return term, term != 0 && numeral(r.text, w) == "" && table.IDF(term) >= minIDF && !isName(w.In(r.text)) && !countWords.has(w.Hash)
}

// matterAfter appends the particulars after words[0], which is a cue, in its clause.
func (r *reading) matterAfter(words []word, table *tfidf.Table, named []uint32, to *particulars) {
	for i := 1; i < len(words) && len(*to) < maxParticulars; i++ {
		w := words[i]
		if endsClause(r.text[words[i-1].End:w.Start]) || cues.kind(w.Hash) != noCue {
			return
		}
		term, rare := r.particular(w, table, minParticularIDF)
		if _, party := slices.BinarySearch(named, term); rare && !party {
			to.add(w.In(r.text))
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

// add appends a word that p does not have yet.
func (p *particulars) add(word string) {
	var buffer [longestFolded]byte
	folded := fold(buffer[:0], word)
	if len(folded) < minParticular {
		return
	}
	short := cut(string(folded), maxParticular)
	p.append(particular{short, cut(word, longestFolded)})
}

// appendFew appends w while there is room.
func (p *particulars) appendFew(w particular) {
	if len(*p) < maxParticulars {
		p.append(w)
	}
}

// append appends w unless p has it already. It keeps no memory of the text of w.
func (p *particulars) append(w particular) {
	if slices.ContainsFunc(*p, func(o particular) bool { return o.folded == w.folded }) {
		return
	}
	if w.written == w.folded {
		w.written = w.folded
	} else {
		w.written = strings.Clone(w.written)
	}
	*p = append(*p, w)
}

// cut returns the first letters of s that fit into n bytes.
func cut(s string, n int) string {
	for len(s) > n {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	return s
}

// agreement is how far two lists of particulars agree.
type agreement struct {
	fewest int // length of the shorter list, without periods
	// shared is the weight of the words of both. apart is the lesser of the two weights of
	// words that only one list has: a filing that says more than the other does not
	// contradict it.
	shared, apart float64
	// greaterApart is the greater of the two.
	greaterApart float64
	// otherNumbers: both lists have numbers, and none is the same.
	otherNumbers bool
	periods      Verdict // Unknown where one list has none
}

// compare compares p, of a filing whose words are terms, with o. A word is shared when
// the other's matter has it, misread letters forgiven.
func (p particulars) compare(terms tfidf.Vector, o particulars, otherTerms tfidf.Vector, table *tfidf.Table) agreement {
	shared, apart := p.split(terms, o, otherTerms, table)
	otherShared, otherApart := o.split(otherTerms, p, terms, table)
	return agreement{
		fewest: min(len(p)-len(p.periods()), len(o)-len(o.periods())),
		shared: max(shared, otherShared), apart: min(apart, otherApart), greaterApart: max(apart, otherApart),
		otherNumbers: p.otherNumbers(o), periods: p.comparePeriods(o),
	}
}

// otherNumbers reports whether both lists have numbers, and none is the same.
func (p particulars) otherNumbers(o particulars) bool {
	ours, theirs := p.numbers(), o.numbers()
	return len(ours) > 0 && len(theirs) > 0 && !slices.ContainsFunc(ours, theirs.hasOne)
}

// numbers returns those of p that are numbers.
func (p particulars) numbers() (numbers particulars) {
	for _, w := range p {
		if isDigit(w.folded[0]) && !w.isPeriod() {
			numbers = append(numbers, w)
		}
	}
	return numbers
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// onceWeight reduces the weight of words that occur once in a filing, which may be
// misread. The name of what is asked for occurs among the facts, too.
const onceWeight = 0.2

// split weighs the words of p that o or the words of its filing have, and the others.
func (p particulars) split(own tfidf.Vector, o particulars, terms tfidf.Vector, table *tfidf.Table) (shared, apart float64) {
	for _, w := range p {
		term := tfidf.Word(w.folded)
		if term == 0 {
			continue
		}
		weight := max(0, table.IDF(term)-commonIDF)
		weight *= weight // the name of a drug outweighs several words of the letter
		if own.Count(term) < 2 {
			weight *= onceWeight
		}
		if terms.Count(term) > 0 || o.has(w.folded) {
			shared += weight
		} else {
			apart += weight
		}
	}
	return shared, apart
}

// contradictory is the least weight of unshared words, on both sides, that makes a
// contradiction: about that of the name of one drug or illness.
const contradictory = 2.0

// hinting is the least weight that makes a contradiction where no day or number is the
// same either.
const hinting = 1.0

func (a agreement) contradicts() bool { return a.fewest > 0 && a.apart >= contradictory }

// score is 1 when neither contradicts the other.
func (a agreement) score() float64 {
	if a.shared+a.apart == 0 {
		return 0
	}
	return a.shared / (a.shared + 2*a.apart)
}

// withoutTerms returns p without the words of named, which is sorted.
func (p particulars) withoutTerms(named []uint32) particulars {
	kept := slices.DeleteFunc(slices.Clone(p), func(w particular) bool {
		_, ok := slices.BinarySearch(named, tfidf.Word(w.folded))
		return ok
	})
	if len(kept) == 0 {
		return nil
	}
	return kept
}

// without returns p without the words of a name.
func (p particulars) without(name string) particulars {
	var words particulars
	for w := range strings.FieldsSeq(name) {
		words.add(w)
	}
	return slices.DeleteFunc(slices.Clone(p), words.hasOne)
}

// has reports whether a folded word may be a reading of one of p.
func (p particulars) has(folded string) bool {
	return slices.ContainsFunc(p, func(w particular) bool { return alike(w.folded, folded) })
}

func (p particulars) hasOne(w particular) bool { return p.has(w.folded) }

// amongNames reports whether one of p is among the rare capitalised words of a text.
func (p particulars) amongNames(names []uint32) bool {
	return slices.ContainsFunc(p, func(w particular) bool {
		_, ok := slices.BinarySearch(names, tfidf.Word(w.folded))
		return ok
	})
}

// misreadPairs are letters that scanners take for one.
var misreadPairs = strings.NewReplacer("rn", "m", "cl", "d", "vv", "w", "ii", "u", "li", "h", "1", "l", "0", "o", "5", "s")

// alike reports whether two folded words may be readings of one, or of a part of it.
func alike(a, b string) bool { return alikeBy(a, b, misreadPairs.Replace) }

// alikeBy is alike where plain does what misreadPairs does.
func alikeBy(a, b string, plain func(string) string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if 2*len(a) < len(b) {
		return false
	}
	if strings.Contains(b, a) {
		return true
	}
	limit := len(b)/4 + 1
	return text.Distance(a, b, limit) < limit || text.Distance(plain(a), plain(b), limit) < limit
}
