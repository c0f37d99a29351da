package intake

import (
	"cmp"
	"context"
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
func (s *Service) LetterDifferences(ctx context.Context, _ account.Actor, id string, page document.PageRequest) (document.LetterDifferences, error) {
	var members []document.Document
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
			d.Text, d.Remarks = letterText(&d), ""
			members = append(members, d)
		}
		return nil
	})
	if err != nil {
		return document.LetterDifferences{}, err
	}
	return letterDifferences(sample, members), nil
}

// letterText returns the text of the first filing of a document; empty if it is too long.
func letterText(d *document.Document) string {
	letter := d.Filings()[0].Text
	if utf8.RuneCountInString(letter) > maxLetterLength {
		return ""
	}
	return letter
}

// letterPlace is a place with the words of the compared filings.
type letterPlace struct {
	document.LetterPlace
	words     []string
	differing int // how many filings have other words than the sample
}

// letterDifferences returns where the members, whose Text is that of the letter, differ from the sample.
func letterDifferences(sample string, members []document.Document) document.LetterDifferences {
	found := document.LetterDifferences{Members: make([]document.LetterMember, len(members))}
	var compared []int // of members
	var texts []string
	for i := range members {
		found.Members[i] = document.LetterMember{ID: members[i].ID, Court: members[i].Court, Compared: sample != "" && members[i].Text != ""}
		if found.Members[i].Compared {
			compared, texts = append(compared, i), append(texts, members[i].Text)
		}
	}
	places := letterPlaces(sample, texts, func(i int) *document.Document { return &members[compared[i]] })
	for _, p := range places {
		if found.More = len(found.Places) == maxLetterPlaces; found.More {
			break
		}
		found.Places = append(found.Places, p.LetterPlace)
		for i, words := range p.words {
			m := &found.Members[compared[i]]
			m.Words = append(m.Words, words)
		}
	}
	return found
}

// letterPlaces returns the places where one of the texts differs, at most one more than is shown. Those
// where most differ are kept: a bad scan has places of its own. Places of the same words are one.
func letterPlaces(sample string, texts []string, of func(int) *document.Document) []letterPlace {
	base, others := cutText(sample), make([]cutText, len(texts))
	for i, t := range texts {
		others[i] = cutText(t)
	}
	var all []letterPlace
	seen := map[string]bool{}
	for _, at := range align.Places(sample, texts) {
		p := letterPlace{words: make([]string, len(texts))}
		own := base.words(at.Base)
		for i, span := range at.Others {
			p.words[i] = others[i].words(span)
			if !isSameReading(own, p.words[i]) {
				p.differing++
			}
		}
		key := text.Fold(own + "\n" + strings.Join(p.words, "\n"))
		if p.differing == 0 || seen[key] {
			continue
		}
		seen[key] = true
		p.Subject = subjectOf(p.words, of)
		p.Before = base.before(at.Base.Start)
		all = append(all, p)
	}
	if len(all) <= maxLetterPlaces {
		return all
	}
	ranked := make([]int, len(all))
	for i := range ranked {
		ranked[i] = i
	}
	slices.SortStableFunc(ranked, func(i, j int) int { return cmp.Compare(all[j].differing, all[i].differing) })
	kept := slices.Sorted(slices.Values(ranked[:maxLetterPlaces]))
	var some []letterPlace
	for _, i := range append(kept, ranked[maxLetterPlaces]) {
		some = append(some, all[i])
	}
	return some
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

// shortWord is the most letters of an article or a preposition.
const shortWord = 3

// isSameReading reports whether two readings of a place may have the same words: misread by one letter,
// of another gender, or with another article. Figures must be equal.
func isSameReading(a, b string) bool {
	x, y := strings.Fields(text.Fold(a)), strings.Fields(text.Fold(b))
	return slices.EqualFunc(x, y, func(v, w string) bool {
		hasDigits := strings.ContainsFunc(v+w, unicode.IsDigit)
		return v == w || !hasDigits && (text.OneEdit(v, w) || max(len(v), len(w)) <= shortWord)
	})
}

// subjectOf returns the field whose value most of the filings have at a place.
func subjectOf(words []string, of func(int) *document.Document) document.Field {
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
		for field, value := range letterFields(of(i)) {
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
