package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

// forPeople reports whether a result goes to a person: to a terminal, and not as JSON.
func forPeople(out io.Writer, asJSON bool) bool { return isTerminal(out) && !asJSON }

// readable is a reading as a person reads it.
func readable(path string, r document.Reading) plainText {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s: %s", displayName(path), pluralize(len(r.Pages), "página", "páginas"))
	for _, p := range r.Pages {
		how := "texto del archivo"
		if p.Source == document.OCR {
			how = "reconocida, confianza " + percent(p.Confidence)
		}
		if p.IsEmpty() {
			how = "sin texto"
		}
		fmt.Fprintf(&b, "\n-- página %d (%s)\n%s\n", p.Number, how, strings.TrimRight(onScreen(p.Text), "\n"))
	}
	return plainText(b.String() + "\n")
}

// fieldLabels are the fields of an extraction as people call them.
var fieldLabels = map[ner.Field]string{
	ner.Plaintiff: "Demandante", ner.Defendant: "Demandado", ner.Cedula: "Cédula", ner.Email: "Correo", ner.Radicado: "Radicado", ner.Court: "Juzgado",
	ner.Represented: "Representado", ner.Acta: "Acta",
}

// readable is the extraction as a person reads it: each value once, the best
// first, with how sure it is.
func (d extractedDocument) readable() plainText {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s\n", displayName(strings.Trim(string(d.ID), `"`)))
	if d.Type != nil {
		fmt.Fprintf(&b, "%-22s %s (%s)\n", "Parece", d.Type.Value, percent(d.Type.Confidence))
	}
	fields := append([]ner.Field{}, alwaysShown...)
	values := map[ner.Field][]string{}
	for _, e := range d.Entities {
		if len(values[e.Field]) == 0 && fieldLabels[e.Field] == "" {
			fields = append(fields, e.Field)
		}
		values[e.Field] = append(values[e.Field], fmt.Sprintf("%s (%s)", displayName(e.Value), percent(e.Confidence)))
	}
	for _, f := range fields {
		label := fieldLabels[f]
		if label == "" {
			name := []rune(strings.ReplaceAll(string(f), "_", " "))
			label = string(unicode.ToUpper(name[0])) + string(name[1:])
		}
		if len(values[f]) == 0 {
			values[f] = []string{"(no se encontró)"}
		}
		for i, value := range values[f] {
			if i > 0 {
				label = ""
			}
			fmt.Fprintf(&b, "%-22s %s\n", label, value)
		}
	}
	return plainText(b.String() + "\n")
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// onScreen is a text without what would move the cursor or change the terminal.
func onScreen(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}, s)
}
