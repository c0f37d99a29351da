package email

import (
	"math"
	"strings"
)

// The costs here were chosen on poor scans of the tuning part of testkit/genfilings, seeds
// 611 to 614: 514 addresses. docs/quality.md has what they come to on others.
const (
	perNamed    = .25 // what a letter of a name of the page is worth
	perStray    = .7  // cost of a letter behind a name that looks like a figure
	mostMisread = .2  // of a plausible candidate, for each of its characters
)

// scorer scores candidates for some readings.
type scorer struct {
	readings []channel
	names    Names
}

// score returns the candidate of a text if it costs less than a limit. Otherwise ok is false.
func (s scorer) score(text string, limit float64) (c Candidate, ok bool) {
	local, domain, _ := strings.Cut(text, "@")
	named, stray := s.names.Explained(local)
	c = Candidate{Text: text, Odd: oddLocal(local) + oddDomain(domain) + perStray*float64(stray), Named: named}
	if !isProvider(domain) {
		named, _ = s.names.Explained(domain)
		c.Named += named
	}
	for _, r := range s.readings {
		if c.Cost() >= limit {
			return c, false
		}
		// Models err alike: two that differ from a text tell less than twice as much as one.
		c.Misread += r.misread(text) / math.Sqrt(float64(len(s.readings)))
	}
	return c, c.Cost() < limit
}

const capitalWithin = 1.2 // a capital within lower case

func isMixed(text string) bool { return text != strings.ToUpper(text) }

// oddLocal is the cost of what is unusual before the "@".
func oddLocal(local string) (cost float64) {
	const (
		tooShort         = 1
		signAtEnd        = 3
		signBesideSign   = 2
		signAmongDigits  = 1
		dotBeforeDigit   = .3
		letterAfterDigit = .7
		capitalFirst     = 1
	)
	if len(local) < 3 {
		cost += tooShort
	}
	mixed := isMixed(local)
	for i := range len(local) {
		c := local[i]
		switch {
		case isSign(c) && (i == 0 || i == len(local)-1):
			cost += signAtEnd
		case isSign(c) && isSign(local[i-1]):
			cost += signBesideSign
		case isSign(c) && isDigit(local[i-1]) && isDigit(local[i+1]):
			cost += signAmongDigits
		case c == '.' && isDigit(local[i+1]):
			cost += dotBeforeDigit
		case isLetter(c) && i > 0 && isDigit(local[i-1]):
			cost += letterAfterDigit
		}
		switch {
		case !mixed || !isCapital(c):
		case i == 0 || isSign(local[i-1]):
			cost += capitalFirst
		default:
			cost += capitalWithin
		}
	}
	return cost
}

// oddDomain is the cost of what is unusual behind the "@".
func oddDomain(domain string) (cost float64) {
	const official, common, unknown, digitBeforeLetter = .3, 1, 3, 1
	mixed := isMixed(domain)
	for i := range len(domain) - 1 {
		if isDigit(domain[i]) && isLetter(domain[i+1]) {
			cost += digitBeforeLetter
		}
		if mixed && isCapital(domain[i]) {
			cost += capitalWithin
		}
	}
	switch {
	case isProvider(domain):
		return cost
	case isOfficial(domain):
		return cost + official
	case hasCommonEnd(domain):
		return cost + common
	}
	return cost + unknown
}

// channel is a reading, and what its model misreads.
type channel struct {
	read    []byte
	knowsAt bool
}

// misread is the cost of reading a text so: a weighted edit distance in which two characters
// may be read as one, and one as two.
func (r channel) misread(text string) float64 {
	n := len(r.read)
	rows := [3][]float64{make([]float64, n+1), make([]float64, n+1), make([]float64, n+1)}
	for j := range n {
		rows[0][j+1] = rows[0][j] + r.added(r.read[j], false)
	}
	for i := range len(text) {
		nearAt := text[i] == '@' || i+1 < len(text) && text[i+1] == '@'
		c, row, before, last := text[i], rows[(i+1)%3], rows[i%3], rows[(i+2)%3]
		for j := range n + 1 {
			least := before[j] + r.lost(c)
			if j > 0 {
				least = min(least, before[j-1]+r.replaced(c, r.read[j-1]), row[j-1]+r.added(r.read[j-1], nearAt))
				if i > 0 && isPair(text[i-1], c, confused.pairFor[r.read[j-1]]) {
					least = min(least, last[j-1]+r.weighed(alikeCost, c))
				}
			}
			if j > 1 && isPair(r.read[j-2], r.read[j-1], confused.pairReads[c]) {
				least = min(least, before[j-2]+r.weighed(alikeCost, c))
			}
			row[j] = least
		}
	}
	return rows[len(text)%3][n]
}

const (
	signCost   = .5  // a sign that was lost, or read for another
	gapCost    = .2  // a sign that was read as a gap or a comma
	figureCost = .5  // a figure that was read as a letter that looks alike
	letterCost = .8  // the other way round
	alikeCost  = .7  // any other character that was read as one that looks alike
	caseCost   = 1.2 // a letter in the other case
	otherCost  = 1.6 // anything else
	weak       = .75 // factor where a model is weak: the page's at figures, the line's at letters
)

// lost is the cost of a character of an address that was not read.
func (r channel) lost(c byte) float64 {
	switch {
	case isSign(c):
		return signCost
	case c == '@' && r.knowsAt:
		return 2
	case c == '@':
		return 1
	}
	return r.weighed(otherCost, c)
}

// added is the cost of a character that was read and is not printed. Beside an "@" a model
// that does not know it reads more than one.
func (r channel) added(c byte, nearAt bool) float64 {
	switch {
	case c == ' ':
		return .35
	case nearAt && !r.knowsAt:
		return .6
	case isSign(c), c == other, isStroke(c):
		return .9
	}
	return otherCost
}

// replaced is the cost of a character that was read as another.
func (r channel) replaced(c, read byte) float64 {
	switch {
	case c == read:
		return 0
	case c == '@':
		return r.readForAt(read)
	case isLetter(c) && c^read == 0x20:
		return caseCost
	case isSign(c) && (read == ' ' || read == ','):
		return gapCost
	case isSign(c) && isSign(read):
		return signCost
	case !looksAlike(c, read):
		return r.weighed(otherCost, c)
	case isDigit(c) && !isDigit(read):
		return r.weighed(figureCost, c)
	case !isDigit(c) && isDigit(read):
		return r.weighed(letterCost, c)
	}
	return r.weighed(alikeCost, c)
}

// weighed returns a cost, less where the model is weak.
func (r channel) weighed(cost float64, printed byte) float64 {
	if isDigit(printed) != r.knowsAt {
		return cost * weak
	}
	return cost
}

// readForAt is the cost of an "@" that was read as another character.
func (r channel) readForAt(read byte) float64 {
	switch {
	case r.knowsAt && read == atSign:
		return 1
	case r.knowsAt:
		return 2
	case !isLetter(read) && !isDigit(read), isCapital(read):
		return .2
	}
	return .5
}
