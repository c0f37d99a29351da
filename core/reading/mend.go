package reading

import (
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/misread"
	"github.com/cotejo/cotejo/core/page"
)

// mend repairs what recognition is known to get wrong and what cannot be right
// otherwise: an address torn around its "@" or with a letter in its place, the
// pronoun or numeral I read as a bar, and what core/misread proves. Text and
// words stay in agreement, and each correction is told. seen is what a second
// look has found, by the words where it stands.
func mend(r document.Recognized, seen map[int]sight, names misread.Names) document.Recognized {
	words := make([]string, len(r.Words))
	for i, w := range r.Words {
		words[i] = w.Text
	}
	for i, s := range seen {
		words[i] = s.text // what the words around it are judged by
	}
	m := mender{text: []rune(r.Text), words: r.Words, seen: seen, proof: misread.NewPage(words), names: names}
	var (
		out             strings.Builder
		mended          = make([]document.Word, 0, len(r.Words))
		emended         []document.Emendation
		written, copied int // runes of out, of text
	)
	for i := 0; i < len(r.Words); {
		n, w, rule := m.next(i)
		if w.Start < copied || w.End > len(m.text) { // words and text disagree: leave both
			return r
		}
		from := string(m.text[w.Start:w.End])
		out.WriteString(string(m.text[copied:w.Start]))
		written += w.Start - copied
		copied = w.End
		out.WriteString(w.Text)
		w.Start = written
		written += utf8.RuneCountInString(w.Text)
		w.End = written
		mended = append(mended, w)
		if rule != "" {
			emended = append(emended, document.Emendation{Start: w.Start, End: w.End, From: from, To: w.Text, Rule: rule})
		}
		i += n
	}
	if len(emended) == 0 {
		return r
	}
	out.WriteString(string(m.text[copied:]))
	r.Text, r.Words, r.Emended = out.String(), mended, emended
	return r
}

// Steps after those of core/page, for Options.Without.
const (
	SecondPass page.Step = "second_pass" // the whole page read again, prepared in another way, and better
	Reread     page.Step = "reread"      // the second look at doubtful words
	Mended     page.Step = "mended"      // all corrections, the second look among them
)

// Rules of correction beside those of core/misread.
const (
	ruleTorn = "torn_address" // ana @gmail.com
	ruleBar  = "bar"          // "|" for I
)

// mender goes through the words of a page.
type mender struct {
	text  []rune
	words []document.Word
	seen  map[int]sight
	proof *misread.Page
	names misread.Names
}

// next returns the word that begins at the i-th and how many it takes: more
// than one when they are pieces of an e-mail address. Its offsets are those of
// the text before mending. rule is empty where nothing was corrected.
func (m mender) next(i int) (n int, w document.Word, rule string) {
	words := m.words[i:]
	if s, ok := m.seen[i]; ok {
		w = join(words[0], words[1:s.words]...)
		w.Text, w.Confidence = m.names.Respelled(m.names.Numbered(s.text)), s.confidence
		return s.words, w, s.rule
	}
	if len(words) > 2 && m.address(words[0], words[1], words[2]) {
		w = join(words[0], words[1], words[2])
		w.Text = words[0].Text + "@" + words[2].Text
		return 3, w, string(misread.At)
	}
	w, n = words[0], 1
	for n < len(words) && torn(m.text, w, words[n]) {
		w = join(w, words[n])
		n++
	}
	if n > 1 {
		return n, w, ruleTorn
	}
	if len(words) > 1 && beside(m.text, w, words[1]) && localPart(w.Text) {
		if domain, ok := misread.Signed(words[1].Text); ok {
			text := w.Text + "@" + domain
			w = join(w, words[1])
			w.Text = text
			return 2, w, string(misread.At)
		}
	}
	if len(words) > 1 && narrow(m.text, w, words[1]) && !announces(w.Text) {
		if to, ok := misread.Address(w.Text + words[1].Text); ok {
			w = join(w, words[1])
			w.Text = to
			return 2, w, string(misread.At)
		}
	}
	if w.Text == "|" && m.numeral(i) {
		w.Text = "I"
		return 1, w, ruleBar
	}
	if to, r, ok := m.proof.Word(i); ok {
		w.Text = to
		return 1, w, string(r)
	}
	return 1, w, ""
}

// numeral reports whether the i-th word stands where the number of a heading
// does; a bar between words parts the columns of a table.
func (m mender) numeral(i int) bool {
	if i == 0 || i < len(m.words) && m.words[i].Start <= len(m.text) && m.text[m.words[i].Start-1] == '\n' {
		return true
	}
	switch strings.ToLower(m.words[i-1].Text) {
	case "capítulo", "capitulo", "título", "titulo", "sección", "seccion", "parte", "anexo", "libro", "grado", "categoría":
		return true
	}
	return false
}

// address reports whether the middle one of three neighbours is what an "@" was
// read as, alone: ana.ruiz O gmail.com.
func (m mender) address(local, sign, domain document.Word) bool {
	return beside(m.text, local, sign) && beside(m.text, sign, domain) && misread.Sign(sign.Text) && misread.Domain(domain.Text) &&
		localPart(local.Text)
}

// localPart reports whether s, in small letters, may stand before an "@".
func localPart(s string) bool {
	return len(s) >= 3 && addressLike(s) && strings.ToLower(s) == s
}

// join makes one word of neighbours, as sure as the least sure of them.
func join(first document.Word, rest ...document.Word) document.Word {
	for _, next := range rest {
		first = document.Word{Text: first.Text + next.Text, Box: first.Box.Union(next.Box),
			Confidence: min(first.Confidence, next.Confidence), Start: first.Start, End: next.End}
	}
	return first
}

// torn reports whether a and b, neighbours in the text, are one address with a
// gap before or after its "@".
func torn(text []rune, a, b document.Word) bool {
	atBefore := strings.HasSuffix(a.Text, "@") && strings.Count(a.Text, "@") == 1 && addressLike(b.Text)
	atAfter := strings.HasPrefix(b.Text, "@") && !strings.Contains(a.Text, "@") && addressLike(a.Text)
	return (atBefore || atAfter) && narrow(text, a, b)
}

// beside reports whether nothing but a space stands between a and b.
func beside(text []rune, a, b document.Word) bool {
	return b.Start == a.End+1 && b.Start <= len(text) && text[a.End] == ' '
}

// narrow reports whether a and b stand closer than words do. A real space is
// wider than a third of the line is high; the engine sees smaller ones around
// the round letter.
func narrow(text []rune, a, b document.Word) bool {
	const widest = 0.45 // of the height
	height := max(a.Box.Y1-a.Box.Y0, b.Box.Y1-b.Box.Y0)
	return beside(text, a, b) && b.Box.X0-a.Box.X1 <= widest*height
}

// addressLike reports whether s holds nothing that an address could not.
func addressLike(s string) bool {
	for _, r := range s {
		if r >= utf8.RuneSelf || !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-+,;", r)) {
			return false
		}
	}
	return s != ""
}
