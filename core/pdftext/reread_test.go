package pdftext

import (
	"errors"
	"image"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

// secondEye reads parts of a line as a test says, wherever they lie.
type secondEye struct {
	eye
	says       string
	confidence float64
	crops      []image.Rectangle
	err        error
}

// RecognizeLine places its words so that they fill the part.
func (e *secondEye) RecognizeLine(img *image.Gray, _ int) (document.Recognized, error) {
	e.crops = append(e.crops, img.Rect)
	r := line(strings.Fields(e.says)...)
	if len(r.Words) == 0 {
		return r, e.err
	}
	pad := 5.0 // a quarter of the line's height
	scale := (float64(img.Rect.Dx()) - 2*pad) / r.Words[len(r.Words)-1].Box.X1
	for i := range r.Words {
		b := &r.Words[i].Box
		b.X0, b.X1 = b.X0*scale+pad, b.X1*scale+pad
		r.Words[i].Confidence = e.confidence
	}
	return r, e.err
}

// page is white, and as large as the lines of these tests.
func whitePage() *image.Gray {
	img := image.NewGray(image.Rect(-20, -20, 800, 60))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	return img
}

func TestSecondLook(t *testing.T) {
	tests := map[string]struct {
		words    []string
		doubtful int // which is read with little confidence
		again    string
		sure     float64
		want     string
	}{
		"an @ that the first model does not know":   {[]string{"correo", "ana.ruizfmisena.edu.co,", "tel"}, 1, "correo ana.ruiz@misena.edu.co, tel", .9, "correo ana.ruiz@misena.edu.co, tel"},
		"… though it was sure":                      {[]string{"correo", "ana.ruizfmisena.edu.co"}, -1, "correo ana.ruiz@misena.edu.co", .4, "correo ana.ruiz@misena.edu.co"},
		"an address in two pieces":                  {[]string{"correo", "tutelas", "Xcobracar.com", "hoy"}, 2, "correo tutelas@cobracar.com hoy", .9, "correo tutelas@cobracar.com hoy"},
		"an address that the other model tears":     {[]string{"correo", "tutelasfcobracar.com", "hoy"}, 1, "correo tutelas @ cobracar.com hoy", .9, "correo tutelas@cobracar.com hoy"},
		"two points side by side are one":           {[]string{"correo", "ana..ruizfmisena.edu.co"}, 1, "correo ana..ruiz@misena.edu.co", .9, "correo ana.ruiz@misena.edu.co"},
		"another address is no proof":               {[]string{"correo", "ana.ruizfmisena.edu.co"}, 1, "correo carlos@gmail.com", .9, "correo ana.ruizfmisena.edu.co"},
		"a # among the numbers of a street":         {[]string{"Calle", "4C", "+", "25B-48"}, 2, "4C # 25B-48", .9, "Calle 4C # 25B-48"},
		"a # at its number":                         {[]string{"Calle", "4C", "+25B-48"}, 2, "4C #25B-48", .9, "Calle 4C #25B-48"},
		"a sure sign stays":                         {[]string{"2", "+", "2"}, -1, "2 # 2", .9, "2 + 2"},
		"the sign of a number":                      {[]string{"cédula", "N.*", "28.924.814"}, 1, "cédula N.° 28.924.814", .9, "cédula N.° 28.924.814"},
		"the sign of an ordinal":                    {[]string{"Juzgado", "4%", "Penal"}, 1, "Juzgado 4° Penal", .9, "Juzgado 4° Penal"},
		"a digit is no sign":                        {[]string{"Juzgado", "49", "Penal"}, 1, "Juzgado 4° Penal", .9, "Juzgado 49 Penal"},
		"a number of which the other is surer":      {[]string{"No.", "86,381286", "de"}, 1, "No. 86.381.286 de", .9, "No. 86.381.286 de"},
		"… not if it is hardly surer":               {[]string{"No.", "86,381286", "de"}, 1, "No. 86.381.286 de", .6, "No. 86,381286 de"},
		"a numeral":                                 {[]string{"TI.", "HECHOS"}, 0, "II. HECHOS", .9, "II. HECHOS"},
		"a short word, which may be a name, stays":  {[]string{"Ana", "Paz"}, 1, "Ana Pas", .99, "Ana Paz"},
		"a word of letters stays":                   {[]string{"señor", "Rviz"}, 1, "señor Ruiz", .99, "señor Rviz"},
		"what the other model cannot read":          {[]string{"Calle", "4C", "+", "25"}, 2, "", 0, "Calle 4C + 25"},
		"what it reads far away":                    {[]string{"Calle", "4C", "+", "25B-48", "sur"}, 2, "# . . . . . . . .", .9, "Calle 4C + 25B-48 sur"},
		"correct and looked at, it is as it was":    {[]string{"www.ramajudicial.gov.co", "hoy"}, -1, "www.ramajudicial.gov.co hoy", .9, "www.ramajudicial.gov.co hoy"},
		"an address of the state without @ is left": {[]string{"www.ramajudicial.gov.co"}, -1, "wwwramajudicial.gov.co", .9, "www.ramajudicial.gov.co"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := line(tt.words...)
			if tt.doubtful >= 0 {
				r.Words[tt.doubtful].Confidence = .5
			}
			e := &secondEye{says: tt.again, confidence: tt.sure}
			names := namesOf(r, nil)
			got := mend(r, rereadDoubtful(r, whitePage(), 200, e, names))
			if got.Text != tt.want {
				t.Errorf("%q became %q, want %q", r.Text, got.Text, tt.want)
			}
			if changed := got.Text != r.Text; changed != (len(got.Emended) == 1 && got.Emended[0].Rule == ruleSecondLook) {
				t.Errorf("told: %+v", got.Emended)
			}
			agree(t, got)
		})
	}
}

// agree checks that the words are in the text where they say.
func agree(t *testing.T, r document.Recognized) {
	t.Helper()
	text := []rune(r.Text)
	for _, w := range r.Words {
		if w.Start < 0 || w.End > len(text) || string(text[w.Start:w.End]) != w.Text {
			t.Errorf("%+v does not stand in %q", w, r.Text)
		}
	}
}

func TestSecondLookIsAGift(t *testing.T) {
	r := line("Calle", "4C", "+", "25B-48")
	r.Words[2].Confidence = .5
	e := &secondEye{err: errors.New("broken")}
	if seen := rereadDoubtful(r, whitePage(), 200, e, namesOf(r, nil)); len(seen) != 0 || len(e.crops) != 1 {
		t.Errorf("%+v after %d looks", seen, len(e.crops))
	}
}

func TestOnlySoMuchIsLookedAtAgain(t *testing.T) {
	r := line(strings.Fields(strings.Repeat("+ ", 3*mostSeen))...)
	for i := range r.Words {
		r.Words[i].Confidence = .1
	}
	e := &secondEye{}
	rereadDoubtful(r, whitePage(), 200, e, namesOf(r, nil))
	if len(e.crops) != mostSeen {
		t.Errorf("%d looks", len(e.crops))
	}
}

func TestBullets(t *testing.T) {
	tests := map[string]struct {
		read string
		ink  func(x, y int) bool // of a square of 12 pixels
		want bool
	}{
		"a disc":              {"+", func(x, y int) bool { return (2*x-11)*(2*x-11)+(2*y-11)*(2*y-11) <= 144 }, true},
		"a ring":              {"o", func(x, y int) bool { d := (2*x-11)*(2*x-11) + (2*y-11)*(2*y-11); return d <= 144 && d > 60 }, false},
		"a plus":              {"+", func(x, y int) bool { return x >= 5 && x <= 6 || y >= 5 && y <= 6 }, false},
		"a dash":              {"-", func(x, y int) bool { return y >= 5 && y <= 6 }, false},
		"a disc read as text": {"Y", func(x, y int) bool { return true }, false},
		"nothing":             {"+", func(x, y int) bool { return false }, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			img := whitePage()
			for y := range 12 {
				for x := range 12 {
					if tt.ink(x, y) {
						img.Pix[img.PixOffset(x, 4+y)] = 20
					}
				}
			}
			r := line(tt.read, "Copia", "de", "la", "cédula")
			r.Words[0].Box = document.Box{X0: 0, Y0: 4, X1: 12, Y1: 16}
			names := namesOf(r, nil)
			got := mend(r, rereadDoubtful(r, img, 200, &secondEye{}, names))
			if is := strings.HasPrefix(got.Text, "• Copia"); is != tt.want {
				t.Errorf("%q", got.Text)
			}
		})
	}
}
