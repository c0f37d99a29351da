// Command dedup measures how well core/dedup distinguishes repeated filings from
// form letters, other matters and namesakes, on generated filings with the default
// configuration.
//
//	go run ./testkit/quality/dedup [-tuning] [-groups 300] [-parties ner|raw|gold|none] [-show 5]
//
// Each group is a filing with its relatives: misread, reworded, edited, cut in
// half, under other names; and form letters, another matter of the same person, a
// namesake, a matter of the same kind, the same letter for another claim or another
// child. All groups stand in one index, every filing is searched for, and each pair that
// Find calls a duplicate is judged.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// member is a filing of a group. Two members with the same truth, which is
// never empty, are duplicates.
type member struct {
	kind  string
	group int
	truth string
	print dedup.Fingerprint
	text  string
}

func main() {
	tuning := flag.Bool("tuning", false, "use the filings that the engine was tuned on")
	groups := flag.Int("groups", 300, "number of groups")
	parties := flag.String("parties", "ner", "what the engine is told of the parties: what core/ner extracts, raw (as read, some missing or wrong), gold or none")
	learned := flag.Bool("learn", false, "compare by what is learned of these filings as a collection")
	mass := flag.Int("mass", 0, "of every tenth filing, this many more form letters of other people")
	show := flag.Int("show", 0, "print this many errors with their texts")
	why := flag.Int("why", 0, "print the reasons of this many errors")
	kinds := flag.String("kinds", "", "print the reasons of pairs of these kinds, such as \"original / other child\", instead of errors")
	seed := flag.Uint64("seed", 11, "of the filings")
	flag.Parse()
	options := filings.HeldOut()
	if *tuning {
		options = filings.Tuning()
	}
	if err := run(options, *seed, *groups, *parties, *mass, *learned, *show, *why, *kinds); err != nil {
		fmt.Fprintln(os.Stderr, "dedup:", err)
		os.Exit(1)
	}
}

func run(options filings.Options, seed uint64, groups int, parties string, mass int, learned bool, show, why int, kinds string) error {
	det, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		return err
	}
	ctx, idx := context.Background(), dedup.NewMemory()
	members := map[string]member{}
	var order []string
	c := corpus{rng: rand.New(rand.NewPCG(seed, 5)), gen: filings.New(seed, options)}
	if parties == "ner" {
		if c.ensemble, err = ner.NewEnsemble(ner.DefaultConfig()); err != nil {
			return err
		}
	}
	for g := range groups {
		letters := 0
		if g%10 == 0 {
			letters = mass
		}
		c.gen.Group(g, letters, c.rng, func(kind, truth string, f filings.Filing) {
			id := fmt.Sprintf("%05d-%s", len(order), kind)
			fp := det.Fingerprint(dedup.Filing{ID: id, Type: string(f.Type), Text: f.Text, Parties: c.parties(f, parties)})
			members[id] = member{kind, g, truth, fp, f.Text}
			order = append(order, id)
			_ = idx.Put(ctx, fp)
		})
	}
	if learned {
		var l dedup.Learner
		for _, id := range order {
			fp := members[id].print
			l.Add(&fp)
		}
		b := l.Boilerplate()
		if b == nil {
			return fmt.Errorf("%d filings are too few to learn from: take more groups", len(order))
		}
		fmt.Printf("learned %d common shingles and %d words\n", b.Shingles(), b.Words())
		det = det.With(b)
	}
	var score counts
	for _, id := range order {
		a := members[id]
		matches, err := det.Find(ctx, idx, a.print)
		if err != nil {
			return err
		}
		related := map[string]dedup.Match{}
		for _, m := range matches {
			related[m.ID] = m
		}
		for _, other := range order {
			if other <= id {
				continue
			}
			b := members[other]
			m, ok := related[other]
			if b.group != a.group && !ok {
				continue
			}
			wrong := score.add(a, b, ok && m.Relation == dedup.Duplicate, ok && m.Relation == dedup.Mass)
			if a.truth == b.truth && (a.kind == "noise 3%" || b.kind == "noise 3%") {
				score.doubts.add(det.Explain(a.print, b.print))
			}
			if wrong && show > 0 {
				show--
				fmt.Printf("--- %s and %s: %+v\n%s\n- - -\n%s\n", id, other, m, a.text, b.text)
			}
			if ofKinds := a.kind + " / " + b.kind; (kinds == "" && wrong || kinds == ofKinds) && why > 0 {
				why--
				explain(id, other, det.Explain(a.print, b.print))
			}
		}
	}
	score.print()
	score.goals()
	return nil
}

// explain prints how a verdict came about.
func explain(a, b string, m dedup.Match) {
	fmt.Printf("--- %s and %s: %q, similarity %.2f of %.2f (%.2f %.2f %.2f); parties %s, facts %s, claims %s\n",
		a, b, m.Relation, m.Similarity, m.Ensemble, m.MinHash, m.TFIDF, m.Entity, m.Parties.Verdict, m.Facts.Verdict, m.Claims.Verdict)
	for _, r := range m.Reasons {
		fmt.Printf("    %+.2f %s: %s (%s | %s)\n", r.Weight, r.Code, r.Text, r.Left, r.Right)
	}
}

// corpus makes groups.
type corpus struct {
	rng *rand.Rand
	gen *filings.Generator
	// ensemble extracts the parties; nil when they are taken from the gold.
	ensemble *ner.Ensemble
}

// Rates at which "raw" parties are missing or another mention's than the first.
const missing, wrong = 0.10, 0.05

func (c *corpus) parties(f filings.Filing, how string) dedup.Parties {
	if c.ensemble != nil {
		found, _ := c.ensemble.ExtractContext(context.Background(), f.Text, ner.RecognisedIf(f.Recognised, f.Text)...)
		return found.Parties()
	}
	get := func(field ner.Field) string {
		switch how {
		case "none":
			return ""
		case "gold":
			return f.Gold.Value(field)
		}
		var spans []filings.Span
		for _, s := range f.Gold.Spans {
			if s.Field == field {
				spans = append(spans, s)
			}
		}
		switch p := c.rng.Float64(); {
		case len(spans) == 0 || p < missing:
			return ""
		case p < missing+wrong:
			return spans[c.rng.IntN(len(spans))].Raw
		}
		return spans[0].Raw
	}
	return dedup.Parties{Plaintiff: get(ner.Plaintiff), Defendant: get(ner.Defendant), Cedula: get(ner.Cedula),
		Email: get(ner.Email), Radicado: get(ner.Radicado), Address: get(ner.PlaintiffAddress)}
}

// counts of verdicts by the kinds of the pair.
type counts struct {
	kinds  map[string]*tally
	doubts doubts
}

// doubts counts identities of duplicates, one of them misread, that are not called the
// same.
type doubts struct{ doubtful, different int }

func (d *doubts) add(m dedup.Match) {
	for _, i := range []dedup.Identity{m.Parties, m.Facts, m.Claims} {
		if i.Verdict != dedup.Same {
			d.doubtful++
		}
		if i.Verdict == dedup.Different {
			d.different++
		}
	}
}

type tally struct{ pairs, duplicates, called, mass int }

// add notes one pair and reports whether the verdict was wrong.
func (c *counts) add(a, b member, duplicate, mass bool) bool {
	if c.kinds == nil {
		c.kinds = map[string]*tally{}
	}
	names := []string{a.kind, b.kind}
	slices.Sort(names)
	name := strings.Join(names, " / ")
	if a.group != b.group {
		name = "strangers"
	}
	t := c.kinds[name]
	if t == nil {
		t = &tally{}
		c.kinds[name] = t
	}
	t.pairs++
	same := a.truth == b.truth
	if same {
		t.duplicates++
	}
	if duplicate {
		t.called++
	}
	if mass {
		t.mass++
	}
	return same != duplicate
}

func (c *counts) print() {
	names := make([]string, 0, len(c.kinds))
	for n := range c.kinds {
		names = append(names, n)
	}
	slices.Sort(names)
	var found, missed, wrongly, letters, flagged int
	for _, duplicates := range []bool{true, false} {
		for _, n := range names {
			t := c.kinds[n]
			if (t.duplicates > 0) != duplicates {
				continue
			}
			fmt.Printf("%-32s %7d pairs, called duplicate %6.2f %%, mass %6.2f %%\n", n, t.pairs, percent(t.called, t.pairs), percent(t.mass, t.pairs))
			if duplicates {
				found += t.called
				missed += t.pairs - t.called
			} else {
				wrongly += t.called
			}
			if strings.Contains(n, "form letter") {
				letters += t.pairs
				flagged += t.called
			}
		}
	}
	precision, recall := float64(found)/float64(max(1, found+wrongly)), float64(found)/float64(max(1, found+missed))
	fmt.Printf("precision %.4f, recall %.4f, F1 %.4f; form letters called duplicates %.2f %%\n",
		precision, recall, 2*precision*recall/(precision+recall), percent(flagged, letters))
}

// earlier are the kinds that were measured before other claims and other children were.
var earlier = []string{"original", "noise 1%", "noise 3%", "refiled", "refiled 1%", "edited", "half", "form letter", "form letter 1%",
	"other matter", "namesake", "same matter"}

// goals prints what the figures of docs/quality.md are taken from.
func (c *counts) goals() {
	called := func(kinds ...string) float64 {
		var sum tally
		for _, k := range kinds {
			if t := c.kinds[k]; t != nil {
				sum.pairs, sum.called = sum.pairs+t.pairs, sum.called+t.called
			}
		}
		return percent(sum.called, sum.pairs)
	}
	var with, all balance
	for name, t := range c.kinds {
		a, b, _ := strings.Cut(name, " / ")
		if !slices.Contains(earlier, a) || !slices.Contains(earlier, b) {
			continue
		}
		all.add(t)
		if a == "original" || b == "original" {
			with.add(t)
		}
	}
	fmt.Printf(`
another claim of the same person called duplicate: %.1f %%; misread at 2 %%: %.1f %%
another child of one parent called duplicate: %.1f %%; against misread copies: %.1f %%
other name, no accents, a surname lost, 2 %% misread: found %.1f %%
earlier kinds, F1: %.4f with the original, %.4f of all pairs, two bad copies too
identities in doubt at 3 %% misread that are unknown or partly: %.1f %% of %d
`, called("original / other claim"), called("original / other claim 2%"),
		called("original / other child"), called("noise 1% / other child", "noise 3% / other child"),
		called("alias 2% / original"), with.f1(), all.f1(), percent(c.doubts.doubtful-c.doubts.different, c.doubts.doubtful), c.doubts.doubtful)
}

// balance counts verdicts on duplicates and on others.
type balance struct{ found, missed, wrong int }

func (b *balance) add(t *tally) {
	if t.duplicates == 0 {
		b.wrong += t.called
		return
	}
	b.found, b.missed = b.found+t.called, b.missed+t.pairs-t.called
}

func (b balance) f1() float64 {
	return 2 * float64(b.found) / float64(max(1, 2*b.found+b.missed+b.wrong))
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }
