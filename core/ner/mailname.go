package ner

import (
	"slices"
	"strings"
)

// How the names and signs in the part of an address before the @ are mended.

// oneSign writes signs that a scanner saw twice once: a low line ends in a point.
var oneSign = strings.NewReplacer("._", "_", "_.", "_")

// oneLine writes a low line between two names that a scanner saw twice once.
func oneLine(local string, names []string) string {
	before, behind, ok := strings.Cut(local, "__")
	if !ok || !slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(before, n) }) ||
		!slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(behind, n) }) {
		return local
	}
	return before + "_" + behind
}

// mendInitial replaces the one letter before or behind a name by an initial of the
// others with which scanners confuse it: cforero is eforero where she is Eliana Forero.
func mendInitial(local string, names []string, initials string) string {
	initial := func(read byte, of string) byte {
		if strings.IndexByte(initials, read) >= 0 {
			return read
		}
		found := read
		for i := range len(initials) {
			switch c := initials[i]; {
			case !confusable.letters[read].has(c) && !(read == 'f' && c == 'r') || c == found:
			case found != read:
				return read // it may be either
			default:
				found = c
			}
		}
		if found == of[0] && strings.Count(initials, of[:1]) == 1 {
			return read // that is the name's own
		}
		return found
	}
	out := []byte(local)
	for _, n := range names {
		i := strings.Index(local, n)
		if i < 0 {
			continue
		}
		end := i + len(n)
		if i > 0 && isLetter(out[i-1]) && (i == 1 || !isLetter(out[i-2])) && (end == len(out) || !isLetter(out[end])) {
			out[i-1] = initial(out[i-1], n)
		}
		if end < len(out) && isLetter(out[end]) && (end+1 == len(out) || !isLetter(out[end+1])) && (i == 0 || !isLetter(out[i-1])) {
			out[end] = initial(out[end], n)
		}
	}
	return string(out)
}

// mendJoined replaces two letters before a name by the initial for which scanners read
// them: clforero is dforero where he is Darío Forero.
func mendJoined(local string, names []string, initials string) string {
	if len(local) < 2+minNamed || isInitial(local[0], initials) && isInitial(local[1], initials) {
		return local
	}
	initial := confusable.joined.of(local[0], local[1])
	if !isInitial(initial, initials) || !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(local[2:], n) && n[0] != initial }) {
		return local
	}
	return string(initial) + local[2:]
}

func isInitial(c byte, initials string) bool { return strings.IndexByte(initials, c) >= 0 }

// mendDigits takes a letter among the digits behind a name for the digit that scanners
// read it for, unless it may be an initial: claudias110 is claudia5110.
func mendDigits(local string, names []string, initials string) string {
	for _, n := range names {
		at := strings.Index(local, n) + len(n)
		if at < len(n) || at == len(local) {
			continue
		}
		if partsAddress.has(local[at]) {
			at++
		}
		if digits := digitsOf(local[at:], initials); digits != "" {
			return local[:at] + digits
		}
		if tail := local[at:]; len(tail) > 1 && isInitial(tail[0], initials) {
			if digits := allDigits(tail[1:], initials); digits != "" {
				return local[:at+1] + digits
			}
		}
	}
	return local
}

// digitsOf returns the digits that tail was before one of them was read for a letter,
// "" when it was none. Before a digit that looks alike the letter is that digit again.
func digitsOf(tail, initials string) string {
	i := strings.IndexFunc(tail, func(r rune) bool { return r < '0' || r > '9' })
	if i < 0 || len(tail) < 3 || strings.Trim(tail[i+1:], "0123456789") != "" {
		return ""
	}
	letter, rest := tail[i], tail[i+1:]
	digit := standsForDigit(letter)
	switch {
	case letter == 'z':
		digit = '2'
	case digit == 0:
		return ""
	}
	switch {
	case i == 0 && strings.IndexByte(initials, letter) >= 0:
		return ""
	case rest != "" && (rest[0] == digit || letter == 's' && rest[0] == '8'):
		return tail[:i] + rest
	}
	return tail[:i] + string(digit) + rest
}

// allDigits returns the digits for which what stands behind a name and an initial was
// read, "" when it is none but digits or may be something else: ds9 is d59, ao a0.
func allDigits(tail, initials string) string {
	out := []byte(tail)
	digits, letters := 0, 0
	for i, c := range out {
		switch d := standsForDigit(c); {
		case isDigit(c):
			digits++
		case d == 0 || isInitial(c, initials):
			return ""
		default:
			out[i] = d
			letters++
		}
	}
	if letters != 1 || digits == 0 && tail != "o" {
		return ""
	}
	return string(out)
}

// mendLocal spells the names in the part of an address before the @ as given.
// More than a letter of one may be wrong: of those that scanners confuse
// anywhere, of others in a text that was poorly read.
func (b *ballot) mendLocal(local string, names []string) string {
	for _, name := range names {
		if strings.Contains(local, name) {
			continue
		}
		was := local
		if local = mendName(local, name, names); local == was {
			local = mendLoosely(local, name, names, b.text.noise == 0)
		}
	}
	return local
}

// withoutSign takes from an address of which no @ was read the letter behind the
// last of two names: in "elsa cuestale gmail.com" it is a part of what the @ became.
func withoutSign(local string, names []string) string {
	if local == "" || !isLetter(local[len(local)-1]) {
		return local
	}
	bare := local[:len(local)-1]
	if namesIn(bare, names) == len(strings.Trim(bare, "._-")) && slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(bare, n) }) ||
		strings.ContainsAny(bare, "._") && slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(bare, n) }) {
		return bare
	}
	return local
}

// partsAddress are the signs that part the words of an address.
var partsAddress = bytesOf("._-+")

// mendLoosely replaces what reads most like name, at the edge of a word or of
// another name, when that is not too far from it.
func mendLoosely(local, name string, names []string, strict bool) string {
	best, from, to := allowedCost(name)+1, 0, 0
	for size := len(name) - 1; size <= len(name)+1; size++ {
		for i := 0; i+size <= len(local); i++ {
			part := local[i : i+size]
			if partsAddress.in(part) || !edgeOfName(local, i, i+size, names) {
				continue
			}
			if cost := misreadCost(part, name, strict, best-1); cost < best && !slices.ContainsFunc(names, func(n string) bool { return overlaps(local, n, i, i+size) }) {
				best, from, to = cost, i, i+size
			}
		}
	}
	if best > allowedCost(name) {
		return local
	}
	return local[:from] + name + local[to:]
}

// edgeOfName reports whether part from to to of an address begins and ends where
// a word or another of the names does.
func edgeOfName(local string, from, to int, names []string) bool {
	begins, ends := from == 0 || !isLetter(local[from-1]), to == len(local) || !isLetter(local[to])
	for _, n := range names {
		begins = begins || strings.HasSuffix(local[:from], n)
		ends = ends || strings.HasPrefix(local[to:], n)
	}
	return begins && (ends || len(names) > 1) || ends
}

// allowedCost is how far from a name its reading in an address may be, in halves
// of letters: one that scanners confuse counts half.
func allowedCost(name string) int {
	switch n := len(name); {
	case n < 5:
		return 1
	case n < 7:
		return 2
	case n < 9:
		return 3
	}
	return 4
}

// misreadCost is how far a reading is from a name, in halves of letters; strictly,
// nothing but confusions counts as near. What was read for two letters may be one.
// Of what is farther than most no more is told than that.
func misreadCost(part, name string, strict bool, most int) int {
	n, other := len(name), 2
	if strict {
		other = 2 * n
	}
	var room [3 * 24]int
	flat := room[:] // row i of the table, and the two before it
	if len(flat) < 3*(n+1) {
		flat = make([]int, 3*(n+1))
	}
	row := func(i int) []int { return flat[i%3*(n+1):][:n+1] }
	for j := range n + 1 {
		row(0)[j] = other * j
	}
	before := 0 // the least of the row before
	for i := 1; i <= len(part); i++ {
		this, last := row(i), row(i-1)
		this[0] = other * i
		least, read := this[0], part[i-1]
		mistaken := &confusable.letters[read]
		for j := 1; j <= n; j++ {
			printed := name[j-1]
			cost := last[j-1] + other
			if read == printed {
				cost = last[j-1]
			} else if mistaken.has(printed) {
				cost = last[j-1] + 1
			}
			cost = min(cost, last[j]+other, this[j-1]+other)
			if i > 1 && confusable.joined.of(part[i-2], read) == printed {
				cost = min(cost, row(i - 2)[j-1]+1)
			}
			if j > 1 && merges(read, name[j-2], printed) {
				cost = min(cost, last[j-2]+1)
			}
			this[j] = cost
			least = min(least, cost)
		}
		if min(least, before) > most {
			return most + 1
		}
		before = least
	}
	return row(len(part))[n]
}

// mendName replaces what reads most like name, if anything does and it is no
// part of another name.
func mendName(local, name string, names []string) string {
	for size := len(name) + 1; size >= len(name)-1; size-- {
		for i := 0; i+size <= len(local); i++ {
			part := local[i : i+size]
			if partsAddress.in(part) || !misread(part, name) && !(doubled(part, name) && atEdge(local, i, i+size)) || (size < len(name) || len(name) < minNamedLoosely) && !atEdge(local, i, i+size) {
				continue
			}
			if slices.ContainsFunc(names, func(n string) bool { return overlaps(local, n, i, i+size) }) {
				continue
			}
			return local[:i] + name + local[i+size:]
		}
	}
	return local
}

// doubled reports whether the first letter of a longer name was read as two.
func doubled(part, name string) bool {
	return len(name) >= minNamedLoosely && len(part) == len(name)+1 && part[2:] == name[1:]
}

// overlaps reports whether name stands in an address where part from to to does.
func overlaps(local, name string, from, to int) bool {
	for at := 0; ; at++ {
		i := strings.Index(local[at:], name)
		if i < 0 {
			return false
		}
		if at += i; at < to && at+len(name) > from {
			return true
		}
	}
}

// atEdge reports whether part from to to of an address stands at the edge of
// a word on both sides.
func atEdge(local string, from, to int) bool {
	return (from == 0 || !isLetter(local[from-1])) && (to == len(local) || !isLetter(local[to]))
}

// misread reports whether a scanner may have read name as part: what is left
// of both without the letters they begin and end with alike is a confusion, or
// one letter of a longer name.
func misread(part, name string) bool {
	a, b := part, name
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	begun := len(a) < len(part)
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) > 2 || len(b) > 2 {
		return false
	}
	if confused(a, b) {
		return true
	}
	if a != "" && isDigit(a[0]) {
		return false // yamil22 is no yamile2
	}
	ended := part[len(part)-1] == name[len(name)-1]
	return len(name) >= minNamedLoosely && (len(a) == 1 && len(b) == 1 || begun && ended && len(a)+len(b) == 1)
}
