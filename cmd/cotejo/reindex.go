package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

func reindexCommand() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:   "reindex",
		Short: "Rehace las huellas con las que se encuentran los duplicados",
		Long: `Rehace las huellas que faltan o que dejó otra versión del programa, para que los
duplicados de todos los documentos se encuentren. Sirve con el servidor en
marcha o detenido; si se interrumpe, la misma orden sigue donde quedó.

Con --json: {"documents", "made"}`,
		Example: `  cotejo reindex
  cotejo reindex --all --json`,
		Args:              spanish.Nothing,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	out := newOutput(c, "una línea JSON", false)
	config.AddFlags(c.Flags(), dataSettings...)
	c.Flags().BoolVar(&all, "all", false, "rehace todas las huellas")
	c.RunE = func(c *cobra.Command, _ []string) error {
		out.begin(c)
		services, _, err := openServices(c, false)
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
		return out.result(struct {
			Documents int `json:"documents"`
			Made      int `json:"made"`
		}{documents, made}, fmt.Sprintf("%d documentos, %d huellas rehechas", documents, made))
	}
	return c
}
