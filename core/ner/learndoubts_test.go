package ner

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// AssessedPaper is a paper of which it is known what a form shall show.
type AssessedPaper struct {
	Writer     string
	Text       string
	Recognised bool
	// IsRight reports whether the values that a form shows of a field are right and whole.
	IsRight func(f Field, shown []string) bool
}

// assessedPaper is what the signs of the fields of a paper say, and which fields are right.
type assessedPaper struct {
	writer   string
	measured map[Field][]float64
	right    map[Field]bool
}

// measureSigns reads papers as the product does, with forests that learned nothing from their writers.
func measureSigns(papers []AssessedPaper, leftOut map[string]leftOutModels) ([]assessedPaper, error) {
	list, errs := make([]assessedPaper, len(papers)), make([]error, len(papers))
	inParallel(len(papers), func(i int) {
		e, err := NewEnsemble(DefaultConfig())
		if err != nil {
			errs[i] = err
			return
		}
		e.use(leftOut[papers[i].Writer])
		list[i] = e.measureSigns(papers[i])
	})
	return list, errors.Join(errs...)
}

func (e *Ensemble) measureSigns(p AssessedPaper) assessedPaper {
	b, _ := e.ballotOn(context.Background(), p.Text, RecognisedIf(p.Recognised, p.Text))
	e.decide(b)
	entities, _ := b.entities(e.min)
	found, r := b.findings(entities), Result{Entities: entities}
	a := assessedPaper{writer: p.Writer, measured: map[Field][]float64{}, right: map[Field]bool{}}
	for _, x := range assessedFields {
		for _, s := range x.signs {
			a.measured[x.field] = append(a.measured[x.field], s.against(found, x.field))
		}
		shown := r.Values(x.field)
		if !x.field.IsParty() && len(shown) > 1 {
			shown = shown[:1]
		}
		a.right[x.field] = p.IsRight(x.field, shown)
	}
	return a
}

// LearnDoubts learns how heavily the signs against the fields weigh, in the form in which it is
// embedded, by logistic regression with weights that are not negative. report gets how papers fare
// of whose writer nothing was learned: their chances and whether a form shows the field right.
func LearnDoubts(papers []AssessedPaper, leftOut map[string]leftOutModels, report func(paper int, f Field, chance float64, right bool)) ([]byte, error) {
	list, err := measureSigns(papers, leftOut)
	if err != nil {
		return nil, err
	}
	writers := writersOf(list)
	models := make([]*doubtModel, len(writers)) // without each
	inParallel(len(writers), func(w int) {
		models[w] = learnDoubts(slices.DeleteFunc(slices.Clone(list), func(a assessedPaper) bool { return a.writer == writers[w] }))
	})
	for i, a := range list {
		m := models[slices.Index(writers, a.writer)]
		for _, x := range assessedFields {
			report(i, x.field, m.Fields[x.field].chance(x.signs, a.measured[x.field]), a.right[x.field])
		}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetIndent("", " ")
	if err := e.Encode(learnDoubts(list)); err != nil {
		return nil, fmt.Errorf("ner: %w", err)
	}
	return out.Bytes(), nil
}

func writersOf(list []assessedPaper) (writers []string) {
	for _, a := range list {
		if !slices.Contains(writers, a.writer) {
			writers = append(writers, a.writer)
		}
	}
	return writers
}

func (t *doubtTable) chance(signs []sign, measured []float64) float64 {
	sum := t.Base
	for i, s := range signs {
		sum -= t.Weights[s.name] * measured[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

func learnDoubts(list []assessedPaper) *doubtModel {
	m := &doubtModel{Version: doubtModelVersion, Fields: map[Field]*doubtTable{}}
	for _, x := range assessedFields {
		m.Fields[x.field] = learnField(list, x.field, x.signs)
	}
	return m
}

// learnField fits the weights of a field. What comes out negative is left out, and the rest fitted
// again: see doubtModel.
func learnField(list []assessedPaper, f Field, signs []sign) *doubtTable {
	used := make([]int, len(signs))
	for i := range used {
		used[i] = i
	}
	const drawn, base = 2, .05 // so many papers that say nothing of a sign, and of the base
	for {
		rows, right, ridges := make([][]float64, len(list)), make([]bool, len(list)), []float64{base}
		for range used {
			ridges = append(ridges, drawn)
		}
		for k, a := range list {
			rows[k], right[k] = []float64{1}, a.right[f]
			for _, i := range used {
				rows[k] = append(rows[k], -a.measured[f][i])
			}
		}
		w := logistic(rows, right, ridges)
		kept := used[:0:0]
		for n, i := range used {
			if w[n+1] > 0 {
				kept = append(kept, i)
			}
		}
		if len(kept) == len(used) {
			t := &doubtTable{Base: w[0], Weights: map[string]float64{}}
			for n, i := range used {
				t.Weights[signs[i].name] = w[n+1]
			}
			return t
		}
		used = kept
	}
}
