package ner

import (
	"bytes"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/mail"
	"github.com/cotejo/cotejo/core/ner/internal/place"
	"github.com/cotejo/cotejo/core/ner/parties"
)

// What package parties sees of a text.

// partyShapes are the shapes of words as package parties names them.
var partyShapes = [...]parties.Shape{doc.Lower: parties.Lower, doc.Title: parties.Title, doc.Upper: parties.Upper, doc.Mixed: parties.Mixed, doc.Number: parties.Digits, doc.Alnum: parties.Alphanumeric}

// partyClasses are the classes of words as package parties names them.
var partyClasses = [...]struct {
	from lex.Class
	to   parties.Class
}{
	{lex.Given, parties.Given}, {lex.Surname, parties.Surname}, {lex.Particle, parties.Particle}, {lex.Function, parties.Function}, {lex.Common, parties.Common}, {lex.Honorific, parties.Honorific},
	{lex.Identity, parties.Identity}, {lex.EntityHead, parties.InstitutionHead}, {lex.CourtHead, parties.CourtHead}, {lex.CourtWord, parties.CourtWord}, {lex.LegalForm, parties.LegalForm}, {lex.EntityStart, parties.KnownStart},
}

// rareGiven are given names that are another word more often.
var rareGiven = lex.Set("parties.rareGiven")

// maxRead bounds the words that are read for parties: letters name theirs where they are signed, too.
const maxRead = 2500

// describe describes the words of a text.
func describe(t *Text) *parties.Text {
	n := min(len(t.Words), maxRead)
	p := &parties.Text{Chars: t.Chars, Words: make([]parties.Word, n)}
	for k := range n {
		w := &t.Words[k]
		x := parties.Word{Start: w.Start, End: w.End, Shape: partyShapes[w.Shape]}
		for _, c := range partyClasses {
			if w.Class&c.from != 0 {
				x.Class |= c.to
			}
		}
		if k > 0 && bytes.IndexByte(t.Between(k-1), '\n') >= 0 {
			x.Break = parties.HardBreak
			if t.Wrapped(int(t.Words[k-1].End)) && bytes.Count(t.Between(k-1), []byte("\n")) == 1 {
				x.Break = parties.SoftBreak
			}
		}
		if rareGiven[t.Key(k)] {
			x.Class |= parties.RareGiven
		}
		if number, used := place.Cardinal(t.Text, k); used == 1 {
			x.Number = int16(number)
		}
		p.Words[k] = x
	}
	for k := range n {
		if _, used := place.At(t.Text, k); used > 0 && p.Words[k].Shape != parties.Lower {
			for i := k; i < min(k+used, n); i++ {
				p.Words[i].Class |= parties.Town
			}
		}
	}
	p.Represented = t.RepresentedAt
	end := 0
	if n > 0 {
		end = int(t.Words[n-1].End)
	}
	ident.Cedulas(t.Text, 0, end, func(c ident.Cedula) { p.Numbers = append(p.Numbers, parties.Number{Start: c.Start, Score: c.Score}) })
	mail.Addresses(t.Text, 0, end, func(a mail.Address) {
		local, _, _ := strings.Cut(a.Value, "@")
		p.Addresses = append(p.Addresses, local)
	})
	p.Canonical = func(first, last int) string {
		var buf [128]byte
		return t.Lex.Canonical(lex.AppendWords(buf[:0], t.Slice(int(t.Words[first].Start), int(t.Words[last].End))))
	}
	return p
}
