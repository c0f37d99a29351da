package reading

import (
	"image"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/misread"
)

// By how much less a text must differ from its picture than what was read, in what the
// picture of a character differs from its glyph.
const (
	asRead  = 2.  // another reading
	stroke  = 1.5 // one upright stroke for another
	figured = 6.  // a figure, or an initial, for something else
	counted = 12. // a figure more or less
)

// printed is by how much each character of a text may differ at most, in the same.
const printed = 2.3

// drawnAddress returns an address that stands for some words as their picture shows it:
// as some reading of it has it, or with figures for what was read for them.
func (t *typeface) drawnAddress(address string, readings []string, words []document.Word, crop, picture *image.Gray, names misread.Names) string {
	const longest = 100 // of an address that anybody prints
	if t == nil || len(address) > longest {
		return address
	}
	d, ok := t.drawingOf([]rune(address), words, crop, picture)
	if !ok {
		return address
	}
	return d.bettered(d.likest(address, combined(address, readings)), names)
}

// combined are the addresses that readings of one have: the beginning of any with the end
// of any. The domain of a known provider stays.
func combined(of string, readings []string) (all []string) {
	opening, core := opened(of)
	plain := strings.TrimRight(core, ".,;:)>")
	var locals, domains []string
	for _, r := range append([]string{plain}, readings...) {
		_, r = opened(bare(r))
		if local, domain, ok := strings.Cut(strings.TrimRight(r, ".,;:)>"), "@"); ok {
			locals = append(locals, local)
			if len(domains) == 0 || !misread.Provided(plain) {
				domains = append(domains, cased(domain, local))
			}
		}
	}
	for _, local := range locals {
		for _, domain := range domains {
			if text := local + "@" + domain; text != plain && address.MatchString(text) && !ofSomethingElse(plain, text) {
				all = append(all, opening+text+core[len(plain):])
			}
		}
	}
	return all
}

// cased is a domain in capitals where what stands before it is, in small letters otherwise.
func cased(domain, local string) string {
	if local == strings.ToUpper(local) && local != strings.ToLower(local) {
		return strings.ToUpper(domain)
	}
	return strings.ToLower(domain)
}

// likest returns the one of others that differs clearly less from the picture than an
// address, or that.
func (d *drawing) likest(address string, others []string) string {
	least := d.ways([]rune(address)).total - asRead*d.one()
	for _, other := range others {
		if cost := d.ways([]rune(other)).total; cost < least && d.fits(cost, other) {
			address, least = other, cost
		}
	}
	return address
}

// bettered returns an address with the changes before its "@" that its picture shows
// plainly, up to a few.
func (d *drawing) bettered(address string, names misread.Names) string {
	const few = 3
	for range few {
		other, cost := d.changed(address, names)
		if other == address || !d.fits(cost, other) {
			return address
		}
		address = other
	}
	return address
}

// changed returns an address with the one change that its picture shows most plainly,
// and what it costs then.
func (d *drawing) changed(address string, names misread.Names) (best string, cost float64) {
	const figures, strokes = "0123456789", "il1j"
	opening, core := opened(address)
	local, _, ok := strings.Cut(core, "@")
	if text := []rune(address); !ok || len(text) != len(address) {
		return address, 0
	}
	explained, _ := names.Explained(local)
	w := d.ways([]rune(address))
	best, most := address, 0.0
	try := func(i, k int, by string, least float64) {
		c := d.with(w, i, k, by)
		if gain := (w.total-c)/d.one() - least; gain > most {
			best, cost, most = address[:i]+by+address[k:], c, gain
		}
	}
	for j := range len(local) + 1 {
		i := len(opening) + j
		here := j < len(local) && figure(local[j])
		if here || j > 0 && figure(local[j-1]) {
			for _, r := range figures {
				try(i, i, string(r), counted)
			}
		}
		if j == len(local) || !d.seen(rune(local[j])) || !loose(local, j, names) {
			continue
		}
		if here {
			try(i, i+1, "", counted)
		}
		for _, r := range figures {
			try(i, i+1, string(r), figured)
		}
		if strings.IndexByte(strokes, local[j]) >= 0 {
			for _, r := range strokes {
				try(i, i+1, string(r), stroke)
			}
		}
		for r := 'a'; r <= 'z' && j == 0 && !here; r++ { // an initial before a name of the page
			other := local[:j] + string(r) + local[j+1:]
			if known, _ := names.Explained(other); known > explained {
				try(i, i+1, string(r), figured)
			}
		}
	}
	return best, cost
}

// one is by how much the picture of a character differs from its glyph.
func (d *drawing) one() float64 { return d.noise * float64(d.rows*d.above) / 2 }

// fits reports whether a text that costs so much may be what is printed.
func (d *drawing) fits(cost float64, text string) bool {
	return cost <= printed*d.one()*float64(len(text))
}

// loose reports whether a character of the part of an address before the "@" is in no name
// of the page, and beside one, a figure, a sign or the edge.
func loose(local string, i int, names misread.Names) bool {
	within := names.Within(local)
	edge := func(k int) bool {
		return k < 0 || k >= len(local) || within[k] || !('a' <= local[k]|0x20 && local[k]|0x20 <= 'z')
	}
	return !within[i] && !sign(local[i:i+1]) && (edge(i-1) || edge(i+1))
}
