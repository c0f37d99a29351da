package intake

import (
	"sort"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/sanitize"
)

// fill sets the fields of d from the extracted values.
func fill(d *document.Document, r ner.Result) {
	p := cleanParties(r)
	d.Plaintiff, d.Defendant, d.PlaintiffAddress = p.Plaintiff, p.Defendant, p.Address
	d.Cedula, d.Email, d.Radicado = p.Cedula, p.Email, p.Radicado
	d.Court = sanitize.Line(r.Filled(ner.Court))
	d.DefendantAddress = sanitize.Line(r.Filled(ner.DefendantAddress))
	d.SetDoubts(r.Assessments)
}

// cleanParties returns the extracted parties. Extraction corrects values, so they may differ from
// the sanitised text: they are cleaned like typed values.
func cleanParties(r ner.Result) *dedup.Parties {
	p := r.Parties()
	for _, value := range []*string{&p.Plaintiff, &p.Defendant, &p.Cedula, &p.Email, &p.Radicado, &p.Address} {
		*value = sanitize.Line(*value)
	}
	return &p
}

// suggest returns the probable type of a document.
func suggest(text string) document.Suggestion {
	s := doctype.Suggest(text)
	return document.Suggestion{Type: document.Type(s.Value), Confidence: s.Confidence, Reasons: s.Reasons}
}

// locate sets the page and the boxes of each entity from its offsets. words returns the words of a
// page, counted from 0.
func locate(entities []ner.Entity, infos []document.PageInfo, words func(page int) ([]document.Word, error)) ([]document.Entity, error) {
	located := make([]document.Entity, len(entities))
	for i, e := range entities {
		e.Value = sanitize.Line(e.Value)
		located[i] = document.Entity{Entity: e}
		p := sort.Search(len(infos), func(p int) bool { return infos[p].End > e.Start })
		if p == len(infos) || infos[p].Start > e.Start {
			continue
		}
		located[i].Page = infos[p].Number
		on, err := words(p)
		if err != nil {
			return nil, err
		}
		located[i].Boxes = boxes(on, e.Start-infos[p].Start, e.End-infos[p].Start)
	}
	return located, nil
}

// boxes returns one box per line around the words in start..end.
func boxes(words []document.Word, start, end int) []document.Box {
	var lines []document.Box
	first := sort.Search(len(words), func(i int) bool { return words[i].End > start })
	for _, w := range words[first:] {
		if w.Start >= end {
			break
		}
		if n := len(lines); n > 0 && sameLine(lines[n-1], w.Box) {
			lines[n-1] = lines[n-1].Union(w.Box)
		} else {
			lines = append(lines, w.Box)
		}
	}
	return lines
}

// sameLine reports whether b continues the line of a: it is further right and overlaps at least
// half of the height of the lower box.
func sameLine(a, b document.Box) bool {
	common := min(a.Y1, b.Y1) - max(a.Y0, b.Y0)
	return b.X0 >= a.X0 && common >= min(a.Y1-a.Y0, b.Y1-b.Y0)/2
}
