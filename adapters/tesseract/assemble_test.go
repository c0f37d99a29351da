package tesseract

import (
	"encoding/binary"
	"image"
	"math"
	"slices"
	"testing"

	"github.com/otiai10/gosseract/v2"
)

func at(word string, confidence float64, block, par, line int) gosseract.BoundingBox {
	return gosseract.BoundingBox{Word: word, Confidence: confidence, BlockNum: block, ParNum: par, LineNum: line,
		Box: image.Rect(1, 2, 3, 4)}
}

func TestAssemble(t *testing.T) {
	tests := map[string]struct {
		boxes      []gosseract.BoundingBox
		text       string
		confidence float64
	}{
		"nothing recognised is an empty text": {nil, "", 0},
		"words of a line are a space apart":   {[]gosseract.BoundingBox{at("Señor", 90, 1, 1, 1), at("Juez", 90, 1, 1, 1)}, "Señor Juez\n", .9},
		"lines end":                           {[]gosseract.BoundingBox{at("E.", 80, 1, 1, 1), at("S.", 80, 1, 1, 2)}, "E.\nS.\n", .8},
		"paragraphs are set apart":            {[]gosseract.BoundingBox{at("uno", 80, 1, 1, 1), at("dos", 80, 1, 2, 1)}, "uno\n\ndos\n", .8},
		"blocks are set apart":                {[]gosseract.BoundingBox{at("uno", 80, 1, 1, 1), at("dos", 80, 2, 1, 1)}, "uno\n\ndos\n", .8},
		"blank words are left out":            {[]gosseract.BoundingBox{at(" ", 95, 1, 1, 1), at("a", 50, 2, 1, 1)}, "a\n", .5},
		"accents are composed":                {[]gosseract.BoundingBox{at("acción", 70, 1, 1, 1)}, "acción\n", .7},
		"long words weigh more":               {[]gosseract.BoundingBox{at("a", 0, 1, 1, 1), at("bcd", 100, 1, 1, 1)}, "a bcd\n", .75},
		"confidence stays in 0 to 1":          {[]gosseract.BoundingBox{at("a", 140, 1, 1, 1), at("b", -3, 1, 1, 1)}, "a b\n", .5},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := assemble(tt.boxes)
			if r.Text != tt.text {
				t.Errorf("text %q, want %q", r.Text, tt.text)
			}
			if math.Abs(r.Confidence-tt.confidence) > 1e-9 {
				t.Errorf("confidence %v, want %v", r.Confidence, tt.confidence)
			}
			runes := []rune(r.Text)
			for _, w := range r.Words {
				if got := string(runes[w.Start:w.End]); got != w.Text {
					t.Errorf("word %q stands at %q", w.Text, got)
				}
			}
		})
	}
}

func TestSpixHoldsTheRowsOfASubImage(t *testing.T) {
	whole := image.NewGray(image.Rect(0, 0, 8, 3))
	for i := range whole.Pix {
		whole.Pix[i] = byte(i)
	}
	part := whole.SubImage(image.Rect(1, 1, 6, 3)).(*image.Gray)
	out := spix(part)
	var words []uint32
	for i := 4; i < len(out); i += 4 {
		words = append(words, binary.NativeEndian.Uint32(out[i:]))
	}
	want := []uint32{5, 2, 8, 2, 0, 16, // width, height, depth, words a row, colours, bytes of pixels
		0x090a0b0c, 0x0d000000, 0x11121314, 0x15000000}
	if string(out[:4]) != "spix" || !slices.Equal(words, want) {
		t.Errorf("%q, %x, want %x", out[:4], words, want)
	}
}
