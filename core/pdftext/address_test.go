package pdftext

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ocrfix/email"
)

func TestAddressEnd(t *testing.T) {
	for _, tt := range []struct {
		rule   string
		words  []string
		pieces int
	}{
		{"whole", []string{"anaOgmail.com", "y"}, 1},
		{"a comma for its dot", []string{"anaOx.gov,co"}, 1},
		{"a gap behind its dot", []string{"tutelasEfamisanar.", "com."}, 2},
		{"a gap before its dot", []string{"ana", ".es"}, 2},
		{"a gap before its country", []string{"anaOx.gov", "co>"}, 2},
		{"its dot lost", []string{"anaruizEoutlook", "es"}, 2},
		{"its dot alone", []string{"anaruizEgmail", ".", "com"}, 3},
		{"a stop alone is none", []string{"tutelas", ".", "com"}, 0},
		{"a sentence ends", []string{"famisanar.", "Celular:"}, 0},
		{"a label before a whole address", []string{"Correo.", "anaOgmail.com"}, 0},
		{"a verb", []string{"quien", "es"}, 0},
	} {
		r := line(tt.words...)
		if got := addressEnd([]rune(r.Text), r.Words, 0); got != tt.pieces {
			t.Errorf("%s: %d, want %d", tt.rule, got, tt.pieces)
		}
	}
}

// setWords sets words beside each other, each letter ten pixels broad, on a line 20 pixels
// high, with so much between.
func setWords(gap float64, texts ...string) (words []document.Word) {
	x := 0.0
	for _, text := range texts {
		end := x + 10*float64(len(text))
		words = append(words, document.Word{Text: text, Confidence: .8, Box: document.Box{X0: x, X1: end, Y1: 20}})
		x = end + gap
	}
	return words
}

func TestFindAddress(t *testing.T) {
	names := email.NewNames([]string{"Ana", "Ruiz", "Pardo"})
	const narrow, space = 6, 12
	for _, tt := range []struct {
		rule        string
		gap         float64
		ours, other string // words of the page's and of the line's model
		end, pieces int    // where the page's model has the end of an address
		want        string // "" for none
		first       int
	}{
		{"one word", space, "correo anaruizfmisena.edu.co tel", "correo anaruiz@misena.edu.co tel", 1, 1, "anaruiz@misena.edu.co", 1},
		{"torn around the @", narrow, "correo anaruiz O gmail.com", "correo anaruiz @ gmail.com", 3, 1, "anaruiz@gmail.com", 1},
		{"torn before the @", space, "correo tutelas Xcobracar.com hoy", "correo tutelas@cobracar.com hoy", 2, 1, "tutelas@cobracar.com", 1},
		{"the @ lost in a gap", space, "correo: ruiz92 gmail.com", "correo: ruiz92@ gmail.com", 2, 1, "ruiz92@gmail.com", 1},
		{"the provider torn", narrow, "Correo ana_30fout look.es", "Correo ana_30@out look.es", 2, 1, "ana_30@outlook.es", 1},
		{"the dot of the provider alone", narrow, "Correo anaruizGgmail . com", "Correo anaruiz@gmail . com", 1, 3, "anaruiz@gmail.com", 1},
		{"a sign beside a gap", 14, "correo ana_ ruizOgmail.com", "correo ana_ ruiz@gmail.com", 2, 1, "ana_ruiz@gmail.com", 1},
		{"a space", space, "ana ruizOgmail.com", "ana ruiz@gmail.com", 1, 1, "ruiz@gmail.com", 1},
		{"a name as people write it", narrow, "Ana ruizOgmail.com", "Ana ruiz@gmail.com", 1, 1, "ruiz@gmail.com", 1},
		{"a comma", narrow, "ana, ruizOgmail.com", "ana, ruiz@gmail.com", 1, 1, "ruiz@gmail.com", 1},
		{"what announces it", narrow, "correo ruizOgmail.com", "correo ruiz@gmail.com", 1, 1, "ruiz@gmail.com", 1},
		{"only the other model sees it", space, "tel anaruiz(pardo,coop", "tel anaruiz@pardo.coop", 0, 0, "anaruiz@pardo.coop", 1},
		{"nobody sees the @", space, "Correo anaruizOoutlook.com. hoy", "", 1, 1, "anaruiz@outlook.com.", 1},
		{"nor where it could be", space, "www.ramajudicial.gov.co", "wwwramajudicial.gov.co", 0, 1, "", 0},
		{"read right", space, "correo anaruiz@gmail.com", "correo anaruiz@gmail.com", 1, 1, "", 0},
		{"another address", space, "correo anaruizfmisena.edu.co", "correo carlos@gmail.com", 1, 1, "", 0},
		{"nothing", space, "correo", "", 0, 0, "", 0},
	} {
		ours, other := setWords(tt.gap, strings.Fields(tt.ours)...), setWords(tt.gap, strings.Fields(tt.other)...)
		first, s, ok := findAddress(ours, other, tt.end, tt.pieces, names)
		if s.text != tt.want || ok != (tt.want != "") || first != tt.first {
			t.Errorf("%s: %q from the word %d on, want %q from %d on", tt.rule, s.text, first, tt.want, tt.first)
		}
		if ok && (s.rule == ruleSecondLook) != strings.Contains(tt.other, "@") {
			t.Errorf("%s: rule %s", tt.rule, s.rule)
		}
	}
}

// A gap is a space if it is about as wide as those before it in the line.
func TestFindAddressBesideSpaces(t *testing.T) {
	names := email.NewNames([]string{"Ana", "Ruiz", "Marlene", "Parra", "Quijano", "Rosa"})
	for _, tt := range []struct {
		rule        string
		gaps        []float64
		ours, other string
		want        string
	}{
		{"a sign lost in a narrow gap", []float64{12, 6}, "correo ana ruizOgmail.com", "correo ana ruiz@gmail.com", "ana.ruiz@gmail.com"},
		{"words before it", []float64{6, 6, 6}, "Recibo notificaciones en marlene.parra71Ogmail.com", "Recibo notificaciones en marlene.parra71@gmail.com", "marlene.parra71@gmail.com"},
		{"words before a nickname", []float64{6, 6, 6}, "puedo ser notificada rosa.pn1975(Qhotmail.com", "puedo ser notificada rosa.pn1975@hotmail.com", "rosa.pn1975@hotmail.com"},
		{"a short word at the beginning of a line", []float64{6}, "en marlene.parra71Ogmail.com", "en marlene.parra71@gmail.com", "marlene.parra71@gmail.com"},
	} {
		set := func(text string) (words []document.Word) {
			x := 0.0
			for i, w := range strings.Fields(text) {
				if i > 0 {
					x += tt.gaps[i-1]
				}
				end := x + 10*float64(len(w))
				words = append(words, document.Word{Text: w, Confidence: .8, Box: document.Box{X0: x, X1: end, Y1: 20}})
				x = end
			}
			return words
		}
		ours := set(tt.ours)
		if _, s, _ := findAddress(ours, set(tt.other), len(ours)-1, 1, names); s.text != tt.want {
			t.Errorf("%s: %q, want %q", tt.rule, s.text, tt.want)
		}
	}
}

func TestFindAddressInOverlappingBoxes(t *testing.T) {
	at := func(text string, x0, x1 float64) document.Word {
		return document.Word{Text: text, Box: document.Box{X0: x0, X1: x1, Y1: 22}, Confidence: .8}
	}
	// The engine gives a word the room of the one behind it, too.
	other := []document.Word{at("kelly1497@hotmail.com.", 70, 360), at("Celular:", 302, 360)}
	_, s, ok := findAddress([]document.Word{at("kelly1497€", 70, 165), at("hotmail.com.", 172, 290), at("Celular:", 302, 360)}, other, 1, 1, nil)
	if !ok || s.text != "kelly1497@hotmail.com." || s.words != 2 {
		t.Errorf("%+v, %v", s, ok)
	}
}
