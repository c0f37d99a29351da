package reading

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/misread"
)

// typed prints lines in a typeface of blocks, each character in a cell of its own, with
// the words that an engine would find.
func typed(lines ...string) (*image.Gray, document.Recognized) {
	const leading, margin, ink, paper = 60, 30, 60, 220
	longest := len(slices.MaxFunc(lines, func(a, b string) int { return len(a) - len(b) }))
	picture := image.NewGray(image.Rect(0, 0, 2*margin+longest*cell, 2*margin+len(lines)*leading))
	draw.Draw(picture, picture.Rect, image.NewUniform(color.Gray{paper}), image.Point{}, draw.Src)
	var r document.Recognized
	for n, line := range lines {
		top, x, start := margin+n*leading, margin, len(r.Text)
		for word := range strings.SplitSeq(line, " ") {
			for i, c := range word {
				for _, b := range blocks(c) {
					draw.Draw(picture, b.Add(image.Pt(x+i*cell, top)), image.NewUniform(color.Gray{ink}), image.Point{}, draw.Src)
				}
			}
			end := x + len(word)*cell
			r.Words = append(r.Words, document.Word{Text: word, Confidence: .95, Start: start, End: start + len(word),
				Box: document.Box{X0: float64(x), Y0: float64(top), X1: float64(end - dot), Y1: float64(top + 7*dot)}})
			x, start = end+cell, start+len(word)+1
		}
		r.Text += line + "\n"
	}
	for i := range picture.Pix { // grain
		picture.Pix[i] += uint8(uint32(i)*2654435761>>24) % 31
	}
	return picture, r
}

const (
	dot  = 3       // pixels
	cell = 6 * dot // of a character, one pixel of its own between it and the next
)

// blocks are five by seven as the number of a character has it, all of them in the
// lowest row.
func blocks(c rune) (all []image.Rectangle) {
	bits := uint64(c) * 0x9e3779b97f4a7c15 >> 29
	for i := range 35 {
		if x, y := i%5, i/5; y == 6 || bits>>i&1 == 1 {
			all = append(all, image.Rect(x*dot, y*dot, (x+1)*dot, (y+1)*dot))
		}
	}
	return all
}

// prose has the letters and figures of what follows, more than once.
var prose = []string{
	"la tutela de Juan Pablo Ruiz con cedula 52.341.876 de Bogota y telefono 3104579862",
	"pide que la entidad le entregue hoy el medicamento que su medico ordeno el 14 de mayo",
	"recibe avisos en la calle 45 numero 12 30 y en el correo que sigue para que le hablen",
	"el juez 79 de familia hizo saber que el dia 28 del mes 06 ya habia dado la orden 5391",
	"los folios 128 a 282 del tomo 8 tienen las firmas del 22 de marzo y del 18 de mayo de 2028",
}

func TestATypefaceHasTheCharactersOfThePage(t *testing.T) {
	picture, r := typed(prose...)
	face := typefaceOf(r, picture)
	if face == nil {
		t.Fatal("nothing was learnt")
	}
	for _, c := range "adelmno01248" {
		if g := face.glyphs[c]; g.n < 2 || g.width != cell {
			t.Errorf("%c: %d columns, the mean of %d; want %d", c, g.width, g.n, cell)
		}
	}
	if g := face.glyphs['k']; g.n > 0 {
		t.Error("a letter that the page does not have was learnt")
	}
}

func TestAnAddressIsWhatItsPictureShows(t *testing.T) {
	names := misread.NewNames(strings.Fields("Juan Pablo Ruiz"))
	for rule, tt := range map[string]struct {
		printed, read string
		readings      []string
		want          string
	}{
		"what is printed stays":              {"juan.ruiz45@gmail.com", "juan.ruiz45@gmail.com", nil, "juan.ruiz45@gmail.com"},
		"a figure read for another":          {"juan.ruiz95@gmail.com", "juan.ruiz35@gmail.com", nil, "juan.ruiz95@gmail.com"},
		"a letter read for a figure":         {"juan.ruiz45@gmail.com", "juan.ruizd5@gmail.com", nil, "juan.ruiz45@gmail.com"},
		"a figure that was lost":             {"pablo13@gmail.com", "pablo3@gmail.com", nil, "pablo13@gmail.com"},
		"one too many":                       {"pablo13@gmail.com", "pablo123@gmail.com", nil, "pablo13@gmail.com"},
		"what another reading has":           {"tienda@entidad.com", "tienda@ntidad.com", []string{"ticnda@entidad.com"}, "tienda@entidad.com"},
		"no reading that is not printed":     {"tienda@entidad.com", "tienda@entidad.com", []string{"ticnda@entidad.com"}, "tienda@entidad.com"},
		"the domain of a provider stays":     {"juan@gmail.com", "juan@gmail.com", []string{"juan@gmall.com"}, "juan@gmail.com"},
		"an initial of a name of the page":   {"pruiz@gmail.com", "gruiz@gmail.com", nil, "pruiz@gmail.com"},
		"nobody's initial":                   {"druiz@gmail.com", "oruiz@gmail.com", nil, "oruiz@gmail.com"},
		"a letter that the page has not":     {"kruiz5@gmail.com", "kruiz5@gmail.com", nil, "kruiz5@gmail.com"},
		"what fits nothing stays":            {"medicamento entregue", "juan.ruiz45@gmail.com", nil, "juan.ruiz45@gmail.com"},
		"brackets and signs of the sentence": {"<pablo13@gmail.com>,", "<pablo3@gmail.com>,", nil, "<pablo13@gmail.com>,"},
	} {
		t.Run(rule, func(t *testing.T) {
			picture, r := typed(append(slices.Clone(prose), "correo: "+tt.printed)...)
			face := typefaceOf(document.Recognized{Text: r.Text, Words: r.Words}, picture)
			words := r.Words[len(r.Words)-len(strings.Fields(tt.printed)):]
			crop := picture.SubImage(around(words, picture.Rect)).(*image.Gray)
			if got := face.drawnAddress(tt.read, tt.readings, words, crop, picture, names); got != tt.want {
				t.Errorf("%s read as %s became %s, want %s", tt.printed, tt.read, got, tt.want)
			}
		})
	}
}

func TestATypefaceOfAnyPage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		picture := image.NewGray(image.Rect(0, 0, rapid.IntRange(1, 120).Draw(t, "width"), rapid.IntRange(1, 60).Draw(t, "height")))
		copy(picture.Pix, rapid.SliceOfN(rapid.SampledFrom([]byte{0, 90, 255}), len(picture.Pix), len(picture.Pix)).Draw(t, "pixels"))
		var r document.Recognized
		for i := range rapid.IntRange(1, 8).Draw(t, "words") {
			text := rapid.StringMatching(`[a-zñ0-9.,@_-]{1,6}`).Draw(t, "word")
			x, y := rapid.IntRange(-9, 120).Draw(t, "x"), rapid.IntRange(-9, 60).Draw(t, "y")
			start := len([]rune(r.Text))
			r.Text += text + []string{" ", "\n"}[i%2]
			r.Words = append(r.Words, document.Word{Text: text, Confidence: .9, Start: start, End: start + len([]rune(text)),
				Box: document.Box{X0: float64(x), Y0: float64(y), X1: float64(x + rapid.IntRange(0, 60).Draw(t, "long")), Y1: float64(y + rapid.IntRange(0, 30).Draw(t, "high"))}})
		}
		face := typefaceOf(r, picture)
		crop := picture.SubImage(around(r.Words[:1], picture.Rect)).(*image.Gray)
		address := rapid.StringMatching(`[<(]?[a-z0-9ñ._-]{0,20}@?[a-z.]{0,12}[.>]?`).Draw(t, "address")
		face.drawnAddress(address, []string{r.Text, address}, r.Words[:1], crop, picture, misread.Names{})
	})
}
