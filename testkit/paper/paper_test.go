package paper_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/gen2brain/go-fitz"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// folded is text as a comparison of readings sees it.
func folded(s string) string { return strings.Join(strings.Fields(text.Fold(s)), " ") }

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
	for seed := range uint64(12) {
		f := g.Filing()
		p, err := paper.BornDigital(f, paper.Varied(seed))
		if err != nil {
			t.Fatal(err)
		}
		doc := open(t, p.PDF)
		if doc.NumPage() != len(p.Pages) {
			t.Fatalf("%s: %d pages, %d printed", f.ID, doc.NumPage(), len(p.Pages))
		}
		var read []string
		for i := range p.Pages {
			s, err := doc.Text(i)
			if err != nil {
				t.Fatal(err)
			}
			read = append(read, s)
		}
		all := folded(strings.Join(read, "\n"))
		for _, s := range f.Gold.Spans {
			if s.Field != ner.Plaintiff && s.Field != ner.Cedula {
				continue
			}
			if want := folded(s.Raw); !strings.Contains(all, want) && len(p.Pages) == 1 {
				t.Errorf("%s (%s): the PDF lacks %q", f.ID, f.Layout, want)
			}
		}
		if want := strings.ReplaceAll(folded(strings.Join(p.Pages, "\n")), " ", ""); len(want) == 0 ||
			float64(len(strings.ReplaceAll(all, " ", "")))/float64(len(want)) < .98 {
			t.Errorf("%s: the PDF holds less than was printed", f.ID)
		}
	}
}

func TestScanIsOnePictureAPageWithoutText(t *testing.T) {
	f := filings.New(6, filings.Options{}).Filing()
	for _, q := range paper.Qualities() {
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
	f := filings.New(6, filings.Options{}).Filing()
	a, errA := paper.Scan(f, paper.Varied(3), paper.Poor, 9)
	b, errB := paper.Scan(f, paper.Varied(3), paper.Poor, 9)
	if errA != nil || errB != nil || !bytes.Equal(a.PDF, b.PDF) {
		t.Errorf("two scans with one seed differ (%v, %v)", errA, errB)
	}
	if c, _ := paper.Scan(f, paper.Varied(3), paper.Poor, 10); bytes.Equal(a.PDF, c.PDF) {
		t.Error("another seed gives the same scan")
	}
}
