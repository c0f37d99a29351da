// Package bundle finds the filings that stand one after the other in a file.
//
// A filing with attachments is no bundle: a false alarm costs more than a miss. So a new filing
// begins only on a page that addresses a court or has the title of a filing, with a text that is
// one by its kind, for a plaintiff of its own near its beginning. It is an attachment if either
// text names the other's plaintiff, as a power of attorney, an answer or an earlier ruling does;
// unless both begin a case, are complete and are no copies of each other.
package bundle

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/ner"
)

// Filing is one of the filings of a file, with the attachments that follow it.
type Filing struct {
	Page  int    // on which it begins, from 0
	Text  string // of its pages, with pageBreak between them
	Found ner.Result
}

// Extract returns what a text names, of which the spans were recognised.
type Extract func(ctx context.Context, text string, recognised ...ner.Span) (ner.Result, error)

// Page is the text of a page, and whether it was recognised rather than typed.
type Page struct {
	Text       string
	Recognised bool
}

// pageBreak stands between the texts of two pages, as in documents.
const pageBreak = "\f"

// part is a filing that may go on.
type part struct {
	first, end int        // its pages
	lead       ner.Result // of its first page: attachments may follow
	begins     bool       // it is a filing by its first page
	words      []string   // of all its pages, for the names in them
}

// Split returns the filings of a file, in order, at least one. It fails only when extract does.
func Split(ctx context.Context, pages []Page, extract Extract) ([]Filing, error) {
	texts := make([]string, len(pages))
	for i, p := range pages {
		texts[i] = p.Text
	}
	parts, err := divide(ctx, texts, func(ctx context.Context, i int, text string) (ner.Result, error) {
		return extract(ctx, text, recognised(pages[i:])...)
	})
	if err != nil {
		return nil, err
	}
	filings := make([]Filing, len(parts))
	for i, p := range parts {
		f := Filing{Page: p.first, Text: strings.Join(texts[p.first:p.end], pageBreak)}
		if f.Found, err = extract(ctx, f.Text, recognised(pages[p.first:p.end])...); err != nil {
			return nil, err
		}
		filings[i] = f
	}
	return filings, nil
}

// recognised returns the spans of the recognised pages in their joined text.
func recognised(pages []Page) []ner.Span {
	return ner.RecognisedPages(len(pages), func(i int) (string, bool) { return pages[i].Text, pages[i].Recognised })
}

// divide takes time in proportion to the text, times at most maxFilings. extract is given the page
// that a text begins on.
func divide(ctx context.Context, pages []string, extract func(ctx context.Context, page int, text string) (ner.Result, error)) ([]part, error) {
	starts := openings(pages)
	if len(starts) == 1 {
		return []part{{end: len(pages)}}, nil
	}
	var parts []part
	for i, start := range starts {
		end := len(pages)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		text := strings.Join(pages[start:end], pageBreak)
		next := part{first: start, end: end, words: nameWords(text)}
		var err error
		if next.lead, err = extract(ctx, start, firstPage(text)); err != nil {
			return nil, err
		}
		next.begins = next.isFiling(text)
		if i == 0 {
			parts = append(parts, next)
			continue
		}
		last := &parts[len(parts)-1]
		if last.begins && next.begins && (areStrangers(last, &next) || areOtherClaims(last, &next, pages)) {
			parts = append(parts, next)
			continue
		}
		last.end, last.words = end, append(last.words, next.words...)
		if !last.begins { // a cover, for example
			last.lead, last.begins = next.lead, next.begins
		}
	}
	return parts, nil
}

// kinds are those of papers that come before a court to begin or continue a case.
var kinds = append(slices.Clone(beginning), doctype.Impugnacion, doctype.Desacato)

// beginning are those of papers that begin a case.
var beginning = []string{doctype.Tutela, doctype.HabeasCorpus, doctype.Demanda}

// isFiling reports whether a text introduces a plaintiff and is a filing by its first page.
func (p *part) isFiling(s string) bool {
	first := firstPage(s)
	if len(p.plaintiffs()) == 0 {
		return false
	}
	switch kind := doctype.Suggest(first).Value; {
	case kind == doctype.Sentencia, kind == doctype.DerechoPeticion, !greets(head(first)) && says(s, orders):
		return false
	default:
		return slices.Contains(kinds, kind) || says(s, oaths)
	}
}

// maxNames bounds the plaintiffs whose names are looked for in other texts.
const maxNames = 4

func (p *part) plaintiffs() []string {
	names := p.lead.Values(ner.Plaintiff)
	return names[:min(len(names), maxNames)]
}

// areStrangers reports whether neither text names the plaintiff of the other.
func areStrangers(a, b *part) bool {
	numbers := b.lead.Values(ner.Cedula)
	return !mentionsAny(a.words, b.plaintiffs()) && !mentionsAny(b.words, a.plaintiffs()) &&
		!slices.ContainsFunc(a.lead.Values(ner.Cedula), func(n string) bool { return slices.Contains(numbers, n) })
}

// mostShared is the share of the words of the shorter of two filings that both may have, unless one is a
// copy of the other. Of 800 tutelas of one person about something else it is less in all but one; of 800
// copies, both with 5 % misread characters, 0.715 is the least.
const mostShared = 0.70

// areOtherClaims reports whether each of two filings is a whole one that begins a case, and neither a
// copy of the other. An appeal may have the claim behind it.
func areOtherClaims(a, b *part, pages []string) bool {
	left, right := a.wholeFiling(pages), b.wholeFiling(pages)
	return len(left) > 0 && len(right) > 0 && float64(shared(left, right)) < mostShared*float64(min(len(left), len(right)))
}

// wholeFiling returns the words of a part, sorted, if it greets a court, by its kind begins a case and is
// complete: it has the oath, or says where to notify, before it is signed.
func (p *part) wholeFiling(pages []string) []string {
	s := p.signed(pages)
	first := firstPage(s)
	if !slices.Contains(beginning, doctype.Suggest(first).Value) || !greets(head(first)) {
		return nil
	}
	closes := func(s ner.Section) bool { return s.Kind == ner.Oath || s.Kind == ner.Notifications }
	if !says(s, oaths) && !slices.ContainsFunc(ner.NewText(s).Sections(), closes) {
		return nil
	}
	words := folded(s)
	slices.Sort(words)
	return slices.Compact(words)
}

// shared counts the words of a that b has, too, each perhaps with one letter misread.
func shared(a, b []string) (n int) {
	known := map[string]bool{}
	for _, w := range b {
		for _, v := range variants(w) {
			known[v] = true
		}
	}
	for _, w := range a {
		if slices.ContainsFunc(variants(w), func(v string) bool { return known[v] }) {
			n++
		}
	}
	return n
}

// longestWord bounds the words of which variants are made.
const longestWord = 40

// variants returns a word and, of a long one, what is left without one of its bytes: two words with
// one letter misread, lost or added have a variant in common.
func variants(word string) []string {
	out := []string{word}
	if longEnough <= len(word) && len(word) <= longestWord {
		for i := range len(word) {
			out = append(out, word[:i]+word[i+1:])
		}
	}
	return out
}

// signed returns the pages up to the first that ends with the name of someone who files.
func (p *part) signed(pages []string) string {
	names := slices.Concat(p.plaintiffs(), p.lead.Values(ner.Agent), p.lead.Values(ner.Attorney))
	names = names[:min(len(names), 2*maxNames)]
	for i, page := range pages[p.first:p.end] {
		if mentionsAny(nameWords(tail(page)), names) {
			return strings.Join(pages[p.first:p.first+i+1], pageBreak)
		}
	}
	return ""
}

// shortPage is how many bytes a page with nothing but a stamp has at most.
const shortPage = 800

func firstPage(s string) string {
	first, rest, _ := strings.Cut(s, pageBreak)
	if len(first) < shortPage {
		second, _, _ := strings.Cut(rest, pageBreak)
		return first + "\n" + second
	}
	return first
}

var (
	// oaths say that there is no other tutela (Decreto 2591 of 1991, article 37): an answer has none.
	oaths = phrases("juramento", "otra tutela", "otra accion de tutela", "otra accion por los mismos hechos")
	// orders end rulings, which greet no court.
	orders = phrases("notifiquese", "cumplase", "comuniquese")
)

func says(s string, phrases [][]string) bool {
	words := folded(s)
	for i := range words {
		if slices.ContainsFunc(phrases, func(p []string) bool { return beginsWith(words[i:], p) }) {
			return true
		}
	}
	return false
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
