package ner

import (
	"context"
	"math"
	"slices"
)

// Paper is a text and what it names.
type Paper struct {
	Text       string
	Recognised []Span             // of Text, in order
	Values     map[Field][]string // normalised; a field that is missing is not named
	// Silent are extractors that do not read this paper, so that what is learned
	// holds without them as well.
	Silent []string
}

// Tune looks for weights of the enabled extractors under which the confidences
// fit best what papers are known to name: it walks from c, an extractor or all
// of them at a time, to where the log-loss of the confidences has its least value
// nearby. What few papers say is drawn back to c, as by priorPapers papers
// against each fifth that a weight moves. A field that is missing in Values was
// not judged; one without values names none. seen is told how many papers are
// read. The same papers give the same weights.
func Tune(ctx context.Context, c Config, papers []Paper, seen func(int)) (Config, error) {
	c.Extractors = slices.Clone(c.Extractors)
	present, err := NewEnsemble(c)
	if err != nil {
		return c, err
	}
	read := make([]heard, len(papers))
	for i, p := range papers {
		if ctx.Err() != nil {
			return c, ctx.Err()
		}
		read[i] = heard{paper: p, text: NewText(p.Text, p.Recognised...)}
		for _, m := range present.members {
			read[i].mentions = append(read[i].mentions, mentionsOf(m, read[i].text))
		}
		seen(i + 1)
	}
	from := slices.Clone(c.Extractors)
	loss := func() float64 {
		e, err := NewEnsemble(c)
		if err != nil {
			return math.Inf(1)
		}
		sum := 0.0
		for i, x := range c.Extractors {
			sum += priorPapers * math.Pow((x.Weight-from[i].Weight)/0.2, 2)
		}
		for i := range read {
			sum += read[i].loss(e)
		}
		return sum
	}
	best := loss()
	for _, step := range []float64{0.2, 0.1, 0.05} {
		for moved := true; moved && ctx.Err() == nil; {
			moved = false
			for _, some := range directions(c.Extractors) {
				for _, by := range []float64{-step, step} {
					was := slices.Clone(c.Extractors)
					for _, i := range some {
						w := &c.Extractors[i].Weight
						*w = math.Round(min(max(*w+by, leastWeight), 1)*100) / 100
					}
					if l := loss(); !slices.Equal(was, c.Extractors) && l < best-1e-9 {
						best, moved = l, true
						break
					}
					c.Extractors = was
				}
			}
		}
	}
	return c, ctx.Err()
}

// directions are the extractors whose weights are moved together: each that
// votes by itself, and all.
func directions(extractors []ExtractorConfig) (d [][]int) {
	var all []int
	for i, x := range extractors {
		if x.Enabled && x.Weight > 0 {
			all = append(all, i)
			d = append(d, []int{i})
		}
	}
	return append(d, all)
}

// leastWeight is how far the weight of an extractor that votes can fall, so
// that it can rise again.
const leastWeight = 0.05

// priorPapers says how much the present weights are believed; see Tune.
const priorPapers = 1.0

// heard is what the extractors said of a paper.
type heard struct {
	paper    Paper
	text     *Text
	mentions [][]Mention // by member of the ensemble
}

// loss is the log-loss of the confidences under the weights of e, which has
// the members of the ensemble that read the paper.
func (h *heard) loss(e *Ensemble) float64 {
	b := e.count(h.text, h.mentions)
	e.decide(b)
	sum, n := 0.0, 0
	for _, c := range b.candidates {
		named, judged := h.paper.Values[c.Field]
		if !judged {
			continue
		}
		p := min(max(c.Confidence, 0.005), 0.995)
		if !Names(c.Field, named, c.Value) {
			p = 1 - p
		}
		sum -= math.Log(p)
		n++
	}
	return sum / math.Max(1, float64(n)) * math.Max(1, float64(len(h.paper.Values)))
}
