package pdftext

import (
	"github.com/cotejo/cotejo/core/document"
)

// Trust says which of a page's two texts to use.
type Trust int

const (
	TrustLayer   Trust = iota // the PDF's own text
	TrustPicture              // what is recognised
	TrustBetter               // recognise, then keep the better of both
)

// Reason says why a verdict fell; stable slugs, for logs and tests.
type Reason string

const (
	ReasonSound      Reason = "sound"
	ReasonSoundScan  Reason = "sound_scan"  // a scan whose hidden text reads well
	ReasonEmpty      Reason = "empty"       // no text
	ReasonThin       Reason = "thin"        // a picture fills the page, and there is next to no text
	ReasonUnmapped   Reason = "unmapped"    // characters without Unicode: U+FFFD, "(cid:"
	ReasonNoLetters  Reason = "no_letters"  // mostly punctuation and signs
	ReasonDropped    Reason = "dropped"     // accented letters are missing: "accin", "cdula"
	ReasonNoSpaces   Reason = "no_spaces"   // words run together
	ReasonNoLanguage Reason = "no_language" // not one frequent word: another alphabet's codes
	ReasonShifted    Reason = "shifted"     // lines of unusual letters: a font says its codes wrongly
	ReasonSpaced     Reason = "spaced"      // the hidden text of a scan has blanks between letters
	ReasonMisread    Reason = "misread"     // the hidden text of a scan, badly recognised by another machine
	ReasonForced     Reason = "forced"
)

// Verdict says how to get the text of a page.
type Verdict struct {
	Trust      Trust
	Reason     Reason
	Confidence float64 // in the text layer, should it be used
}

// Limits of the verdict. They separate the pages of judge_test.go, taken from
// real filings and from the ways in which text layers are known to break.
const (
	pictureFills   = 0.5  // share of the page from which on a picture is a scan
	thinWords      = 30   // fewer on a scan are a stamp or a header, not its text
	maxUnmapped    = 0.01 // share of characters
	tornWords      = 2    // words with letters that stand for nothing among others
	minLettering   = 0.6  // share of letters and digits among visible characters
	droppedWords   = 2    // words that only exist without their accented letter
	runTogether    = 25   // letters; longer words are several
	maxRunTogether = 0.2  // share of letters in such words
	languageWords  = 40   // from here on some frequent word must appear
	shiftedLines   = 2    // lines of unusual letters
	spacedLetters  = 8    // letters and digits that stand alone in runs, on a scan: a name or a number in pieces
	misreadWords   = 2    // words that no one writes, …
	maxMisread     = .008 // … and their share, from which on a scan is recognised again; printed pages stay below .002
	leastFrequent  = 0.12 // share of frequent words; upside down it is .10, printed pages have .16 to .44
	scanTrust      = 0.9  // confidence in the hidden text of a scan: another machine recognised it
	badTrust       = 0.5  // confidence in a layer that looked bad and still was the better one
)

// Judge decides about a page by its text layer and pictures.
func Judge(l document.PageLayer) Verdict {
	q := measure(l)
	scan := coverage(l) >= pictureFills
	switch {
	case q.visible == 0:
		return Verdict{TrustPicture, ReasonEmpty, 0}
	case q.unmapped > maxUnmapped || q.torn >= tornWords:
		return Verdict{TrustPicture, ReasonUnmapped, badTrust}
	case scan && len(l.Words) < thinWords:
		return Verdict{TrustPicture, ReasonThin, badTrust}
	case q.lettering < minLettering:
		return Verdict{TrustBetter, ReasonNoLetters, badTrust}
	case q.dropped >= droppedWords:
		return Verdict{TrustPicture, ReasonDropped, badTrust}
	case q.runTogether > maxRunTogether:
		return Verdict{TrustPicture, ReasonNoSpaces, badTrust}
	case q.wordCount >= languageWords && q.frequent == 0:
		return Verdict{TrustBetter, ReasonNoLanguage, badTrust}
	case q.shifted >= shiftedLines:
		return Verdict{TrustBetter, ReasonShifted, badTrust}
	case scan && q.spaced >= spacedLetters:
		return Verdict{TrustPicture, ReasonSpaced, badTrust}
	case scan && q.hasMisread():
		return Verdict{TrustBetter, ReasonMisread, badTrust}
	case scan:
		return Verdict{TrustLayer, ReasonSoundScan, scanTrust}
	}
	return Verdict{TrustLayer, ReasonSound, 1}
}

// hasMisread reports whether a text looks like a bad recognition.
func (q quality) hasMisread() bool {
	words := float64(q.wordCount)
	return q.misread >= misreadWords && float64(q.misread) >= maxMisread*words ||
		q.wordCount >= languageWords && float64(q.frequent) < leastFrequent*words
}

// coverage is the share of the page under raster images. Scans come as one
// image or as strips: overlaps count twice, up to the whole page.
func coverage(l document.PageLayer) float64 {
	page := l.Width * l.Height
	if page <= 0 {
		return 0
	}
	sum := 0.0
	for _, im := range l.Images {
		sum += shownArea(im.Box, l)
	}
	return min(1, sum/page)
}

// shownArea is the area of a box that lies on the page.
func shownArea(b document.Box, l document.PageLayer) float64 {
	w := min(b.X1, l.Width) - max(b.X0, 0)
	h := min(b.Y1, l.Height) - max(b.Y0, 0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// isBetter reports whether a text layer is better than the recognised text.
func isBetter(l document.PageLayer, v Verdict, recognized document.Page) bool {
	if v.Trust == TrustPicture {
		// Recognition that found nothing to speak of is worth less than a bad layer.
		return len(recognized.Words) == 0 && len(l.Words) > 0 && v.Reason != ReasonForced
	}
	return recognized.Confidence < v.Confidence || len(recognized.Text)*2 < len(l.Text)
}
