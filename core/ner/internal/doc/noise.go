package doc

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// How poorly a text was read, told from the text alone.

// noisyWords bounds how much of a text is looked at.
const noisyWords = 4000

// mostNoise is the noise beyond which there is nothing that confidences were learned from.
const mostNoise = 0.35

// MinNoise is the noise of a text below which nothing is mended: there, an
// unusual name is one.
const MinNoise = 0.008

// damage tells how poorly a text was read, from 0 to mostNoise, by words that no writer
// leaves: short ones that Spanish does not have, digits between letters, a
// capital behind a small letter, no vowel, a comma without a blank behind it.
// At 1 one word in ten would be such; beyond mostNoise there is nothing that
// confidences were learned from.
func (t *Text) damage() float64 {
	n := min(len(t.Words), noisyWords)
	if n < 20 {
		return 0
	}
	damaged := 0
	for i := range n {
		if t.damaged(i) && !t.inAddress(i) && !t.inCode(i) {
			damaged++
		}
	}
	return min(mostNoise, 10*float64(damaged)/float64(n))
}

func (t *Text) damaged(i int) bool {
	w, f := t.Words[i], t.Folded(i)
	switch w.Shape {
	case Number, Upper:
		return false
	case Alnum:
		for k := 1; k+1 < len(f); k++ {
			if lex.IsDigit(f[k]) && lex.IsLetter(f[k-1]) && lex.IsLetter(f[k+1]) {
				return true
			}
		}
		return false
	case Mixed:
		return len(f) > 3
	}
	if e := int(w.End); e+1 < len(t.Chars) && lex.IsLetter(t.Chars[e+1]) && (t.Chars[e] == ',' || t.Chars[e] == '|' || t.Chars[e] == '~') {
		return true
	}
	switch {
	case len(f) == 1:
		return w.Shape == Lower && strings.IndexByte("aeouy", f[0]) < 0 && (int(w.End) == len(t.Chars) || t.Chars[w.End] == ' ')
	case len(f) <= 3:
		return w.Shape == Lower && w.Class == 0 && !shortWords[string(f)]
	case w.Class != 0:
		return false
	}
	for _, c := range f {
		switch c {
		case 'a', 'e', 'i', 'o', 'u', 'y', lex.ByteMark, lex.ByteLost, lex.ByteLetter:
			return false
		}
	}
	return true
}

// inAddress reports whether word i is part of an e-mail address or a link,
// where anything is possible.
func (t *Text) inAddress(i int) bool {
	w := t.Words[i]
	for p := int(w.Start) - 1; p >= 0 && !lex.IsSpace(t.Chars[p]) && int(w.Start)-p < 40; p-- {
		if t.Chars[p] == '@' || t.Chars[p] == '/' {
			return true
		}
	}
	for p := int(w.End); p < len(t.Chars) && !lex.IsSpace(t.Chars[p]) && p-int(w.End) < 40; p++ {
		if t.Chars[p] == '@' || t.Chars[p] == '/' {
			return true
		}
	}
	return false
}

// inCode reports whether word i is part of a code that a program gave: of hexadecimal digits,
// in groups that hyphens part or in one.
func (t *Text) inCode(i int) bool {
	const shortest = 8
	isCode := func(p int) bool {
		return p >= 0 && p < len(t.Chars) && (lex.IsDigit(t.Chars[p]) || 'a' <= t.Chars[p] && t.Chars[p] <= 'f' || t.Chars[p] == '-')
	}
	from, to := int(t.Words[i].Start), int(t.Words[i].Start)
	for isCode(from-1) && to-from < 40 {
		from--
	}
	for isCode(to) && to-from < 80 {
		to++
	}
	return to >= int(t.Words[i].End) && to-from >= shortest && (to == len(t.Chars) || !lex.IsWord(t.Chars[to]))
}

// shortWords are the words of two and three letters of Spanish papers, folded.
var shortWords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`abr acc ad ago al alt am ame an ana ano apt ara art as ase asi ata ati avd ave ay ayo bar bis bus cab cae cc ce cel cil
		com con cra cro cta cun da dan dar das dd de dec del den der des di dia dic did dio do doc don dos dr dra dto ean eco ed
		efe ej ejm el ela ell emp en ene eps era ere es esa ese eso est et eta etc eu ex exp fax fe feb fes fin fue fui gas gob
		gov gps ha han has hay he hoy id ida imp in inc ips ir ira ja jac jul jun kg km kra la las le leg les ley lic lo los ltd
		luz mal man mar mas may me med mes mg mi mia mil mio mis ml mm mun nal nd ni nid nit nn no nos nov num oct oh oi oir org
		os osi oyo pag par paz pd pdf pie pin pm pme por ppt pre pro que rad re red ref reg rep res rh rio rol rut sal san se
		sea sed seo sep ser si sin so sol son soy sr ssp sta sto su sub sur sus tal tan te tel ten ti tia tic tio tos tp tra tu
		aun cai eje gel iba lee lei leo ojo pus use ven
		tus tv un una uno usa uso ut va van vas ve vea ver vez vi via vil vio voy voz vs web ya yo`) {
		m[w] = true
	}
	return m
}()
