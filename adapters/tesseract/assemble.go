package tesseract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/otiai10/gosseract/v2"
	"golang.org/x/text/unicode/norm"

	"github.com/cotejo/cotejo/core/document"
)

// assemble puts the recognised words into one text: a space between words, \n
// after a line, an empty line between paragraphs. Text and words come from the
// same pass, so that every word is at its offsets.
func assemble(boxes []gosseract.BoundingBox) document.Recognized {
	var (
		r           document.Recognized
		text        strings.Builder
		runes       int
		last        gosseract.BoundingBox
		sum, weight float64
	)
	write := func(s string) {
		text.WriteString(s)
		runes += utf8.RuneCountInString(s)
	}
	for _, b := range boxes {
		word := clean(b.Word)
		if word == "" {
			continue
		}
		switch {
		case runes == 0:
		case b.BlockNum != last.BlockNum || b.ParNum != last.ParNum:
			write("\n\n")
		case b.LineNum != last.LineNum:
			write("\n")
		default:
			write(" ")
		}
		last = b
		start := runes
		write(word)
		confidence := min(max(b.Confidence/100, 0), 1)
		r.Words = append(r.Words, document.Word{
			Text: word,
			Box: document.Box{X0: float64(b.Box.Min.X), Y0: float64(b.Box.Min.Y),
				X1: float64(b.Box.Max.X), Y1: float64(b.Box.Max.Y)},
			Confidence: confidence, Start: start, End: runes,
		})
		n := float64(runes - start)
		sum += n * confidence
		weight += n
	}
	if runes > 0 {
		write("\n")
		r.Confidence = sum / weight
	}
	r.Text = text.String()
	return r
}

// clean removes what no page shows and composes accents.
func clean(word string) string {
	word = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, word)
	return norm.NFC.String(word)
}
