package register

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// finding is a line of «cotejo search --json».
type finding struct {
	ID         string   `json:"id"`
	FileName   string   `json:"file_name"`
	Type       string   `json:"document_type"`
	Status     string   `json:"status"`
	Plaintiff  string   `json:"demandante"`
	Defendant  string   `json:"demandado"`
	Radicado   string   `json:"radicado"`
	CreatedAt  string   `json:"created_at"`
	Snippet    string   `json:"snippet"`
	Highlights [][2]int `json:"highlights"`
}

// perSearch is how many documents are asked for at once.
const perSearch = 200

func searchCommand() *cobra.Command {
	var (
		sortBy string
		limit  int
	)
	c := &cobra.Command{
		Use:   "search [opciones] CONSULTA",
		Short: "Busca documentos por lo que dicen",
		Long: `Busca documentos por lo que dicen: las partes, los números, el juzgado, el texto.

  pensión vejez      las dos palabras, en cualquier forma: pensiones, Vejez
  '"mínimo vital"'   esas palabras seguidas y exactas
  'salud -sanitas'   sin esa palabra (si la consulta empieza con «-», ponga -- antes)
  rodr               la última palabra vale también por las que empiezan así
  52.418.903         el número, como sea que esté escrito

Primero salen los documentos que lo tienen en las partes o los números. Sin
resultados el estado al terminar también es 0. Con --json, una línea por documento:

  {"id", "file_name", "document_type", "status", "demandante", "demandado", "radicado", "created_at",
   "snippet", "highlights": [[comienzo, fin]]}`,
		Example: `  cotejo search pensión de vejez
  cotejo search --sort Fecha --limit 5 '"mínimo vital" -colpensiones'
  cotejo search --json 2024-00123 | jq -r .id`,
		Args:              spanish.AtLeastOne("la consulta"),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	out := cli.NewOutput(c, "una línea JSON por documento", false)
	cli.AddServerFlag(c)
	config.AddFlags(c.Flags(), cli.DataSettings...)
	c.Flags().StringVar(&sortBy, "sort", string(document.ByRelevance), "`ORDEN`: "+orders(", "))
	c.Flags().IntVar(&limit, "limit", 20, "`NÚMERO` de documentos que se muestran a lo sumo")
	_ = c.RegisterFlagCompletionFunc("sort", cobra.FixedCompletions(strings.Split(orders(" "), " "), cobra.ShellCompDirectiveNoFileComp))

	c.RunE = func(c *cobra.Command, args []string) error {
		order, err := document.ParseSearchOrder(sortBy)
		if err != nil {
			return spanish.Usagef("--sort: %s", cli.MessageOf(err))
		}
		if limit < 1 {
			return spanish.Usagef("--limit: debe ser 1 o más")
		}
		return cli.WithBackend(c, func(b cli.Backend) error {
			page := document.PageRequest{Number: 1, Size: min(limit, perSearch)}
			shownSoFar, total, more := 0, 1, false
			for ; shownSoFar < min(limit, total); page.Number++ {
				found, err := b.Search(c.Context(), document.Search{Text: strings.Join(args, " "), Order: order, Page: page})
				if err != nil {
					return err
				}
				if total, more = found.Total, found.TotalExact != nil; len(found.Documents) == 0 {
					break
				}
				for _, f := range found.Documents[:min(len(found.Documents), limit-shownSoFar)] {
					shownSoFar++
					if err := out.Result(findingOf(f), findingText(out, f)); err != nil {
						return err
					}
				}
			}
			if !out.AsJSON {
				out.Note("%s", foundText(shownSoFar, total, more))
			}
			return nil
		})
	}
	return c
}

func orders(separator string) string {
	var names []string
	for _, o := range document.SearchOrders() {
		names = append(names, string(o))
	}
	return strings.Join(names, separator)
}

func foundText(n, total int, more bool) string {
	switch {
	case more && total == 0:
		return fmt.Sprintf("no está entre los %s documentos más recientes que tienen esas palabras; agregue palabras para buscar en los anteriores", grouped(search.MaxRead))
	case more && n < total:
		return fmt.Sprintf("%d de más de %s documentos; con --limit se muestran más", n, grouped(total))
	case more:
		return fmt.Sprintf("%d de más de %s documentos; agregue palabras para ver los demás", n, grouped(total))
	case total == 0:
		return "ningún documento lo dice"
	case n < total:
		return fmt.Sprintf("%d de %d documentos; con --limit se muestran más", n, total)
	case total == 1:
		return "1 documento"
	}
	return fmt.Sprintf("%d documentos", total)
}

// grouped writes a number as in 10.000.
func grouped(n int) string { return message.NewPrinter(language.Spanish).Sprint(n) }

func findingOf(f intakeapi.Finding) finding {
	line := finding{ID: f.ID, FileName: f.FileName, Type: f.DocumentType, Status: f.Status, Plaintiff: f.Demandante, Defendant: f.Demandado,
		Radicado: f.Radicado, CreatedAt: f.CreatedAt, Snippet: f.Snippet, Highlights: [][2]int{}}
	for _, m := range f.Highlights {
		line.Highlights = append(line.Highlights, [2]int{m.Start, m.End})
	}
	return line
}

func findingText(out *cli.Output, f intakeapi.Finding) string {
	lines := []string{
		fmt.Sprintf("%s  %s  %s", f.ID, document.DayOf(timeOf(f.CreatedAt)), cli.DisplayName(f.FileName)),
		fmt.Sprintf("  %s contra %s", cli.DisplayName(cmp.Or(f.Demandante, "(sin demandante)")), cli.DisplayName(cmp.Or(f.Demandado, "(sin demandado)"))),
	}
	if f.Snippet != "" {
		lines = append(lines, "  "+highlight(out, f))
	}
	return strings.Join(lines, "\n")
}

// highlight paints the matches of a snippet.
func highlight(out *cli.Output, f intakeapi.Finding) string {
	var b strings.Builder
	runes, at := []rune(f.Snippet), 0
	for _, m := range f.Highlights {
		b.WriteString(string(runes[at:m.Start]) + out.Paint(cli.Yellow, string(runes[m.Start:m.End])))
		at = m.End
	}
	return b.String() + string(runes[at:])
}
