package dedup

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/core/tfidf"
)

// maxText bounds how much of a text is read, in bytes: some 700 pages.
const maxText = 2 << 20

// longText is the length in bytes, some fifty pages, from which memory is saved.
const longText = 128 << 10

// Of a filing whose facts have fewer words, the heading was probably another. They are in its head,
// or among its norms if that is where more days are.
const minFactWords = 15

// reading is a text divided into words and parts. Its slices are reused for the
// next text.
type reading struct {
	text    string
	long    bool // the text has at least longText bytes
	words   []word
	terms   []uint32 // the tfidf.Word of each word of the matter, in order
	parts   []stretch
	figures []figure
	found   []figure
	matter  [5]bool // which parts describe the matter

	distinctive, all, gramHashes []uint64
	termHashes, named, inFacts   []uint32
	counted                      tfidf.Vector
	numbers, placed              []uint64
	sampler                      sampler
}

func (r *reading) read(s string) {
	r.divide(s)
	r.figures = appendFigures(r.figures[:0], r.text, r.words)
	var count [contact + 1]int // words
	r.each(func(p part, words []word) { count[p] += len(words) })
	r.matter = [5]bool{facts: true, claims: true}
	r.matter[head] = count[facts] < minFactWords
	days := r.daysIn(law)
	r.matter[law] = r.matter[head] && days > 0 && days >= r.daysIn(head)
	r.terms = slices.Grow(r.terms[:0], len(r.words))
	r.each(func(p part, words []word) {
		if r.isMatter(p) {
			for _, w := range words {
				r.terms = append(r.terms, tfidf.WordOf(w.In(r.text), w.Hash))
			}
		}
	})
}

// daysIn counts the days in a part.
func (r *reading) daysIn(p part) (n int) {
	for _, f := range r.figures {
		if f.kind == day && r.partAt(f.start) == p {
			n++
		}
	}
	return n
}

// divide splits a text into words and sections.
func (r *reading) divide(s string) {
	if len(s) > maxText {
		s = s[:maxText]
	}
	if r.long = len(s) > longText; r.long {
		r.words = slices.Grow(r.words[:0], len(s)/6) // or half of what it grows by is garbage
	}
	r.text, r.words = s, text.AppendSpans(r.words[:0], s)
	r.parts = appendParts(r.parts[:0], s, r.words)
	if !r.hasRequest() {
		r.parts = appendRequests(nil, r.parts, s, r.words)
	}
}

// each calls visit for each stretch with its words.
func (r *reading) each(visit func(p part, words []word)) {
	rest := r.words
	for _, p := range r.parts {
		n, _ := slices.BinarySearchFunc(rest, p.end, func(w word, end int) int { return int(w.Start) - end })
		visit(p.part, rest[:n])
		rest = rest[n:]
	}
}

// partAt returns the part that the byte at i belongs to.
func (r *reading) partAt(i int) part {
	n, _ := slices.BinarySearchFunc(r.parts, i+1, func(p stretch, i int) int { return p.end - i })
	if n == len(r.parts) {
		return contact
	}
	return r.parts[n].part
}

// isMatter reports whether a part describes the matter.
func (r *reading) isMatter(p part) bool { return int(p) < len(r.matter) && r.matter[p] }

// Thresholds of rarity, in the unit of tfidf.Table.IDF.
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
	distinctive, all, terms := slices.Grow(r.distinctive[:0], len(r.terms)), slices.Grow(r.all[:0], len(r.terms)), r.terms
	r.each(func(p part, words []word) {
		if !r.isMatter(p) {
			return
		}
		var last [2]float64
		for i, w := range words {
			idf := 0.0
			if term := terms[i]; term != 0 {
				idf = table.IDF(term)
			} else if numeral(r.text, w) != "" {
				idf = table.Rare() / 2
			}
			if i >= 2 {
				h := text.Shingle(words[i-2].Hash, words[i-1].Hash, w.Hash)
				all = append(all, h)
				if last[0]+last[1]+idf >= minShingleIDF {
					distinctive = append(distinctive, h)
				}
			}
			last[0], last[1] = last[1], idf
		}
		terms = terms[len(words):]
	})
	r.distinctive, r.all = distinctive, all
	if len(distinctive) < 20 {
		return all
	}
	return distinctive
}

// gramSample returns the sample of the character grams of the matter.
func (r *reading) gramSample(limit int) sample {
	if !r.long {
		return r.sampler.take(r.grams(), limit)
	}
	var m many
	for _, p := range r.parts {
		if r.isMatter(p.part) {
			text.VisitGrams(r.text[p.start:p.end], m.add)
		}
	}
	return m.take(limit)
}

// grams returns the hashes of the character grams of the matter.
func (r *reading) grams() []uint64 {
	grams := r.gramHashes[:0]
	for _, p := range r.parts {
		if r.isMatter(p.part) {
			grams = text.AppendGrams(grams, r.text[p.start:p.end])
		}
	}
	r.gramHashes = grams
	return grams
}

// vector returns the words of the matter without the names of the parties, which
// other filings of the same person share. It holds until the next call.
func (r *reading) vector(p Parties) tfidf.Vector {
	r.named = appendNames(r.named[:0], p)
	r.termHashes = slices.Grow(r.termHashes[:0], len(r.terms))
	for _, term := range r.terms {
		if term == 0 {
			continue
		}
		if _, ok := slices.BinarySearch(r.named, term); !ok {
			r.termHashes = append(r.termHashes, term)
		}
	}
	r.sampler.sort(r.termHashes)
	r.counted = tfidf.AppendVector(r.counted[:0], r.termHashes)
	return r.counted
}

// anchors returns the days, sums and numbers of the matter, which identify
// a case best, without the day of the paper itself. A number that may be a person's counts only if no word calls it so
// and it occurs nowhere outside the matter.
// A day without a year is the same as one with a year. written has a line for each.
func (r *reading) anchors() (values []uint64, written string) {
	outside := r.numbers[:0]
	for _, f := range r.figures {
		if f.kind == person && (f.named || !r.isMatter(r.partAt(f.start))) {
			outside = append(outside, f.value)
		}
	}
	slices.Sort(outside)
	r.numbers = outside
	found := r.found[:0]
	for _, f := range r.figures {
		if len(found) == maxAnchors || f.kind == period || !r.isMatter(r.partAt(f.start)) || f.kind == day && r.isDateline(f) {
			continue
		}
		if f.kind == person {
			if _, ok := slices.BinarySearch(outside, f.value); ok || f.named || isMobile(f.value) {
				continue
			}
		}
		if !slices.ContainsFunc(found, func(o figure) bool { return o.kind == f.kind && o.value == f.value }) {
			found = append(found, f)
		}
	}
	r.found = found
	found = slices.DeleteFunc(found, func(f figure) bool {
		return f.kind == day && slices.ContainsFunc(found, func(o figure) bool { return o.kind == day && o.value > f.value && sameDay(o.value, f.value) })
	})
	slices.SortFunc(found, func(a, b figure) int { return cmp.Compare(anchor(a), anchor(b)) })
	values = make([]uint64, len(found))
	for i, f := range found {
		values[i] = anchor(f)
	}
	return values, writtenAnchors(r.text, found, values)
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
	var found first
	if c := entity.CedulaDigits(p.Cedula); c != "" {
		found.add(parse(c), maxIdentifiers)
	}
	for _, f := range r.figures {
		if f.kind == person && (f.named || !r.isMatter(r.partAt(f.start))) {
			found.add(f.value, maxIdentifiers)
		}
	}
	return found.sorted()
}

// names returns the hashes of the rare capitalised words, first come first.
func (r *reading) names(table *tfidf.Table) []uint32 {
	seen := r.named[:0]
	var maybe [4]uint64 // a bit for the values of eight bits of what is in seen
	for _, w := range r.words {
		if !capitalised(w.In(r.text)) {
			continue
		}
		term := tfidf.WordOf(w.In(r.text), w.Hash)
		if term == 0 || table.IDF(term) < minNameIDF {
			continue
		}
		// The list stays short: looking through it costs less than a map.
		group, bit := &maybe[term>>30], uint64(1)<<(term>>24&63)
		if *group&bit != 0 && slices.Contains(seen, term) {
			continue
		}
		*group |= bit
		if seen = append(seen, term); len(seen) == maxNames {
			break
		}
	}
	r.named = seen
	found := slices.Clone(seen)
	slices.Sort(found)
	return found
}

func capitalised(word string) bool {
	if c := word[0]; c < utf8.RuneSelf {
		return 'A' <= c && c <= 'Z'
	}
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r)
}

// first is the first few different values of many.
type first []uint64

func (f *first) add(v uint64, limit int) {
	if len(*f) < limit && !slices.Contains(*f, v) {
		*f = append(*f, v)
	}
}

func (f first) sorted() []uint64 {
	slices.Sort(f)
	return f
}
