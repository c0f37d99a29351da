package readerproc_test

import (
	"math"
	"testing"

	"github.com/cotejo/cotejo/adapters/mupdf"
	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// Where words are on a scan that lies on its side and askew: what is marked
// there must be what was read. The printed page reports where they were before.
func TestWordsStandWhereTheScanShowsThem(t *testing.T) {
	f := filings.New(11, filings.Options{}).Short()
	printed, err := paper.BornDigital(f, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := mupdf.New().Open(saved(t, printed.PDF), "")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	layer, err := d.Layer(1)
	if err != nil {
		t.Fatal(err)
	}
	pool := newPool(t, realReader, readerproc.Options{})
	for _, quarters := range []int{1, 2} {
		quality := paper.Quality{Name: "askew", DPI: 200, Skew: 2, Quarters: quarters, Paper: 250, JPEG: 80}
		scan, err := paper.ScanPDF(printed.PDF, quality, 1)
		if err != nil {
			t.Fatal(err)
		}
		var first document.Page
		err = pool.Read(t.Context(), document.ReadRequest{Path: saved(t, scan), Pages: []document.PageRange{{First: 1, Last: 1}}},
			func(p document.Page, _ int) error { first = p; return nil })
		if err != nil {
			t.Fatal(err)
		}
		if want := (4 - quarters) % 4; first.Turn != want {
			t.Errorf("turned %d quarters: %d more bring it upright, not %d", quarters, want, first.Turn)
		}
		// The seed chooses the side to which the page is skewed.
		best, words := 0, 0
		for _, degrees := range []float64{quality.Skew, -quality.Skew} {
			right, all := matching(layer, first, degrees, quarters)
			best, words = max(best, right), all
		}
		if words < 50 || float64(best) < .97*float64(words) {
			t.Errorf("turned %d quarters: %d of %d words stand where they are shown", quarters, best, words)
		}
	}
}

// matching counts the words that stand once on both pages, and those of them
// whose centre and size are what the scanner made of those on the printed page.
func matching(layer document.PageLayer, read document.Page, degrees float64, quarters int) (right, all int) {
	const tolerance = 3 // points
	there := once(layer.Words)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	for text, got := range once(read.Words) {
		want, ok := there[text]
		if !ok || len(text) < 4 {
			continue
		}
		all++
		x, y := (want.X0+want.X1-layer.Width)/2, (want.Y0+want.Y1-layer.Height)/2
		x, y = cos*x-sin*y, sin*x+cos*y
		width, height := layer.Width, layer.Height
		long := want.X1 - want.X0
		for range quarters {
			x, y, width, height = -y, x, height, width
		}
		gotX, gotY := (got.X0+got.X1-width)/2, (got.Y0+got.Y1-height)/2
		gotLong := max(got.X1-got.X0, got.Y1-got.Y0)
		if math.Hypot(gotX-x, gotY-y) <= tolerance+1 && math.Abs(gotLong-long) <= 2*tolerance {
			right++
		}
	}
	return right, all
}

// once returns the boxes of the words that stand once.
func once(words []document.Word) map[string]document.Box {
	boxes, seen := map[string]document.Box{}, map[string]int{}
	for _, w := range words {
		boxes[w.Text] = w.Box
		seen[w.Text]++
	}
	for text, n := range seen {
		if n > 1 {
			delete(boxes, text)
		}
	}
	return boxes
}
