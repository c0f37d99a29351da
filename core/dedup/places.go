package dedup

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// place says that an anchor stands next to certain words: their hash, whether the month of a day or the
// whole day is in words there, and the index of the anchor.
type place uint64

const (
	anchorBits = 6 // maxAnchors is less than 1<<anchorBits
	wordedBit  = 1 << anchorBits
	spelledBit = 1 << (anchorBits + 1)
	wordsShift = anchorBits + 2
	maxPlaces  = 2 * maxAnchors
	placeWords = 4  // on one side of a figure
	placeReach = 32 // words on one side that are looked at, numbers included
	// leastReference is how many digits minAnchorKey has.
	leastReference = 5
)

func (p place) words() uint64 { return uint64(p) >> wordsShift }
func (p place) worded() bool  { return p&wordedBit != 0 }
func (p place) spelled() bool { return p&spelledBit != 0 }
func (p place) anchor() int   { return int(p & (wordedBit - 1)) }

// places returns where the days and the long numbers among the anchors stand, sorted: one place for
// the words before, and one for those behind. Sums, numbers of people and the dates of letterheads have none.
func (r *reading) places(anchors []uint64) []uint64 {
	found := r.placed[:0]
	for _, f := range r.figures {
		if len(found)+2 > maxPlaces || f.kind == period || f.kind != day && r.isShort(f) || !r.isMatter(r.partAt(f.start)) {
			continue
		}
		index := slices.IndexFunc(anchors, func(v uint64) bool {
			return v == anchor(f) || f.kind == day && v&dayMark != 0 && sameDay(v&^dayMark, f.value)
		})
		if index < 0 || f.kind == day && r.isDateline(f) || f.kind != day && (isSum(r.text, f) || namedPerson(r.text, r.words, f.from)) {
			continue
		}
		low := uint64(index)
		if f.worded {
			low |= wordedBit
		}
		if f.spelled {
			low |= spelledBit
		}
		from := f.from
		for f.kind == day && from > 0 && numberWord(r.text, r.words[from-1]) != 0 {
			from-- // "el veinte (20) de noviembre" stands where "el 20 de noviembre" does
		}
		for _, words := range []uint64{r.wordsBefore(from), r.wordsAfter(f.to)} {
			if words != 0 {
				found = append(found, words<<32>>32<<wordsShift|low)
			}
		}
	}
	r.placed = found
	found = slices.Clone(found)
	slices.Sort(found)
	return slices.Compact(found)
}

// isShort reports whether a number is too short to name a paper. Zeros at its beginning count.
func (r *reading) isShort(f figure) bool {
	return f.value < minAnchorKey && (r.text[f.start] != '0' || f.end-f.start < leastReference)
}

// wordsBefore returns a hash of the placeWords words before words[i], numbers left out, and 0 where
// there are fewer.
func (r *reading) wordsBefore(i int) uint64 {
	h, n := uint64(1), 0
	for end := max(0, i-placeReach); i > end && n < placeWords; {
		i--
		if !r.words[i].Digits {
			h, n = mix(h, r.words[i].Hash), n+1
		}
	}
	return h * uint64(n/placeWords)
}

// wordsAfter is wordsBefore for the words from words[i] on.
func (r *reading) wordsAfter(i int) uint64 {
	h, n := uint64(2), 0
	for end := min(len(r.words), i+placeReach); i < end && n < placeWords; i++ {
		if !r.words[i].Digits {
			h, n = mix(h, r.words[i].Hash), n+1
		}
	}
	return h * uint64(n/placeWords)
}

func mix(h, word uint64) uint64 {
	h = (h ^ word) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}

// moved is a pair of anchors, of which one stands in a sentence of one filing where the other stands in
// that of the other. Both are 0 where there is none.
type moved struct{ left, right uint64 }

// movedBetween returns the first two anchors that are not the same and stand in the same place of two
// filings. One that stands elsewhere in the other filing, or may be misread, does not count; where the
// texts are clean, no day is misread.
func movedBetween(a, b *Fingerprint, clean bool) moved {
	for i, j := 0, 0; i < len(a.places) && j < len(b.places); {
		p, nextA := sameWords(a.places[i:])
		q, nextB := sameWords(b.places[j:])
		switch c := cmp.Compare(p.words(), q.words()); {
		case c < 0:
			i += nextA
			continue
		case c > 0:
			j += nextB
			continue
		}
		i, j = i+nextA, j+nextB
		if nextA > 1 || nextB > 1 {
			continue // the words do not say which is meant
		}
		x, y := a.anchors[p.anchor()], b.anchors[q.anchor()]
		if (x^y)&dayMark != 0 || isProceeding(x) != isProceeding(y) || sharedAnchors([]uint64{x}, b.anchors) > 0 || sharedAnchors([]uint64{y}, a.anchors) > 0 {
			continue
		}
		if x&dayMark == 0 && !numberMisread(x, y) {
			return moved{x, y}
		}
		certain := clean || p.spelled() && q.spelled()
		if x&dayMark != 0 && (certain || !dayMisread(x&^dayMark, y&^dayMark, p.worded() || q.worded())) {
			return moved{x, y}
		}
	}
	return moved{}
}

// isProceeding reports whether an anchor is the year and serial of a proceeding. Where only one of two is, the
// other may be a piece of a radicado that was misread.
func isProceeding(anchor uint64) bool {
	year := anchor / 100_000
	return year >= 1900 && year < 2100
}

// sameWords returns the first of places, and how many have its words.
func sameWords(places []uint64) (p place, n int) {
	p = place(places[0])
	for n = 1; n < len(places) && place(places[n]).words() == p.words(); n++ {
	}
	return p, n
}

// dayMisread reports whether a scanner may have made one of two days of the other: one digit is taken for
// one that looks alike, or lost. worded: a month is a word in one of the texts.
func dayMisread(x, y uint64, worded bool) bool {
	if x/100%100 != y/100%100 && worded {
		return false
	}
	if x%10000/100 == y%10000/100 && lostDigit(x%100, y%100) {
		return true
	}
	if min(x, y) < 10000 {
		x, y = x%10000, y%10000 // one has no year
	}
	differ, alike := differingDigits(x, y)
	return differ == 1 && alike
}

// numberMisread is dayMisread for numbers: a speck splits them, a digit or two of a long one are
// lost, one is misread, or two are that look alike. Of a number whose end was cut, a lost digit changes the last one.
func numberMisread(x, y uint64) bool {
	a, b := strconv.FormatUint(x, 10), strconv.FormatUint(y, 10)
	if len(a) == len(b) && len(a) < mostDigits {
		differ, alike := differingDigits(x, y)
		return differ == 1 || differ == 2 && alike
	}
	lost := 1
	if max(len(a), len(b)) >= longNumber {
		lost = 2
	}
	return strings.Contains(a, b) || strings.Contains(b, a) || text.Distance(a, b, lost+1) <= lost
}

// longNumber is how many digits a number has that begins with a year.
const longNumber = 10

// lostDigit reports whether one of two days of a month is a digit of the other.
func lostDigit(x, y uint64) bool {
	x, y = max(x, y), min(x, y)
	return x >= 10 && y < 10 && (x/10 == y || x%10 == y)
}

// differingDigits counts the digits in which two numbers differ; alike reports whether scanners take
// each of them for the other.
func differingDigits(x, y uint64) (differ int, alike bool) {
	alike = true
	for ; x > 0 || y > 0; x, y = x/10, y/10 {
		if x%10 != y%10 {
			differ++
			alike = alike && areAlike(byte('0'+x%10), byte('0'+y%10))
		}
	}
	return differ, alike
}

// areAlike reports whether scanners take one of two digits for the other.
func areAlike(a, b byte) bool {
	return slices.ContainsFunc(digitsAlike, func(group string) bool {
		return strings.IndexByte(group, a) >= 0 && strings.IndexByte(group, b) >= 0
	})
}
