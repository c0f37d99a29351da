package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/service"
)

// report prints what the service knows of each filing, and below the table
// what of it is wrong.
func report(ctx context.Context, out io.Writer, c *service.Client, dozen dozen) (wrong int, err error) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\n\tarchivo\tpáginas\tdemandante\tdemandado\tcédula\tlectura\ttiempo\trepite a")
	var faults []string
	for _, p := range dozen {
		if p.task.Result == nil {
			wrong++
			faults = append(faults, fmt.Sprintf("%s: %s", p.name, deref(p.task.Error)))
			fmt.Fprintf(table, "✗\t%s\t\t\t\t\t\t\tfalló\n", p.name)
			continue
		}
		d, err := c.Document(ctx, p.task.Result.ID)
		if err != nil {
			return wrong, err
		}
		mark := "✓"
		if found := p.faults(d); len(found) > 0 {
			mark = "✗"
			wrong++
			faults = append(faults, found...)
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\t%s\t%.0f %%\t%.1f s\t%s\n", mark, p.name, d.Pages,
			short(d.Plaintiff), short(d.Defendant), d.Cedula, 100*d.OCRConfidence,
			float64(p.task.Result.ProcessingTimeMS)/1000, strings.Join(p.duplicates(), ", "))
	}
	if err := table.Flush(); err != nil {
		return wrong, err
	}
	for _, f := range faults {
		fmt.Fprintln(out, "✗", f)
	}
	return wrong, nil
}

// duplicates are the names of the files that the service holds to be the same.
func (u *upload) duplicates() []string {
	var names []string
	for _, d := range u.task.Result.Duplicates {
		names = append(names, d.FileName)
	}
	slices.Sort(names)
	return names
}

// faults says in what the document differs from the truth.
func (u *upload) faults(d service.Document) []string {
	var faults []string
	check := func(field ner.Field, got string, want []string) {
		if !same(field, got, want) {
			faults = append(faults, fmt.Sprintf("%s: %s es «%s» y debía ser «%s»", u.name, field, got, strings.Join(want, "; ")))
		}
	}
	gold := u.filing.Gold
	check(ner.Plaintiff, d.Plaintiff, gold.Values[ner.Plaintiff])
	check(ner.Defendant, d.Defendant, gold.Values[ner.Defendant])
	check(ner.Cedula, d.Cedula, first(gold.Values[ner.Cedula]))
	check(ner.Radicado, d.Radicado, first(gold.Values[ner.Radicado]))
	var want []string
	if u.again != nil {
		want = []string{u.again.name}
	}
	if got := u.duplicates(); !slices.Equal(got, want) {
		faults = append(faults, fmt.Sprintf("%s: repite a «%s» y debía repetir a «%s»", u.name, strings.Join(got, ", "), strings.Join(want, ", ")))
	}
	if d.Pages != len(u.paper.Pages) {
		faults = append(faults, fmt.Sprintf("%s: tiene %d páginas y debía tener %d", u.name, d.Pages, len(u.paper.Pages)))
	}
	return faults
}

// same reports whether got, values joined by semicolons, are those of want.
func same(field ner.Field, got string, want []string) bool {
	var values []string
	if got != "" {
		values = strings.Split(got, "; ")
	}
	if len(values) != len(want) {
		return false
	}
	for _, w := range want {
		if !slices.ContainsFunc(values, func(v string) bool { return filings.Same(field, v, w) }) {
			return false
		}
	}
	return true
}

func first(values []string) []string { return values[:min(1, len(values))] }

// short cuts a name so that the table fits a screen.
func short(s string) string {
	const most = 38
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
