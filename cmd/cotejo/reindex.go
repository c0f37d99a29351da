package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

func reindexCommand() *cobra.Command {
	var all, learn bool
	c := &cobra.Command{
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
		Args:              spanish.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	out := newOutput(c, "una línea JSON", false)
	config.AddFlags(c.Flags(), dataSettings...)
	c.Flags().BoolVar(&all, "all", false, "rehace todas las huellas")
	c.Flags().BoolVar(&learn, "learn", false, "aprende de nuevo qué texto es común en la colección")
	c.RunE = func(c *cobra.Command, _ []string) error {
		out.begin(c)
		services, _, err := openServices(c, refuse)
		if err != nil {
			return err
		}
		defer services.Close()
		d := out.progress(0, "documentos")
		defer d.close()
		documents := 0
		made, err := services.Service.Reindex(c.Context(), operator(), all, func(bool) {
			documents++
			d.reached(documents, "")
		})
		d.close()
		if err != nil {
			return err
		}
		done := fmt.Sprintf("%d documentos, %d huellas rehechas", documents, made)
		learnedFrom := 0
		if learn {
			edition, err := services.Service.Learn(c.Context(), operator())
			if err != nil {
				return err
			}
			learnedFrom = edition.Documents
			done += "; se aprendió qué texto es común en la colección"
		}
		return out.result(struct {
			Documents   int `json:"documents"`
			Made        int `json:"made"`
			LearnedFrom int `json:"learned_from,omitempty"`
		}{documents, made, learnedFrom}, done)
	}
	return c
}
