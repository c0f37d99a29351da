package dedup

import (
	"slices"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/tfidf"
)

// evidence is what comparing two fingerprints measured.
type evidence struct {
	// How likely the plaintiff, the cédula and the defendant of both were read right.
	nameChance, cedulaChance, defendantChance float64

	// The matter's text: Jaccard of its word shingles and of its character
	// grams, and the share of the smaller's grams that the larger has.
	words, grams, gramsContained float64
	// The Jaccard of the word shingles that are not common in the collection;
	// words where nothing was learned.
	distinctive float64
	// The matter's words, by rarity.
	cosine, overlap float64

	anchors       int // days, sums and numbers that both have
	fewestAnchors int // of the filing with fewer

	// The days and long numbers among them, which no two matters share.
	sharedCaseAnchors, fewestCaseAnchors int
	sharedDays, fewestDays               int

	// What it is about, and what is asked for: see particulars.go.
	grounds, claims agreement
	replaced        replacement
	// askedShare is the share of the words of the shorter request that the other has, by
	// rarity; askedKnown reports whether both filings have a request.
	askedShare float64
	askedKnown bool
	// neitherAsks: no request was found in either. missesPages: that with fewer words ends within a sentence.
	neitherAsks, missesPages bool
	// otherRequest: the requests invoke other rights and ask for other orders. sameOrders: both ask for one of the
	// same orders, and for the sake of one of the same rights where both invoke any.
	otherRequest, sameOrders bool
	// noise is the greater of the two shares of words that look misread.
	noise float64
	// otherPeople: the parties are different, and fill in their own circumstances and
	// numbers, whatever they ask for.
	otherPeople bool
	// otherRepresented: each names somebody for whom it is filed, and not the same.
	otherRepresented bool

	parties entity.Verdict
	// names is the share of the rare capitalised words of the filing with fewer
	// that the other has, too; fewestNames is their number.
	names       float64
	fewestNames int
	// identifiers is the same share of numbers that may be a person's.
	identifiers       float64
	fewestIdentifiers int
	// mostIdentifiers is how many the filing with more of them has.
	mostIdentifiers int

	// ownDefendants: the defendant of each has words that the other's has not.
	ownDefendants bool

	// steps are what the two are in a proceeding. concernsSame: within a case, the plaintiff of one is named in the other.
	steps [2]doctype.Step
	// isAnnex: one is of no kind that a court decides about, such as a medical history.
	isAnnex      bool
	concernsSame bool

	withoutText    int    // number of the two filings without text
	fewestShingles uint32 // number of shingles of the smaller set

	// moved is a day or number that stands in one sentence of both in place of another.
	moved moved

	// substitution is what each asks for in the same words.
	substitution substitution

	// equalText: the texts differ in nothing but white space, signs, case and accents.
	equalText bool
}

// anchorShare is the share of the anchors of the filing with fewer that the other has.
func (e *evidence) anchorShare() float64 {
	return float64(e.anchors) / float64(max(1, e.fewestAnchors))
}

// side is one of two fingerprints, prepared once for comparing it with many. Its memory
// is reused.
type side struct {
	*Fingerprint
	weighed     tfidf.Weighed // its words
	distinctive []uint32      // its shingles that are not common in the collection
}

// load makes s the side of f.
func (s *side) load(f *Fingerprint, d *Detector) *side {
	s.Fingerprint = f
	if d.learned == nil {
		s.weighed.Of(f.terms, d.table)
		return s
	}
	s.weighed.Of(f.terms, d.learned.words)
	s.distinctive = d.learned.appendWithout(s.distinctive[:0], f.shingles.hashes)
	return s
}

// measure compares all but the people.
func (d *Detector) measure(a, b *side) evidence {
	words, grams := a.shingles.jaccard(b.shingles), a.grams.jaccard(b.grams)
	distinctive := words
	if d.learned != nil && words > 0 && len(a.distinctive) >= leastLeft && len(b.distinctive) >= leastLeft {
		distinctive = jaccard(a.distinctive, b.distinctive, min(a.shingles.limit(), b.shingles.limit()))
	}
	cosine, overlap := tfidf.Likeness(&a.weighed, &b.weighed)
	return evidence{
		words: words, distinctive: distinctive,
		grams: grams, gramsContained: a.grams.contained(b.grams, grams),
		cosine: cosine, overlap: overlap,
		anchors: sharedAnchors(a.anchors, b.anchors), fewestAnchors: comparableAnchors(a.anchors, b.anchors),
		steps:       [2]doctype.Step{a.stepOf(), b.stepOf()},
		isAnnex:     a.Type == doctype.Other || b.Type == doctype.Other,
		equalText:   a.letters == b.letters && min(a.shingles.total, b.shingles.total) >= leastPaper,
		withoutText: a.withoutText() + b.withoutText(), fewestShingles: min(a.shingles.total, b.shingles.total),
	}
}

// withoutText is 1 for a filing without text.
func (f *Fingerprint) withoutText() int {
	if f.grams.total > 0 {
		return 0
	}
	return 1
}

// compareParticulars compares what the two are about and ask for.
func (e *evidence) compareParticulars(a, b *Fingerprint, table *tfidf.Table) {
	e.grounds = a.grounds.compare(a.terms, b.grounds, b.terms, table)
	e.claims = a.claims.compare(a.terms, b.claims, b.terms, table)
	ofA, ofB := caseAnchors(a.anchors), caseAnchors(b.anchors)
	e.sharedCaseAnchors, e.fewestCaseAnchors = sharedAnchors(ofA, ofB), comparableAnchors(ofA, ofB)
	daysA, daysB := daysOf(a.anchors), daysOf(b.anchors)
	e.sharedDays, e.fewestDays = sharedDays(daysA, daysB), min(len(daysA), len(daysB))
	e.noise = max(a.oddShare(table), b.oddShare(table))
	e.otherRequest, e.sameOrders = a.request.isOther(b.request), a.request.shares(b.request)
	e.askedShare, e.askedKnown = askedLikeness(a.asked, b.asked, table)
	e.neitherAsks = !a.asks() && !b.asks()
	e.missesPages = a.missesPages(b) || b.missesPages(a)
	e.otherPeople = e.partiesVerdict() == Different
	if e.sameLetter() {
		e.moved = movedBetween(a, b, e.cosine >= cleanCosine)
	}
	if e.sameLetter() && !e.otherPeople {
		e.replaced = replacedBetween(a, b, table)
	}
	if e.nearlyIdentical() && !e.otherPeople {
		e.substitution = substitutionBetween(a, b, table)
	}
}

// cleanCosine is the Cosine from which on two texts have the same words, none of them misread.
const cleanCosine = 0.98

// caseAnchors returns the days and long numbers of anchors, which are sorted, as days are
// the greatest. Short numbers are terms of days, ages and quantities.
func caseAnchors(anchors []uint64) []uint64 {
	n, _ := slices.BinarySearch(anchors, minAnchorKey)
	return anchors[n:]
}

// daysOf returns the days of anchors, which are sorted.
func daysOf(anchors []uint64) []uint64 {
	n, _ := slices.BinarySearch(anchors, dayMark)
	return anchors[n:]
}

// comparableAnchors counts the anchors of the filing with fewer, each kind by itself: a day that
// one side leaves out and a dose that the other does contradict nothing.
func comparableAnchors(a, b []uint64) int {
	daysA, daysB := len(daysOf(a)), len(daysOf(b))
	longA, longB := len(caseAnchors(a))-daysA, len(caseAnchors(b))-daysB
	return min(daysA, daysB) + min(longA, longB) + min(len(a)-daysA-longA, len(b)-daysB-longB)
}

// sharedAnchors counts the anchors that both have, one misread digit of a number and a
// missing year forgiven.
func sharedAnchors(a, b []uint64) int {
	daysA, daysB := daysOf(a), daysOf(b)
	return sharedNumbers(a[:len(a)-len(daysA)], b[:len(b)-len(daysB)]) + sharedDays(daysA, daysB)
}

// sharedDays counts the days that both have.
func sharedDays(a, b []uint64) int {
	count := func(a, b []uint64) (n int) {
		for _, x := range a {
			if slices.ContainsFunc(b, func(y uint64) bool { return sameDay(x&^dayMark, y&^dayMark) }) {
				n++
			}
		}
		return n
	}
	return min(count(a, b), count(b, a))
}

// sameDay reports whether two values are one day, of which either may lack the year.
func sameDay(x, y uint64) bool {
	const year = 10000
	return x == y || x%year == y%year && min(x/year, y/year) == 0
}

// oddShare returns the share of the words of a filing that look misread: they occur
// once, and few filings have them.
func (f *Fingerprint) oddShare(table *tfidf.Table) float64 {
	odd := 0
	for _, t := range f.terms {
		if t.Count == 1 && table.IDF(t.Hash) >= table.Rare() {
			odd++
		}
	}
	return float64(odd) / float64(max(1, len(f.terms)))
}

// comparePeople compares names and numbers of people.
func (e *evidence) comparePeople(a, b *Fingerprint, table *tfidf.Table) {
	e.fewestNames = min(len(a.names), len(b.names))
	e.names = float64(sharedSorted(a.names, b.names)) / float64(max(1, e.fewestNames))
	e.fewestIdentifiers = min(len(a.identifiers), len(b.identifiers))
	e.mostIdentifiers = max(len(a.identifiers), len(b.identifiers))
	e.identifiers = float64(sharedNumbers(a.identifiers, b.identifiers)) / float64(max(1, e.fewestIdentifiers))
	e.parties = entity.Compare(a.parties, b.parties)
	crossCheck(e, a, b, table)
	if e.isWithinCase() {
		e.concernsSame = e.concernPlaintiff(a, b, table)
	}
	e.compareRepresented(a, b, table)
}

// crossCheck looks for the plaintiff of each filing in the whole text of the
// other: the plaintiff found in one may be the agent in the other, and a name that
// was not extracted may still be in the text.
func crossCheck(e *evidence, a, b *Fingerprint, table *tfidf.Table) {
	v := &e.parties
	name := v.Name.Agreement
	switch v.Name.Agreement {
	case entity.Unknown:
		v.Name = mention(a, b, table)
	case entity.Different:
		switch ab, ba := wordsIn(a.parties.Plaintiff, b.names, table), wordsIn(b.parties.Plaintiff, a.names, table); {
		case ab && ba:
			v.Name = entity.Comparison{Agreement: entity.Partial, Evidence: 4, Reason: "los nombres de ambos escritos figuran en los dos"}
		case v.Cedula.Agrees() && (ab || ba):
			v.Name = entity.Comparison{Agreement: entity.Doubtful, Reason: "el nombre de un escrito figura también en el otro"}
		case ab || ba:
			// The plaintiff of one is the agent of the other, whose plaintiff the first does not name.
			v.Name.Reason = "quien acciona en un escrito figura en el otro, pero no acciona en él"
		}
		name = v.Name.Agreement
	}
	v.Cedula = crossCheckCedula(v.Cedula, a, b, name)
	ab, ba := a.isDefendantIn(b, table), b.isDefendantIn(a, table)
	e.ownDefendants = !(ab && ba) && entity.DefendantsConflict(a.parties.Defendant, b.parties.Defendant)
	if v.Defendant.Agreement == entity.Different || v.Defendant.Agreement == entity.Doubtful {
		// A paper names several defendants, of which one was extracted.
		if ab || ba {
			v.Defendant = entity.Comparison{Agreement: entity.Partial, Reason: "el accionado de un escrito figura también en el otro"}
		}
	}
	v.Numbers = e.compareNumbers()
	if (a.parties.Cedula == "") != (b.parties.Cedula == "") {
		// The numbers of the one without it may be those of an agent, or telephones.
		v.Numbers.Evidence = max(v.Numbers.Evidence, leastOthersNumbers)
	}
	if v.Cedula.Agrees() && v.Numbers.Evidence > 0 {
		v.Numbers = entity.Comparison{} // the cédula itself is among the numbers
	}
	if !v.IsKnown() && e.fewestIdentifiers <= 1 {
		// One number may be the defendant's telephone: it needs the names beside it.
		names := e.compareNames()
		v.Numbers.Evidence += names.Evidence
		if v.Numbers.Reason == "" || names.Evidence < 0 {
			v.Numbers.Agreement, v.Numbers.Reason = names.Agreement, names.Reason
		}
	}
	if v.Name.Agreement == entity.Doubtful && !v.Cedula.Agrees() && len(a.principals) > 0 && len(b.principals) > 0 {
		// What both papers share may be that of the agent, who has several clients of one family.
		v.Email, v.Numbers = unlessShared(v.Email), unlessShared(v.Numbers)
	}
	e.discount(a.parties, b.parties)
	v.Conclude()
}

// leastOthersNumbers is the evidence of numbers that are all different, where those of one paper may be other people's.
const leastOthersNumbers = -1

// unlessShared returns a comparison that says nothing if it speaks for one person.
func unlessShared(c entity.Comparison) entity.Comparison {
	if c.Evidence > 0 {
		return entity.Comparison{}
	}
	return c
}

// crossCheckCedula looks for the cédula of each filing in the text of the other, where the names
// leave open that both have one plaintiff: the number of an agent stands in the papers of all for
// whom he files.
func crossCheckCedula(found entity.Comparison, a, b *Fingerprint, name entity.Agreement) entity.Comparison {
	oneName := name == entity.Same || name == entity.Near || name == entity.Partial
	misread := found.Agreement != entity.Different || oneName // else a neighbouring number is somebody else's
	ab, knownA := a.cedulaIn(b, misread)
	ba, knownB := b.cedulaIn(a, misread)
	switch {
	case found.Agrees():
	case knownA && knownB && ab && ba:
		return entity.Comparison{Agreement: entity.Near, Evidence: 6, Reason: "las cédulas de ambos escritos figuran en los dos"}
	case name == entity.Different:
	case knownA && knownB && (ab || ba) && found.Agreement == entity.Different && name != entity.Unknown:
		return entity.Comparison{Agreement: entity.Doubtful, Reason: "la cédula de un escrito figura también en el otro"}
	case knownA != knownB && (ab || ba):
		return entity.Comparison{Agreement: entity.Near, Evidence: 5, Reason: "la cédula de un escrito figura también en el otro"}
	case knownA != knownB && len(a.cedulas()) > 0 && len(b.cedulas()) > 0:
		return entity.Comparison{Agreement: entity.Doubtful, Evidence: -1}
	}
	return found
}

// compareNumbers weighs whether the texts share the numbers that may be a
// person's. On the tuning filings two of one person shared half of them or
// more in 98 of 100 cases, at up to 5 % misread characters; two of different
// people shared one in fewer than 2.
func (e *evidence) compareNumbers() entity.Comparison {
	switch {
	case e.fewestIdentifiers == 0:
		return entity.Comparison{}
	case e.identifiers >= 0.5 && e.fewestIdentifiers == 1:
		return entity.Comparison{Agreement: entity.Partial, Evidence: 1.5, Reason: "coincide un número de identificación o teléfono"}
	case e.identifiers >= 0.5:
		return entity.Comparison{Agreement: entity.Same, Evidence: 2.5, Reason: "coinciden números de identificación o teléfono"}
	case e.identifiers > 0:
		return entity.Comparison{Agreement: entity.Partial, Evidence: 0.5}
	case e.fewestIdentifiers == 1:
		return entity.Comparison{Agreement: entity.Doubtful, Evidence: -3}
	}
	return entity.Comparison{Agreement: entity.Different, Evidence: -5, Reason: "ningún número de identificación o teléfono en común"}
}

// compareNames weighs the capitalised words of two texts of which neither
// parties nor numbers are known.
func (e *evidence) compareNames() entity.Comparison {
	switch {
	case e.fewestNames < 3:
		return entity.Comparison{}
	case e.names >= 0.85:
		return entity.Comparison{Agreement: entity.Same, Evidence: 1.5, Reason: "coinciden los nombres propios"}
	case e.names < 0.7:
		return entity.Comparison{Agreement: entity.Different, Evidence: -2, Reason: "distintos nombres propios"}
	}
	return entity.Comparison{}
}

// mention looks for the plaintiff that was extracted from one of two filings
// among the capitalised words of the other.
func mention(a, b *Fingerprint, table *tfidf.Table) entity.Comparison {
	if entity.NameKey(a.parties.Plaintiff) == "" {
		a, b = b, a
	}
	switch {
	case entity.NameKey(a.parties.Plaintiff) == "":
		return entity.Comparison{}
	case wordsIn(a.parties.Plaintiff, b.names, table):
		return entity.Comparison{Agreement: entity.Partial, Evidence: 4, Reason: "el nombre de un escrito figura también en el otro"}
	case len(b.identifiers) == 0:
		return entity.Comparison{} // it may not name anybody
	}
	return entity.Comparison{Agreement: entity.Doubtful, Evidence: -1.5, Reason: "el nombre de un escrito no figura en el otro"}
}

// cedulaIn reports whether the cédula extracted from f stands anywhere in the
// text of o, one digit misread if that is allowed; known is false when f has none.
func (f *Fingerprint) cedulaIn(o *Fingerprint, misread bool) (found, known bool) {
	digits := entity.CedulaDigits(f.parties.Cedula)
	if digits == "" {
		return false, false
	}
	number := parse(digits)
	if !misread {
		return slices.Contains(o.identifiers, number), true
	}
	return sharedNumbers([]uint64{number}, o.identifiers) > 0, true
}

// cedulas returns the identifiers that are no mobile telephones.
func (f *Fingerprint) cedulas() []uint64 {
	return slices.DeleteFunc(slices.Clone(f.identifiers), isMobile)
}

// isDefendantIn reports whether o names the defendant of f. Of an office of a town only the name of the town is
// rare, which many papers from there have.
func (f *Fingerprint) isDefendantIn(o *Fingerprint, table *tfidf.Table) bool {
	return !entity.IsTownOffice(f.parties.Defendant) && wordsIn(f.parties.Defendant, o.names, table)
}

// wordsIn reports whether the rare words of s are among names, all of them or
// all but one of many.
func wordsIn(s string, names []uint32, table *tfidf.Table) bool {
	words, missing := 0, 0
	for _, h := range tfidf.AppendWords(nil, s) {
		if table.IDF(h) < minNameIDF {
			continue
		}
		words++
		if _, ok := slices.BinarySearch(names, h); !ok {
			missing++
		}
	}
	return words > 0 && missing <= words/4
}

// sharedNumbers counts the values that both have, one misread digit forgiven.
func sharedNumbers(a, b []uint64) int {
	n := sharedSorted(a, b)
	used := make([]bool, len(b))
	for _, x := range a {
		if _, ok := slices.BinarySearch(b, x); ok {
			continue
		}
		for j, y := range b {
			if used[j] || !oneDigitApart(x, y) {
				continue
			}
			if _, ok := slices.BinarySearch(a, y); ok {
				continue
			}
			used[j] = true
			n++
			break
		}
	}
	return n
}

// oneDigitApart reports whether two numbers of at least five digits differ in
// one digit. Days are not forgiven: a neighbouring day is another day.
func oneDigitApart(x, y uint64) bool {
	if (x|y)&dayMark != 0 || x < 10000 || digitsOf(x) != digitsOf(y) {
		return false
	}
	differ := 0
	for ; x > 0; x, y = x/10, y/10 {
		if x%10 != y%10 {
			differ++
		}
	}
	return differ == 1
}

func sharedSorted[T uint32 | uint64](a, b []T) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		// Without a branch, which the processor would mispredict.
		x, y, next := a[i], b[j], i
		if x == y {
			n++
		}
		if x <= y {
			next++
		}
		if y <= x {
			j++
		}
		i = next
	}
	return n
}
