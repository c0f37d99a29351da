package dedup_test

import (
	"math"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// decidedPairs are pairs of the same facts and of form letters, on which people decided
// by judge.
func decidedPairs(t *testing.T, d *dedup.Detector, n int, judge func(m dedup.Match) bool) (pairs []dedup.Decided) {
	t.Helper()
	g := filings.New(7, filings.Tuning())
	fingerprint := func(f filings.Filing) dedup.Fingerprint {
		value := func(field ner.Field) string {
			for _, s := range f.Gold.Spans {
				if s.Field == field {
					return s.Raw
				}
			}
			return ""
		}
		return d.Fingerprint(dedup.Filing{ID: f.ID, Type: string(f.Type), Text: f.Text,
			Parties: dedup.Parties{Plaintiff: value(ner.Plaintiff), Defendant: value(ner.Defendant), Cedula: value(ner.Cedula)}})
	}
	for range n {
		f := g.Filing()
		a := fingerprint(f)
		for _, related := range []filings.Filing{g.Refile(f), g.Edit(f), g.Noisy(f, .05)} {
			b := fingerprint(related)
			pairs = append(pairs, dedup.Decided{A: b, B: a, Duplicate: judge(d.Explain(b, a))})
		}
	}
	return pairs
}

func TestTuningFollowsDecisions(t *testing.T) {
	d := detector(t)
	for _, c := range []struct {
		rule  string
		n     int
		judge func(m dedup.Match) bool
		holds func(from, to dedup.Config) bool
	}{
		{"who agrees with the program changes little", 30, func(m dedup.Match) bool { return m.Relation == dedup.Duplicate },
			func(from, to dedup.Config) bool { return math.Abs(to.Thresholds.Tutela-from.Thresholds.Tutela) <= .06 }},
		{"who wants more certainty raises the threshold", 30, func(m dedup.Match) bool { return m.Similarity >= .93 },
			func(from, to dedup.Config) bool { return to.Thresholds.Tutela > from.Thresholds.Tutela+.02 }},
		{"without decisions nothing changes", 0, nil, func(from, to dedup.Config) bool { return from == to }},
	} {
		t.Run(c.rule, func(t *testing.T) {
			pairs := decidedPairs(t, d, c.n, c.judge)
			to := d.Tune(pairs)
			if err := to.Validate(); err != nil {
				t.Fatal(err)
			}
			if !c.holds(d.Config(), to) {
				t.Errorf("from %+v to %+v", d.Config(), to)
			}
			if again := d.Tune(pairs); again != to {
				t.Errorf("the same decisions gave %+v and %+v", to, again)
			}
			tuned, err := d.WithConfig(to)
			if err != nil {
				t.Fatal(err)
			}
			if before, after := d.Agreement(pairs), tuned.Agreement(pairs); after.Harm() > before.Harm() || after.Pairs() != len(pairs) {
				t.Errorf("agreement %+v before, %+v after", before, after)
			}
		})
	}
}
