package dedup

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/core/tfidf"
)

// maxText bounds how much of a text is read, in bytes: some 700 pages.
const maxText = 2 << 20

// A filing whose facts have fewer words is compared whole: the heading was
// probably one of something else.
const minFactWords = 15

// reading is a text taken apart for a fingerprint.
type reading struct {
	text    string
	words   []word
	parts   []stretch
	figures []figure
	matter  [5]bool // which parts tell the matter
}

func read(s string) reading {
	if len(s) > maxText {
		s = s[:maxText]
	}
	r := reading{text: s, parts: divide(s), words: make([]word, 0, len(s)/6)}
	for w := text.NewWords(s); w.Next(); {
		one := word{hash: w.Hash, term: tfidf.Word(s[w.Start:w.End]), start: w.Start, end: w.End}
		if w.Digits {
			one.digits = asDigits(s[w.Start:w.End])
		}
		r.words = append(r.words, one)
	}
	r.figures = figures(s, r.words)
	factWords := 0
	r.each(func(p part, words []word) {
		if p == facts {
			factWords += len(words)
		}
	})
	r.matter[facts], r.matter[claims] = true, true
	r.matter[head] = factWords < minFactWords
	r.matter[law] = r.matter[head]
	return r
}

// each calls visit for each stretch with its words.
func (r *reading) each(visit func(p part, words []word)) {
	rest := r.words
	for _, p := range r.parts {
		n, _ := slices.BinarySearchFunc(rest, p.end, func(w word, end int) int { return w.start - end })
		visit(p.part, rest[:n])
		rest = rest[n:]
	}
}

// partAt returns the part that the byte at i belongs to.
func (r *reading) partAt(i int) part {
	for _, p := range r.parts {
		if i < p.end {
			return p.part
		}
	}
	return contact
}

// isMatter reports whether a part is of what tells the matter.
func (r *reading) isMatter(p part) bool { return int(p) < len(r.matter) && r.matter[p] }

// Words are told apart by how rare they are, in the unit of tfidf.Table.IDF.
const (
	// A shingle whose three words together are no rarer than this is found in
	// any filing.
	minShingleIDF = 5.0
	// A capitalised word at least so rare may be a person's name.
	minNameIDF = 2.5
)

// shingles returns the hashes of the shingles of the matter that are not made
// of common words alone. When nearly nothing is left, the filing is all
// boilerplate and all its shingles are returned.
func (r *reading) shingles(table *tfidf.Table) []uint64 {
	telling, all := make([]uint64, 0, len(r.words)), make([]uint64, 0, len(r.words))
	r.each(func(p part, words []word) {
		if !r.isMatter(p) {
			return
		}
		var last [2]float64
		for i, w := range words {
			idf := 0.0
			if w.term != 0 {
				idf = table.IDF(w.term)
			} else if w.digits != "" {
				idf = table.Rare() / 2
			}
			if i >= 2 {
				h := text.Shingle(words[i-2].hash, words[i-1].hash, w.hash)
				all = append(all, h)
				if last[0]+last[1]+idf >= minShingleIDF {
					telling = append(telling, h)
				}
			}
			last[0], last[1] = last[1], idf
		}
	})
	if len(telling) < 20 {
		return all
	}
	return telling
}

// grams returns the hashes of the character grams of the matter.
func (r *reading) grams() []uint64 {
	grams := make([]uint64, 0, len(r.text))
	for _, p := range r.parts {
		if r.isMatter(p.part) {
			grams = text.AppendGrams(grams, r.text[p.start:p.end])
		}
	}
	return grams
}

// terms returns the words of the matter but for the names of the parties,
// which other filings of the same person share.
func (r *reading) terms(p Parties) tfidf.Vector {
	named := map[uint32]bool{}
	for _, s := range []string{p.Plaintiff, p.Defendant} {
		for _, h := range tfidf.AppendWords(nil, s) {
			named[h] = true
		}
	}
	var hashes []uint32
	r.each(func(p part, words []word) {
		if !r.isMatter(p) {
			return
		}
		for _, w := range words {
			if w.term != 0 && !named[w.term] {
				hashes = append(hashes, w.term)
			}
		}
	})
	return tfidf.NewVector(hashes)
}

// anchors returns the days, sums and numbers of the matter, which hold on to
// one case as nothing else does. A number that may be a person's is one only
// when it is given as something else's and stands nowhere but in the matter.
func (r *reading) anchors() []uint64 {
	outside := map[uint64]bool{}
	for _, f := range r.figures {
		if f.kind == person && (f.named || !r.isMatter(r.partAt(f.start))) {
			outside[f.value] = true
		}
	}
	var found []uint64
	for _, f := range r.figures {
		if r.isMatter(r.partAt(f.start)) && !(f.kind == person && (f.named || outside[f.value] || isMobile(f.value))) {
			found = append(found, anchor(f))
		}
	}
	return distinct(found, maxAnchors)
}

// isMobile reports whether v has the form of a mobile telephone.
func isMobile(v uint64) bool { return v >= 3e9 && v < 4e9 }

// dayMark sets days apart from other numbers.
const dayMark = 1 << 62

func anchor(f figure) uint64 {
	if f.kind == day {
		return dayMark | f.value
	}
	return f.value
}

// identifiers returns the numbers that may be cédulas or telephones: those
// that are called so, and those of the right length outside the matter.
func (r *reading) identifiers(p Parties) []uint64 {
	var found []uint64
	for _, f := range r.figures {
		if f.kind == person && (f.named || !r.isMatter(r.partAt(f.start))) {
			found = append(found, f.value)
		}
	}
	if c := entity.CedulaDigits(p.Cedula); c != "" {
		found = append([]uint64{parse(c)}, found...)
	}
	return distinct(found, maxIdentifiers)
}

// names returns the hashes of the rare capitalised words, first come first.
func (r *reading) names(table *tfidf.Table) []uint32 {
	seen := map[uint32]bool{}
	var found []uint32
	for _, w := range r.words {
		h := w.term
		if first, _ := utf8.DecodeRuneInString(r.text[w.start:w.end]); h == 0 || !unicode.IsUpper(first) {
			continue
		}
		if seen[h] || table.IDF(h) < minNameIDF {
			continue
		}
		seen[h] = true
		if found = append(found, h); len(found) == maxNames {
			break
		}
	}
	slices.Sort(found)
	return found
}

// distinct returns the first limit different values, sorted.
func distinct(values []uint64, limit int) []uint64 {
	seen := make(map[uint64]bool, len(values))
	var kept []uint64
	for _, v := range values {
		if !seen[v] && len(kept) < limit {
			seen[v] = true
			kept = append(kept, v)
		}
	}
	slices.Sort(kept)
	return kept
}
