package extract

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/batch"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/ner"
)

// fieldLabels are the fields of an extraction as people call them.
var fieldLabels = map[ner.Field]string{
	ner.Plaintiff: "Demandante", ner.Defendant: "Demandado", ner.Cedula: "Cédula", ner.Email: "Correo", ner.Radicado: "Radicado", ner.Court: "Juzgado",
	ner.Represented: "Representado", ner.Acta: "Acta",
}

// readable is the extraction as a person reads it: each value once, the best
// first, with how sure it is.
func (d extractedDocument) readable() batch.PlainText {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s\n", cli.DisplayName(strings.Trim(string(d.ID), `"`)))
	if d.Type != nil {
		fmt.Fprintf(&b, "%-22s %s (%s)\n", "Parece", d.Type.Value, cli.Percent(d.Type.Confidence))
	}
	fields := append([]ner.Field{}, alwaysShown...)
	values := map[ner.Field][]string{}
	for _, e := range d.Entities {
		if len(values[e.Field]) == 0 && fieldLabels[e.Field] == "" {
			fields = append(fields, e.Field)
		}
		values[e.Field] = append(values[e.Field], fmt.Sprintf("%s (%s)", cli.DisplayName(e.Value), cli.Percent(e.Confidence)))
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
	return batch.PlainText(b.String() + "\n")
}
