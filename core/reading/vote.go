package reading

import (
	"image"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/misread"
	"github.com/cotejo/cotejo/core/page"
	"github.com/cotejo/cotejo/ports"
)

// Two readings of an address that differ leave a doubt, which rules settle by what
// each model is known for. Two more, each model's of the same crop at two thirds
// of its size, have a vote on what was settled so.

// voted returns an address with what most readings have where they differ from
// it. signed are those of the model that knows the "@", the others see letters in
// it. A provider that is known stays.
func voted(address string, signed, unsigned []string) string {
	opening, core := opened(address)
	core = strings.TrimRight(core, ".,;:)>")
	places := make([]place, 2*len(core)+1) // before, at and behind each sign
	for i := range len(core) {
		places[2*i+1].stands = core[i : i+1]
	}
	for _, r := range signed {
		count(places, core, r, func(p *place) *map[string]int { return &p.signed })
	}
	for _, r := range unsigned {
		count(places, core, r, func(p *place) *map[string]int { return &p.unsigned })
	}
	at := 2*strings.IndexByte(core, '@') + 1
	_, known := misread.Provider(core)
	var out strings.Builder
	for i, p := range places {
		behind := i > 1 && figure(core[i/2-1])
		before := i/2+1 < len(core) && (figure(core[i/2+1]) || i == at-2)
		switch {
		case i == at-1:
			for s, n := range p.signed {
				if n > 1 { // both who know the "@" see something before it
					out.WriteString(s)
				}
			}
		case i == at, i > at && known, i == 0, i == len(places)-1:
			out.WriteString(p.stands)
		case i == at-2 && len(p.signed) == 1 && p.signed[""] > 1:
			// nobody who knows the "@" sees more than it
		case i == at+1:
			p.unsigned = nil
			fallthrough
		default:
			out.WriteString(p.elected(behind, before))
		}
	}
	return opening + out.String() + address[len(opening)+len(core):]
}

// place is a sign of an address or a gap between two, and how many readings have
// what there; what no address could have is no vote.
type place struct {
	stands           string
	signed, unsigned map[string]int
}

// count adds a reading's votes.
func count(places []place, core, reading string, of func(*place) *map[string]int) {
	if ofSomethingElse(core, reading) {
		return
	}
	has := make([]string, len(places))
	i := 0
	for _, c := range columns([]rune(core), []rune(reading)) {
		if c.a == 0 {
			has[2*i] += string(c.b)
			continue
		}
		if c.b != 0 {
			has[2*i+1] = string(c.b)
		}
		i++
	}
	small := core == strings.ToLower(core)
	for i, s := range has {
		if !plain(s) || small && capital(s) {
			continue
		}
		votes := of(&places[i])
		if *votes == nil {
			*votes = map[string]int{}
		}
		(*votes)[strings.ToLower(s)]++
	}
}

// ofSomethingElse reports whether a reading differs too much from an address.
func ofSomethingElse(address, reading string) bool {
	return distance(strings.ToLower(address), strings.ToLower(reading)) > 3+len(address)/3
}

// elected is what has more votes than what stands there. A sign stays where one
// reading has it, for they are lost more often than added, and a figure among
// figures does.
func (p *place) elected(behindFigure, beforeFigure bool) string {
	best, most := p.stands, p.votes(strings.ToLower(p.stands))
	for _, votes := range []map[string]int{p.signed, p.unsigned} {
		for s := range votes {
			n := p.votes(s)
			even := n > 0 && n == most && (best == p.stands && beforeFigure && figuresOnly(s) && !figuresOnly(best) || best != p.stands && s < best)
			switch {
			case s == "" && sign(p.stands) && most > 0, figuresOnly(p.stands) && behindFigure && !figuresOnly(s):
			case n > most, even:
				best, most = s, n
			}
		}
	}
	return best
}

func (p *place) votes(s string) int { return p.signed[s] + p.unsigned[s] }

func sign(s string) bool { return s != "" && strings.Trim(s, "._-") == "" }

func figure(c byte) bool { return '0' <= c && c <= '9' }

// disputed reports whether a reading of an address has something else than it, but
// for its "@", a sign that it lacks and the name of a provider.
func disputed(address, reading string) bool {
	core := strings.Trim(address, "<(.,;:)>")
	at := strings.IndexByte(core, '@')
	_, known := misread.Provider(core)
	knows := strings.Contains(reading, "@")
	i := 0
	for _, c := range columns([]rune(core), []rune(strings.Trim(reading, "<(.,;:)>"))) {
		switch {
		case c.a == 0 && (i == at && !knows || i == at+1), c.a == '@', known && i > at, c.b == 0 && sign(string(c.a)), alike(c.a, c.b):
		default:
			return true
		}
		if c.a != 0 {
			i++
		}
	}
	return false
}

// settledByVote returns an address made of two readings, of which words are the
// one; where that is disputed, with what it is by most of four.
func settledByVote(address string, words, again []document.Word, crop *image.Gray, dpi int, ocr ports.OCR, names misread.Names) string {
	box := join(words[0], words[1:]...).Box
	within := func(read []document.Word) string {
		if p := overlapped(read, box, .5); p.len() > 0 {
			text := spanOf(read, p).Text
			return text[strings.LastIndexByte(text, ':')+1:]
		}
		return ""
	}
	unsigned, signed := within(words), within(again)
	if !disputed(address, unsigned) && !disputed(address, signed) {
		return provided(address, []string{address})
	}
	third, err := lookSmaller(crop, dpi, ocr.RecognizeLine)
	if err != nil {
		return address
	}
	fourth, err := lookSmaller(crop, dpi, ocr.Recognize)
	if err != nil {
		return address
	}
	readings := []string{signed, within(third), unsigned, within(fourth)}
	for i, r := range readings {
		readings[i] = names.Numbered(r)
	}
	address = provided(agreed(address, readings[:2], readings[2:]), readings)
	return spelled(voted(address, readings[:2], readings[2:]), readings, names)
}

// agreed returns an address that begins as readings of both models do, where more do so
// than otherwise: made of two, it may have figures of both that are one. signed are the readings
// of the model that knows the "@"; those of the other have some sign there.
func agreed(address string, signed, unsigned []string) string {
	opening, core := opened(address)
	local, domain, _ := strings.Cut(core, "@")
	most, found := 0, ""
	for _, r := range signed {
		theirs, _, ok := strings.Cut(strings.TrimLeft(bare(r), "<("), "@")
		if !ok || !plain(theirs) || ofSomethingElse(local, theirs) || letters(theirs) == letters(found) {
			continue
		}
		of := func(readings []string) (n int) {
			for _, other := range readings {
				if beginsSo(other, theirs, domain) {
					n++
				}
			}
			return n
		}
		others := of(unsigned)
		switch n := of(signed) + others; {
		case others == 0 || n < most:
		case n == most:
			found = "" // it could be either
		default:
			most, found = n, theirs
		}
	}
	if found == "" || letters(found) == letters(local) {
		return address
	}
	return opening + found + "@" + domain
}

// beginsSo reports whether a reading has the letters and figures of local, then an "@" or at most
// two of something for it, and the domain.
func beginsSo(reading, local, domain string) bool {
	if before, _, ok := strings.Cut(reading, "@"); ok {
		return letters(before) == letters(local)
	}
	rest, ok := strings.CutPrefix(letters(reading), letters(local))
	i := strings.Index(rest, letters(domain)[:min(3, len(letters(domain)))])
	return ok && 0 <= i && i <= 2
}

// letters are the letters and figures of a reading, small.
func letters(reading string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(bare(reading)))
}

// provided returns an address at the known provider whose domain some reading has, but
// for upright strokes that are read for one another.
func provided(address string, readings []string) string {
	core := strings.TrimRight(address, ".,;:)>")
	if misread.Provided(core) {
		return address
	}
	local, _, _ := strings.Cut(core, "@")
	for _, r := range readings {
		if domain, ok := misread.ProviderLike(r); ok {
			return local + "@" + domain + address[len(core):]
		}
	}
	return address
}

// opened parts an address from the brackets before it.
func opened(address string) (opening, core string) {
	core = strings.TrimLeft(address, "<(")
	return address[:len(address)-len(core)], core
}

// spelled returns an address with what some reading has in a place of it where that
// is a name of the page, or the initial of one, and what stands there is none.
func spelled(address string, readings []string, names misread.Names) string {
	opening, core := opened(address)
	local, domain, _ := strings.Cut(core, "@")
	for _, r := range readings {
		before, other := local, localOf(r, local)
		if ofSomethingElse(before, other) || ofSomethingElse(address, r) {
			continue
		}
		var done string
		for rest := aligned([]rune(before), []rune(other)); len(rest) > 0; rest = rest[1:] {
			x := rest[0]
			tail := ""
			for _, y := range rest[1:] {
				tail += y.a
			}
			bracket := done == "" && x.a == "" && opening != "" // read as a letter
			lost := sign(x.a) && x.b == ""
			least := 1 // letters that it must gain
			if x.a == "" || figuresOnly(x.a) {
				least = 2 // an initial alone tells nothing of a figure
			}
			if !x.same && !bracket && !lost && plain(x.b) && namesMore(done+x.b+tail, done+x.a+tail, least, names) {
				done += x.b
			} else {
				done += x.a
			}
		}
		local = done
	}
	return opening + local + "@" + domain
}

// namesMore reports whether a has so many letters of names of the page more than b, or as
// many as b and no others. Fewer others alone tell nothing: a reading may have lost them.
func namesMore(a, b string, more int, names misread.Names) bool {
	known, unknown := names.Explained(a)
	least, most := names.Explained(b)
	return known >= least+more || known > 0 && known == least && unknown == 0 && most > 0
}

// localOf is what of a reading stands for the part of an address before its "@".
func localOf(reading, local string) string {
	if before, _, ok := strings.Cut(bare(reading), "@"); ok {
		return strings.TrimLeft(before, "<(")
	}
	reading = strings.TrimLeft(bare(reading), "<(")
	out, n := "", 0
	for _, c := range columns([]rune(local+"@"), []rune(reading)) {
		if n == len([]rune(local)) {
			break
		}
		if c.b != 0 {
			out += string(c.b)
		}
		if c.a != 0 {
			n++
		}
	}
	return out
}

// lookSmaller reads a part of the picture at two thirds of its size, and places the
// words as the page does.
func lookSmaller(part *image.Gray, dpi int, read func(*image.Gray, int) (document.Recognized, error)) ([]document.Word, error) {
	r, err := read(page.Reduce(part), dpi*2/3)
	for i := range r.Words {
		b := &r.Words[i].Box
		b.X0, b.X1 = b.X0*3/2, b.X1*3/2
	}
	return moved(r.Words, float64(part.Rect.Min.X)), err
}
