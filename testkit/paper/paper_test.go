package paper_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/gen2brain/go-fitz"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// folded is text as a comparison of readings sees it. Text of MuPDF joins a line that ends in a hyphen
// with the next one.
func folded(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text.Fold(s)), " "), "- ", "-")
}

func open(t *testing.T, pdf []byte) *fitz.Document {
	t.Helper()
	doc, err := fitz.NewFromMemory(pdf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { doc.Close() })
	return doc
}

func TestBornDigitalHoldsWhatWasPrinted(t *testing.T) {
	g := filings.New(5, filings.Options{})
	for seed := range uint64(20) {
		f := g.Filing()
		o := paper.Varied(seed)
		o.Numbered, o.Letters = false, "" // they would stand between the halves of a torn name
		p, err := paper.BornDigital(f, o)
		if err != nil {
			t.Fatal(err)
		}
		read := pageTexts(t, open(t, p.PDF))
		if len(read) != len(p.Pages) {
			t.Fatalf("%s: %d pages, %d printed", f.ID, len(read), len(p.Pages))
		}
		for i := range read {
			if got, want := folded(read[i]), folded(p.Pages[i]); got != want {
				t.Errorf("%s, page %d: the PDF reads\n%s\nprinted was\n%s", f.ID, i+1, got, want)
			}
		}
		whole := folded(strings.Join(read, " "))
		for _, s := range f.Gold.Spans {
			if want := folded(s.Raw); !strings.Contains(whole, want) {
				t.Errorf("%s (%s): the PDF lacks the %s %q", f.ID, f.Layout, s.Field, want)
			}
		}
	}
}

func TestHeadersAndNumbersArePrintedOnEveryPage(t *testing.T) {
	f := filings.New(5, filings.Options{}).Filing()
	p, err := paper.BornDigital(f, paper.Options{Numbered: true, Letters: "PERSONERÍA MUNICIPAL", Spacing: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range pageTexts(t, open(t, p.PDF)) {
		for _, want := range []string{"PERSONERÍA MUNICIPAL", fmt.Sprintf("Página %d", i+1)} {
			if !strings.Contains(text, want) || !strings.Contains(p.Pages[i], want) {
				t.Errorf("page %d lacks %q", i+1, want)
			}
		}
	}
}

func pageTexts(t *testing.T, doc *fitz.Document) (texts []string) {
	t.Helper()
	for i := range doc.NumPage() {
		s, err := doc.Text(i)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, s)
	}
	return texts
}

func Example() {
	f := filings.New(1, filings.Options{}).Filing()
	born, _ := paper.BornDigital(f, paper.Options{Size: paper.Oficio})
	scan, _ := paper.Scan(f, paper.Options{Size: paper.Oficio}, paper.Poor, 1)
	fmt.Println(string(born.PDF[:5]), len(born.Pages) == len(scan.Pages), len(scan.PDF) > 10*len(born.PDF))
	// Output: %PDF- true true
}

// short is a filing of few words: scanning costs by the page.
func short() filings.Filing {
	return filings.New(6, filings.Options{Layouts: filings.Choice{Only: []string{"carta-corrida"}}, Wordings: filings.Choice{Only: []string{"breve"}}}).
		Of(document.Tutela)
}

func TestScanIsOnePictureAPageWithoutText(t *testing.T) {
	f := short()
	for _, q := range paper.Qualities() {
		q.DPI = 60 // as true at any, and quick
		p, err := paper.Scan(f, paper.Options{}, q, 1)
		if err != nil {
			t.Fatal(err)
		}
		doc := open(t, p.PDF)
		pictures := regexp.MustCompile(`/Subtype\s*/Image`).FindAllIndex(p.PDF, -1)
		if len(pictures) != doc.NumPage() || doc.NumPage() != len(p.Pages) {
			t.Errorf("%s: %d pictures on %d pages, %d printed", q.Name, len(pictures), doc.NumPage(), len(p.Pages))
		}
		for i := range doc.NumPage() {
			if s, _ := doc.Text(i); strings.TrimSpace(s) != "" {
				t.Errorf("%s: page %d has the text %q", q.Name, i+1, s)
			}
			box, err := doc.Bound(i)
			if err != nil {
				t.Fatal(err)
			}
			if landscape := box.Dx() > box.Dy(); landscape != (q.Quarters%2 == 1) {
				t.Errorf("%s: page of %v", q.Name, box)
			}
		}
	}
}

func TestSameSeedSamePaper(t *testing.T) {
	f := short()
	for seed := range uint64(20) {
		a, _ := paper.BornDigital(f, paper.Varied(seed))
		b, _ := paper.BornDigital(f, paper.Varied(seed))
		if !bytes.Equal(a.PDF, b.PDF) {
			t.Fatalf("two prints with the options of seed %d differ", seed)
		}
	}
	poor := paper.Poor
	poor.DPI = 60
	a, errA := paper.Scan(f, paper.Varied(3), poor, 9)
	b, errB := paper.Scan(f, paper.Varied(3), poor, 9)
	if errA != nil || errB != nil || !bytes.Equal(a.PDF, b.PDF) {
		t.Errorf("two scans with one seed differ (%v, %v)", errA, errB)
	}
	if c, _ := paper.Scan(f, paper.Varied(3), poor, 10); bytes.Equal(a.PDF, c.PDF) {
		t.Error("another seed gives the same scan")
	}
}
