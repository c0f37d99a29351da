package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

// errConfiguration marks sources that could not be read at all.
var errConfiguration = errors.New("configuración")

func configCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "config [opciones]",
		Short: "Muestra la configuración vigente y de dónde viene cada valor",
		Long: `Muestra la configuración con la que arrancaría el servicio desde esta carpeta y
de dónde viene cada valor: por defecto, del archivo YAML (file), de .env, del
entorno (environment) o de una opción (flag). Los secretos no se muestran.`,
		Example: `  cotejo config
  SVC_PORT=9000 cotejo config --json
  cotejo config --config /etc/cotejo.yaml`,
		Args: spanish.Nothing,
		RunE: func(c *cobra.Command, _ []string) error {
			loaded, err := load(c, config.Sources{})
			if err != nil {
				return err
			}
			if asJSON {
				return printConfigJSON(c, loaded)
			}
			return printConfigTable(c, loaded)
		},
	}
	config.AddFlags(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "como una lista JSON")
	return c
}

// load reads the configuration with the flags of c and tells its warnings.
func load(c *cobra.Command, s config.Sources) (config.Loaded, error) {
	s.Environ, s.Flags = os.Environ(), c.Flags()
	loaded, err := config.Load(s)
	var faults config.Faults
	if err != nil && !errors.As(err, &faults) {
		return loaded, fmt.Errorf("%w: %w", errConfiguration, err)
	}
	for _, w := range loaded.Warnings {
		say(c.ErrOrStderr(), "aviso: "+w)
	}
	return loaded, err
}

func printConfigTable(c *cobra.Command, loaded config.Loaded) error {
	table := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "AJUSTE\tVALOR\tORIGEN")
	for _, v := range loaded.Values {
		text := v.Text
		if text == "" {
			text = "-"
		}
		from := string(v.Origin)
		if v.Place != "" {
			from += " " + v.Place
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", v.Name, text, from)
	}
	return table.Flush()
}

func printConfigJSON(c *cobra.Command, loaded config.Loaded) error {
	type row struct {
		Name   string `json:"name"`
		Value  string `json:"value"`
		Origin string `json:"origin"`
		Place  string `json:"place,omitempty"`
	}
	rows := make([]row, len(loaded.Values))
	for i, v := range loaded.Values {
		rows[i] = row{v.Name, v.Text, string(v.Origin), v.Place}
	}
	out := json.NewEncoder(c.OutOrStdout())
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(rows)
}
