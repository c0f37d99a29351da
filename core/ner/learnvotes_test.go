package ner

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"
)

// LearnVotes learns how far the extractors' votes are to be believed, field by
// field, in the form in which it is embedded: from the papers of learn the
// weights of the evidence, by logistic regression, and from those of calibrate
// how often candidates of a chance are right, by isotonic regression (Zadrozny
// and Elkan 2002). The same papers in the same order give the same bytes.
func LearnVotes(learn, calibrate iter.Seq[Paper]) ([]byte, error) {
	m := &voteModel{Version: voteModelVersion}
	for i, name := range extractorNames {
		c := DefaultConfig()
		m.Weights[i] = c.Extractor(name).Weight
	}
	learned, err := m.samples(learn)
	if err != nil {
		return nil, err
	}
	held, err := m.samples(calibrate)
	if err != nil {
		return nil, err
	}
	m.Fields = fit(learned, held)
	return m.bytes()
}

func (m *voteModel) bytes() ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetIndent("", " ")
	if err := e.Encode(m); err != nil {
		return nil, fmt.Errorf("ner: %w", err)
	}
	return out.Bytes(), nil
}

// fit learns of each field what there are samples for.
func fit(learn, calibrate map[Field][]sample) map[Field]*fieldModel {
	out := map[Field]*fieldModel{}
	for _, f := range fields {
		if weights := regress(learn[f]); weights != nil {
			x := &fieldModel{Evidence: weights}
			if x.Curve = curve(x, calibrate[f]); x.Curve != nil {
				out[f] = x
			}
		}
	}
	return out
}

// sample is one candidate of a paper and whether the paper names it.
type sample struct {
	evidence evidence
	right    bool
}

// samples are the candidates of papers, by field; what the model of package prose decides is
// left out.
func (m *voteModel) samples(papers iter.Seq[Paper]) (map[Field][]sample, error) {
	out := map[Field][]sample{}
	for p := range papers {
		c := DefaultConfig()
		for _, name := range p.Silent {
			c.Extractor(name).Enabled = false
		}
		e, err := NewEnsemble(c)
		if err != nil {
			return out, err
		}
		b, _ := e.ballot(context.Background(), NewText(p.Text))
		b.scales = m.scales(e.members)
		b.settle()
		b.eachWithEvidence(func(c *candidate, x evidence) {
			if c.judged == 0 {
				out[c.Field] = append(out[c.Field], sample{x, Names(c.Field, p.Values[c.Field], c.Value)})
			}
		})
	}
	return out, nil
}

// minSamples is from how many candidates of a field something is learned;
// there must be some that are right and some that are not.
const minSamples = 1500

// ridge draws a weight towards 0, as so many candidates would that say nothing.
// It is strong for what invented papers do more regularly than real ones: that
// all extractors find a name, that it is told again and again, that the tables
// know its words.
func ridge(kind int) float64 {
	switch {
	case kind >= evidenceSilent && kind < evidenceSilent+len(extractorNames), kind == evidencePlaces, kind == evidenceOdd, kind == evidenceLone:
		return 400
	}
	return 4
}

// regress fits the weights of the evidence; nil when there is too little to learn from.
func regress(samples []sample) []float64 {
	right := 0
	for _, s := range samples {
		right += int(asOne(s.right))
	}
	if len(samples) < minSamples || right < 20 || len(samples)-right < 20 {
		return nil
	}
	rows, truth, ridges := make([][]float64, len(samples)), make([]bool, len(samples)), make([]float64, evidences)
	for i := range samples {
		rows[i], truth[i] = samples[i].evidence[:], samples[i].right
	}
	for i := range ridges {
		ridges[i] = ridge(i)
	}
	return logistic(rows, truth, ridges)
}

// logistic fits the weights of the columns of rows by Newton's method, to four decimals. Each
// weight is drawn towards 0 by its ridge.
func logistic(rows [][]float64, right []bool, ridges []float64) []float64 {
	n := len(ridges)
	w := make([]float64, n)
	for range 25 {
		gradient, hessian := make([]float64, n), make([][]float64, n)
		for i := range w {
			hessian[i] = make([]float64, n)
			hessian[i][i] = ridges[i]
			gradient[i] = ridges[i] * w[i]
		}
		for k, row := range rows {
			sum := 0.0
			for i, v := range row {
				sum += w[i] * v
			}
			p := 1 / (1 + math.Exp(-sum))
			slope := math.Max(p*(1-p), 1e-6)
			for i, v := range row {
				if v == 0 {
					continue
				}
				gradient[i] += (p - asOne(right[k])) * v
				for j := 0; j <= i; j++ {
					hessian[i][j] += slope * v * row[j]
				}
			}
		}
		step := solve(hessian, gradient)
		longest := 0.0
		for i := range w {
			w[i] -= step[i]
			longest = math.Max(longest, math.Abs(step[i]))
		}
		if longest < 1e-7 {
			break
		}
	}
	for i := range w {
		w[i] = math.Round(w[i]*1e4) / 1e4
	}
	return w
}

// solve returns the x for which a·x = b, a symmetric and positive, of which
// only the lower half is read, by Cholesky's method. It overwrites both.
func solve(a [][]float64, b []float64) []float64 {
	for i := range a {
		for j := 0; j <= i; j++ {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(math.Max(sum, 1e-12))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	for i := range a {
		for k := range i {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := i + 1; k < len(a); k++ {
			b[i] -= a[k][i] * b[k]
		}
		b[i] /= a[i][i]
	}
	return b
}

// minBlock is how many candidates a point of the curve stands for at least.
const minBlock = 60

// curve fits how often candidates of a chance are right: blocks of neighbours
// that are merged until the shares rise (pool adjacent violators). A share is
// drawn a little inwards, since a block of few is never wholly right or wrong.
func curve(x *fieldModel, samples []sample) [][2]float64 {
	type block struct{ n, chance, right float64 }
	type outcome struct{ chance, right float64 }
	all := make([]outcome, len(samples))
	for i := range samples {
		all[i] = outcome{x.chance(&samples[i].evidence), asOne(samples[i].right)}
	}
	slices.SortFunc(all, func(a, b outcome) int { return cmp.Or(cmp.Compare(a.chance, b.chance), cmp.Compare(a.right, b.right)) })
	var blocks []block
	share := func(b block) float64 { return (b.right + 0.5) / (b.n + 1) }
	for i, o := range all {
		if n := len(blocks); n == 0 || blocks[n-1].n >= minBlock && len(all)-i >= minBlock && all[i-1].chance < o.chance {
			blocks = append(blocks, block{})
		}
		last := &blocks[len(blocks)-1]
		last.n, last.chance, last.right = last.n+1, last.chance+o.chance, last.right+o.right
	}
	var rising []block
	for _, b := range blocks {
		rising = append(rising, b)
		for n := len(rising); n > 1 && share(rising[n-2]) >= share(rising[n-1]); n = len(rising) {
			a, b := rising[n-2], rising[n-1]
			rising = append(rising[:n-2], block{a.n + b.n, a.chance + b.chance, a.right + b.right})
		}
	}
	var points [][2]float64
	for _, b := range rising {
		points = append(points, [2]float64{math.Round(b.chance/b.n*1e5) / 1e5, math.Round(share(b)*1e4) / 1e4})
	}
	return points
}
