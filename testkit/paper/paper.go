// Package paper prints invented filings as PDF and scans them: born-digital
// files with a text layer, and pictures of pages in every state that court
// scanners leave them in, without one.
//
// It brings a PDF writer and MuPDF; filings alone brings neither.
package paper

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/cotejo/cotejo/testkit/filings"
)

// Paper is a PDF and what is printed on it.
type Paper struct {
	PDF   []byte
	Pages []string // text as printed, a line of paper a line, headers and footers included
}

// Size is a sheet of paper in points of 1/72 inch.
type Size struct{ Width, Height float64 }

// Sizes of sheets that courts use.
var (
	Letter = Size{612, 792}
	Legal  = Size{612, 1008}
	Oficio = Size{612, 936} // 8.5 × 13 inches
	A4     = Size{595, 842}
)

// Font is a typeface: one of those that every PDF reader has, or one of the Go
// family, which goes into the file.
type Font string

const (
	Times     Font = "Times"
	Helvetica Font = "Helvetica"
	Courier   Font = "Courier"
	GoSans    Font = "Go"
	GoMono    Font = "GoMono"
)

// embedded reports whether the typeface goes into the file, as TrueType.
func (f Font) embedded() bool { return f == GoSans || f == GoMono }

// Options say how a filing is printed. The zero value prints Times 12 on
// letter paper, ragged right.
type Options struct {
	Size      Size
	Font      Font
	Points    float64 // of the type
	Spacing   float64 // of lines, in multiples of the type's size
	Margin    float64 // in points
	Columns   int     // side by side; 1 unless more
	Justified bool    // with the PDF reader's own typefaces
	Numbered  bool    // "Página 1" at the foot
	Letters   string  // a line of letterhead on every page
}

// Varied returns options as different hands choose them.
func Varied(seed uint64) Options {
	rng := rand.New(rand.NewPCG(seed, 1))
	o := Options{
		Size:      []Size{Letter, Letter, Legal, Oficio}[rng.IntN(4)],
		Font:      []Font{Times, Helvetica, Helvetica, Times, Courier}[rng.IntN(5)],
		Points:    []float64{11, 12, 12, 10.5}[rng.IntN(4)],
		Spacing:   []float64{1.15, 1.3, 1.5, 2}[rng.IntN(4)],
		Margin:    []float64{56, 72, 85}[rng.IntN(3)],
		Justified: rng.IntN(2) == 0,
		Numbered:  rng.IntN(2) == 0,
	}
	if rng.IntN(5) == 0 {
		o.Letters = []string{"REPÚBLICA DE COLOMBIA - RAMA JUDICIAL DEL PODER PÚBLICO", "Consejo Superior de la Judicatura", "PERSONERÍA MUNICIPAL",
			"Consultorio Jurídico - Facultad de Derecho", "RECIBIDO - OFICINA DE REPARTO"}[rng.IntN(5)]
	}
	if o.Font == Courier {
		o.Points, o.Spacing = 10, 1.3
	}
	return o
}

// VariedUnseen is Varied as nothing is tuned on: other typefaces, sizes and
// measures of the page.
func VariedUnseen(seed uint64) Options {
	rng := rand.New(rand.NewPCG(seed, 2))
	return Options{
		Size:      []Size{Letter, Oficio, A4}[rng.IntN(3)],
		Font:      []Font{Times, GoSans, Helvetica, Times, GoMono}[rng.IntN(5)],
		Points:    []float64{11.5, 12.5, 13}[rng.IntN(3)],
		Spacing:   []float64{1.2, 1.4, 1.7}[rng.IntN(3)],
		Margin:    []float64{64, 78}[rng.IntN(2)],
		Justified: rng.IntN(2) == 0,
		Numbered:  rng.IntN(2) == 0,
	}
}

func (o Options) withDefaults() Options {
	if o.Size == (Size{}) {
		o.Size = Letter
	}
	if o.Font == "" {
		o.Font = Times
	}
	if o.Points == 0 {
		o.Points = 12
	}
	if o.Spacing == 0 {
		o.Spacing = 1.2
	}
	if o.Margin == 0 {
		o.Margin = 72
	}
	o.Columns = max(1, o.Columns)
	o.Justified = o.Justified && !o.Font.embedded()
	return o
}

// BornDigital prints the filing as a word processor does: text stays text. The
// same filing and options give the same bytes.
func BornDigital(f filings.Filing, o Options) (Paper, error) {
	p := newPress(o)
	for _, b := range f.Blocks {
		p.block(b)
	}
	return p.finish()
}

// press sets blocks of text on pages.
type press struct {
	pdf    *fpdf.Fpdf
	o      Options
	encode func(string) string // UTF-8 to the fonts' encoding
	y      float64             // of the next line's top
	column int                 // from 0
	pages  []strings.Builder
}

func newPress(o Options) *press {
	o = o.withDefaults()
	p := &press{o: o, pdf: newPDF(o.Size)}
	p.encode = p.pdf.UnicodeTranslatorFromDescriptor("")
	if o.Font.embedded() {
		p.encode = func(s string) string { return s }
		regular, bold := goregular.TTF, gobold.TTF
		if o.Font == GoMono {
			regular, bold = gomono.TTF, gomonobold.TTF
		}
		p.pdf.AddUTF8FontFromBytes(string(o.Font), "", regular)
		p.pdf.AddUTF8FontFromBytes(string(o.Font), "B", bold)
	}
	p.newPage()
	return p
}

// newPDF returns an empty document that holds no date of today.
func newPDF(s Size) *fpdf.Fpdf {
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: s.Width, Ht: s.Height}})
	pdf.SetCreationDate(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC))
	pdf.SetModificationDate(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC))
	pdf.SetCatalogSort(true)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	return pdf
}

func (p *press) newPage() {
	if len(p.pages) > 0 {
		p.endPage()
	}
	p.pdf.AddPage()
	p.pages = append(p.pages, strings.Builder{})
	p.y, p.column = p.o.Margin, 0
	if p.o.Letters != "" {
		p.small(p.o.Letters, p.o.Margin/2)
	}
}

// endPage prints what is at the foot.
func (p *press) endPage() {
	if p.o.Numbered {
		p.small(fmt.Sprintf("Página %d", len(p.pages)), p.o.Size.Height-p.o.Margin/2)
	}
}

// small prints a centred line of header or footer.
func (p *press) small(line string, y float64) {
	p.pdf.SetFont(string(p.o.Font), "", 9)
	w := p.pdf.GetStringWidth(p.encode(line))
	p.pdf.Text((p.o.Size.Width-w)/2, y, p.encode(line))
	p.printed(line)
}

func (p *press) printed(line string) {
	page := &p.pages[len(p.pages)-1]
	if page.Len() > 0 {
		page.WriteByte('\n')
	}
	page.WriteString(line)
}

func (p *press) block(b filings.Block) {
	if b.Style == filings.PageBreak {
		p.newPage()
		return
	}
	weight := ""
	if b.Style == filings.Heading || b.Style == filings.Bold || b.Style == filings.Centred {
		weight = "B"
	}
	p.pdf.SetFont(string(p.o.Font), weight, p.o.Points)
	lines := p.breakLines(b.Text)
	if b.Style == filings.Signature || b.Style == filings.Heading { // not torn from itself, nor from what follows
		p.need(float64(len(lines)+1) * p.leading())
	}
	for _, l := range lines {
		p.need(p.leading())
		p.pdf.SetFont(string(p.o.Font), weight, p.o.Points)
		p.line(l, b.Style)
		p.y += p.leading()
	}
	p.y += p.leading() * .6
}

func (p *press) leading() float64 { return p.o.Points * p.o.Spacing }

// need begins a column, or a page after the last one, when less than height is
// left in this one.
func (p *press) need(height float64) {
	if p.y+height <= p.o.Size.Height-p.o.Margin || p.y <= p.o.Margin {
		return
	}
	if p.column+1 < p.o.Columns {
		p.y, p.column = p.o.Margin, p.column+1
		return
	}
	p.newPage()
}

// gutter is between columns, in points.
const gutter = 24

// measure is the width of a column.
func (p *press) measure() float64 {
	n := float64(p.o.Columns)
	return (p.o.Size.Width - 2*p.o.Margin - (n-1)*gutter) / n
}

func (p *press) line(l line, s filings.Style) {
	width := p.measure()
	x := p.o.Margin + float64(p.column)*(width+gutter)
	text := p.encode(l.text)
	natural := p.pdf.GetStringWidth(text)
	gaps := strings.Count(l.text, " ")
	switch {
	case s == filings.Centred || s == filings.Heading && p.o.Justified:
		x += (width - natural) / 2
	case p.o.Justified && s == filings.Body && !l.last && gaps > 0:
		p.pdf.SetWordSpacing((width - natural) / float64(gaps))
	}
	p.pdf.Text(x, p.y+p.o.Points, text)
	p.pdf.SetWordSpacing(0)
	p.printed(l.text)
}

// line is a line of paper; last ends its paragraph.
type line struct {
	text string
	last bool
}

// breakLines fits a block's text into the width of the page.
func (p *press) breakLines(text string) (out []line) {
	width := p.measure()
	for paragraph := range strings.SplitSeq(text, "\n") {
		current := ""
		for word := range strings.SplitSeq(paragraph, " ") {
			longer := word
			if current != "" {
				longer = current + " " + word
			}
			if current != "" && p.pdf.GetStringWidth(p.encode(longer)) > width {
				out = append(out, line{text: current})
				longer = word
			}
			current = longer
		}
		out = append(out, line{text: current, last: true})
	}
	return out
}

func (p *press) finish() (Paper, error) {
	p.endPage()
	pages := make([]string, len(p.pages))
	for i := range p.pages {
		pages[i] = p.pages[i].String()
	}
	pdf, err := output(p.pdf)
	return Paper{PDF: pdf, Pages: pages}, err
}

func output(pdf *fpdf.Fpdf) ([]byte, error) {
	var b bytes.Buffer
	if err := pdf.Output(&b); err != nil {
		return nil, fmt.Errorf("writing PDF: %w", err)
	}
	return b.Bytes(), nil
}
