package filings_test

import (
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
)

func TestSameSeedSameBytes(t *testing.T) {
	a, b := filings.NewSet(7, 60, filings.Options{}), filings.NewSet(7, 60, filings.Options{})
	for i := range a.Filings {
		if a.Filings[i].Text != b.Filings[i].Text || a.Filings[i].ID != b.Filings[i].ID {
			t.Fatalf("filing %d differs between two runs", i)
		}
	}
	if c := filings.NewSet(8, 60, filings.Options{}); c.Filings[0].Text == a.Filings[0].Text {
		t.Error("another seed gives the same filing")
	}
}

func TestSpansCoverTheirRaw(t *testing.T) {
	for _, f := range filings.NewSet(2, 300, filings.Options{}).Filings {
		runes := []rune(f.Text)
		for _, s := range f.Gold.Spans {
			if s.Start < 0 || s.End > len(runes) || s.Start > s.End || string(runes[s.Start:s.End]) != s.Raw {
				t.Fatalf("%s: span %+v", f.ID, s)
			}
		}
	}
}
