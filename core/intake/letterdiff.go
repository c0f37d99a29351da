package intake

import (
	"cmp"
	"context"
	"crypto/sha256"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/text"
)

const (
	// maxLetterLength bounds a text whose differences are looked for, in code points: about a hundred pages.
	maxLetterLength = 200_000
	// maxLetterPlaces bounds the places of a letter that are shown.
	maxLetterPlaces = 24
	// maxPlaceLength bounds the words of a filing at a place, in code points.
	maxPlaceLength = 160
	// wordsBefore is how many words before a place show where it is.
	wordsBefore = 4
)

// LetterDifferences implements ports.FormLetters.
func (s *FormLetters) LetterDifferences(ctx context.Context, _ account.Actor, id string, page document.PageRequest) (document.LetterDifferences, error) {
	var members []letterMember
	sample := ""
	err := s.View.InView(ctx, func(ctx context.Context) error {
		letter, err := s.Letters.Get(ctx, id)
		if err != nil {
			return err
		}
		d, err := s.Documents.Get(ctx, letter.Representative)
		if err != nil {
			return err
		}
		sample = letterText(&d)
		rows, err := s.Letters.Members(ctx, id, page)
		if err != nil {
			return err
		}
		for _, row := range rows.Items {
			if d, err = s.Documents.Get(ctx, row.ID); err != nil {
				return err
			}
			members = append(members, letterMember{id: d.ID, text: letterText(&d), fields: letterFields(&d)})
		}
		return nil
	})
	if err != nil {
		return document.LetterDifferences{}, err
	}
	return letterDifferences(ctx, sample, members)
}

// letterMember is what is compared of a filing.
type letterMember struct {
	id, text string // the text of its first filing
	fields   map[document.Field]string
}

// letterText returns the text of the first filing of a document; empty if it is too long.
func letterText(d *document.Document) string {
	letter := d.Filings()[0].Text
	if utf8.RuneCountInString(letter) > maxLetterLength {
		return ""
	}
	return strings.Clone(letter) // alone: the text of a file may be thirty times as long
}

// letterDifferences returns where the members differ from the sample. The error is that of ctx.
func letterDifferences(ctx context.Context, sample string, members []letterMember) (document.LetterDifferences, error) {
	found := document.LetterDifferences{Members: make([]document.LetterMember, len(members))}
	var compared []int // of members
	var texts []string
	for i, m := range members {
		found.Members[i] = document.LetterMember{ID: m.id, Court: m.fields[document.FieldCourt], Compared: sample != "" && m.text != ""}
		if found.Members[i].Compared {
			compared, texts = append(compared, i), append(texts, m.text)
		}
	}
	at, err := align.Places(ctx, sample, texts)
	if err != nil {
		return found, err
	}
	base, others := cutText(sample), make([]cutText, len(texts))
	for i, t := range texts {
		others[i] = cutText(t)
	}
	at, found.More = mostDiffering(at, base, others)
	for _, p := range at {
		words := wordsAt(p, others)
		subject := subjectOf(words, func(i int) map[document.Field]string { return members[compared[i]].fields })
		found.Places = append(found.Places, document.LetterPlace{Subject: subject, Before: base.before(p.Base.Start)})
		for i, w := range words {
			m := &found.Members[compared[i]]
			m.Words = append(m.Words, w)
		}
	}
	return found, nil
}

// mostDiffering returns, in order, the places where most of the other texts differ, at most
// maxLetterPlaces: a bad scan has places of its own. Places of the same words are one.
func mostDiffering(all []align.Place, base cutText, others []cutText) (kept []align.Place, more bool) {
	type ranked struct{ place, differing int }
	var differing []ranked
	seen := map[[sha256.Size]byte]bool{}
	for i, p := range all {
		own, words := base.words(p.Base), wordsAt(p, others)
		n := 0
		for _, w := range words {
			if !isSameReading(own, w) {
				n++
			}
		}
		key := sha256.Sum256([]byte(text.Fold(own + "\n" + strings.Join(words, "\n"))))
		if n > 0 && !seen[key] {
			seen[key] = true
			differing = append(differing, ranked{i, n})
		}
	}
	slices.SortStableFunc(differing, func(a, b ranked) int { return cmp.Compare(b.differing, a.differing) })
	if more = len(differing) > maxLetterPlaces; more {
		differing = differing[:maxLetterPlaces]
	}
	slices.SortFunc(differing, func(a, b ranked) int { return cmp.Compare(a.place, b.place) })
	for _, r := range differing {
		kept = append(kept, all[r.place])
	}
	return kept, more
}

// wordsAt returns what each of the texts has at a place.
func wordsAt(p align.Place, others []cutText) []string {
	words := make([]string, len(others))
	for i, span := range p.Others {
		words[i] = others[i].words(span)
	}
	return words
}

// cutText is a text of which parts are cut out by code points.
type cutText []rune

// words returns a part on one line, without punctuation around it, cut to maxPlaceLength.
func (t cutText) words(span align.Span) string {
	if span.Words == 0 {
		return ""
	}
	s := strings.TrimFunc(oneLine(t[span.Start:span.End]), func(r rune) bool { return strings.ContainsRune(" .,;:()«»\"'-–—_", r) })
	if r := []rune(s); len(r) > maxPlaceLength {
		s = string(r[:maxPlaceLength]) + "…"
	}
	return s
}

// before returns the last words before a place.
func (t cutText) before(end int) string {
	all := strings.Fields(string(t[max(0, end-100):end]))
	return strings.Join(all[max(0, len(all)-wordsBefore):], " ")
}

func oneLine(r []rune) string {
	return strings.Join(strings.FieldsFunc(string(r), func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }), " ")
}

// functionWords differ between copies of a letter with the gender and the number of what they stand before.
var functionWords = map[string]bool{"el": true, "la": true, "los": true, "las": true, "un": true, "una": true, "del": true, "de": true, "al": true, "a": true}

// isSameReading reports whether two readings of a place may have the same words: misread by one letter,
// of another gender, or with another article. Figures and what begins with a capital must be equal.
func isSameReading(a, b string) bool {
	return slices.EqualFunc(strings.Fields(a), strings.Fields(b), func(v, w string) bool {
		isExact := func(r rune) bool { return unicode.IsDigit(r) || unicode.IsUpper(r) }
		x, y := text.Fold(v), text.Fold(w)
		switch {
		case x == y:
			return true
		case strings.ContainsFunc(v+w, isExact):
			return false
		}
		return functionWords[x] && functionWords[y] || min(len(x), len(y)) > 3 && text.OneEdit(x, y)
	})
}

// subjectOf returns the field whose value most of the filings have at a place.
func subjectOf(words []string, of func(int) map[document.Field]string) document.Field {
	count := map[document.Field]int{}
	total := 0
	for i, w := range words {
		if w == "" {
			continue
		}
		total++
		if text.WrittenDate.MatchString(text.Fold(w)) {
			count[document.FieldDate]++
		}
		for field, value := range of(i) {
			if isPartOf(w, value) {
				count[field]++
			}
		}
	}
	for _, field := range letterSubjects {
		if 2*count[field] > total {
			return field
		}
	}
	return ""
}

// letterSubjects are the fields that a place may be about, those that people know best first.
var letterSubjects = []document.Field{document.FieldPlaintiff, document.FieldCedula, document.FieldDefendant, document.FieldCourt, document.FieldRadicado,
	document.FieldActa, document.FieldEmail, document.FieldDate, document.FieldPlaintiffAddress, document.FieldDefendantAddress}

func letterFields(d *document.Document) map[document.Field]string {
	return map[document.Field]string{
		document.FieldPlaintiff: d.Plaintiff, document.FieldCedula: d.Cedula, document.FieldDefendant: d.Defendant, document.FieldCourt: d.Court,
		document.FieldRadicado: d.Radicado, document.FieldActa: d.ActaNumber, document.FieldEmail: d.Email,
		document.FieldPlaintiffAddress: d.PlaintiffAddress, document.FieldDefendantAddress: d.DefendantAddress,
	}
}

// isPartOf reports whether all words of a text are words of a value. Figures may be grouped otherwise.
func isPartOf(words, value string) bool {
	if value == "" {
		return false
	}
	if digits := onlyDigits(words); digits != "" && !strings.ContainsFunc(words, unicode.IsLetter) {
		return strings.Contains(onlyDigits(value), digits)
	}
	known := text.AppendWords(nil, value)
	for _, w := range text.AppendWords(nil, words) {
		if !slices.Contains(known, w) {
			return false
		}
	}
	return true
}

func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
}
