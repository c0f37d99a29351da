package pdftext

import (
	"image"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ocrfix/email"
	"github.com/cotejo/cotejo/core/scanprep"
	"github.com/cotejo/cotejo/ports"
)

const (
	drawnDPI   = 300        // for pages that are no scan
	lowDPI     = 160        // scans below it are enlarged by a third …
	lowestDPI  = 120        // … and below that doubled
	highDPI    = 400        // scans above it are brought to drawnDPI
	maxPixels  = 20_000_000 // of a picture to recognise
	scanPixels = 12_000_000 // up to here a scan of any resolution keeps its own

	reducedDPI = 280  // from here on a picture is read at two thirds of its resolution first
	legible    = 0.85 // confidence from which on that is kept

	// A page is also read the other way up when confidence in it is below
	// doubtful and page.Orientation.Upright below surely; and below legible when
	// its letters made it look upside down, for that is rare. Where Upright is
	// below clearly then, a strip of it tells first.
	doubtful = 0.6
	surely   = 0.5
	clearly  = 0.35

	// A page is read a second time, prepared in another way, when confidence in
	// its prose is below well; or, of one that was smoothed before and would look
	// nearly the same, below ill.
	well = 0.89
	ill  = 0.75

	// So it is when so much of the ink that could be text lies outside of all
	// words that lines may have been passed over.
	passedOver = 0.02
)

// recognize draws a page, prepares its picture and reads it. With an error the
// page holds its size alone.
func (r *Reader) recognize(doc ports.PDFDocument, n int, layer document.PageLayer, before document.Memory) (document.Page, error) {
	p := document.Page{Source: document.OCR, Width: layer.Width, Height: layer.Height}
	img, err := doc.Render(n, resolution(layer))
	if err != nil {
		return p, err
	}
	size := img.Rect.Size()
	if p.Width <= 0 || p.Height <= 0 { // the layer was unreadable
		p.Width, p.Height = float64(size.X)*72/drawnDPI, float64(size.Y)*72/drawnDPI
	}
	perPoint := float64(size.X) / p.Width // pixels
	p.DPI = int(math.Round(perPoint * 72))
	dpi := believable(p.DPI, size)
	clean := scanprep.Clean(img, r.options.Without...)
	o := scanprep.Orient(clean.Image)
	if o.Blank {
		p.Blank = drawsNothing(layer, img) && doc.Sound()
		return p, nil
	}
	if o.Turn >= 2 && o.Upright < clearly {
		o = r.sampled(clean, o, dpi)
	}
	best, prepared, err := r.attempt(clean, o, dpi, dpi >= reducedDPI)
	if err != nil {
		return p, err
	}
	if dpi >= reducedDPI && best.Confidence < legible { // small print?
		other, otherPrepared, err := r.attempt(clean, o, dpi, false)
		if err == nil && weight(other) > weight(best) {
			best, prepared = other, otherPrepared
		}
	}
	if overturned := o.Turn >= 2; best.Confidence < doubtful && o.Upright < surely || overturned && best.Confidence < legible {
		other, otherPrepared, err := r.attempt(clean, o.Over(), dpi, dpi >= reducedDPI)
		if err == nil && weight(other) > weight(best) {
			best, prepared, o = other, otherPrepared, o.Over()
		}
	}
	if again := prepareAgain(clean, o, best, prepared); again != nil && !slices.Contains(r.options.Without, SecondPass) {
		other, otherPrepared, err := r.secondPass(again, dpi)
		if err == nil && weight(other) > weight(best) {
			best, prepared = other, otherPrepared
		}
	}
	best = r.mended(best, prepared, before)
	for _, s := range prepared.Steps {
		p.Steps = append(p.Steps, string(s))
	}
	p.Text, p.Confidence, p.Emended = best.Text, best.Confidence, best.Emended
	p.Turn = (prepared.Found.Turn%4 + 4) % 4
	p.Words = placed(best.Words, prepared, perPoint)
	return p, nil
}

// drawsNothing reports whether a page has no text and no image, and its drawing is
// wholly white.
func drawsNothing(layer document.PageLayer, img *image.Gray) bool {
	return layer.Width > 0 && len(layer.Words)+len(layer.Images) == 0 && // width 0: the layer was unreadable
		!slices.ContainsFunc(img.Pix, func(gray byte) bool { return gray != 255 })
}

// sampled decides whether a page whose letters hardly make it look upside down
// is so: by reading a strip of it, and the other way up unless it is well read, for
// that is rare, and reading all of it in vain is dear.
func (r *Reader) sampled(clean *scanprep.Prepared, o scanprep.Orientation, dpi int) scanprep.Orientation {
	const (
		share  = 20 // of the page's height: two or three lines
		enough = 10 // words
	)
	picture := clean.Straighten(o).Image
	strip := picture.SubImage(scanprep.Densest(picture, picture.Rect.Dy()/share)).(*image.Gray)
	as, err := r.deps.OCR.Recognize(strip, dpi)
	if err == nil && as.Confidence >= doubtful && len(as.Words) >= enough { // upside down it is far below
		return o
	}
	over, errOver := r.deps.OCR.Recognize(scanprep.Turn(strip, 2), dpi)
	if err == nil && errOver == nil && weight(over) > weight(as) {
		return o.Over()
	}
	return o
}

// attempt reads a cleaned picture that lies as o says.
func (r *Reader) attempt(clean *scanprep.Prepared, o scanprep.Orientation, dpi int, reduce bool) (document.Recognized, *prepared, error) {
	ready := handed(clean.Straighten(o), dpi)
	switch {
	case reduce:
		ready.reduce()
	case dpi < lowDPI && len(ready.picture.Pix)*4 <= maxPixels:
		ready.enlarge()
		if dpi >= lowestDPI {
			ready.reduce()
		}
	}
	rec, err := r.deps.OCR.Recognize(ready.picture, ready.dpi())
	return rec, ready, err
}

// prepareAgain returns a page prepared for a second reading, or nil where none is needed: smoothed and
// straightened if it was read badly or nothing was read where text stands, straightened if text was
// passed over.
func prepareAgain(clean *scanprep.Prepared, o scanprep.Orientation, read document.Recognized, as *prepared) *scanprep.Prepared {
	least := well
	if slices.Contains(clean.Steps, scanprep.Smoothed) {
		least = ill
	}
	unread := len(read.Words) == 0
	switch {
	case !unread && confidenceInProse(read) < least:
		return clean.Otherwise(o)
	case scanprep.Unread(as.picture, boxesOf(read.Words)) < passedOver:
		return nil
	case unread:
		return clean.Otherwise(o)
	case slices.Contains(as.Steps, scanprep.Straightened):
		return clean.Otherwise(o)
	}
	return clean.Square(o)
}

// confidenceInProse leaves out addresses, which the page's model reads with little
// confidence on any picture: lookAgain reads them better.
func confidenceInProse(r document.Recognized) float64 {
	sum, length := 0.0, 0.0
	for _, w := range r.Words {
		if !addressed.MatchString(w.Text) {
			n := float64(utf8.RuneCountInString(w.Text))
			sum, length = sum+n*w.Confidence, length+n
		}
	}
	if length == 0 {
		return r.Confidence
	}
	return sum / length
}

func boxesOf(words []document.Word) []image.Rectangle {
	boxes := make([]image.Rectangle, len(words))
	for i, w := range words {
		boxes[i] = image.Rect(int(w.Box.X0), int(w.Box.Y0), int(math.Ceil(w.Box.X1)), int(math.Ceil(w.Box.Y1)))
	}
	return boxes
}

// secondPass reads a page once more; of low resolution twice as large. It takes
// about as long as the first.
func (r *Reader) secondPass(p *scanprep.Prepared, dpi int) (document.Recognized, *prepared, error) {
	ready := handed(p, dpi)
	ready.Steps = append(ready.Steps, SecondPass)
	switch {
	case dpi >= reducedDPI:
		ready.reduce()
	case dpi < lowDPI && len(ready.picture.Pix)*4 <= maxPixels:
		ready.enlarge()
	}
	rec, err := r.deps.OCR.Recognize(ready.picture, ready.dpi())
	return rec, ready, err
}

// mended corrects what was recognised, looking again where it is doubtful.
func (r *Reader) mended(rec document.Recognized, p *prepared, before document.Memory) document.Recognized {
	if slices.Contains(r.options.Without, Mended) {
		return rec
	}
	names := namesOf(rec, before)
	var seen map[int]sight
	if !slices.Contains(r.options.Without, Reread) {
		seen = rereadDoubtful(rec, p.picture, p.dpi(), r.deps.OCR, names)
	}
	return mend(rec, seen)
}

// namesOf are the names of a page and of those before it: a paper names who files it
// at its head, and the address is at its end.
func namesOf(r document.Recognized, before document.Memory) email.Names {
	var paragraphs [][]string
	for _, text := range append(before[:len(before):len(before)], r.Text) {
		for p := range strings.SplitSeq(text, "\n\n") {
			paragraphs = append(paragraphs, strings.Fields(p))
		}
	}
	return email.NewNames(paragraphs...)
}

// prepared is a prepared picture, and how it was handed to the engine.
type prepared struct {
	*scanprep.Prepared
	picture *image.Gray
	scale   float64 // pixels of picture for one of Image
	pageDPI int     // of Image
}

func handed(p *scanprep.Prepared, dpi int) *prepared {
	return &prepared{Prepared: p, picture: p.Image, scale: 1, pageDPI: dpi}
}

func (p *prepared) reduce() {
	p.picture = scanprep.Reduce(p.picture)
	p.scale *= 2. / 3
}

func (p *prepared) enlarge() {
	p.picture = scanprep.Enlarge(p.picture)
	p.scale *= 2
}

// dpi is the resolution of the picture.
func (p *prepared) dpi() int { return int(math.Round(float64(p.pageDPI) * p.scale)) }

// weight is how much sure text was recognised.
func weight(r document.Recognized) float64 {
	sum := 0.0
	for _, w := range r.Words {
		sum += float64(len(w.Text)) * w.Confidence
	}
	return sum * r.Confidence
}

// placed moves words from pixels of the prepared picture to points of the page.
func placed(words []document.Word, p *prepared, perPoint float64) []document.Word {
	for i, w := range words {
		b := w.Box
		x0, y0 := p.Back(b.X0/p.scale, b.Y0/p.scale)
		moved := document.Box{X0: x0, Y0: y0, X1: x0, Y1: y0}
		for _, corner := range [][2]float64{{b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
			x, y := p.Back(corner[0]/p.scale, corner[1]/p.scale)
			moved = moved.Union(document.Box{X0: x, Y0: y, X1: x, Y1: y})
		}
		words[i].Box = document.Box{X0: moved.X0 / perPoint, Y0: moved.Y0 / perPoint,
			X1: moved.X1 / perPoint, Y1: moved.Y1 / perPoint}
	}
	return words
}

// resolution is at how many dots per inch to draw a page: a scan at its own,
// because resampling blurs letters; anything else at drawnDPI.
func resolution(l document.PageLayer) float64 {
	var scan document.PlacedImage
	area := 0.0
	for _, im := range l.Images {
		if a := shownArea(im.Box, l); a > area && im.PixelsX > 0 && im.PixelsY > 0 {
			scan, area = im, a
		}
	}
	pageArea := l.Width * l.Height
	if pageArea <= 0 {
		return drawnDPI
	}
	dpi := float64(drawnDPI)
	if area >= pictureFills*pageArea || coverage(l) >= pictureFills {
		box := (scan.Box.X1 - scan.Box.X0) * (scan.Box.Y1 - scan.Box.Y0)
		dpi = 72 * math.Sqrt(float64(scan.PixelsX)*float64(scan.PixelsY)/box)
	}
	pixels := pageArea / (72 * 72) * dpi * dpi
	if dpi > highDPI && pixels > scanPixels {
		dpi, pixels = drawnDPI, pixels*drawnDPI*drawnDPI/(dpi*dpi)
	}
	if pixels > maxPixels {
		dpi *= math.Sqrt(maxPixels / pixels)
	}
	return dpi
}

// believable is the resolution to tell the engine: that of the picture, unless
// the page's declared size cannot be a sheet of paper's; then what it would be
// on a letter-sized sheet.
func believable(dpi int, size image.Point) int {
	if dpi >= 90 && dpi <= 650 {
		return dpi
	}
	const letterWidth, letterHeight = 8.5, 11
	short, long := float64(min(size.X, size.Y)), float64(max(size.X, size.Y))
	return int(max(90, min(max(short/letterWidth, long/letterHeight), 600)))
}
