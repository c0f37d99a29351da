package mail

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// How the names and signs in the part of an address before the @ are mended.

// MinNamed is the length from which a name is looked for in an address; from
// minNamedLoosely on any one letter of it may be wrong, below only those that
// scanners confuse.
const MinNamed, minNamedLoosely = 4, 6

// Mend spells the names in the part of an address before the @ as its bearers spell
// theirs. signed is true for an address of which the @ was read, noisy for one from a text
// that was read poorly: in others a printed cforero may be Carlos's.
func Mend(local string, names []string, initials string, signed, noisy bool) string {
	local = oneLine(mendLocal(oneSign.Replace(local), names, noisy), names)
	if noisy || !signed {
		local = mendDigits(mendJoined(local, names, initials), names, initials)
	}
	switch {
	case !signed:
		return withoutSign(local, names)
	case noisy:
		return mendOne(local, names, initials)
	}
	return local
}

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

// mendLocal spells the names in the part of an address before the @ as given.
// More than a letter of one may be wrong: of those that scanners confuse
// anywhere, of others in a text that was poorly read.
func mendLocal(local string, names []string, noisy bool) string {
	for _, name := range names {
		if strings.Contains(local, name) {
			continue
		}
		was := local
		if local = mendName(local, name, names); local == was {
			local = mendLoosely(local, name, names, !noisy)
		}
	}
	return local
}

// withoutSign takes from an address of which no @ was read the letter behind the
// last of two names: in "elsa cuestale gmail.com" it is a part of what the @ became.
func withoutSign(local string, names []string) string {
	if local == "" || !lex.IsLetter(local[len(local)-1]) {
		return local
	}
	bare := local[:len(local)-1]
	if NamedLetters(bare, names) == len(strings.Trim(bare, "._-")) && slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(bare, n) }) ||
		strings.ContainsAny(bare, "._") && slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(bare, n) }) {
		return bare
	}
	return local
}

// partsAddress are the signs that part the words of an address.
var partsAddress = lex.BytesOf("._-+")

// mendLoosely replaces what reads most like name, at the edge of a word or of
// another name, when that is not too far from it.
func mendLoosely(local, name string, names []string, strict bool) string {
	best, from, to := allowedCost(name)+1, 0, 0
	if len(local) >= maxMended {
		return local
	}
	var edge edges
	edge.mark(local, names)
	for size := len(name) - 1; size <= len(name)+1; size++ {
		for i := 0; i+size <= len(local); i++ {
			part := local[i : i+size]
			if !edge.ends[i+size] && (!edge.begins[i] || len(names) < 2) || partsAddress.In(part) {
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

// maxMended is the length from which nothing is an address whose names are mended.
const maxMended = 160

// edges has the places in an address at which a word or one of the names begins
// or ends.
type edges struct{ begins, ends [maxMended]bool }

func (e *edges) mark(local string, names []string) {
	for at := range len(local) + 1 {
		e.begins[at], e.ends[at] = at == 0 || !lex.IsLetter(local[at-1]), at == len(local) || !lex.IsLetter(local[at])
	}
	for _, n := range names {
		for at := range local {
			if strings.HasPrefix(local[at:], n) {
				e.begins[at+len(n)], e.ends[at] = true, true
			}
		}
	}
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
		for j := 1; j <= n; j++ {
			printed := name[j-1]
			cost := last[j-1] + other
			if read == printed {
				cost = last[j-1]
			} else if lex.Mistaken(read, printed) {
				cost = last[j-1] + 1
			}
			cost = min(cost, last[j]+other, this[j-1]+other)
			if i > 1 && lex.Joined(part[i-2], read) == printed {
				cost = min(cost, row(i - 2)[j-1]+1)
			}
			if j > 1 && lex.Merges(read, name[j-2], printed) {
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
			if part[0] != name[0] && part[size-1] != name[len(name)-1] {
				continue
			}
			if partsAddress.In(part) || !misread(part, name) && !(doubled(part, name) && atEdge(local, i, i+size)) || (size < len(name) || len(name) < minNamedLoosely) && !atEdge(local, i, i+size) {
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
	return (from == 0 || !lex.IsLetter(local[from-1])) && (to == len(local) || !lex.IsLetter(local[to]))
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
	if lex.Confused(a, b) {
		return true
	}
	if a != "" && lex.IsDigit(a[0]) {
		return false // yamil22 is no yamile2
	}
	ended := part[len(part)-1] == name[len(name)-1]
	return len(name) >= minNamedLoosely && (len(a) == 1 && len(b) == 1 || begun && ended && len(a)+len(b) == 1)
}

// NamedLetters returns how many letters of an address are those of names.
func NamedLetters(local string, names []string) int {
	n := 0
	for i, name := range names {
		if len(name) >= MinNamed && strings.Contains(local, name) && !slices.Contains(names[:i], name) {
			n += len(name)
		}
	}
	return n
}
