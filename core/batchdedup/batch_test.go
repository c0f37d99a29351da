package batchdedup_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/batchdedup"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/testkit/filings"
)

// shelf is a collection in memory. A nil Read is one that fails.
type shelf []*batchdedup.Document

var errTorn = errors.New("torn")

func (s shelf) From(_ context.Context, first int) iter.Seq2[batchdedup.Item, error] {
	return func(yield func(batchdedup.Item, error) bool) {
		for i := first; i < len(s); i++ {
			if !yield(batchdedup.Item{Bytes: 1000, Read: func() (batchdedup.Document, error) {
				if s[i] == nil {
					return batchdedup.Document{}, errTorn
				}
				d := *s[i]
				d.Place = int64(i)
				return d, nil
			}}, nil) {
				return
			}
		}
	}
}

func (s shelf) Text(_ context.Context, place int64) (string, error) { return s[place].Text, nil }

// paper is an Output that can be rewound.
type paper struct{ pairs []batchdedup.Pair }

func (p *paper) Emit(x batchdedup.Pair) error { p.pairs = append(p.pairs, x); return nil }
func (p *paper) Mark() (int64, error)         { return int64(len(p.pairs)), nil }
func (p *paper) Rewind(mark int64) error      { p.pairs = p.pairs[:mark]; return nil }

func (p *paper) lines() (all []string) {
	for _, x := range p.pairs {
		all = append(all, fmt.Sprintf("%s %s %s %.4f", x.A, x.ID, x.Relation, x.Ensemble))
	}
	return all
}

func detector(t testing.TB) *dedup.Detector {
	t.Helper()
	d, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func partiesOf(f filings.Filing) dedup.Parties {
	return dedup.Parties{Plaintiff: f.Gold.Value(ner.Plaintiff), Defendant: f.Gold.Value(ner.Defendant), Cedula: f.Gold.Value(ner.Cedula),
		Email: f.Gold.Value(ner.Email), Radicado: f.Gold.Value(ner.Radicado), Address: f.Gold.Value(ner.PlaintiffAddress)}
}

func set(n int) (s shelf, truth filings.Set) {
	truth = filings.NewSet(17, n, filings.HeldOut())
	for _, f := range truth.Filings {
		s = append(s, &batchdedup.Document{Filing: dedup.Filing{ID: f.ID, Type: string(f.Type), Text: f.Text, Parties: partiesOf(f)}, Read: true})
	}
	return s, truth
}

func TestABatchFindsWhatSearchingOneByOneFinds(t *testing.T) {
	s, _ := set(500)
	d, idx := detector(t), dedup.NewMemory()
	want := map[string]bool{}
	for _, x := range s {
		fp := d.Fingerprint(x.Filing)
		matches, err := d.Find(t.Context(), idx, fp)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range matches {
			if m.Relation == dedup.Duplicate {
				want[m.ID+" "+x.ID] = true
			}
		}
		idx.Put(t.Context(), fp)
	}
	var out paper
	done, err := batchdedup.Batch{Detector: d, Spill: newSpill()}.Run(t.Context(), s, &out, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, p := range out.pairs {
		if p.Relation == dedup.Duplicate && want[p.A+" "+p.ID] {
			found++
		}
	}
	if len(want) < 100 || found != len(want) || int(done.Duplicates) != found {
		t.Errorf("found %d duplicates, %d of them among the %d of one by one", done.Duplicates, found, len(want))
	}
	if all := int64(len(s) * len(s) / 2); done.Candidates > all/50 {
		t.Errorf("%d of %d pairs were compared", done.Candidates, all)
	}
}

// TestTextsWithoutNumbersAreFoundByName: two letters in other words, without a number, share the name of their plaintiff, which
// registers write the other way around.
func TestTextsWithoutNumbersAreFoundByName(t *testing.T) {
	s := shelf{
		{Filing: dedup.Filing{ID: "a", Text: "Señor Juez: JUAN CARLOS DE LA CRUZ PERDOMO pone tutela contra SALUD ANDINA EPS.\nEl 15 de enero de 2026 me ordenaron una cirugía de cadera y el 23 de febrero de 2026 la EPS la negó.\nPRETENSIONES\nQue la EPS programe la cirugía de cadera."}},
		{Filing: dedup.Filing{ID: "b", Text: "Señora Juez, tutela de DE LA CRUZ PERDOMO JUAN CARLOS contra SALUD ANDINA EPS.\nSufro de la cadera. El especialista ordenó operarla el 15 de enero de 2026; el 23 de febrero de 2026 dijeron que no.\nPETICIÓN\nSolicito que programen la cirugía de cadera."}},
	}
	extract := func(_ context.Context, text string) (dedup.Parties, error) {
		p := dedup.Parties{Plaintiff: "Juan Carlos de la Cruz Perdomo", Defendant: "Salud Andina EPS"}
		if strings.Contains(text, "PETICIÓN") {
			p.Plaintiff = "DE LA CRUZ PERDOMO JUAN CARLOS"
		}
		return p, nil
	}
	var out paper
	if done, err := (batchdedup.Batch{Detector: detector(t), Spill: newSpill(), Extract: extract}).Run(t.Context(), s, &out, nil); err != nil || done.Extracted != 2 {
		t.Fatalf("%+v: %v", done, err)
	}
	if len(out.pairs) != 1 || out.pairs[0].Relation != dedup.Duplicate {
		t.Errorf("%+v", out.pairs)
	}
}

func TestPartiesAreExtractedWhereMattersAreAlike(t *testing.T) {
	s, truth := set(500)
	known := map[string]dedup.Parties{}
	for i, x := range s {
		known[sanitize.Text(x.Text)] = partiesOf(truth.Filings[i])
		s[i] = &batchdedup.Document{Filing: dedup.Filing{ID: x.ID, Type: x.Type, Text: x.Text}}
	}
	var out paper
	done, err := batchdedup.Batch{Detector: detector(t), Spill: newSpill(), Extract: func(_ context.Context, text string) (dedup.Parties, error) { return known[text], nil }}.Run(t.Context(), s, &out, nil)
	if err != nil {
		t.Fatal(err)
	}
	if done.Extracted == 0 || done.Extracted > len(s)*9/10 { // most have a related one
		t.Errorf("parties of %d of %d documents were extracted", done.Extracted, len(s))
	}
	right, wrong, all := 0, int(done.Duplicates), 0
	for _, p := range truth.Pairs {
		if p.Relation() != filings.Duplicate {
			continue
		}
		all++
		if slices.ContainsFunc(out.pairs, func(x batchdedup.Pair) bool { return x.Relation == dedup.Duplicate && x.A == p.A && x.ID == p.B }) {
			right++
			wrong--
		}
	}
	if f1 := 2 * float64(right) / float64(2*right+wrong+all-right); f1 < 0.98 {
		t.Errorf("F1 %.3f: %d of %d found, %d wrong", f1, right, all, wrong)
	}
}

// TestBatchJudgesAsSearch: a pair has the relation, scores and reasons that a search with the
// parties of both finds.
func TestBatchJudgesAsSearch(t *testing.T) {
	s, truth := set(300)
	known, prints := map[string]dedup.Parties{}, map[string]dedup.Fingerprint{}
	d := detector(t)
	for i, x := range s {
		s[i] = &batchdedup.Document{Filing: dedup.Filing{ID: x.ID, Type: x.Type, Text: x.Text}}
		f := dedup.Filing{ID: x.ID, Type: x.Type, Text: sanitize.Text(x.Text), Parties: partiesOf(truth.Filings[i])}
		known[f.Text] = f.Parties
		prints[x.ID] = d.Fingerprint(f)
	}
	var out paper
	extract := func(_ context.Context, text string) (dedup.Parties, error) { return known[text], nil }
	if _, err := (batchdedup.Batch{Detector: d, Spill: newSpill(), Extract: extract}).Run(t.Context(), s, &out, nil); err != nil {
		t.Fatal(err)
	}
	if len(out.pairs) < 100 {
		t.Fatalf("only %d pairs", len(out.pairs))
	}
	for _, p := range out.pairs {
		if want, _ := d.Compare(prints[p.A], prints[p.ID]); !reflect.DeepEqual(p.Match, want) {
			t.Errorf("%s and %s: %q %q, want %q %q", p.A, p.ID, p.Relation, dedup.Texts(p.Reasons), want.Relation, dedup.Texts(want.Reasons))
		}
	}
}

func TestWorkGoesOnWhereItStopped(t *testing.T) {
	s, _ := set(150)
	s[7] = nil
	job := batchdedup.Batch{Job: []byte("job"), Detector: detector(t), Workers: 2}
	run := func(ctx context.Context, spill *memSpill, out *paper) (batchdedup.Summary, []string, error) {
		b := job
		b.Spill = spill
		var clusters []string
		done, err := b.Run(ctx, s, out, func(c batchdedup.Cluster) error {
			clusters = append(clusters, fmt.Sprint(c))
			return nil
		})
		return done, clusters, err
	}
	var whole paper
	wantDone, wantClusters, err := run(t.Context(), newSpill(), &whole)
	if err != nil || wantDone.Failed != 1 || len(wantClusters) == 0 {
		t.Fatal(wantDone, len(wantClusters), err)
	}
	// Stopped in each stage, and at the end of each.
	for stop := range 10 {
		spill, out := newSpill(), &paper{}
		ctx, cancel := context.WithCancel(t.Context())
		steps := 0
		job.Progress = func(batchdedup.Stage, int64, int64, int64) {
			if steps++; steps == 1+stop*stop {
				cancel()
			}
		}
		_, _, err := run(ctx, spill, out)
		cancel()
		job.Progress = nil
		if err == nil {
			continue // it was faster
		}
		out.pairs = append(out.pairs, batchdedup.Pair{A: "written after the checkpoint"})
		done, clusters, err := run(t.Context(), spill.reopen(), out)
		if err != nil {
			t.Fatal(err)
		}
		if done != wantDone || !slices.Equal(out.lines(), whole.lines()) || !slices.Equal(clusters, wantClusters) {
			t.Fatalf("stopped after %d steps: %+v with %d pairs, want %+v with %d", stop, done, len(out.pairs), wantDone, len(whole.pairs))
		}
	}
	spill, out := newSpill(), &paper{}
	if _, _, err := run(t.Context(), spill, out); err != nil {
		t.Fatal(err)
	}
	// The run had ended; its clusters may not have been stored.
	done, clusters, err := run(t.Context(), spill.reopen(), out)
	if err != nil || done != wantDone || !slices.Equal(out.lines(), whole.lines()) || !slices.Equal(clusters, wantClusters) {
		t.Errorf("after the end: %+v with %d pairs and %d clusters, %v", done, len(out.pairs), len(clusters), err)
	}
	job.Job = []byte("another")
	if _, _, err := run(t.Context(), spill.reopen(), &paper{}); !errors.Is(err, batchdedup.ErrOtherJob) {
		t.Errorf("another job: %v", err)
	}
}

func TestHostileTextsMatchNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	long := func() string {
		var b strings.Builder
		for b.Len() < 2<<20 {
			fmt.Fprintf(&b, "w%x ", rng.Uint32())
		}
		return b.String()
	}
	texts := []string{"", "", "tutela", "tutela", "...;;;---", "...;;;---", "\x00\x00\x00", "\x00\x00\x00", strings.Repeat("a", 1<<18), strings.Repeat("a", 1<<18),
		strings.Repeat("b ", 1<<17), strings.Repeat("1", 1<<18), strings.Repeat("\xff", 1<<18), strings.Repeat("一", 1<<16), long(), long(),
		strings.Repeat("HECHOS\nDERECHO 1234567\n", 1<<14), strings.Repeat("DERECHO ", 1<<16)}
	var s shelf
	for i, text := range texts {
		s = append(s, &batchdedup.Document{Filing: dedup.Filing{ID: fmt.Sprint(i), Type: "tutela", Text: text}})
	}
	var out paper
	extract := func(context.Context, string) (dedup.Parties, error) { return dedup.Parties{}, nil }
	done, err := batchdedup.Batch{Detector: detector(t), Spill: newSpill(), Extract: extract}.Run(t.Context(), s, &out, nil)
	if err != nil || done.Documents != len(texts) {
		t.Fatal(done, err)
	}
	if len(out.pairs) > 0 {
		t.Errorf("matched %q", out.lines())
	}
}

func TestAMassFilingStaysAffordable(t *testing.T) {
	g := filings.New(3, filings.HeldOut())
	letter := g.Of("tutela")
	var s shelf
	for _, f := range append(g.FormLetter(letter, 600), letter, g.Noisy(letter, .01)) {
		s = append(s, &batchdedup.Document{Filing: dedup.Filing{ID: f.ID, Type: string(f.Type), Text: f.Text, Parties: partiesOf(f)}, Read: true})
	}
	var out paper
	done, err := batchdedup.Batch{Detector: detector(t), Spill: newSpill()}.Run(t.Context(), s, &out, nil)
	if err != nil {
		t.Fatal(err)
	}
	if done.HotKeys == 0 || done.Candidates > 20_000 {
		t.Errorf("%d hot keys, %d pairs compared", done.HotKeys, done.Candidates)
	}
	if done.Duplicates != 1 {
		t.Errorf("%d duplicates, want the one that was read twice: %q", done.Duplicates, slices.DeleteFunc(out.lines(), func(l string) bool { return strings.Contains(l, "mass") }))
	}
}

func ExampleBatch() {
	detector, _ := dedup.NewDetector(dedup.DefaultConfig())
	shelf := shelf{}
	for i, text := range []string{
		"HECHOS\nLa entidad negó el rituximab que ordenó la doctora Ortiz el 12 de marzo de 2024, orden 884120, porque no hay convenio con el proveedor. Pido que la entidad entregue el rituximab.",
		"HECHOS\nMi patrono me despidió el 3 de enero de 2023 sin pagar la liquidación de 1.250.000 pesos que ordena el contrato 77120.",
		"HECHOS\nLa entidad negó el RITUXIMAB que ordenó la doctora Ortiz el 12/03/2024, orden 884.120, porque no hay convenio con el proveedor. Pido que entregue el rituximab.",
	} {
		who := dedup.Parties{Plaintiff: "Ana López Ruiz", Cedula: "52.418.903", Defendant: "Nueva EPS"}
		shelf = append(shelf, &batchdedup.Document{Filing: dedup.Filing{ID: fmt.Sprint(i), Type: "tutela", Text: text, Parties: who}, Read: true})
	}
	var out paper
	batchdedup.Batch{Detector: detector, Spill: newSpill()}.Run(context.Background(), shelf, &out, nil)
	for _, p := range out.pairs {
		fmt.Println(p.A, p.ID, p.Relation)
	}
	// Output:
	// 0 1 new_claim
	// 0 2 duplicate
	// 1 2 new_claim
}
