package scanprep

import "image"

// The border of a picture is what is dark all the way from its edge: glass that the
// sheet left bare, the frame that a copier makes. It is found in cells of
// about a millimetre, in which print is never so dark.

const (
	cellsAlong = 300 // of the longer side
	edgeCells  = 3   // a border begins so near to the edge
	darkCell   = .4  // of the paper's gray
	mostInside = 8   // light cells within a border: more are lettering, and it is not a border
)

// share is the share of the picture that is border.
func (b *cells) share() float64 {
	if b == nil {
		return 0
	}
	return float64(b.size) / float64(len(b.in))
}

// paintOver is img with its border, and a millimetre beside it, in the gray of the
// paper.
func (b *cells) paintOver(img *image.Gray) *image.Gray {
	out := image.NewGray(img.Rect)
	copy(out.Pix, img.Pix)
	paper := paperGray(img)
	for at, in := range b.in {
		if !in {
			continue
		}
		x, y := at%b.w, at/b.w
		cells := image.Rect((x-1)*b.side, (y-1)*b.side, (x+2)*b.side, (y+2)*b.side)
		// The last cells are short of the edge by what is left over.
		if x >= b.w-2 {
			cells.Max.X = img.Rect.Max.X
		}
		if y >= b.h-2 {
			cells.Max.Y = img.Rect.Max.Y
		}
		cells = cells.Intersect(img.Rect)
		for v := cells.Min.Y; v < cells.Max.Y; v++ {
			row := out.Pix[v*out.Stride:]
			for u := cells.Min.X; u < cells.Max.X; u++ {
				row[u] = paper
			}
		}
	}
	return out
}

// cells are a picture in squares.
type cells struct {
	w, h, side int
	in         []bool
	size       int // of those that are in
}

// findBorder returns the cells of the border, or nil when there is none.
func findBorder(img *image.Gray) *cells {
	side := max(1, max(img.Rect.Dx(), img.Rect.Dy())/cellsAlong)
	b := &cells{w: img.Rect.Dx() / side, h: img.Rect.Dy() / side, side: side}
	if b.w < 4*edgeCells || b.h < 4*edgeCells {
		return nil
	}
	limit := int(darkCell * 255 * float64(side*side)) // whatever the paper is
	var todo []int
	take := func(x, y int) {
		if at := y*b.w + x; !b.in[at] && b.sum(img, x, y) < limit {
			b.in[at] = true
			b.size++
			todo = append(todo, at)
		}
	}
	b.in = make([]bool, b.w*b.h)
	b.alongEdge(take)
	if b.size == 0 {
		return nil
	}
	limit = int(darkCell * float64(paperGray(img)) * float64(side*side))
	clear(b.in)
	b.size, todo = 0, nil
	b.alongEdge(take)
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		x, y := at%b.w, at/b.w
		for _, next := range [4][2]int{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
			if next[0] >= 0 && next[1] >= 0 && next[0] < b.w && next[1] < b.h {
				take(next[0], next[1])
			}
		}
	}
	if b.size == 0 || b.size > b.w*b.h/2 || b.inside() > mostInside {
		return nil
	}
	return b
}

// alongEdge visits the cells in which a border may begin.
func (b *cells) alongEdge(visit func(x, y int)) {
	for y := range b.h {
		for x := 0; x < b.w; x++ {
			if x == edgeCells && y >= edgeCells && y < b.h-edgeCells {
				x = b.w - edgeCells
			}
			visit(x, y)
		}
	}
}

// sum adds the pixels of a cell.
func (b *cells) sum(img *image.Gray, x, y int) int {
	sum := 0
	for v := y * b.side; v < (y+1)*b.side; v++ {
		for _, p := range img.Pix[v*img.Stride+x*b.side:][:b.side] {
			sum += int(p)
		}
	}
	return sum
}

// inside counts the light cells that hang together neither with the sheet, which
// is the largest patch, nor with the edge of the picture.
func (b *cells) inside() int {
	light := make([]bool, len(b.in))
	for i, in := range b.in {
		light[i] = !in
	}
	apart, sheet, sheetApart := 0, 0, false
	for at := range light {
		if !light[at] {
			continue
		}
		size, box := connected(light, b.w, at)
		isApart := box.In(image.Rect(1, 1, b.w-1, b.h-1))
		if isApart {
			apart += size
		}
		if size > sheet {
			sheet, sheetApart = size, isApart
		}
	}
	if sheetApart {
		apart -= sheet
	}
	return apart
}
