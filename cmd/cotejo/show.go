package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// shownDocument is what «cotejo show --json» prints: as GET /documents/{id}, with
// its duplicates.
type shownDocument struct {
	intakeapi.Detail
	Duplicates []intakeapi.DetailedCandidate `json:"duplicates"`
	NewClaims  []intakeapi.DetailedCandidate `json:"new_claims"`
	Dismissed  []intakeapi.DetailedCandidate `json:"dismissed"`
	Mass       []intakeapi.DetailedCandidate `json:"mass"`
}

func showCommand() *cobra.Command {
	var text bool
	c := &cobra.Command{
		Use:   "show [opciones] ID",
		Short: "Muestra un documento registrado y sus posibles duplicados",
		Long: `Muestra lo que se sabe de un documento registrado y qué otros cuentan los mismos
hechos, con el servidor en marcha o detenido. El ID es el que dan «cotejo search» y
«cotejo process».

Con --json, una línea como la de GET /documents/{id}, con "duplicates",
"new_claims", "dismissed" y "mass".`,
		Example: `  cotejo show 0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11
  cotejo show --text 0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11 | less`,
		Args:              spanish.ExactlyOne("el ID del documento"),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	out := newOutput(c, "una línea JSON", false)
	config.AddFlags(c.Flags(), dataSettings...)
	c.Flags().BoolVar(&text, "text", false, "muestra también el texto")
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		out.begin(c)
		services, _, err := openServices(c, refuse)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, services.Close()) }()
		id := strings.ToLower(args[0])
		d, err := services.Service.Document(c.Context(), operator(), id)
		if err != nil {
			return err
		}
		related, err := services.Service.Duplicates(c.Context(), operator(), id)
		if err != nil {
			return err
		}
		line := shownDocument{
			Detail:     intakeapi.DetailOf(&d),
			Duplicates: intakeapi.CandidatesOf(related.Duplicates),
			NewClaims:  intakeapi.CandidatesOf(related.NewClaims),
			Mass:       intakeapi.CandidatesOf(related.Mass),
			Dismissed:  intakeapi.CandidatesOf(related.Dismissed),
		}
		return out.result(line, documentText(&d, related, text))
	}
	return c
}

// documentText is a document as a person reads it.
func documentText(d *document.Document, related document.Related, withText bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-26s %s\n", "ID", d.ID)
	row := spreadsheet.RowOf(d)
	for i, column := range spreadsheet.Columns() {
		value := row[i].Value
		if t, ok := row[i].Time(); ok {
			value = t.In(document.Colombia()).Format("2006-01-02 15:04:05")
		}
		if column.Percent && value != "" {
			value = percent(d.OCRConfidence)
		}
		if value != "" && !column.Hidden && !column.Aside {
			fmt.Fprintf(&b, "%-26s %s\n", column.Label, strings.ReplaceAll(onScreen(value), "\n", "\n"+strings.Repeat(" ", 27)))
		}
	}
	for _, warning := range d.Warnings() {
		fmt.Fprintf(&b, "%-26s %s\n", "Aviso", warning)
	}
	candidates(&b, "Posibles duplicados", related.Duplicates)
	candidates(&b, "Las mismas partes, otra solicitud u otros hechos", related.NewClaims)
	candidates(&b, "No son duplicados, según quien decidió", related.Dismissed)
	candidates(&b, "Mismo formato, otra persona", related.Mass)
	switch n := utf8.RuneCountInString(d.Text); {
	case withText:
		b.WriteString("\n" + onScreen(d.Text) + "\n")
	case n > 0:
		fmt.Fprintf(&b, "%-26s %s; véalo con --text\n", "Texto", pluralize(n, "carácter", "caracteres"))
	}
	return b.String()
}

func candidates(b *strings.Builder, title string, all []document.Duplicate) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(b, "%s:\n", title)
	for _, m := range all {
		decided := ""
		if m.Decision.IsMade() {
			decided = " [lo decidió " + displayName(m.Decision.By) + "]"
		}
		fmt.Fprintf(b, "  %s  %s  %s%s: %s\n", m.DocumentID, percent(m.Similarity), displayName(m.FileName), decided, strings.Join(dedup.Texts(m.Reasons), "; "))
	}
}

// relationLabels say what two documents are to each other.
var relationLabels = map[document.Relation]string{
	document.SameDocument: "son el mismo documento", document.SameFile: "son el mismo archivo", document.SameFacts: "tienen las mismas partes, los mismos hechos y la misma solicitud: posible duplicado",
	document.OtherClaim: "son de las mismas partes, por otra solicitud u otros hechos",
	document.SameLetter: "son un mismo formato de distintas personas", document.OtherDocument: "son escritos distintos",
}

func compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare [opciones] ID ID",
		Short: "Compara dos documentos registrados, palabra por palabra",
		Long: `Dice qué son el uno del otro dos documentos registrados, por qué, y qué dicen ambos o
solo uno de los dos: lo que empieza con «-» está solo en el primero, lo que empieza
con «+» solo en el segundo.

Con --json, una línea como la de GET /documents/{id}/compare/{other}.`,
		Example: "  cotejo compare 0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11 0198c1f0-9b13-7d0a-8c55-1f0e5b7a6c22",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return spanish.Usagef("se necesitan los ID de dos documentos, y hay %d", len(args))
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	out := newOutput(c, "una línea JSON", false)
	config.AddFlags(c.Flags(), dataSettings...)
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		out.begin(c)
		services, _, err := openServices(c, refuse)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, services.Close()) }()
		found, err := services.Service.Compare(c.Context(), operator(), strings.ToLower(args[0]), strings.ToLower(args[1]))
		if err != nil {
			return err
		}
		return out.result(intakeapi.ComparisonOf(found), comparisonText(out, found))
	}
	return c
}

// maxCommon is how much of a passage that both texts have is shown, in code points.
const maxCommon = 80

func comparisonText(out *output, c document.Comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- %s  %s\n+ %s  %s\n", c.Left.ID, displayName(c.Left.FileName), c.Right.ID, displayName(c.Right.FileName))
	fmt.Fprintf(&b, "%s (similitud %s)\n", relationLabels[c.Relation], percent(c.Similarity))
	for _, reason := range c.Reasons {
		fmt.Fprintf(&b, "  %s\n", reasonLine(reason))
	}
	if c.Aligned && len(c.Passages) > 0 {
		fmt.Fprintf(&b, "palabras en común: %s\n\n", percent(c.Shared))
	}
	left, right := []rune(c.LeftText), []rune(c.RightText)
	for _, p := range c.Passages {
		switch p.Kind {
		case align.Left:
			b.WriteString(out.paint(red, "- "+line(left[p.Left.Start:p.Left.End])) + "\n")
		case align.Right:
			b.WriteString(out.paint(yellow, "+ "+line(right[p.Right.Start:p.Right.End])) + "\n")
		default:
			b.WriteString("  " + shortened(line(left[p.Left.Start:p.Left.End])) + "\n")
		}
	}
	return b.String()
}

// line is a passage on one line.
func line(text []rune) string { return strings.Join(strings.Fields(onScreen(string(text))), " ") }

// shortened is a text with its middle left out when it is long.
func shortened(s string) string {
	runes := []rune(s)
	if len(runes) <= maxCommon {
		return s
	}
	return string(runes[:maxCommon/2]) + " … " + string(runes[len(runes)-maxCommon/2:])
}

// reasonLine is a reason with the values compared, where its text does not name them.
func reasonLine(r dedup.Reason) string {
	if r.Left == "" && r.Right == "" || strings.Contains(r.Text, "(") || strings.HasSuffix(r.Code, "_same") {
		return r.Text
	}
	return fmt.Sprintf("%s (%s | %s)", r.Text, onScreen(r.Left), onScreen(r.Right))
}
