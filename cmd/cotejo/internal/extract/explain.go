package extract

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/core/ner"
)

// What «cotejo extract --explain» describes a document: for people.

// around is how many characters a snippet shows on either side of a value.
const around = 40

// explained is a document with the text that its values are in.
type explained struct {
	extractedDocument
	text []rune
}

func (d explained) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s\n", strings.Trim(string(d.ID), `"`))
	if d.Type != nil {
		fmt.Fprintf(&b, "parece: %s (%.2f)", d.Type.Value, d.Type.Confidence)
		if len(d.Type.Reasons) > 0 {
			fmt.Fprintf(&b, " por «%s»", strings.Join(d.Type.Reasons, "», «"))
		}
		b.WriteByte('\n')
	}
	told := map[ner.Field]bool{}
	for _, e := range d.Entities {
		label := string(e.Field)
		if told[e.Field] {
			label = ""
		}
		told[e.Field] = true
		d.write(&b, label, e)
	}
	for _, f := range alwaysShown {
		if !told[f] {
			fmt.Fprintf(&b, "%-21s (no se encontró)\n", f)
		}
	}
	if len(d.Alternatives) > 0 {
		b.WriteString("otras lecturas, demasiado inseguras para llenar el dato:\n")
		for _, e := range d.Alternatives {
			d.write(&b, string(e.Field), e)
		}
	}
	return b.String()
}

func (d explained) write(b *strings.Builder, label string, e extractedEntity) {
	fmt.Fprintf(b, "%-21s %s  %.2f\n", label, cli.DisplayName(e.Value), e.Confidence)
	var votes []string
	for _, s := range e.Sources {
		votes = append(votes, fmt.Sprintf("%s %.2f", s.Extractor, s.Confidence))
	}
	where := fmt.Sprintf("caracteres %d a %d", e.Start, e.End)
	if e.Page > 0 {
		where = fmt.Sprintf("página %d, %s", e.Page, where)
	}
	fmt.Fprintf(b, "%-21s   votan: %s\n", "", cmp.Or(strings.Join(votes, ", "), "ninguno"))
	fmt.Fprintf(b, "%-21s   %s: %s\n", "", where, d.snippet(e.Start, e.End))
}

// snippet is the value in its place, on one line.
func (d explained) snippet(start, end int) string {
	from, to := max(0, start-around), min(len(d.text), end+around)
	part := func(from, to int) string {
		return strings.Join(strings.FieldsFunc(string(d.text[from:to]), func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	}
	return fmt.Sprintf("…%s [%s] %s…", part(from, start), part(start, end), part(end, to))
}
