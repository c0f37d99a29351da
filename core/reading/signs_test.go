package reading

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/misread"
)

// print draws a line of letters as blocks, with low lines, points and what looks
// like them: "j" has a tail before its foot, "s" feet that nearly meet.
func print(line string, slope float64) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, 20*len(line)+40, 70))
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{230}), image.Point{}, draw.Src)
	block := func(x0, y0, x1, y1 int, gray uint8) {
		for x := x0; x < x1; x++ {
			for y := y0; y < y1; y++ {
				img.SetGray(x, y+int(slope*float64(x)), color.Gray{gray})
			}
		}
	}
	const base, top = 36, 20
	for i, c := range line {
		x := 20 + 20*i
		switch c {
		case '_':
			block(x, base+4, x+18, base+5, 190) // faint
		case '.':
			block(x+8, base-4, x+11, base, 80)
		case 'j':
			block(x+12, top, x+15, base+6, 80)
			block(x+2, base+4, x+12, base+6, 80)
		case 's':
			block(x+4, top, x+14, base, 80)
			block(x, base-1, x+19, base, 80)
		case ' ':
		default:
			block(x+2, top, x+16, base, 80)
		}
	}
	return img
}

func TestLowLinesAndPointsOfAPicture(t *testing.T) {
	for rule, tt := range map[string]struct {
		line  string
		slope float64
		want  string
	}{
		"none":                     {"nnnnnnnnnnnnnn", 0, ""},
		"a low line":               {"nnnnnn_nnnnnnn", 0, "_"},
		"a point":                  {"nnnnnn.nnnnnnn", 0, "."},
		"both, in order":           {"nnn_nnnn.nnnnn", 0, "_."},
		"aslant":                   {"nnn_nnnn.nnnnn", .03, "_."},
		"aslant the other way":     {"nnn.nnnn_nnnnn", -.02, "._"},
		"a space is no low line":   {"nnnnnn nnnnnnn", 0, ""},
		"the tail of a letter":     {"nnnnnnjnnnjnnn", 0, ""},
		"serifs that nearly meet":  {"ssssssssssssss", 0, ""},
		"a point before such tail": {"nnnnnn.jnnnnnn", 0, "."},
	} {
		got := ""
		for _, m := range marksOf(print(tt.line, tt.slope)) {
			got += string(m.sign)
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", rule, got, tt.want)
		}
	}
}

func TestMarksOfAnyPicture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		img := image.NewGray(image.Rect(0, 0, rapid.IntRange(1, 60).Draw(t, "width"), rapid.IntRange(1, 40).Draw(t, "height")))
		copy(img.Pix, rapid.SliceOfN(rapid.Byte(), len(img.Pix), len(img.Pix)).Draw(t, "pixels"))
		last := 0.0
		for _, m := range marksOf(img) {
			if m.x0 < last || m.x1 <= m.x0 || m.x1 > float64(img.Rect.Max.X) {
				t.Fatalf("a mark from %v to %v behind %v", m.x0, m.x1, last)
			}
			last = m.x1
		}
	})
}

func TestAnAddressGetsTheSignsOfThePicture(t *testing.T) {
	for _, tt := range []struct {
		rule, words, address string // words stand a letter apart, each letter ten pixels broad
		n                    int
		marks                []mark
		want                 string
		before               int
	}{
		{"none", "anaruiz@gmail.com", "anaruiz@gmail.com", 1, nil, "anaruiz@gmail.com", 0},
		{"a low line, not a point", "ana.ruiz@gmail.com", "ana.ruiz@gmail.com", 1, []mark{{'_', 31, 39, true}}, "ana_ruiz@gmail.com", 0},
		{"one that was lost, between two names", "anaruiz@gmail.com", "anaruiz@gmail.com", 1, []mark{{'_', 34, 42, true}}, "ana_ruiz@gmail.com", 0},
		{"a word before it belongs to it", "Correo ana ruiz@gmail.com", "ruiz@gmail.com", 1, []mark{{'_', 100, 110, true}}, "ana_ruiz@gmail.com", 1},
		{"a point between words of it", "ana ruiz@gmail.com", "ruiz@gmail.com", 1, []mark{{'.', 28, 36, true}}, "ana.ruiz@gmail.com", 1},
		{"a comma is no point", "ana, ruiz@gmail.com", "ruiz@gmail.com", 1, []mark{{'.', 38, 46, true}}, "ruiz@gmail.com", 0},
		{"nor one that was not read", "ana ruiz@gmail.com", "ruiz@gmail.com", 1, []mark{{'.', 28, 42, false}}, "ruiz@gmail.com", 0},
		{"a number of a house is none", "Apto.501 ruiz@gmail.com", "ruiz@gmail.com", 1, nil, "ruiz@gmail.com", 0},
		{"a space is none", "Correo ruiz@gmail.com", "ruiz@gmail.com", 1, nil, "ruiz@gmail.com", 0},
		{"the end of a sentence is none", "Correo. ruiz@gmail.com", "ruiz@gmail.com", 1, []mark{{'.', 66, 76, true}}, "ruiz@gmail.com", 0},
		{"a word that can only begin an address", "ruiz.a na@gmail.com", "na@gmail.com", 1, nil, "ruiz.ana@gmail.com", 1},
		{"signs of the domain stay", "ana@gmail.com", "ana@gmail.com", 1, []mark{{'.', 88, 95, true}}, "ana@gmail.com", 0},
		{"no point among figures", "ana3375@gmail.com", "ana3375@gmail.com", 1, []mark{{'.', 48, 54, true}}, "ana3375@gmail.com", 0},
		{"a colon is no point", "correo ruiz@gmail.com", "ruiz@gmail.com", 1, []mark{{'.', 58, 66, true}}, "ruiz@gmail.com", 0},
		{"no point before the @", "ana.ruiz.@gmail.com", "ana.ruiz.@gmail.com", 1, []mark{{'.', 31, 39, true}}, "ana.ruiz@gmail.com", 0},
	} {
		var words []document.Word
		x := 0.0
		for w := range strings.FieldsSeq(tt.words) {
			end := x + 10*float64(len(w))
			words = append(words, document.Word{Text: w, Box: document.Box{X0: x, X1: end, Y1: 20}})
			x = end + 10
		}
		names := misread.NewNames([]string{"Ana", "Ruiz"})
		if got, before := signed(tt.address, words, tt.n, tt.marks, names); got != tt.want || before != tt.before {
			t.Errorf("%s: %q with %d words before, want %q with %d", tt.rule, got, before, tt.want, tt.before)
		}
	}
}

func TestTheFirstNameOfAnAddressThatAGapParts(t *testing.T) {
	names := misread.NewNames([]string{"Ana", "Ruiz"})
	for _, tt := range []struct {
		rule, word string
		gap        float64
		want       string
	}{
		{"as addresses are written", "ana", 6, "ana.ruiz@gmail.com"},
		{"as names are written", "Ana", 6, "ruiz@gmail.com"},
		{"nobody's name", "tienda", 6, "ruiz@gmail.com"},
		{"a space", "ana", 12, "ruiz@gmail.com"},
	} {
		words := setWords(tt.gap, tt.word, "ruiz@gmail.com")
		if got, _ := signed("ruiz@gmail.com", words, 1, nil, names); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.rule, got, tt.want)
		}
	}
}

func TestWhereTheLettersOfAnAddressStand(t *testing.T) {
	words := setWords(10, "nnnn", "nnnn")
	words[0].Box.X1 = words[1].Box.X1 // the engine gives the first the room of both
	if at := placesOf("nnnnnnnn", words); at[4] != 50 || at[1] != 12.5 {
		t.Error(at)
	}
}

func TestAnAddressIsSpelledAsTheNamesOfThePage(t *testing.T) {
	names := misread.NewNames(strings.Fields("Ligia Torres Juliana Mejía, con"))
	for _, tt := range []struct{ rule, address, reading, want string }{
		{"a letter that makes a name", "ligratorres@gmail.com", "ligiatorres@gmail.com", "ligiatorres@gmail.com"},
		{"an initial", "torresi@yahoo.es", "torresj@yahoo.es", "torresj@yahoo.es"},
		{"letters for figures", "torresmej126778@yahoo.es", "torresmejia6778@yahoo.es", "torresmejia6778@yahoo.es"},
		{"a letter too many", "mejiatj69@gmail.com", "mejiaj69@gmail.com", "mejiaj69@gmail.com"},
		{"another letter that is no name", "torresmejix@gmail.com", "torresmejig@gmail.com", "torresmejix@gmail.com"},
		{"figures are nobody's name", "torres93@gmail.com", "torres03@gmail.com", "torres93@gmail.com"},
		{"nor does the domain change", "torres@gmail.com", "torres@ligia.com", "torres@gmail.com"},
		{"a name stays", "ligiatorres@gmail.com", "ligratorres@gmail.com", "ligiatorres@gmail.com"},
		{"a reading that lost it all", "tutelas.nacionales@gmail.com", "@gmail.com", "tutelas.nacionales@gmail.com"},
		{"a reading that lost letters of nobody", "notificaciones@gmail.com", "notifica@gmail.com", "notificaciones@gmail.com"},
		{"a reading of something else", "notificaciones@gmail.com", "juliana@gmail.com", "notificaciones@gmail.com"},
		{"a reading of which nothing is like it", "torres_59@gmail.com", "torresMejia", "torres_59@gmail.com"},
		{"an initial tells nothing of a figure", "ligiatorres84@gmail.com", "ligiatorresJ4@gmail.com", "ligiatorres84@gmail.com"},
		{"nor that one was lost", "ligiatorres449@gmail.com", "ligiatorresj449@gmail.com", "ligiatorres449@gmail.com"},
		{"a sign that a reading lost", "torres.mejla@gmail.com", "torresmejla@gmail.com", "torres.mejla@gmail.com"},
		{"a bracket that was read as an initial", "<mejia@gmail.com>", "tmejia@gmail.com>", "<mejia@gmail.com>"},
		{"a reading without the sign", "ligratorres@gmail.com", "ligiatorresEgmail.com", "ligiatorres@gmail.com"},
	} {
		if got := spelled(tt.address, []string{tt.reading}, names); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.rule, got, tt.want)
		}
	}
}

// An engine may say of any part of a page that it is a line of print.
func TestMarksOfWhatIsNoLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 90).Draw(t, "w"), rapid.IntRange(1, 40).Draw(t, "h")
		crop := image.NewGray(image.Rect(0, 0, w, h))
		copy(crop.Pix, rapid.SliceOfN(rapid.Byte(), w*h, w*h).Draw(t, "pix"))
		for _, m := range marksOf(crop) {
			if m.x0 < 0 || m.x1 > float64(w) || m.x0 >= m.x1 {
				t.Fatalf("%+v in %d pixels", m, w)
			}
		}
	})
	page := image.NewGray(image.Rect(0, 0, 2000, 2000))
	for y := 300; y < 340; y++ {
		for x := 0; x < 2000; x += 3 {
			page.Pix[y*page.Stride+x] = 255
		}
	}
	if _, ok := straight(page); ok {
		t.Error("a whole page is taken for a line")
	}
}
