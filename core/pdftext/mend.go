package pdftext

import (
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ocrfix"
	"github.com/cotejo/cotejo/core/scanprep"
)

// mend corrects what recognition is known to get wrong and what cannot be right
// otherwise: what a second look has found, the numeral I read as a bar, and what
// core/ocrfix proves. Text and words stay in agreement, and each correction is
// recorded. seen is the result of lookAgain.
func mend(r document.Recognized, seen map[int]sight) document.Recognized {
	words := make([]string, len(r.Words))
	for i, w := range r.Words {
		words[i] = w.Text
	}
	for i, s := range seen {
		words[i] = s.text // what the words around it are judged by
	}
	m := mender{text: []rune(r.Text), words: r.Words, seen: seen, proof: ocrfix.NewPage(words)}
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

// Steps after those of core/scanprep, for Options.Without.
const (
	SecondPass scanprep.Step = "second_pass" // the whole page read again, prepared in another way, and better
	Reread     scanprep.Step = "reread"      // the second look at doubtful words
	Mended     scanprep.Step = "mended"      // all corrections, the second look among them
)

// ruleBar is the rule of a correction beside those of core/ocrfix: "|" for I.
const ruleBar = "bar"

// mender goes through the words of a page.
type mender struct {
	text  []rune
	words []document.Word
	seen  map[int]sight
	proof *ocrfix.Page
}

// next returns the word that begins at the i-th and how many words it replaces. Its
// offsets are those of the text before mending. rule is empty where nothing was corrected.
func (m mender) next(i int) (n int, w document.Word, rule string) {
	if s, ok := m.seen[i]; ok {
		w = join(m.words[i], m.words[i+1:i+s.words]...)
		w.Text, w.Confidence = s.text, s.confidence
		return s.words, w, s.rule
	}
	w = m.words[i]
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

// join makes one word of neighbours, as sure as the least sure of them.
func join(first document.Word, rest ...document.Word) document.Word {
	for _, next := range rest {
		first = document.Word{Text: first.Text + next.Text, Box: first.Box.Union(next.Box),
			Confidence: min(first.Confidence, next.Confidence), Start: first.Start, End: next.End}
	}
	return first
}
