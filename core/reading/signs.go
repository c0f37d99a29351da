package reading

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/misread"
)

// signed returns an address that stands for some words of a line with the low lines
// and points that its picture has before the "@", and how many words before those
// belong to it. words are all of the line up to the last of them; marks, in order.
func signed(address string, words []document.Word, n int, marks []mark, names misread.Names) (string, int) {
	first := len(words) - n
	before := 0
	for first > 0 && before < 2 {
		sign, ok := joint(words[first-1], words[first], address, marks, names)
		if !ok {
			break
		}
		address = words[first-1].Text + sign + address
		first--
		before++
	}
	local, domain, ok := strings.Cut(address, "@")
	if !ok {
		return address, before
	}
	local = strings.TrimRight(local, ".")
	at := placesOf(address, words[first:])
	marks = slices.DeleteFunc(slices.Clone(marks), func(m mark) bool {
		return m.middle() < at[0] || m.middle() > at[len(local)]
	})
	return inserted(local, at, marks, names) + "@" + domain, before
}

// joint reports whether a word before an address is the beginning of it, and what
// stands between them: a low line or a point that the picture has there; where both
// together are names of the page, a point, or nothing if the word has one already. A
// comma is no point, though it looks like one: its gap is as wide as a space.
func joint(word, first document.Word, address string, marks []mark, names misread.Names) (sign string, ok bool) {
	if !beginsPlain(address) || !addressLike(word.Text) || endsIn(word.Text, ".,;_-") || announces(word.Text) {
		return "", false
	}
	i := slices.IndexFunc(marks, func(m mark) bool { return m.within(word.Box.X1, first.Box.X0) })
	if i >= 0 {
		return string(marks[i].sign), marks[i].sign == '_' || marks[i].narrow
	}
	local, _, _ := strings.Cut(address, "@")
	if _, others := names.Explained(word.Text + local); others > 0 {
		return "", false
	}
	switch {
	case inAddress.MatchString(word.Text):
		return "", true
	case localPart(word.Text) && narrowGap(word, first): // nobody writes a name so, and some sign has made the gap
		return ".", true
	}
	return "", false
}

// narrowGap reports whether a word stands closer to the next than a space does in most print.
func narrowGap(a, b document.Word) bool {
	const widest = 0.45 // of the height
	return b.Box.X0-a.Box.X1 <= widest*max(a.Box.Y1-a.Box.Y0, b.Box.Y1-b.Box.Y0)
}

// announces reports whether a word before an address says that one follows: the colon
// behind it is often read as a point.
func announces(word string) bool {
	switch strings.TrimRight(strings.ToLower(word), ".,:;_-") {
	case "correo", "correos", "electronico", "email", "e-mail", "mail":
		return true
	}
	return false
}

// inAddress is the beginning of an address that a gap parts from the rest of it.
var inAddress = regexp.MustCompile(`^[a-zA-Z]{3,}[._][a-zA-Z0-9]+$`)

func beginsPlain(s string) bool {
	return s != "" && (figure(s[0]) || 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z')
}

// within reports whether a mark stands in the gap between two places.
func (m mark) within(x0, x1 float64) bool {
	const blur = 3 // pixels that boxes are too wide or too narrow
	return x0-blur <= m.middle() && m.middle() <= x1+blur
}

func (m mark) middle() float64 { return (m.x0 + m.x1) / 2 }

// placesOf is about where each character of an address begins, and the last ends.
func placesOf(address string, words []document.Word) []float64 {
	var ours []rune
	var from []float64
	for _, w := range apart(words) {
		runes := []rune(w.Text)
		total := 0.0
		for _, r := range runes {
			total += breadth(r)
		}
		x := w.Box.X0
		for _, r := range runes {
			from = append(from, x)
			x += (w.Box.X1 - w.Box.X0) * breadth(r) / max(total, .1)
		}
		ours = append(ours, runes...)
	}
	end := words[len(words)-1].Box.X1
	from = append(from, end)
	places := make([]float64, 0, len(address)+1)
	j := 0
	for _, c := range columns([]rune(address), ours) {
		if c.a != 0 {
			places = append(places, from[j])
		}
		if c.b != 0 {
			j++
		}
	}
	return append(places, end)
}

// breadth is about how broad a letter is set.
func breadth(r rune) float64 {
	switch {
	case strings.ContainsRune("ijl.,'!|I1", r):
		return .5
	case strings.ContainsRune("ftr(", r):
		return .6
	case strings.ContainsRune("mwMW@", r):
		return 1.4
	}
	return 1
}

// inserted returns the part of an address before its "@" with the signs of the marks:
// in order where there are as many, otherwise one more where it is missing.
func inserted(local string, at []float64, marks []mark, names misread.Names) string {
	var signs []int
	for i := range len(local) {
		if strings.IndexByte("._-", local[i]) >= 0 {
			signs = append(signs, i)
		}
	}
	out := []byte(local)
	if len(marks) <= len(signs) {
		for _, m := range marks { // each is the nearest sign
			k := nearest(signs, at, m)
			if m.sign == '_' || len(marks) == len(signs) {
				out[signs[k]] = m.sign
			}
		}
		return string(out)
	}
	if len(marks) != len(signs)+1 {
		return local
	}
	spare := 0 // the mark that no sign is near of
	farthest := -1.0
	for i, m := range marks {
		d := 1e9
		if len(signs) > 0 {
			d = distanceTo(at, signs[nearest(signs, at, m)], m)
		}
		if d > farthest {
			farthest, spare = d, i
		}
	}
	m := marks[spare]
	where := parted(local, at, m, names)
	if where == 0 || slices.Contains(signs, where) || slices.Contains(signs, where-1) || figure(local[where-1]) && figure(local[where]) {
		return local
	}
	for i := range marks {
		if i == spare || len(signs) == 0 {
			continue
		}
		k := nearest(signs, at, marks[i])
		out[signs[k]] = marks[i].sign
	}
	return string(out[:where]) + string(m.sign) + string(out[where:])
}

// parted is where in the part of an address before its "@" a mark stands that no
// reading has: at the edge of a name of the page, or else where it seems to; 0 if
// nowhere.
func parted(local string, at []float64, m mark, names misread.Names) (where int) {
	letter := (at[len(local)] - at[0]) / float64(len(local))
	best := 2.5 * letter
	for i := 1; i < len(local); i++ {
		d := math.Abs(at[i] - m.middle())
		if !names.Between(local, i) {
			d += 1.5 * letter
		}
		if d < best {
			best, where = d, i
		}
	}
	return where
}

func nearest(signs []int, at []float64, m mark) (best int) {
	for k := range signs {
		if distanceTo(at, signs[k], m) < distanceTo(at, signs[best], m) {
			best = k
		}
	}
	return best
}

func distanceTo(at []float64, i int, m mark) float64 {
	return math.Abs((at[i]+at[i+1])/2 - m.middle())
}
