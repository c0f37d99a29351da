package memory

import (
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/document"
)

// moment returns t as a database keeps it: in UTC, to the microsecond.
func moment(t time.Time) time.Time { return time.UnixMicro(t.UnixMicro()).UTC() }

// copyDocument returns a copy that shares nothing that can change.
func copyDocument(d document.Document) document.Document {
	d.CreatedAt, d.ValidatedAt = moment(d.CreatedAt), moment(d.ValidatedAt)
	d.Tags = copyOf(d.Tags)
	d.Pages = copyOf(d.Pages)
	d.Suggested.Reasons = copyOf(d.Suggested.Reasons)
	d.Entities, d.Alternatives = copyEntities(d.Entities), copyEntities(d.Alternatives)
	return d
}

func copyEntities(entities []document.Entity) []document.Entity {
	entities = copyOf(entities)
	for i := range entities {
		e := &entities[i]
		e.Sources, e.Boxes = copyOf(e.Sources), copyOf(e.Boxes)
	}
	return entities
}

func copyTuning(t document.Tuning) document.Tuning {
	t.At = moment(t.At)
	t.Config.Extractors = copyOf(t.Config.Extractors)
	return t
}

func copyExample(e document.Example) document.Example {
	e.At = moment(e.At)
	e.Votes = copyOf(e.Votes)
	for i := range e.Votes {
		e.Votes[i].Sources = copyOf(e.Votes[i].Sources)
	}
	return e
}

func copyTask(t document.Task) document.Task {
	t.CreatedAt, t.StartedAt = moment(t.CreatedAt), moment(t.StartedAt)
	t.CompletedAt, t.ExpiresAt = moment(t.CompletedAt), moment(t.ExpiresAt)
	if t.Result == nil {
		return t
	}
	result := *t.Result
	result.Duplicates, result.Mass = copyDuplicates(result.Duplicates), copyDuplicates(result.Mass)
	result.Suggested.Reasons = copyOf(result.Suggested.Reasons)
	t.Result = &result
	return t
}

func copyDuplicates(all []document.Duplicate) []document.Duplicate {
	all = copyOf(all)
	for i := range all {
		all[i].Reasons = copyOf(all[i].Reasons)
	}
	return all
}

// copyOf is slices.Clone, but for an empty slice, which becomes nil as it does
// in a database.
func copyOf[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return slices.Clone(s)
}

func copyNotification(n docket.Notification) docket.Notification {
	n.History = copyOf(n.History)
	return n
}
