package mupdf

/*
#include "bridge.h"
*/
import "C"

import (
	"image"
	"iter"
	"math"
	"unicode"
	"unsafe"

	"github.com/cotejo/cotejo/core/document"
)

// A page may have text that nobody sees: white on white, invisible, tiny, or under a box. What
// the file says of a character makes it suspect, at almost no cost. Only a page with suspects is
// drawn, and a suspect word without ink in its place is left out of the layer. The hidden text of
// a scan is an OCR layer: it stays.
const (
	visibilityDPI = 100
	leastContrast = 12    // of 255, between the lightest and the darkest point of a letter that is seen
	fullContrast  = 40    // of 255, between text and background: from here on text is seen
	lightInk      = 190   // of 255, in all channels: such text may vanish on a picture
	tinyText      = 2     // height of a character in points
	tinyShare     = .0025 // of the shorter side of the page, which may be drawn smaller than it is printed
	scanShare     = 0.5   // of the page under pictures, and of its characters that are hidden, in a scan
	coveredShare  = 0.6   // of a character under a box
	leastHidden   = 4     // letters and digits without ink that are worth a warning

	maxCompared = 100_000_000 // pixels of glyphs, on a hostile page
)

// suspicion is why a character may not be seen; zero is none.
type suspicion uint8

const (
	layerText suspicion = 1 << iota // neither filled nor stroked, or drawn before the picture over it
	inkless                         // its ink may be lost, on a background or under a box
	tiny
)

// visibility finds the characters of a page that nobody sees.
type visibility struct {
	paints        []C.bridge_paint
	texts         []C.bridge_paint_text
	incomplete    bool // there are more paints
	least         float64
	width, height float64
	bounds        C.fz_rect
	compared      int // pixels
}

// glyph is a character of a page.
type glyph struct {
	r         rune
	box       document.Box
	suspicion suspicion
	isSpace   bool
	word      int // number of its run of suspects, from 1
}

// unseen returns which characters of a page nobody sees, by their number; nil for none. draw
// returns the picture of the page. isHidden reports whether they are words, and not dots.
func unseen(text *C.fz_stext_page, noted *C.bridge_paints, draw func() (*image.RGBA, error)) (hidden []bool, isHidden bool) {
	v := visibility{bounds: text.mediabox, incomplete: noted.more != 0,
		paints: unsafe.Slice(noted.paints, int(noted.count)), texts: unsafe.Slice(noted.texts, int(noted.text_count))}
	v.width, v.height = float64(v.bounds.x1-v.bounds.x0), float64(v.bounds.y1-v.bounds.y0)
	v.least = min(tinyText, tinyShare*min(v.width, v.height))
	if !v.hasSuspects(text) {
		return nil, false
	}
	glyphs, suspects := v.glyphs(text)
	if suspects == 0 {
		return nil, false
	}
	picture, err := draw()
	if err != nil {
		return nil, false // nothing is known: the layer is what there is
	}
	return v.leftOut(glyphs, picture)
}

// hasSuspects reports whether a page has a character that may not be seen.
func (v *visibility) hasSuspects(text *C.fz_stext_page) bool {
	for ch := range characters(text) {
		if r := rune(ch.c); !isBlank(r) && v.suspect(ch, quadBox(ch.quad, v.bounds)) != 0 {
			return true
		}
	}
	return false
}

// glyphs returns the characters of a page and how many are suspect.
func (v *visibility) glyphs(text *C.fz_stext_page) (all []glyph, suspects int) {
	layer, visible, word := 0, 0, 0
	for ch, beginsLine := range characters(text) {
		g := glyph{r: rune(ch.c), box: quadBox(ch.quad, v.bounds)}
		g.isSpace = isBlank(g.r)
		if beginsLine || g.isSpace {
			word++
		}
		if !g.isSpace {
			g.suspicion = v.suspect(ch, g.box)
		}
		if g.suspicion != 0 {
			g.word = word
			suspects++
		}
		switch {
		case g.isSpace:
		case g.suspicion&layerText != 0:
			layer++
		default:
			visible++
		}
		all = append(all, g)
	}
	if layer > 0 && float64(layer) >= scanShare*float64(layer+visible) && v.pictured() >= scanShare {
		for i := range all {
			if all[i].suspicion&layerText != 0 {
				all[i].suspicion, all[i].word = 0, 0
				suspects--
			}
		}
	}
	return all, suspects
}

// isBlank reports whether a character has no ink.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == 0 || ignorable(r) }

// characters yields the first maxChars characters of a page, and whether they begin a line.
func characters(text *C.fz_stext_page) iter.Seq2[*C.fz_stext_char, bool] {
	return func(yield func(*C.fz_stext_char, bool) bool) {
		count := 0
		for block := text.first_block; block != nil; block = block.next {
			if block._type != C.FZ_STEXT_BLOCK_TEXT {
				continue
			}
			for line := C.bridge_first_line(block); line != nil; line = line.next {
				for ch := line.first_char; ch != nil && count < maxChars; ch = ch.next {
					if !yield(ch, ch == line.first_char) {
						return
					}
					count++
				}
			}
		}
	}
}

// pictured is the share of the page under pictures.
func (v *visibility) pictured() float64 {
	sum := 0.0
	for _, p := range v.paints {
		if p.kind == C.BRIDGE_PICTURE {
			b := box(p.box, v.bounds)
			sum += max(0, min(b.X1, v.width)-max(b.X0, 0)) * max(0, min(b.Y1, v.height)-max(b.Y0, 0))
		}
	}
	return sum / (v.width * v.height)
}

// suspect returns why a character may not be seen.
func (v *visibility) suspect(ch *C.fz_stext_char, b document.Box) (s suspicion) {
	if ch.flags&(C.FZ_STEXT_FILLED|C.FZ_STEXT_STROKED) == 0 {
		return layerText
	}
	if float64(ch.size) < v.least {
		s |= tiny
	}
	number := int(ch.argb & 0xffffff)
	if ch.flags&C.FZ_STEXT_CLIPPED != 0 || number >= len(v.texts) {
		return s // what fills it is another paint
	}
	text := v.texts[number]
	if v.incomplete || text.alpha < 0.1 {
		s |= inkless
	}
	before := min(int(text.before), len(v.paints))
	if v.isFaint(uint32(text.rgb), b, v.paints[:before]) {
		s |= inkless
	}
	for _, p := range v.paints[before:] {
		if share := sharedWith(b, box(p.box, v.bounds)); share < coveredShare {
			continue
		}
		if p.kind == C.BRIDGE_PICTURE {
			s |= layerText
		} else {
			s |= inkless
		}
	}
	return s
}

// isFaint reports whether ink in this colour may be lost on the last of the paints below it.
func (v *visibility) isFaint(ink uint32, b document.Box, below []C.bridge_paint) bool {
	for i := len(below) - 1; i >= 0; i-- {
		p := below[i]
		if sharedWith(b, box(p.box, v.bounds)) < coveredShare {
			continue
		}
		if p.kind == C.BRIDGE_RECTANGLE {
			return contrast(ink, uint32(p.rgb)) < fullContrast
		}
		return 255-contrast(ink, 0xffffff) >= lightInk
	}
	return contrast(ink, 0xffffff) < fullContrast
}

// contrast is the largest difference of two colours in a channel.
func contrast(a, b uint32) int {
	most := 0
	for shift := 0; shift < 24; shift += 8 {
		x, y := int(a>>shift&255), int(b>>shift&255)
		most = max(most, x-y, y-x)
	}
	return most
}

// sharedWith is the share of b that lies within o.
func sharedWith(b, o document.Box) float64 {
	area := (b.X1 - b.X0) * (b.Y1 - b.Y0)
	w, h := min(b.X1, o.X1)-max(b.X0, o.X0), min(b.Y1, o.Y1)-max(b.Y0, o.Y0)
	if w <= 0 || h <= 0 || area <= 0 {
		return 0
	}
	return w * h / area
}

// leftOut returns which glyphs are not seen on the picture of their page, word by word.
func (v *visibility) leftOut(glyphs []glyph, picture *image.RGBA) (hidden []bool, isHidden bool) {
	hidden = make([]bool, len(glyphs))
	seen := newGlyphGrid(glyphs)
	for _, g := range glyphs {
		if g.suspicion == 0 && !g.isSpace {
			v.blank(g.box, picture)
		}
	}
	lost := 0
	for i := 0; i < len(glyphs); i++ {
		if glyphs[i].word == 0 {
			continue
		}
		end := i + 1
		for end < len(glyphs) && glyphs[end].word == glyphs[i].word {
			end++
		}
		word := glyphs[i:end]
		repeated, is := v.isUnseen(word, seen, picture)
		for j := i; is && j < end; j++ {
			hidden[j] = true
			if !repeated && (unicode.IsLetter(glyphs[j].r) || unicode.IsDigit(glyphs[j].r)) {
				lost++
			}
		}
		i = end - 1
	}
	return hidden, lost >= leastHidden
}

// isUnseen reports whether nobody sees a word, and whether it repeats a word that is seen in its place, as shadows do.
func (v *visibility) isUnseen(word []glyph, seen glyphGrid, picture *image.RGBA) (repeated, is bool) {
	inked, under, same := 0, 0, 0
	isTiny := true
	for _, g := range word {
		isTiny = isTiny && g.suspicion&tiny != 0
		if other, found := seen.at(g.box); found {
			under++
			if other == g.r {
				same++
			}
		}
		if v.hasInk(g, picture) {
			inked++
		}
	}
	if 2*under > len(word) {
		return 2*same > len(word), true
	}
	return false, isTiny || 2*inked < len(word)
}

// hasInk reports whether the picture shows something where a glyph stands, beside those that are seen. The place of a scan's
// hidden text is not exact.
func (v *visibility) hasInk(g glyph, picture *image.RGBA) bool {
	const top, bottom = 0.2, 0.15 // of the height: accents, and rules below the line
	b, h := g.box, g.box.Y1-g.box.Y0
	if g.suspicion&layerText != 0 {
		b.Y0, b.Y1 = b.Y0-h/4, b.Y1+h/4
	} else {
		b.Y0, b.Y1 = b.Y0+top*h, b.Y1-bottom*h
	}
	area := v.pixels(b, picture)
	if v.compared > maxCompared {
		return true
	}
	low, high := [3]byte{255, 255, 255}, [3]byte{}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := picture.Pix[picture.PixOffset(area.Min.X, y) : picture.PixOffset(area.Max.X-1, y)+4]
		for x := 0; x < len(row); x += 4 {
			if row[x+3] == 0 {
				continue
			}
			for c := range 3 {
				low[c], high[c] = min(low[c], row[x+c]), max(high[c], row[x+c])
			}
		}
	}
	for c := range 3 {
		if high[c] > low[c] && high[c]-low[c] >= leastContrast {
			return true
		}
	}
	return false
}

// blank makes the place of a glyph that is seen transparent: its ink is not that of a suspect beside it.
func (v *visibility) blank(b document.Box, picture *image.RGBA) {
	area := v.pixels(b, picture)
	if v.compared > maxCompared {
		return
	}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			picture.Pix[picture.PixOffset(x, y)+3] = 0
		}
	}
}

// pixels is the part of the picture that shows b.
func (v *visibility) pixels(b document.Box, picture *image.RGBA) image.Rectangle {
	across, down := float64(picture.Rect.Dx())/v.width, float64(picture.Rect.Dy())/v.height
	area := image.Rect(int(b.X0*across), int(b.Y0*down), int(math.Ceil(b.X1*across)), int(math.Ceil(b.Y1*down))).Intersect(picture.Rect)
	v.compared += area.Dx() * area.Dy()
	return area
}

// glyphGrid finds the glyph above suspicion at a place.
type glyphGrid map[[2]int][]glyph

const gridSize = 16 // points

func newGlyphGrid(glyphs []glyph) glyphGrid {
	const most = 64 // in a cell
	g := glyphGrid{}
	for _, one := range glyphs {
		if one.suspicion != 0 || one.isSpace {
			continue
		}
		cell := cellOf(one.box)
		if len(g[cell]) < most {
			g[cell] = append(g[cell], one)
		}
	}
	return g
}

func cellOf(b document.Box) [2]int {
	return [2]int{int(math.Floor((b.X0 + b.X1) / 2 / gridSize)), int(math.Floor((b.Y0 + b.Y1) / 2 / gridSize))}
}

// at returns the character whose box has the middle of b well inside.
func (g glyphGrid) at(b document.Box) (rune, bool) {
	const margin = 0.25 // of the height, above and below: neighbouring lines may touch
	x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
	cell := cellOf(b)
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			for _, o := range g[[2]int{cell[0] + dx, cell[1] + dy}] {
				m := margin * (o.box.Y1 - o.box.Y0)
				if o.box.X0 <= x && x <= o.box.X1 && o.box.Y0+m <= y && y <= o.box.Y1-m {
					return o.r, true
				}
			}
		}
	}
	return 0, false
}
