package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/testkit/filings"
)

//go:embed tune heldout
var files embed.FS

// docType is the row of the type of a paper, beside the fields of core/ner.
const docType ner.Field = "doc_type"

// fields are the fields that gold.jsonl lists for each paper.
var fields = []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Email, ner.Radicado, ner.Court, ner.Acta, ner.Agent, ner.Attorney,
	ner.LinkedParty, ner.Represented, ner.Phone, ner.PlaintiffAddress, ner.DefendantAddress}

// paper is a text with the right values of its fields. A field that the paper does not state has
// no values.
type paper struct {
	Layout string                 `json:"layout"`
	File   string                 `json:"file"`
	Type   string                 `json:"doc_type"`
	Fields map[ner.Field][]string `json:"fields"`

	content string
}

// papers returns the papers of a part, in the order of its gold.jsonl. A paper without one of the
// fields, or with another field, is an error.
func papers(part string) ([]paper, error) {
	name := path.Join(part, "gold.jsonl")
	gold, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var all []paper
	for line := range bytes.Lines(gold) {
		var p paper
		if err := json.Unmarshal(line, &p); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, f := range fields {
			if _, ok := p.Fields[f]; !ok {
				return nil, fmt.Errorf("%s: %s lacks the field %s", name, p.Layout, f)
			}
		}
		for f := range p.Fields {
			if !slices.Contains(fields, f) {
				return nil, fmt.Errorf("%s: %s has the unknown field %s", name, p.Layout, f)
			}
		}
		content, err := files.ReadFile(path.Join(part, p.File))
		if err != nil {
			return nil, err
		}
		p.content = sanitize.Text(string(content)) // as the service cleans what it reads
		all = append(all, p)
	}
	return all, nil
}

// outcome is the right and the extracted values of a field.
type outcome struct {
	field     ner.Field
	want, got []string
}

// read extracts the fields of a paper, and its type.
func read(e *ner.Ensemble, p paper) []outcome {
	out := []outcome{{field: docType, want: []string{p.Type}, got: []string{doctype.Suggest(p.content).Value}}}
	r := e.Extract(p.content)
	for _, f := range fields {
		got := r.Values(f)
		if !isList(f) && len(got) > 1 {
			got = got[:1]
		}
		out = append(out, outcome{field: f, want: p.Fields[f], got: got})
	}
	return out
}

// isList reports whether all values of a field count; of any other field the best one counts.
func isList(f ner.Field) bool {
	switch f {
	case ner.Plaintiff, ner.Defendant, ner.Agent, ner.Attorney, ner.LinkedParty, ner.Represented:
		return true
	}
	return false
}

// isRight reports whether the extracted values are the right ones: of a list all and no others, of
// any other field one of them. Courts are equal if kind, number and city are.
func (o outcome) isRight() bool {
	switch {
	case len(o.want) == 0 || len(o.got) == 0:
		return len(o.want) == len(o.got)
	case isList(o.field):
		return slices.Equal(keys(o.field, o.want), keys(o.field, o.got))
	case o.field == ner.Court:
		return slices.ContainsFunc(o.want, func(v string) bool { return filings.Same(ner.Court, v, o.got[0]) })
	}
	return ner.Names(o.field, o.want, o.got[0])
}

func keys(f ner.Field, values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = ner.Key(f, v)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
