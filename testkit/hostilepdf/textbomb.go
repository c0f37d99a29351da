package hostilepdf

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// TextBomb returns a PDF of so many pages of so many words each, some eight bytes
// a word. Where it is small, all pages share one content; otherwise each has its own.
func TextBomb(pages, words int, small bool) []byte {
	f := newFile()
	rng := rand.New(rand.NewPCG(1, uint64(pages)))
	var kids strings.Builder
	content := 0
	for n := range pages {
		if n == 0 || !small {
			content = f.addStream("/Filter /FlateDecode", flate([]byte(wordsOf(rng, words)), 1))
		}
		page := f.add(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents %d 0 R /MediaBox [0 0 8000 %d] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
			content, 40+14*(words/wordsPerLine+1)))
		fmt.Fprintf(&kids, "%d 0 R ", page)
	}
	f.set(2, fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", pages, kids.String()))
	return f.bytes()
}

// HeavyPages returns a small PDF of so many pages, each of which unpacks to a megabyte of
// strokes and has a line to read.
func HeavyPages(pages int) []byte {
	f := newFile()
	const stroke = "9 9 m 10 10 l S\n"
	lines := strings.Repeat(stroke, 64<<10/len(stroke))
	f.stream(4, "/Filter /FlateDecode", flate([]byte(lines), 16))
	text := f.addStream("", []byte(legible))
	var kids strings.Builder
	for range pages {
		page := f.add(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents [%d 0 R 4 0 R] /MediaBox [0 0 612 792] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>", text))
		fmt.Fprintf(&kids, "%d 0 R ", page)
	}
	f.set(2, fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", pages, kids.String()))
	return f.bytes()
}

const wordsPerLine = 100

// wordsOf draws words that nobody has said before, line by line, and numbers among
// them that look like those of people.
func wordsOf(rng *rand.Rand, words int) string {
	syllables := strings.Fields("ba ce di fo gu la me ni po ru sa te vi lo ma ne")
	var b strings.Builder
	fmt.Fprintf(&b, "BT /F1 12 Tf 14 TL 20 %d Td\n", 20+14*(words/wordsPerLine+1))
	for n := range words {
		if n%wordsPerLine == 0 {
			b.WriteString("(")
		}
		switch {
		case n%50 == 49:
			fmt.Fprintf(&b, "C.C. %d ", 10_000_000+rng.IntN(80_000_000))
		default:
			for range 2 + rng.IntN(4) {
				b.WriteString(syllables[rng.IntN(len(syllables))])
			}
			b.WriteString(" ")
		}
		if n%wordsPerLine == wordsPerLine-1 || n == words-1 {
			b.WriteString(") Tj T*\n")
		}
	}
	b.WriteString("ET\n")
	return b.String()
}
