package intake

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

// reading returns a reading of pages whose words stand on lines of 20 points,
// 10 points a letter.
func reading(texts ...string) document.Reading {
	var r document.Reading
	for i, text := range texts {
		p := document.Page{Number: i + 1, Source: document.OCR, Text: text, Confidence: 0.9}
		offset := 0
		for l, line := range strings.Split(text, "\n") {
			x := 0
			for _, word := range strings.SplitAfter(line, " ") {
				n := utf8.RuneCountInString(strings.TrimRight(word, " "))
				if n > 0 {
					p.Words = append(p.Words, document.Word{Text: strings.TrimRight(word, " "), Start: offset + x, End: offset + x + n,
						Box: document.Box{X0: float64(10 * x), Y0: float64(20 * l), X1: float64(10 * (x + n)), Y1: float64(20*l + 15)}})
				}
				x += utf8.RuneCountInString(word)
			}
			offset += utf8.RuneCountInString(line) + 1
		}
		r.Pages = append(r.Pages, p)
	}
	return r
}

func TestEntitiesAreLocatedOnThePaper(t *testing.T) {
	r := reading("Señor juez", "Yo, ANA LÓPEZ\nRUIZ, acciono")
	text := r.Text()
	infos := r.PageInfos()
	span := func(s string) ner.Entity {
		start := utf8.RuneCountInString(text[:strings.Index(text, s)])
		return ner.Entity{Raw: s, Start: start, End: start + utf8.RuneCountInString(s)}
	}
	box := func(x0, y0, x1, y1 float64) document.Box { return document.Box{X0: x0, Y0: y0, X1: x1, Y1: y1} }
	for _, c := range []struct {
		rule   string
		entity ner.Entity
		page   int
		boxes  []document.Box
	}{
		{"a word on the first page", span("juez"), 1, []document.Box{box(60, 0, 100, 15)}},
		{"words of one line share a box, the next line has its own", span("ANA LÓPEZ\nRUIZ"), 2,
			[]document.Box{box(40, 0, 130, 15), box(0, 20, 50, 35)}},
		{"beyond the text there is no page", ner.Entity{Start: 1000, End: 1001}, 0, nil},
	} {
		all, err := locate([]ner.Entity{c.entity}, infos, func(page int) ([]document.Word, error) { return r.Pages[page].Words, nil })
		if err != nil {
			t.Fatal(err)
		}
		got := all[0]
		if got.Page != c.page || len(got.Boxes) != len(c.boxes) {
			t.Errorf("%s: page %d, boxes %v", c.rule, got.Page, got.Boxes)
			continue
		}
		for i := range c.boxes {
			if got.Boxes[i] != c.boxes[i] {
				t.Errorf("%s: box %d is %v, want %v", c.rule, i, got.Boxes[i], c.boxes[i])
			}
		}
	}
}

func TestPagesTileTheText(t *testing.T) {
	r := reading("Señor", "", "á b")
	runes := []rune(r.Text())
	for i, info := range r.PageInfos() {
		if got := string(runes[info.Start:info.End]); got != r.Pages[i].Text {
			t.Errorf("page %d is %q, want %q", info.Number, got, r.Pages[i].Text)
		}
	}
}
