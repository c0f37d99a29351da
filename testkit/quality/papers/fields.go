package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/papers"
)

// measurement measures what the program makes of papers.
type measurement struct {
	extractor *ner.Ensemble
	rows      bool
	misread   float64 // share of the characters of pairs that are misread
	rng       *rand.Rand
}

func newMeasurement(rows bool, misread float64) (*measurement, error) {
	extractor, err := ner.NewEnsemble(ner.DefaultConfig())
	return &measurement{extractor, rows, misread, rand.New(rand.NewPCG(1, 2))}, err
}

// read returns a document with the fields and the type that the program reads in a text.
func (m *measurement) read(s string, recognised bool) (document.Document, ner.Result) {
	r, _ := m.extractor.ExtractContext(context.Background(), s, ner.RecognisedIf(recognised, s)...) // which fails only when its context ends
	p, kind := r.Parties(), doctype.Suggest(s)
	d := document.Document{Type: document.Type(kind.Value), Plaintiff: p.Plaintiff, Defendant: p.Defendant, Cedula: p.Cedula, Email: p.Email,
		Radicado: p.Radicado, Court: r.Filled(ner.Court), Pages: []document.PageInfo{{Number: 1, Confidence: 1}},
		Suggested: document.Suggestion{Type: document.Type(kind.Value), Confidence: kind.Confidence}}
	d.SetDoubts(r.Assessments)
	for _, e := range r.Entities {
		d.Entities = append(d.Entities, document.Entity{Entity: e})
	}
	return d, r
}

// tally counts values: right ones, those that the program found and those that the papers have.
type tally struct{ right, found, gold int }

func (t tally) precision() float64 { return share(t.right, t.found) }
func (t tally) recall() float64    { return share(t.right, t.gold) }

func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// add counts the values found against those of a paper. It reports whether all are right.
func (t *tally) add(found, gold []string, is func(value, gold string) bool) bool {
	t.right += papers.Right(found, gold, is)
	t.found += len(found)
	t.gold += len(gold)
	return papers.AreRight(found, gold, is)
}

// outOf formats a share, "–" of none.
func outOf(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", share(n, of))
}

func each(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "; ")
}

func one(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// assessed are the fields that may be in doubt, in the order of the report.
var assessed = []document.Field{document.FieldPlaintiff, document.FieldDefendant, document.FieldCedula, document.FieldEmail}

// reportFields prints precision and recall of each field, and how many papers are wrong without a review.
func (m *measurement) reportFields(all []papers.Paper) {
	names := []string{"plaintiff", "defendant", "cédula", "e-mail", "court", "radicado", "agent"}
	counts := map[string]*tally{}
	for _, name := range names {
		counts[name] = &tally{}
	}
	kinds, typed, whole, quiet, quietWhole := 0, 0, 0, 0, 0
	sure, sureRight := map[string]int{}, map[string]int{} // fields that no doubt marks
	for _, p := range all {
		d, r := m.read(p.Text, p.Recognised)
		g := p.Gold
		if g.Type != "" {
			typed++
			if slices.Contains(strings.Split(g.Type, "|"), string(d.Type)) {
				kinds++
			}
		}
		right := true
		for i, field := range []struct {
			found, gold []string
			is          func(value, gold string) bool
		}{
			{each(d.Plaintiff), g.Plaintiff, papers.IsName}, {each(d.Defendant), g.Defendant, papers.IsName}, {one(d.Cedula), one(g.Cedula), papers.IsNumber},
			{one(d.Email), one(g.Email), papers.IsAddress}, {one(d.Court), one(g.Court), papers.IsCourt}, {one(d.Radicado), one(g.Radicado), papers.IsNumber},
			{one(cmp.Or(r.Filled(ner.Agent), r.Filled(ner.Attorney))), one(g.Agent), papers.IsName},
		} {
			ok := counts[names[i]].add(field.found, field.gold, field.is)
			right = right && (ok || i > 3)
			if i < len(assessed) && !slices.ContainsFunc(d.Doubts, func(x document.Doubt) bool { return x.Field == assessed[i] }) {
				sure[names[i]]++
				sureRight[names[i]] += count(ok)
			}
			if !ok && m.rows {
				fmt.Printf("%s\t%s\tread %q\tgold %q\n", p.ID, names[i], field.found, field.gold)
			}
		}
		whole += count(right)
		if !d.IsDoubtful() {
			quiet++
			quietWhole += count(right)
			if !right && m.rows {
				fmt.Printf("%s\twrong without a review\n", p.ID)
			}
		}
	}
	fmt.Printf("\n| %d papers of people | precision | recall | not in doubt | of these right |\n|---|---|---|---|---|\n", len(all))
	for i, name := range names {
		fmt.Printf("| %s | %.3f | %.3f |", name, counts[name].precision(), counts[name].recall())
		if i < len(assessed) {
			fmt.Printf(" %.3f | %s |\n", share(sure[name], len(all)), outOf(sureRight[name], sure[name]))
		} else {
			fmt.Println(" | |")
		}
	}
	fmt.Printf("\n| kind right | plaintiff, defendant, cédula and e-mail right | no review asked | of these right | silently wrong |\n|---|---|---|---|---|\n")
	fmt.Printf("| %.3f | %.3f | %.3f | %s | %d of %d |\n",
		share(kinds, typed), share(whole, len(all)), share(quiet, len(all)), outOf(quietWhole, quiet), quiet-quietWhole, len(all))
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
