package intake

import (
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/sanitize"
)

// Clean returns a reading with sanitised text, whatever the PDF contains. It sanitises each page
// and then the whole. Words keep their boxes and get their new offsets; words that sanitising
// removed are dropped.
func Clean(r document.Reading) document.Reading {
	pages := make([]document.Page, len(r.Pages))
	for i, p := range r.Pages {
		if text := sanitize.Text(p.Text); text != p.Text {
			p.Words, p.Text = relocated(p.Words, text), text
		}
		pages[i] = p
	}
	r.Pages = pages
	if !harmless(r) {
		spaceBrackets(r) // something may begin on one page and continue on the next
	}
	return r
}

// harmless reports whether the pages together need no more cleaning. A page break is shown as
// white space.
func harmless(r document.Reading) bool {
	text := strings.ReplaceAll(r.Text(), document.PageBreak, "\n")
	return sanitize.Text(text) == text
}

// spaceBrackets inserts a space behind each < that no > of its page follows. If that is not enough, it
// does so behind every <. No tag begins with "< ".
func spaceBrackets(r document.Reading) {
	for _, all := range []bool{false, true} {
		for i, p := range r.Pages {
			from := 0
			if !all {
				from = strings.LastIndexByte(p.Text, '>') + 1
			}
			if text := p.Text[:from] + strings.ReplaceAll(p.Text[from:], "<", "< "); text != p.Text {
				r.Pages[i].Words, r.Pages[i].Text = relocated(p.Words, text), text
			}
		}
		if harmless(r) {
			return
		}
	}
}

// relocated returns words with their offsets in the sanitised text. It searches each word from the
// end of the previous one, as far ahead as the words between them, which may have been removed,
// took up.
func relocated(words []document.Word, text string) []document.Word {
	const slack = 16 // bytes
	var kept []document.Word
	at, points := 0, 0 // the same position in bytes and in code points
	reach := slack
	for _, w := range words {
		w.Text = sanitize.Text(w.Text)
		window := text[at:min(len(text), at+reach+len(w.Text))]
		i := strings.Index(window, w.Text)
		if i < 0 || w.Text == "" {
			reach += 2*len(w.Text) + slack
			continue
		}
		points += utf8.RuneCountInString(window[:i])
		w.Start, w.End = points, points+utf8.RuneCountInString(w.Text)
		kept = append(kept, w)
		at, points, reach = at+i+len(w.Text), w.End, slack
	}
	return kept
}
