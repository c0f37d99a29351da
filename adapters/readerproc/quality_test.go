package readerproc_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/errorrate"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// The whole way from a scanner to text, by character error rate. The bounds
// leave room for another version of Tesseract; docs/quality.md has the figures.
func TestScansAreRead(t *testing.T) {
	tests := []struct {
		quality paper.Quality
		bound   float64
	}{
		{paper.Clean, .02}, {paper.Fair, .02}, {paper.Poor, .05}, {paper.Turned, .02}, {paper.UpsideDown, .02},
	}
	pool := newPool(t, realReader, readerproc.Options{})
	f := filings.New(11, filings.Options{}).Short()
	for _, tt := range tests {
		t.Run(tt.quality.Name, func(t *testing.T) {
			t.Parallel()
			p, err := paper.Scan(f, paper.Options{}, tt.quality, 1)
			if err != nil {
				t.Fatal(err)
			}
			r, err := read(t.Context(), pool, saved(t, p.PDF))
			if err != nil {
				t.Fatal(err)
			}
			if rate := errorrate.Of(strings.Join(p.Pages, "\n"), r.Text()); rate > tt.bound {
				t.Errorf("%.2f %% of the characters are wrong, at most %.2f %% may be", 100*rate, 100*tt.bound)
			}
			if c := r.Confidence(); c < .8 {
				t.Errorf("confidence %.2f", c)
			}
		})
	}
}

// What is before an address is not the beginning of it: places, numbers, names
// and words, with a comma that looks like a point.
func TestAddressesInARowOfWordsAreRead(t *testing.T) {
	const text = `Yo, Juan Pérez Gómez, vecino de Cali, juan.perez@gmail.com, solicito:
Dirección: Calle 15 No. 3-22, maria_lopez@hotmail.com
Teléfono 3104567890, juridica@nuevaeps.com.co
El señor Luis Mora, luismora@gmail.com, fue testigo.
A la Secretaría de Salud, notificaciones@salud.gov.co y a los demás.
Mi correo, pedro_ruiz88@hotmail.com, y el de mi esposa, carmen@misena.edu.co
`
	p, err := paper.Scan(filings.Filing{Blocks: []filings.Block{{Text: text}}}, paper.Options{}, paper.Poor, 1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := read(t.Context(), newPool(t, realReader, readerproc.Options{}), saved(t, p.PDF))
	if err != nil {
		t.Fatal(err)
	}
	var has []string
	for word := range strings.FieldsSeq(r.Text()) {
		has = append(has, strings.TrimRight(word, ".,"))
	}
	for _, want := range []string{"juan.perez@gmail.com", "maria_lopez@hotmail.com", "juridica@nuevaeps.com.co", "luismora@gmail.com",
		"notificaciones@salud.gov.co", "pedro_ruiz88@hotmail.com", "carmen@misena.edu.co"} {
		if !slices.Contains(has, want) {
			t.Errorf("no %s in %q", want, r.Text())
		}
	}
}

func TestBornDigitalPagesNeedNoRecognition(t *testing.T) {
	f := filings.New(12, filings.Options{}).Filing()
	p, err := paper.BornDigital(f, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pool := newPool(t, realReader, readerproc.Options{Slots: 1})
	var done []int
	var r document.Reading
	err = pool.Read(t.Context(), document.ReadRequest{Path: saved(t, p.PDF)}, func(page document.Page, total int) error {
		done, r.Pages = append(done, page.Number), append(r.Pages, page)
		if total != len(p.Pages) {
			t.Errorf("%d pages in all, want %d", total, len(p.Pages))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(done) != len(p.Pages) {
		t.Errorf("progress %v", done)
	}
	if rate := errorrate.Of(strings.Join(p.Pages, "\n"), r.Text()); rate > .001 {
		t.Errorf("%.2f %% of the characters are wrong", 100*rate)
	}
	for _, page := range r.Pages {
		if page.Source != document.TextLayer || page.Confidence != 1 {
			t.Errorf("page %d: %s, confidence %v", page.Number, page.Source, page.Confidence)
		}
	}
}

func saved(t *testing.T, pdf []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "filing.pdf")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
