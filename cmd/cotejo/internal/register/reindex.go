package register

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/app"
)

func reindexCommand() *cobra.Command {
	var all, learn bool
	c := cli.DataCommand(&cobra.Command{
		Use:   "reindex",
		Short: "Rehace las huellas con las que se encuentran los duplicados",
		Long: `Rehace las huellas que faltan o que dejó otra versión del programa, para que los
duplicados de todos los documentos se encuentren. Sirve con el servidor en
marcha o detenido; si se interrumpe, la misma orden sigue donde quedó.

Con --learn aprende además, de las huellas, qué texto repiten muchos escritos y
pesa por eso menos. El servidor lo hace por sí mismo a medida que la colección
crece; lo que se aprende rige de inmediato.

Con --json: {"documents", "made"}, y con --learn {"learned_from"}`,
		Example: `  cotejo reindex
  cotejo reindex --all --json
  cotejo reindex --learn`,
	}, false, func(c *cobra.Command, s *app.Services, out *cli.Output, _ []string) error {
		documents := 0
		made, err := cli.WithProgress(out, "documentos", func(seen func(done, total int)) (int, error) {
			return s.Service.Reindex(c.Context(), cli.Operator(), all, func(bool) {
				documents++
				seen(documents, 0)
			})
		})
		if err != nil {
			return err
		}
		done := fmt.Sprintf("%d documentos, %d huellas rehechas", documents, made)
		learnedFrom := 0
		if learn {
			edition, _, err := s.Learning.Refresh(c.Context(), true)
			if err != nil {
				return err
			}
			learnedFrom = edition.Documents
			done += "; se aprendió qué texto es común en la colección"
		}
		return out.Result(struct {
			Documents   int `json:"documents"`
			Made        int `json:"made"`
			LearnedFrom int `json:"learned_from,omitempty"`
		}{documents, made, learnedFrom}, done)
	})
	c.Flags().BoolVar(&all, "all", false, "rehace todas las huellas")
	c.Flags().BoolVar(&learn, "learn", false, "aprende de nuevo qué texto es común en la colección")
	return c
}
