package intake

// Learning the weights of the extractors from what people found to be right.

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

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
	TriedOn       int // held-out documents
	Tuning        document.Tuning
	Before, After Evaluation
	From, To      ner.Config
	Stored        bool // the new configuration is better and in use
}

// Evaluation compares extracted values with those that people found right.
type Evaluation struct {
	Fields map[document.Field]ner.Score
	// Told holds the confidences of all values, including alternatives.
	Told ner.Reliability
}

// Total is the score over all fields.
func (e *Evaluation) Total() (s ner.Score) {
	for _, f := range e.Fields {
		s.Right, s.Wrong = s.Right+f.Right, s.Wrong+f.Wrong
		s.Missed, s.Invented = s.Missed+f.Missed, s.Invented+f.Invented
	}
	return s
}

// lesson is the text of a document and the values that people found right.
type lesson struct {
	documentID string
	ner.Paper
}

// TuneNER learns the weights of the extractors from people's corrections. It stores them if they
// are better on held-out documents, unless dry is set. Fault: RuleViolated with too few examples.
func (s *Configuration) TuneNER(ctx context.Context, by account.Actor, dry bool, seen func(done, total int)) (Tuned, error) {
	var t Tuned
	if err := by.RequireAdmin(); err != nil {
		return t, err
	}
	papers, heldOut, err := s.lessons(ctx)
	if err != nil {
		return t, err
	}
	t.LearnedFrom, t.TriedOn = len(papers), len(heldOut)
	if n := len(papers) + len(heldOut); n < MinTaught {
		return t, fault.New(fault.RuleViolated, "too_few_examples", fmt.Sprintf(
			"Hay %d documentos validados de los que se puede aprender y se necesitan al menos %d; valide más y vuelva a intentarlo.", n, MinTaught))
	}
	if t.From, err = s.NERConfig(ctx, by); err != nil {
		return t, err
	}
	total := len(papers) + 2*len(heldOut)
	if t.To, err = ner.Tune(ctx, t.From, papers, func(done int) { seen(done, total) }); err != nil {
		return t, err
	}
	if t.Before, err = s.evaluate(ctx, t.From, heldOut, func(done int) { seen(len(papers)+done, total) }); err != nil {
		return t, err
	}
	if t.After, err = s.evaluate(ctx, t.To, heldOut, func(done int) { seen(len(papers)+len(heldOut)+done, total) }); err != nil {
		return t, err
	}
	if dry || !t.Better() {
		return t, nil
	}
	t.Tuning, err = s.nerTuner().adopt(ctx, by, t.From, t.To)
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

// lessons returns the latest documents that people corrected: those to learn from, and a fixed
// quarter that measures what was learned. Deleted documents teach nothing.
func (s *Configuration) lessons(ctx context.Context) (papers, heldOut []ner.Paper, err error) {
	var all []lesson
	err = s.Examples.Each(ctx, func(e *document.Example) error {
		if n := len(all); n == 0 || all[n-1].documentID != e.DocumentID {
			all = append(all, lesson{e.DocumentID, ner.Paper{Values: map[ner.Field][]string{}}})
		}
		if field, ok := e.Field.Extracted(); ok {
			all[len(all)-1].Values[field] = values(e)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	for _, l := range all[max(0, len(all)-maxTaught):] {
		d, err := s.Documents.Get(ctx, l.documentID)
		switch {
		case fault.KindOf(err) == fault.NotFound:
			continue
		case err != nil:
			return nil, nil, fmt.Errorf("reading a document that was corrected: %w", err)
		}
		l.Text, l.Recognised = d.Text, d.Recognised()
		if isHeldOut(l.documentID) {
			heldOut = append(heldOut, l.Paper)
		} else {
			papers = append(papers, l.Paper)
		}
	}
	return papers, heldOut, nil
}

// isHeldOut selects a fixed quarter of the documents.
func isHeldOut(id string) bool {
	h := fnv.New32a()
	h.Write([]byte(id))
	return h.Sum32()%4 == 0
}

// values returns the values that a person entered: several parties share one text.
func values(e *document.Example) (all []string) {
	parts := []string{e.Corrected}
	if e.Field == document.FieldPlaintiff || e.Field == document.FieldDefendant {
		parts = strings.Split(e.Corrected, ";")
	}
	for _, v := range parts {
		if v = strings.TrimSpace(v); v != "" {
			all = append(all, v)
		}
	}
	return all
}

// evaluate extracts from papers under a configuration. seen receives the number of papers read.
func (s *Configuration) evaluate(ctx context.Context, c ner.Config, papers []ner.Paper, seen func(done int)) (Evaluation, error) {
	e := Evaluation{Fields: map[document.Field]ner.Score{}}
	extractor, err := s.Extraction.New(c)
	if err != nil {
		return e, err
	}
	for i, p := range papers {
		found, err := extractor.ExtractContext(ctx, p.Text, p.Recognised...)
		if err != nil {
			return e, err
		}
		for _, f := range document.Fields() {
			field, _ := f.Extracted()
			right, judged := p.Values[field]
			if !judged {
				continue
			}
			score := e.Fields[f]
			score.Add(field, right, found.Value(field))
			e.Fields[f] = score
			for _, x := range slices.Concat(found.Entities, found.Alternatives) {
				if x.Field == field {
					e.Told.Add(x.Confidence, ner.Names(field, right, x.Value))
				}
			}
		}
		seen(i + 1)
	}
	return e, nil
}
