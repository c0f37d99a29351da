package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/text"
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

// add counts the values found against those of a paper, each of which counts once. Of each gold value the spellings
// are separated by "|". It reports whether all are right.
func (t *tally) add(found, gold []string, key func(string) string) bool {
	left := slices.Clone(gold)
	right := 0
	for _, f := range found {
		at := slices.IndexFunc(left, func(g string) bool {
			return slices.ContainsFunc(strings.Split(g, "|"), func(spelling string) bool { return key(spelling) == key(f) })
		})
		if at >= 0 {
			left = slices.Delete(left, at, at+1)
			right++
		}
	}
	t.right += right
	t.found += len(found)
	t.gold += len(gold)
	return right == len(found) && right == len(gold)
}

// words returns the letters and digits of a name, by words.
func words(s string) string {
	var list []string
	for w := text.NewWords(s); w.Next(); {
		list = append(list, text.Fold(s[w.Start:w.End]))
	}
	return strings.Join(list, " ")
}

// signs returns the letters and digits of a number or an address.
func signs(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .-–", r) {
			return -1
		}
		return r
	}, text.Fold(s))
}

func address(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

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

// reportFields prints precision and recall of each field, and how many papers are wrong without a review.
func (m *measurement) reportFields(all []papers.Paper) {
	names := []string{"plaintiff", "defendant", "cédula", "e-mail", "court", "radicado", "agent"}
	counts := map[string]*tally{}
	for _, name := range names {
		counts[name] = &tally{}
	}
	kinds, typed, whole, quiet, quietWhole := 0, 0, 0, 0, 0
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
			key         func(string) string
		}{
			{each(d.Plaintiff), g.Plaintiff, words}, {each(d.Defendant), g.Defendant, words}, {one(d.Cedula), one(g.Cedula), signs},
			{one(d.Email), one(g.Email), address}, {one(d.Court), one(g.Court), words}, {one(d.Radicado), one(g.Radicado), signs},
			{one(r.Filled(ner.Agent)), one(g.Agent), words},
		} {
			ok := counts[names[i]].add(field.found, field.gold, field.key)
			right = right && (ok || i > 3)
			if !ok && m.rows {
				fmt.Printf("%s\t%s\tread %q\tgold %q\n", p.ID, names[i], field.found, field.gold)
			}
		}
		whole += count(right)
		if !d.IsDoubtful() {
			quiet++
			quietWhole += count(right)
		}
	}
	fmt.Printf("\n| %d papers of people | precision | recall |\n|---|---|---|\n", len(all))
	for _, name := range names {
		fmt.Printf("| %s | %.3f | %.3f |\n", name, counts[name].precision(), counts[name].recall())
	}
	fmt.Printf("\n| kind right | plaintiff, defendant, cédula and e-mail right | no review asked | of these right | silently wrong |\n|---|---|---|---|---|\n")
	fmt.Printf("| %.3f | %.3f | %.3f | %.3f | %d of %d |\n",
		share(kinds, typed), share(whole, len(all)), share(quiet, len(all)), share(quietWhole, quiet), quiet-quietWhole, len(all))
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
