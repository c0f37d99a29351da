package pdftext

import (
	"context"
	"errors"
	"image"
	"image/draw"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/scanprep"
	"github.com/cotejo/cotejo/ports"
)

// book is a PDF in memory; a page without layer cannot be read.
type book struct {
	layers   []document.PageLayer
	broken   map[int]bool // pages that nothing can be made of
	lines    bool         // pages have a line of letters below their bar
	grain    bool         // the scanner's
	unsound  bool
	closed   int
	rendered []float64 // resolutions, in order
}

func (b *book) Open(string, string) (ports.PDFDocument, error) { return b, nil }
func (b *book) Pages() int                                     { return len(b.layers) }
func (b *book) Sound() bool                                    { return !b.unsound }
func (b *book) Close() error                                   { b.closed++; return nil }

func (b *book) Layer(n int) (document.PageLayer, error) {
	if b.broken[n] {
		return document.PageLayer{Attachments: b.layers[n-1].Attachments}, errors.New("bad page")
	}
	return b.layers[n-1], nil
}

// RenderColour draws what Render does.
func (b *book) RenderColour(n int, dpi float64) (*image.RGBA, error) {
	gray, err := b.Render(n, dpi)
	if err != nil {
		return nil, err
	}
	img := image.NewRGBA(gray.Rect)
	draw.Draw(img, img.Rect, gray, image.Point{}, draw.Src)
	return img, nil
}

// Render draws a black bar, so that the page is not blank.
func (b *book) Render(n int, dpi float64) (*image.Gray, error) {
	b.rendered = append(b.rendered, dpi)
	if b.broken[n] {
		return nil, errors.New("bad page")
	}
	img := image.NewGray(image.Rect(0, 0, int(612*dpi/72), int(792*dpi/72)))
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		img.Pix[i] = 255
		if b.grain {
			img.Pix[i] -= uint8(rng.IntN(25))
		}
	}
	if b.layers[n-1].Text != "blank" {
		for y := range int(.04 * dpi) { // within the word of sure
			for x := range int(.4 * dpi) {
				img.Pix[(int(.6*dpi)+y)*img.Stride+int(1.05*dpi)+x] = 0
			}
		}
	}
	for x := 0; b.lines && x < int(6.5*dpi); x++ {
		for y := 0; y < int(.1*dpi) && x%int(.1*dpi) < int(.07*dpi); y++ {
			img.Pix[(int(2*dpi)+y)*img.Stride+int(dpi)+x] = 0
		}
	}
	return img, nil
}

// eye recognises the same on every page.
type eye struct {
	result document.Recognized
	err    error
	seen   int
	dpi    int
}

func (e *eye) Recognize(img *image.Gray, dpi int) (document.Recognized, error) {
	e.seen++
	e.dpi = dpi
	r := e.result
	r.Words = append([]document.Word(nil), r.Words...)
	return r, e.err
}

// RecognizeLine sees nothing new.
func (e *eye) RecognizeLine(*image.Gray, int) (document.Recognized, error) {
	return document.Recognized{}, nil
}
func (e *eye) Start() error { return e.err }
func (e *eye) Close() error { return nil }

func sure(text string) document.Recognized {
	return document.Recognized{Text: text, Confidence: .93, Words: []document.Word{
		{Text: text, Confidence: .93, End: len(text), Box: document.Box{X0: 200, Y0: 100, X1: 300, Y1: 150}}}}
}

func read(t *testing.T, b *book, e *eye, o *Options) (document.Reading, error) {
	t.Helper()
	var r document.Reading
	err := New(Deps{PDF: b, OCR: e}, o).Read(t.Context(), document.ReadRequest{Path: "x.pdf"}, func(p document.Page, total int) error {
		r.Pages = append(r.Pages, p)
		if total != b.Pages() {
			t.Errorf("%d pages in all, want %d", total, b.Pages())
		}
		return nil
	})
	if b.closed != 1 {
		t.Errorf("the document was closed %d times", b.closed)
	}
	return r, err
}

func TestAttachmentsAreKept(t *testing.T) {
	attached := document.PageLayer{Width: 612, Height: 792, Attachments: []string{"tutela.pdf"}, AdobeForm: true, Hidden: true}
	printed := layerOf(filing)
	printed.Attachments, printed.AdobeForm, printed.Hidden = attached.Attachments, true, true
	r, err := read(t, &book{layers: []document.PageLayer{printed, attached, attached}, broken: map[int]bool{3: true}}, &eye{result: sure("tutela")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Pages {
		if !slices.Equal(p.Attachments, attached.Attachments) || p.AdobeForm == p.Unreadable || p.Hidden != p.AdobeForm {
			t.Errorf("page %d, %s: attachments %q, form %v, hidden words %v", p.Number, p.Source, p.Attachments, p.AdobeForm, p.Hidden)
		}
	}
}

func TestBlankIsWhatASoundFileDrawsNothingOn(t *testing.T) {
	nothing := document.PageLayer{Width: 612, Height: 792, Text: "blank"}
	pictured := nothing
	pictured.Images = layerOf("", picture(1)).Images
	for rule, tc := range map[string]struct {
		book  book
		blank bool
	}{
		"nothing is drawn":                {book{layers: []document.PageLayer{nothing}}, true},
		"a white picture is":              {book{layers: []document.PageLayer{pictured}}, false},
		"grain is":                        {book{layers: []document.PageLayer{nothing}, grain: true}, false},
		"the file had to be repaired":     {book{layers: []document.PageLayer{nothing}, unsound: true}, false},
		"its layer could not be measured": {book{layers: []document.PageLayer{{Text: "blank"}}}, false},
	} {
		r, err := read(t, &tc.book, &eye{}, nil)
		if err != nil || r.Pages[0].Blank != tc.blank || r.Pages[0].Confidence != 0 || !r.Pages[0].IsEmpty() {
			t.Errorf("%s: blank %v, confidence %v, %v", rule, r.Pages[0].Blank, r.Pages[0].Confidence, err)
		}
	}
}

func TestEachPageIsDecidedByItself(t *testing.T) {
	b := &book{layers: []document.PageLayer{layerOf(filing), layerOf("", picture(1)), layerOf("blank")}}
	b.layers[2].Words = nil
	e := &eye{result: sure("HECHOS")}
	r, err := read(t, b, e, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		source     document.Source
		text       string
		dpi        int
		confidence float64
	}{{document.TextLayer, filing, 0, 1}, {document.OCR, "HECHOS", 200, .93}, {document.OCR, "", 300, 0}}
	for i, w := range want {
		p := r.Pages[i]
		if p.Number != i+1 || p.Source != w.source || p.Text != w.text || p.DPI != w.dpi || p.Confidence != w.confidence {
			t.Errorf("page %d: %s %q at %d dpi, confidence %v", p.Number, p.Source, p.Text, p.DPI, p.Confidence)
		}
	}
	if e.seen != 1 {
		t.Errorf("%d pages were recognised, want the scan alone", e.seen)
	}
}

func TestBoxesAreInPointsOfThePage(t *testing.T) {
	b := &book{layers: []document.PageLayer{layerOf("", picture(1))}}
	r, err := read(t, b, &eye{result: sure("HECHOS")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, want := r.Pages[0].Words[0].Box, document.Box{X0: 72, Y0: 36, X1: 108, Y1: 54}
	if math.Abs(got.X0-want.X0)+math.Abs(got.Y0-want.Y0)+math.Abs(got.X1-want.X1)+math.Abs(got.Y1-want.Y1) > 1e-6 {
		t.Errorf("box %v, want %v", got, want)
	}
}

func TestModes(t *testing.T) {
	tests := map[Mode]struct{ sources []document.Source }{
		Auto:  {[]document.Source{document.TextLayer, document.OCR}},
		Force: {[]document.Source{document.OCR, document.OCR}},
		Never: {[]document.Source{document.TextLayer, document.TextLayer}},
	}
	for mode, tt := range tests {
		t.Run(string(mode), func(t *testing.T) {
			b := &book{layers: []document.PageLayer{layerOf(filing), layerOf("", picture(1))}}
			r, err := read(t, b, &eye{result: sure("HECHOS")}, &Options{Mode: mode})
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range tt.sources {
				if r.Pages[i].Source != s {
					t.Errorf("page %d: %s, want %s", i+1, r.Pages[i].Source, s)
				}
			}
		})
	}
}

func TestTheBetterTextIsKept(t *testing.T) {
	gibberish := strings.Repeat("Wklv lv qrw Vsdqlvk ", 12)
	long := sure(filing)
	doubt := sure(filing)
	doubt.Confidence = .2
	tests := map[string]struct {
		layer string
		rec   document.Recognized
		want  string
	}{
		"recognition wins over codes":               {gibberish, long, filing},
		"unless it is in doubt":                     {gibberish, doubt, gibberish},
		"or found next to nothing":                  {gibberish, sure("x"), gibberish},
		"nothing recognised: the bad layer is kept": {"Seor accin cdula", document.Recognized{}, "Seor accin cdula"},
		"dropped letters: recognition wins":         {"Seor accin cdula", long, filing},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r, err := read(t, &book{layers: []document.PageLayer{layerOf(tt.layer)}}, &eye{result: tt.rec}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.Pages[0].Text != tt.want {
				t.Errorf("kept %q", r.Pages[0].Text)
			}
		})
	}
}

// compass reads so many words in pictures whose mark is at the left.
type compass struct {
	eye
	words   int
	heights []int
}

func (c *compass) Recognize(img *image.Gray, _ int) (document.Recognized, error) {
	size := img.Rect.Size()
	c.heights = append(c.heights, size.Y)
	if img.GrayAt(img.Rect.Min.X+5, img.Rect.Min.Y+size.Y/2).Y == 0 {
		r := sure("HECHOS")
		r.Words = slices.Repeat(r.Words, c.words)
		return r, nil
	}
	return document.Recognized{}, nil
}

// A strip is read the other way up, too, unless enough of it was read as it lay.
func TestAStripTellsHowADoubtfulPageLies(t *testing.T) {
	for _, tt := range []struct{ turn, want, words, strips int }{ // turn is what is measured; 4 brings the mark to the left
		{turn: 2, want: 4, words: 1, strips: 2},
		{turn: 2, want: 4, words: 20, strips: 2},
		{turn: 4, want: 4, words: 1, strips: 2},
		{turn: 4, want: 4, words: 20, strips: 1},
	} {
		img := image.NewGray(image.Rect(0, 0, 600, 800))
		for i := range img.Pix {
			img.Pix[i] = 255
		}
		for y := 380; y < 420; y++ {
			clear(img.Pix[y*img.Stride:][:10])
		}
		c := &compass{words: tt.words}
		r := New(Deps{OCR: c}, nil)
		if o := r.sampled(scanprep.Clean(img), scanprep.Orientation{Turn: tt.turn, Upright: .2}, 200); o.Turn != tt.want {
			t.Errorf("%+v: %d quarter turns", tt, o.Turn)
		}
		if len(c.heights) != tt.strips || slices.Max(c.heights) > 100 {
			t.Errorf("%+v: strips of %v rows were read", tt, c.heights)
		}
	}
}

// passes reads a page first so, then otherwise.
type passes struct {
	eye
	results []document.Recognized
	sizes   []image.Point
}

func (e *passes) Recognize(img *image.Gray, _ int) (document.Recognized, error) {
	r := e.results[min(len(e.sizes), len(e.results)-1)]
	e.sizes = append(e.sizes, img.Rect.Size())
	r.Words = append([]document.Word(nil), r.Words...)
	return r, nil
}

// A page that was read badly is read once more, from a picture that was prepared
// in another way; what is kept is reported, and its words stand where they are.
func TestTheSecondPassCountsWhereItIsBetter(t *testing.T) {
	badly := func(text string, confidence float64) document.Recognized {
		r := sure(text)
		r.Confidence, r.Words[0].Confidence = confidence, confidence
		return r
	}
	both := func(r document.Recognized) document.Recognized { // the word stretches over the line
		r.Words[0].Box.X1, r.Words[0].Box.Y1 = 1600, 450
		return r
	}
	withAddress := func(r document.Recognized, confidence float64) document.Recognized {
		r.Words = append(r.Words, document.Word{Text: "anafgmail.com", Confidence: confidence, Box: r.Words[0].Box})
		r.Confidence = (r.Confidence + confidence) / 2
		return r
	}
	for _, tt := range []struct {
		name    string
		passes  []document.Recognized
		without []scanprep.Step
		text    string
		read    int
	}{
		{"read well, it is read once", []document.Recognized{badly("HECHOS", .89)}, nil, "HECHOS", 1},
		{"better the second time", []document.Recognized{badly("HEOHOS", .7), badly("HECHOS", .8)}, nil, "HECHOS", 2},
		{"surer of less", []document.Recognized{badly("HECHOS Y PRETENSIONES", .7), badly("HECHOS", .8)}, nil, "HECHOS Y PRETENSIONES", 2},
		{"no better the second time", []document.Recognized{badly("HECHOS", .7), badly("HEOHOS", .7)}, nil, "HECHOS", 2},
		{"left out", []document.Recognized{badly("HEOHOS", .7), badly("HECHOS", .8)}, []scanprep.Step{SecondPass}, "HEOHOS", 1},
		{"a line was passed over", []document.Recognized{sure("HECHOS"), both(sure("HECHOS Y PRETENSIONES"))}, nil, "HECHOS Y PRETENSIONES", 2},
		{"all lines were passed over", []document.Recognized{{}, {}, sure("HECHOS")}, nil, "HECHOS", 3},
		{"nothing was read of nothing", []document.Recognized{{}, {}, sure("HECHOS")}, nil, "", 2},
		{"what was passed over is no text", []document.Recognized{sure("HECHOS"), sure("HEOH")}, nil, "HECHOS", 2},
		{"an address is read badly in any case", []document.Recognized{withAddress(sure("HECHOS"), .3), sure("HEOH")}, nil, "HECHOS", 1},
		{"from grain, it would look the same", []document.Recognized{badly("HEOHOS", .8), badly("HECHOS", .9)}, nil, "HEOHOS", 1},
		{"from grain, hardly", []document.Recognized{badly("HEOHOS", .7), badly("HECHOS", .9)}, nil, "HECHOS", 2},
		{"never a third time", []document.Recognized{badly("HEOHOS", .7), badly("HECHOS", .75), badly("NUNCA", .9)}, nil, "HECHOS", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, e := &book{layers: []document.PageLayer{layerOf("", picture(1))}, lines: strings.Contains(tt.name, "passed over"), grain: strings.Contains(tt.name, "grain")}, &passes{results: tt.passes}
			var got document.Page
			err := New(Deps{PDF: b, OCR: e}, &Options{Without: tt.without}).Read(t.Context(), document.ReadRequest{Path: "x.pdf"},
				func(p document.Page, _ int) error { got = p; return nil })
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != tt.text || len(e.sizes) != tt.read {
				t.Errorf("%q after %d times", got.Text, len(e.sizes))
			}
			second := tt.read > 1 && tt.passes[0].Text != got.Text
			if slices.Contains(got.Steps, string(SecondPass)) != second {
				t.Errorf("steps %v", got.Steps)
			}
			if len(got.Words) == 0 {
				return
			}
			scale := 200. / 72 // pixels a point
			if x := got.Words[0].Box.X0; math.Abs(x-200/scale) > .5 {
				t.Errorf("the word stands at %v, want %v", x, 200/scale)
			}
		})
	}
}

func TestLowScansAreEnlarged(t *testing.T) {
	low := document.PlacedImage{Box: document.Box{X1: 612, Y1: 792}, PixelsX: 850, PixelsY: 1100}
	b, e := &book{layers: []document.PageLayer{layerOf("", low)}}, &eye{result: sure("HECHOS")}
	r, err := read(t, b, e, nil)
	if err != nil {
		t.Fatal(err)
	}
	if b.rendered[0] != 100 || e.dpi != 200 || r.Pages[0].DPI != 100 {
		t.Errorf("drawn at %v, recognised at %d, reported as %d", b.rendered, e.dpi, r.Pages[0].DPI)
	}
	if x := r.Pages[0].Words[0].Box.X0; math.Abs(x-72) > 1e-6 {
		t.Errorf("the word begins at %v points, want 72", x)
	}
}

func TestOneBadPageDoesNotLoseTheOthers(t *testing.T) {
	b := &book{layers: make([]document.PageLayer, 3), broken: map[int]bool{2: true}}
	for i := range b.layers {
		b.layers[i] = layerOf(filing)
	}
	r, err := read(t, b, &eye{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Pages[1]; p.Text != "" || p.Confidence != 0 || p.Number != 2 {
		t.Errorf("the bad page is %+v", p)
	}
	if r.Pages[2].Text != filing {
		t.Error("the page after it is lost")
	}
}

// The head of a paper names who files it, the address stands pages behind it.
func TestAnAddressIsMadeOfNamesOfPagesBefore(t *testing.T) {
	head := strings.ReplaceAll(filing, "HECHOS", "Accionante: Wilson Correa Soto")
	b := &book{layers: []document.PageLayer{layerOf("ACCIONANTE WILSON CORREA SOTO\n" + head), layerOf("", picture(1)), layerOf("", picture(1))}}
	e := &secondEye{eye: eye{result: line("correo", "weorreaOfamisanar.gov.co")}, says: "correo weorrea@famisanar.gov.co", confidence: .9}
	var all []document.Page
	collect := func(p document.Page, _ int) error { all = append(all, p); return nil }
	reader := New(Deps{PDF: b, OCR: e}, nil)
	if err := reader.Read(t.Context(), document.ReadRequest{}, collect); err != nil {
		t.Fatal(err)
	}
	const want = "correo wcorrea@famisanar.gov.co"
	if got := all[2]; got.Text != want || len(got.Emended) != 1 {
		t.Errorf("page 3 is %q, told: %+v", got.Text, got.Emended)
	}
	all = all[:2] // the program was killed
	if err := reader.Read(t.Context(), document.ReadRequest{}.Resume(all), collect); err != nil || len(all) != 3 || all[2].Text != want {
		t.Errorf("%v; going on, page 3 is %q", err, all[2].Text)
	}
}

func TestFaults(t *testing.T) {
	pages := func(n int) []document.PageLayer { return make([]document.PageLayer, n) }
	unavailable := fault.New(fault.Unavailable, "ocr_unavailable", "")
	tests := map[string]struct {
		book *book
		eye  *eye
		kind fault.Kind
		code string
	}{
		"no page can be read":      {&book{layers: pages(2), broken: map[int]bool{1: true, 2: true}}, &eye{}, fault.Unprocessable, "pdf_damaged"},
		"too many pages":           {&book{layers: pages(6)}, &eye{}, fault.Unprocessable, "too_many_pages"},
		"the engine has gone":      {&book{layers: pages(3)}, &eye{err: unavailable}, fault.Unavailable, "ocr_unavailable"},
		"recognition always fails": {&book{layers: pages(1)}, &eye{err: errors.New("odd")}, fault.Unprocessable, "pdf_damaged"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := read(t, tt.book, tt.eye, &Options{MaxPages: 5})
			if f, ok := fault.As(err); !ok || f.Kind != tt.kind || f.Code != tt.code {
				t.Errorf("got %v, want %s %s", err, tt.kind, tt.code)
			}
		})
	}
}

func TestCancellingStopsBetweenPages(t *testing.T) {
	b := &book{layers: []document.PageLayer{layerOf(filing), layerOf(filing), layerOf(filing)}}
	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	err := New(Deps{PDF: b, OCR: &eye{}}, nil).Read(ctx, document.ReadRequest{Path: "x.pdf"}, func(p document.Page, total int) error {
		seen = p.Number
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || seen != 1 {
		t.Errorf("after %d pages: %v", seen, err)
	}
}
