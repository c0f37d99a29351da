// Package ner finds the parties, identifiers and courts that a Spanish legal
// paper names.
//
// Five extractors read the same text, each in a way of its own; the Ensemble
// weighs their votes. The package is pure computation: it stores nothing,
// reads no file and needs no network.
package ner

import (
	"sort"
	"strings"
)

// Source names an extractor that found an entity.
type Source struct {
	Extractor  string
	Confidence float64
}

// Entity is a value that the ensemble found in the text.
type Entity struct {
	Field      Field
	Value      string // normalised
	Raw        string // as it stands in the text
	Start, End int    // code points
	Confidence float64
	Sources    []Source
}

// Result holds the entities of one text, each field's best first.
type Result struct {
	Entities []Entity
	// Alternatives are too unsure to be told as what the text names: below the
	// least confidence that is configured. A few of each field are kept.
	Alternatives []Entity
	// Assessments say how likely the plaintiff, the defendant, the cédula and the e-mail are right
	// and whole.
	Assessments []Assessment
}

// Value returns the best value of a field, "" when there is none.
func (r Result) Value(f Field) string {
	for _, e := range r.Entities {
		if e.Field == f {
			return e.Value
		}
	}
	return ""
}

// Values returns all values of a field, the best first.
func (r Result) Values(f Field) []string {
	var out []string
	for _, e := range r.Entities {
		if e.Field == f {
			out = append(out, e.Value)
		}
	}
	return out
}

// Joined returns all values of a field as people read them: "A; B", in the
// order in which the text names them.
func (r Result) Joined(f Field) string {
	var found []Entity
	for _, e := range r.Entities {
		if e.Field == f {
			found = append(found, e)
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].Start < found[j].Start })
	values := make([]string, len(found))
	for i, e := range found {
		values[i] = e.Value
	}
	return strings.Join(values, "; ")
}

// Filled returns what a field of a form shows: all parties, of anything else
// the best value.
func (r Result) Filled(f Field) string {
	if f == Plaintiff || f == Defendant {
		return r.Joined(f)
	}
	return r.Value(f)
}
