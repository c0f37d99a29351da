package register

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/align"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// shownDocument is what «cotejo show --json» prints: as GET /documents/{id}, with
// its duplicates.
type shownDocument struct {
	intakeapi.Detail
	Duplicates []intakeapi.Candidate `json:"duplicates"`
	Total      int                   `json:"duplicates_total"`
	NewClaims  []intakeapi.Candidate `json:"new_claims"`
	Dismissed  []intakeapi.Candidate `json:"dismissed"`
	Mass       []intakeapi.Candidate `json:"mass"`
	SameCase   []intakeapi.Candidate `json:"same_case"`
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
"new_claims", "dismissed", "mass" y "same_case".`,
		Example: `  cotejo show 0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11
  cotejo show --text 0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11 | less`,
		Args:              spanish.ExactlyOne("el ID del documento"),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	out := cli.NewOutput(c, "una línea JSON", false)
	cli.AddServerFlag(c)
	config.AddFlags(c.Flags(), cli.DataSettings...)
	c.Flags().BoolVar(&text, "text", false, "muestra también el texto")
	c.RunE = func(c *cobra.Command, args []string) error {
		return cli.WithBackend(c, func(b cli.Backend) error {
			id := strings.ToLower(args[0])
			d, err := b.Document(c.Context(), id)
			if err != nil {
				return err
			}
			related, err := b.Duplicates(c.Context(), id)
			if err != nil {
				return err
			}
			shown := shownDocument{d, related.Candidates, related.Total, related.NewClaims, related.Dismissed, related.Mass, related.SameCase}
			return out.Result(shown, documentText(shown, text))
		})
	}
	return c
}

// documentText is a document as a person reads it.
func documentText(d shownDocument, withText bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-26s %s\n", "ID", d.ID)
	row := spreadsheet.RowOf(registered(d.Detail))
	for i, column := range spreadsheet.Columns() {
		value := row[i].Value
		if t, ok := row[i].Time(); ok {
			value = t.In(document.Colombia()).Format("2006-01-02 15:04:05")
		}
		if column.Percent && value != "" {
			value = cli.Percent(*d.OCRConfidence)
		}
		if value != "" && !column.Hidden && !column.Aside {
			fmt.Fprintf(&b, "%-26s %s\n", column.Label, strings.ReplaceAll(cli.Printable(value), "\n", "\n"+strings.Repeat(" ", 27)))
		}
	}
	for _, warning := range d.Warnings {
		fmt.Fprintf(&b, "%-26s %s\n", "Aviso", warning)
	}
	for _, doubt := range d.Doubts {
		fmt.Fprintf(&b, "%-26s %s: %s\n", "Por comprobar", spreadsheet.LabelOf(doubt.Field), doubt.Explanation)
	}
	candidates(&b, "Posibles duplicados", d.Duplicates)
	if more := d.Total - len(d.Duplicates); more > 0 {
		fmt.Fprintf(&b, "  y %s\n", cli.Pluralize(more, "documento más", "documentos más"))
	}
	candidates(&b, "Las mismas partes, otra solicitud u otros hechos", d.NewClaims)
	candidates(&b, "Otros escritos del mismo caso", d.SameCase)
	candidates(&b, "No son duplicados, según quien decidió", d.Dismissed)
	candidates(&b, "Mismo formato, otra persona", d.Mass)
	switch n := utf8.RuneCountInString(d.Text); {
	case withText:
		b.WriteString("\n" + cli.Printable(d.Text) + "\n")
	case n > 0:
		fmt.Fprintf(&b, "%-26s %s; véalo con --text\n", "Texto", cli.Pluralize(n, "carácter", "caracteres"))
	}
	return b.String()
}

// registered is what the register has of a document.
func registered(d intakeapi.Detail) *document.Document {
	r := &document.Document{
		ID: d.ID, FileName: d.FileName, Type: document.Type(d.DocumentType), Status: document.Status(d.Status), TypedIn: d.IsManualEntry,
		Plaintiff: d.Demandante, Defendant: d.Demandado, Radicado: d.Radicado, Court: d.Juzgado, Cedula: d.Cedula, Email: d.Correo,
		ActaNumber: d.NumeroActa, PlaintiffAddress: d.DireccionDemandante, DefendantAddress: d.DireccionDemandado, Remarks: d.Observaciones,
		Tags: d.Etiquetas, NeedsReview: d.NeedsReview, CreatedAt: timeOf(d.CreatedAt),
	}
	if d.OCRConfidence != nil {
		r.OCRConfidence = *d.OCRConfidence
	}
	if d.ValidatedAt != nil && d.ValidatedBy != nil {
		r.ValidatedAt, r.ValidatedBy = timeOf(*d.ValidatedAt), *d.ValidatedBy
	}
	if d.Representado != "" {
		r.Entities = []document.Entity{{Entity: ner.Entity{Field: ner.Represented, Value: d.Representado}}}
	}
	return r
}

// timeOf reads a time as the interface writes it.
func timeOf(stamp string) time.Time {
	t, _ := time.Parse(time.RFC3339, stamp)
	return t
}

func candidates(b *strings.Builder, title string, all []intakeapi.Candidate) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(b, "%s:\n", title)
	for _, m := range all {
		decided := ""
		if m.Decision.Value != nil {
			decided = " [lo decidió " + cli.DisplayName(m.Decision.Value.DecidedBy) + "]"
		}
		var reasons []string
		for _, r := range m.Reasons {
			reasons = append(reasons, r.Text)
		}
		fmt.Fprintf(b, "  %s  %s  %s%s: %s\n", m.DocumentID, cli.Percent(m.Similarity), cli.DisplayName(m.FileName), decided, strings.Join(reasons, "; "))
	}
}

// relationLabels say what two documents are to each other.
var relationLabels = map[document.Relation]string{
	document.SameDocument: "son el mismo documento", document.SameFile: "son el mismo archivo", document.SameFacts: "tienen las mismas partes, los mismos hechos y la misma solicitud: posible duplicado",
	document.SameCase:   "son escritos de un mismo caso, y no piden lo mismo por primera vez",
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
	out := cli.NewOutput(c, "una línea JSON", false)
	cli.AddServerFlag(c)
	config.AddFlags(c.Flags(), cli.DataSettings...)
	c.RunE = func(c *cobra.Command, args []string) error {
		return cli.WithBackend(c, func(b cli.Backend) error {
			found, err := b.Compare(c.Context(), strings.ToLower(args[0]), strings.ToLower(args[1]))
			if err != nil {
				return err
			}
			return out.Result(found, comparisonText(out, found))
		})
	}
	return c
}

// maxCommon is how much of a passage that both texts have is shown, in code points.
const maxCommon = 80

func comparisonText(out *cli.Output, c intakeapi.Comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- %s  %s\n+ %s  %s\n", c.Left.ID, cli.DisplayName(c.Left.FileName), c.Right.ID, cli.DisplayName(c.Right.FileName))
	fmt.Fprintf(&b, "%s (similitud %s)\n", relationLabels[document.Relation(c.Relation)], cli.Percent(c.Similarity))
	for _, reason := range c.Reasons {
		fmt.Fprintf(&b, "  %s\n", reasonLine(reason))
	}
	if c.Aligned && len(c.Passages) > 0 {
		fmt.Fprintf(&b, "palabras en común: %s\n\n", cli.Percent(c.SharedWords))
	}
	for _, p := range c.Passages {
		switch align.Kind(p.Kind) {
		case align.Left:
			b.WriteString(out.Paint(cli.Red, "- "+line(p.Left.Text)) + "\n")
		case align.Right:
			b.WriteString(out.Paint(cli.Yellow, "+ "+line(p.Right.Text)) + "\n")
		default:
			b.WriteString("  " + shortened(line(p.Left.Text)) + "\n")
		}
	}
	return b.String()
}

// line is a passage on one line.
func line(text string) string { return strings.Join(strings.Fields(cli.Printable(text)), " ") }

// shortened is a text with its middle left out when it is long.
func shortened(s string) string {
	runes := []rune(s)
	if len(runes) <= maxCommon {
		return s
	}
	return string(runes[:maxCommon/2]) + " … " + string(runes[len(runes)-maxCommon/2:])
}

// reasonLine is a reason with the values compared, where its text does not name them.
func reasonLine(r intakeapi.Reason) string {
	if r.Left == "" && r.Right == "" || strings.Contains(r.Text, "(") || strings.HasSuffix(r.Code, "_same") {
		return r.Text
	}
	return fmt.Sprintf("%s (%s | %s)", r.Text, cli.Printable(r.Left), cli.Printable(r.Right))
}
