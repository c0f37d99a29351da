package intake

// Learning the weights of the extractors from what people found to be right.

import (
	"context"
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
)

// MinTaught is the minimum number of corrected documents for learning.
const MinTaught = 40

// maxTaught bounds how many documents, the latest, are used for learning: they are held in memory.
const maxTaught = 1000

// Tuned is the result of learning. Before and After are measured on held-out documents.
type Tuned struct {
	LearnedFrom   int // documents
	Tuning        document.Tuning
	Before, After Evaluation
	From, To      ner.Config
	Stored        bool // the new configuration is better and in use
}

// TuneNER learns the weights of the extractors from people's corrections. It stores them if they
// are better on held-out documents, unless dry is set. Fault: RuleViolated with too few examples.
func (s *Service) TuneNER(ctx context.Context, by account.Actor, dry bool, seen func(done, total int)) (Tuned, error) {
	var t Tuned
	if err := by.RequireAdmin(); err != nil {
		return t, err
	}
	lessons, err := s.taught(ctx)
	if err != nil {
		return t, err
	}
	lessons = lessons[max(0, len(lessons)-maxTaught):]
	var apart []lesson
	var papers []ner.Paper
	for _, l := range lessons {
		if isHeldOut(l.documentID) {
			apart = append(apart, l)
			continue
		}
		d, there, err := s.read(ctx, l)
		if err != nil {
			return t, fmt.Errorf("reading a document that was corrected: %w", err)
		}
		if there {
			papers = append(papers, paperOf(d, l.examples))
		}
	}
	if n := len(papers) + len(apart); n < MinTaught {
		return t, fault.New(fault.RuleViolated, "too_few_examples", fmt.Sprintf(
			"Hay %d documentos validados de los que se puede aprender y se necesitan al menos %d; valide más y vuelva a intentarlo.", n, MinTaught))
	}
	if t.From, err = s.NERConfig(ctx, by); err != nil {
		return t, err
	}
	total := len(papers) + 2*len(apart)
	if t.To, err = ner.Tune(ctx, t.From, papers, func(done int) { seen(done, total) }); err != nil {
		return t, err
	}
	t.LearnedFrom = len(papers)
	for i, c := range []ner.Config{t.From, t.To} {
		extractor, err := s.NewExtractor(c)
		if err != nil {
			return t, err
		}
		into := []*Evaluation{&t.Before, &t.After}[i]
		if err := s.evaluate(ctx, into, apart, extractor, func(done, _ int) { seen(len(papers)+i*len(apart)+done, total) }); err != nil {
			return t, err
		}
	}
	if dry || !t.Better() {
		return t, nil
	}
	t.Tuning, err = s.extraction().adopt(ctx, by, t.From, t.To)
	t.Stored = err == nil
	return t, err
}

// Better reports whether the new weights cause fewer errors, or as many with better calibrated
// confidences.
func (t *Tuned) Better() bool {
	before, after := t.Before.Total(), t.After.Total()
	if t.From.Equal(t.To) {
		return false
	}
	if b, a := harm(before), harm(after); a != b {
		return a < b
	}
	return t.After.Told.Error() < t.Before.Told.Error()
}

// harm weighs errors: a wrong value counts twice as much as a missing one.
func harm(s ner.Score) int { return 2*s.Wrong + 2*s.Invented + s.Missed }

func paperOf(d document.Document, examples []document.Example) ner.Paper {
	p := ner.Paper{Text: d.Text, Values: map[ner.Field][]string{}}
	for _, e := range examples {
		if field, ok := e.Field.Extracted(); ok {
			p.Values[field] = slices.Clip(named(e))
		}
	}
	return p
}
