package document

import (
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/ner"
)

// Source is where a page's text came from.
type Source string

const (
	TextLayer Source = "text" // the PDF's own text
	OCR       Source = "ocr"  // recognised from the picture of the page
)

// Reading is the text of a file, page by page.
type Reading struct {
	Pages []Page
}

// Page is the text of one page with its positions.
type Page struct {
	Number     int // from 1
	Source     Source
	DPI        int     // at which it was recognised; 0 for a text layer
	Width      float64 // of the page, in points of 1/72 inch, as displayed
	Height     float64
	Text       string  // NFC, lines ended by \n
	Confidence float64 // 0 to 1; 0 when IsEmpty
	Words      []Word  // in reading order
	Millis     int64   // time it took
	Turn       int     // quarter turns clockwise that bring its lines upright, 0 to 3
	Unreadable bool    // damaged: without text, confidence 0
	Unread     bool    `json:",omitempty"` // left out, because the document took too long; no reader sends it
	Blank      bool    // an intact file draws nothing on it: no text, image or line

	Attachments []string // see PageLayer
	AdobeForm   bool
	Hidden      bool // see PageLayer

	Emended []Emendation // of what was recognised, in order
	Steps   []string     // taken to prepare the picture, in order; "second_pass" when what counts is its second reading
}

// Emendation is a word corrected after recognition, because this page or an earlier one proves the
// error. Start and End are the position of To in the page's text, in code points.
type Emendation struct {
	Start, End int
	From, To   string
	Rule       string // the kind of evidence: "accent", "digit", "at", "bar", "second_look", "bullet"
}

// Word is a word of a page. Start and End count code points of the page's text.
type Word struct {
	Text       string
	Box        Box
	Confidence float64 // 0 to 1
	Start, End int
}

// Box is a rectangle on a page: points of 1/72 inch from the upper left corner
// of the page as displayed.
type Box struct {
	X0, Y0, X1, Y1 float64
}

// Union returns the smallest box around both.
func (b Box) Union(o Box) Box {
	return Box{min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)}
}

// Recognised returns the spans of Text that come from pages which were recognised.
func (r Reading) Recognised() []ner.Span {
	return ner.RecognisedPages(len(r.Pages), func(i int) (string, bool) { return r.Pages[i].Text, r.Pages[i].Source == OCR })
}

// PageBreak stands between the texts of two pages.
const PageBreak = "\f"

// Text returns the text of all pages with PageBreak between them.
func (r Reading) Text() string {
	texts := make([]string, len(r.Pages))
	for i, p := range r.Pages {
		texts[i] = p.Text
	}
	return strings.Join(texts, PageBreak)
}

// PageInfos returns what a document keeps of the pages.
func (r Reading) PageInfos() []PageInfo {
	infos := make([]PageInfo, len(r.Pages))
	start := 0
	for i, p := range r.Pages {
		end := start + utf8.RuneCountInString(p.Text)
		infos[i] = PageInfo{Number: p.Number, Source: p.Source, DPI: p.DPI, Confidence: p.Confidence, Empty: p.IsEmpty(), Blank: p.Blank,
			Unread: p.Unread, Start: start, End: end, Attachments: p.Attachments, AdobeForm: p.AdobeForm, Hidden: p.Hidden}
		start = end + utf8.RuneCountInString(PageBreak)
	}
	return infos
}

// Confidence is the mean of the pages' confidences, weighted by the length of
// their text. Pages that are empty do not count; 0 when all are.
func (r Reading) Confidence() float64 {
	var sum, weight float64
	for _, p := range r.Pages {
		if p.IsEmpty() {
			continue
		}
		w := float64(len(p.Text))
		sum += w * p.Confidence
		weight += w
	}
	if weight == 0 {
		return 0
	}
	return sum / weight
}

// PageLayer is a page as the PDF describes it, before any recognition.
type PageLayer struct {
	Width, Height float64 // points of 1/72 inch, as displayed
	Text          string  // NFC, lines ended by \n
	Words         []Word
	Images        []PlacedImage
	Attachments   []string // names of the files within the page, and on page 1 within the document; at most MaxAttachments+1
	AdobeForm     bool     // on page 1: an XFA form, of which only Adobe's programs show more than a placeholder
	Outlines      int      // drawn shapes that are no rectangles; letters may be drawn so, without a font
	Hidden        bool     // the page has words that nobody sees, which are not in Text
}

// PlacedImage is a raster image on a page.
type PlacedImage struct {
	Box              Box
	PixelsX, PixelsY int // of the image as stored
}

// Recognized is the text of a page image.
type Recognized struct {
	Text       string  // NFC, lines ended by \n, paragraphs by an empty line
	Words      []Word  // boxes in pixels of the image; Start and End count code points of Text
	Confidence float64 // 0 to 1; mean over the words, by length

	Emended []Emendation // none before the text is mended
}
