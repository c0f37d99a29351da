package dedup_test

import (
	"math/rand/v2"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// Layouts, wordings and matters here are not those that the engine was tuned
// on. testkit/quality/dedup reports the same over more filings, by kind, with
// the parties that core/ner extracts.
func TestQualityOnHeldOutFilings(t *testing.T) {
	d := detector(t)
	rng := rand.New(rand.NewPCG(5, 6))
	g := filings.New(99, filings.HeldOut())
	fingerprint := func(f filings.Filing) dedup.Fingerprint {
		// As read from the paper: the first mention, now and then none.
		get := func(field ner.Field) string {
			for _, s := range f.Gold.Spans {
				if s.Field == field && rng.Float64() < 0.9 {
					return s.Raw
				}
			}
			return ""
		}
		return d.Fingerprint(dedup.Filing{ID: f.ID, Type: string(f.Type), Text: f.Text, Parties: dedup.Parties{
			Plaintiff: get(ner.Plaintiff), Defendant: get(ner.Defendant), Cedula: get(ner.Cedula),
			Email: get(ner.Email), Radicado: get(ner.Radicado), Address: get(ner.PlaintiffAddress),
		}})
	}
	var found, missed, wrong, letters, flagged int
	for range 120 {
		f := g.Filing()
		original := fingerprint(f)
		judge := func(related filings.Filing, want filings.Relation) {
			m, ok := d.Compare(original, fingerprint(related))
			duplicate := ok && m.Relation == dedup.Duplicate
			switch {
			case want == filings.Duplicate && duplicate:
				found++
			case want == filings.Duplicate:
				missed++
			case duplicate:
				wrong++
			}
			if want == filings.Mass {
				letters++
				if duplicate {
					flagged++
				}
			}
		}
		judge(g.Noisy(f, .01), filings.Duplicate)
		if f.IsAsked() {
			judge(g.Refile(f), filings.Duplicate)
			judge(g.Refile(f).WithNoise(.01, rng), filings.Duplicate)
		}
		judge(g.Edit(f), filings.Duplicate)
		for _, letter := range g.FormLetter(f, 3) {
			judge(letter, filings.Mass)
		}
		judge(g.OtherMatter(f), filings.Other)
		judge(g.Namesake(f), filings.Other)
		judge(g.SameMatter(f), filings.Other)
	}
	precision, recall := float64(found)/float64(found+wrong), float64(found)/float64(found+missed)
	f1, share := 2*precision*recall/(precision+recall), float64(flagged)/float64(letters)
	t.Logf("precision %.4f, recall %.4f, F1 %.4f; form letters called duplicates %.4f", precision, recall, f1, share)
	if f1 < 0.98 {
		t.Errorf("F1 %.4f, want .98: %d missed, %d wrong of %d", f1, missed, wrong, found+missed)
	}
	if share > 0.005 {
		t.Errorf("%d of %d form letters called duplicates", flagged, letters)
	}
}
