package pdftext

import (
	"image"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/scanprep"
	"github.com/cotejo/cotejo/ports"
)

const (
	glanceDPI    = 100  // at which a page is drawn to see what its layer leaves out
	leastPicture = 0.03 // share of the page: a smaller picture is a logo or a signature
	leastShapes  = 30   // outlines; fewer are rules, frames and logos
	leftOut      = 0.15 // share of the ink that could be text, from which on a layer leaves out lines
	fewestAdded  = 5    // sure words outside of the layer; fewer are a stamp or a logo
	sureWord     = 0.6  // confidence
)

// leavesOut reports whether a page shows so much that could be text outside of the words of
// its layer that lines are missing in it. Text that is drawn as text is in the layer: only
// pictures and outlines are looked at.
func leavesOut(doc ports.PDFDocument, n int, l document.PageLayer) bool {
	if coverage(l) < leastPicture && l.Outlines < leastShapes {
		return false
	}
	img, err := doc.Render(n, glanceDPI)
	if err != nil || l.Width <= 0 || l.Height <= 0 {
		return false // the layer is what there is
	}
	return scanprep.Unread(img, scaled(l, img.Rect.Dx(), img.Rect.Dy())) >= leftOut
}

// scaled returns the boxes of a layer's words on a grid over the page.
func scaled(l document.PageLayer, width, height int) []image.Rectangle {
	across, down := float64(width)/l.Width, float64(height)/l.Height
	boxes := make([]image.Rectangle, len(l.Words))
	for i, w := range l.Words {
		boxes[i] = image.Rect(int(w.Box.X0*across), int(w.Box.Y0*down), int(w.Box.X1*across)+1, int(w.Box.Y1*down)+1)
	}
	return boxes
}

// joined returns the layer's page with the recognised lines that lie outside of its words,
// and the words of these lines. ok is false if they are too few to be lines, or if they repeat
// the layer: its words are then misplaced.
func joined(l document.PageLayer, v Verdict, seen document.Page) (p document.Page, added []document.Word, ok bool) {
	added = outside(l, seen.Words)
	known := map[string]bool{}
	for _, w := range l.Words {
		known[strings.ToLower(w.Text)] = true
	}
	sure, repeated := 0, 0
	for _, w := range added {
		if w.Confidence >= sureWord && len(w.Text) > 3 {
			sure++
			if known[strings.ToLower(w.Text)] {
				repeated++
			}
		}
	}
	if seen.Turn != 0 || sure < fewestAdded || repeated*2 > sure {
		return p, nil, false
	}
	p = seen
	p.Text, p.Words, p.Emended = "", nil, nil
	length, sum := 0, 0.
	var text strings.Builder
	starts := map[int]int{} // of recognised words: by their place before
	for i, line := range inOrder(linesOf(l.Text, l.Words), linesOf(seen.Text, added), seen.Words) {
		if i > 0 {
			text.WriteString("\n")
			length++
			if line.paragraph {
				text.WriteString("\n")
				length++
			}
		}
		for j, w := range line.words {
			if j > 0 {
				text.WriteString(" ")
				length++
			}
			n := w.End - w.Start
			if line.recognised {
				starts[w.Start] = length
				sum += float64(n) * w.Confidence
			} else {
				sum += float64(n) * v.Confidence
			}
			w.Start, w.End = length, length+n
			text.WriteString(w.Text)
			length += n
			p.Words = append(p.Words, w)
		}
	}
	text.WriteString("\n")
	letters := 0
	for _, w := range p.Words {
		letters += w.End - w.Start
	}
	p.Text, p.Confidence = text.String(), sum/float64(letters)
	for _, e := range seen.Emended {
		if start, kept := starts[e.Start]; kept {
			e.Start, e.End = start, start+e.End-e.Start
			p.Emended = append(p.Emended, e)
		}
	}
	return p, added, true
}

// outside returns the words whose middle lies in no word of the layer.
func outside(l document.PageLayer, words []document.Word) []document.Word {
	const side = 1000 // of the grid on which words are compared
	covered := scanprep.Covered(side, side, scaled(l, side, side))
	across, down := side/l.Width, side/l.Height
	return slices.DeleteFunc(slices.Clone(words), func(w document.Word) bool {
		x, y := int((w.Box.X0+w.Box.X1)/2*across), int((w.Box.Y0+w.Box.Y1)/2*down)
		return covered[max(0, min(side-1, y))*side+max(0, min(side-1, x))]
	})
}

// textLine is a line of a page.
type textLine struct {
	words      []document.Word
	box        document.Box
	paragraph  bool // it begins one
	recognised bool
}

// linesOf parts words of a text by its lines.
func linesOf(text string, words []document.Word) (lines []textLine) {
	runes := []rune(text)
	end := 0
	for _, w := range words {
		between := runes[end:w.Start]
		if len(lines) == 0 || slices.Contains(between, '\n') {
			lines = append(lines, textLine{paragraph: strings.Contains(string(between), "\n\n")})
		}
		last := &lines[len(lines)-1]
		last.words = append(last.words, w)
		end = w.End
	}
	for i := range lines {
		box := lines[i].words[0].Box
		for _, w := range lines[i].words[1:] {
			box = box.Union(w.Box)
		}
		lines[i].box = box
	}
	return lines
}

// inOrder puts each recognised line where the recognition reads it, column by column: behind the
// line of the layer that has the last of the words seen before it, before all lines where none has.
func inOrder(layer, recognised []textLine, seen []document.Word) (all []textLine) {
	behind := make([][]textLine, len(layer)+1) // by the number of the layer's line, from 1
	at, next := 0, 0
	for _, r := range recognised {
		for ; next < len(seen) && seen[next].Start < r.words[0].Start; next++ {
			if n := lineWith(layer, seen[next]); n > 0 {
				at = n
			}
		}
		r.recognised = true
		behind[at] = append(behind[at], r)
	}
	for i, rest := range behind {
		if i > 0 {
			all = append(all, layer[i-1])
		}
		all = append(all, rest...)
	}
	for i := 1; i < len(all); i++ {
		all[i].paragraph = all[i].paragraph || all[i].recognised != all[i-1].recognised
	}
	return all
}

// lineWith returns the number, from 1, of the line with a word around the middle of w; 0 if none has.
func lineWith(lines []textLine, w document.Word) int {
	x, y := (w.Box.X0+w.Box.X1)/2, (w.Box.Y0+w.Box.Y1)/2
	around := func(b document.Box) bool { return b.X0 <= x && x <= b.X1 && b.Y0 <= y && y <= b.Y1 }
	for i, l := range lines {
		if around(l.box) && slices.ContainsFunc(l.words, func(w document.Word) bool { return around(w.Box) }) {
			return i + 1
		}
	}
	return 0
}
