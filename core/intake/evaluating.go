package intake

// Holding the extraction against what people found to be right.

import (
	"context"
	"fmt"
	"strings"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/ports"
)

// Evaluation compares the extracted values with those that people corrected.
type Evaluation struct {
	Documents int
	Examples  int
	Fields    []FieldEvaluation // only fields with examples
	// Told holds the confidences of all values, including alternatives.
	Told ner.Reliability
}

// FieldEvaluation is the evaluation of one field.
type FieldEvaluation struct {
	Field      document.Field
	Examples   int
	Now        ner.Score            // the ensemble in its current configuration
	Then       ner.Score            // the values filled in when the documents arrived
	Extractors map[string]ner.Score // each extractor alone
}

// Total is the score of the ensemble over all fields.
func (e *Evaluation) Total() (s ner.Score) {
	for _, f := range e.Fields {
		s.Right, s.Wrong = s.Right+f.Now.Right, s.Wrong+f.Now.Wrong
		s.Missed, s.Invented = s.Missed+f.Now.Missed, s.Invented+f.Now.Invented
	}
	return s
}

// EvaluateNER extracts again from the documents that people corrected, under the current
// configuration. seen receives the number of documents read.
func (s *Service) EvaluateNER(ctx context.Context, by account.Actor, seen func(done, total int)) (Evaluation, error) {
	var e Evaluation
	if err := by.RequireAdmin(); err != nil {
		return e, err
	}
	taught, err := s.taught(ctx)
	if err != nil {
		return e, err
	}
	extractor, err := s.extract.current(ctx)
	if err != nil {
		return e, err
	}
	err = s.evaluate(ctx, &e, taught, extractor, seen)
	return e, err
}

// lesson is a document and the values that people found right.
type lesson struct {
	documentID string
	examples   []document.Example
}

func (s *Service) taught(ctx context.Context) (lessons []lesson, err error) {
	err = s.Examples.Each(ctx, func(e *document.Example) error {
		if n := len(lessons); n == 0 || lessons[n-1].documentID != e.DocumentID {
			lessons = append(lessons, lesson{documentID: e.DocumentID})
		}
		last := &lessons[len(lessons)-1]
		last.examples = append(last.examples, *e)
		return nil
	})
	return lessons, err
}

// read returns the document of a lesson, or false if it was deleted in the meantime.
func (s *Service) read(ctx context.Context, l lesson) (document.Document, bool, error) {
	d, err := s.Documents.Get(ctx, l.documentID)
	if fault.KindOf(err) == fault.NotFound {
		return d, false, nil
	}
	return d, err == nil, err
}

func (s *Service) evaluate(ctx context.Context, e *Evaluation, lessons []lesson, extractor ports.Extractor, seen func(done, total int)) error {
	byField := map[document.Field]*FieldEvaluation{}
	for i, l := range lessons {
		d, there, err := s.read(ctx, l)
		if err != nil {
			return fmt.Errorf("reading a document that was corrected: %w", err)
		}
		if !there {
			continue
		}
		e.Documents++
		found, err := extractor.ExtractContext(ctx, d.Text)
		if err != nil {
			return err
		}
		d.Entities, d.Alternatives = plain(found.Entities), plain(found.Alternatives)
		for _, then := range l.examples {
			field, ok := then.Field.Extracted()
			if !ok {
				continue
			}
			f := byField[then.Field]
			if f == nil {
				f = &FieldEvaluation{Field: then.Field, Extractors: map[string]ner.Score{}}
				byField[then.Field] = f
			}
			e.Examples++
			f.Examples++
			f.judge(e, field, then, d.Examples(map[document.Field]string{then.Field: then.Corrected}, then.At))
		}
		seen(i+1, len(lessons))
	}
	for _, f := range document.Fields() {
		if byField[f] != nil {
			e.Fields = append(e.Fields, *byField[f])
		}
	}
	return nil
}

// judge counts one example. now has the values that the present configuration extracts.
func (f *FieldEvaluation) judge(e *Evaluation, field ner.Field, then document.Example, now []document.Example) {
	right := named(then)
	f.Then.Add(field, right, best(then.Votes, ""))
	for _, x := range now {
		f.Now.Add(field, right, best(x.Votes, ""))
		for _, name := range ner.Extractors() {
			score := f.Extractors[name.Name()]
			score.Add(field, right, best(x.Votes, name.Name()))
			f.Extractors[name.Name()] = score
		}
		for _, v := range x.Votes {
			e.Told.Add(v.Confidence, ner.Names(field, right, v.Value))
		}
	}
}

// named returns the values that a person entered: several parties share one text.
func named(e document.Example) (values []string) {
	if e.Field != document.FieldPlaintiff && e.Field != document.FieldDefendant {
		if strings.TrimSpace(e.Corrected) == "" {
			return nil
		}
		return []string{e.Corrected}
	}
	for v := range strings.SplitSeq(e.Corrected, ";") {
		if v = strings.TrimSpace(v); v != "" {
			values = append(values, v)
		}
	}
	return values
}

// best returns the value with the highest confidence, of the ensemble or of one extractor.
func best(votes []document.Vote, extractor string) (value string) {
	most := 0.0
	for _, v := range votes {
		if extractor == "" {
			if !v.Alternative {
				return v.Value
			}
			continue
		}
		for _, s := range v.Sources {
			if s.Extractor == extractor && s.Confidence > most {
				most, value = s.Confidence, v.Value
			}
		}
	}
	return value
}

func plain(entities []ner.Entity) []document.Entity {
	out := make([]document.Entity, len(entities))
	for i, e := range entities {
		out[i] = document.Entity{Entity: e}
	}
	return out
}
