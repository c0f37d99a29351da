package maintenance

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

func configCommand() *cobra.Command {
	var (
		asJSON  bool
		service string
	)
	c := &cobra.Command{
		Use:   "config [opciones]",
		Short: "Muestra la configuración vigente y de dónde viene cada valor",
		Long: `Muestra la configuración con la que arrancaría el servicio desde esta carpeta y
de dónde viene cada valor: por defecto, del archivo YAML (file), de .env, del
entorno (environment) o de una opción (flag). Los secretos no se muestran.`,
		Example: `  cotejo config
  cotejo config --service notify
  SVC_PORT=9000 cotejo config --json
  cotejo config --config /etc/cotejo.yaml`,
		Args: spanish.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			report, err := configReport(c, service)
			if err != nil {
				return err
			}
			if asJSON {
				return printConfigJSON(c, report)
			}
			return printConfigTable(c, report)
		},
	}
	config.AddFlags(c.Flags())
	config.AddNotifyFlags(c.Flags())
	c.Flags().StringVar(&service, "service", "", "`SERVICIO`: intake (por defecto) o notify")
	c.Flags().BoolVar(&asJSON, "json", false, "como una lista JSON")
	return c
}

func configReport(c *cobra.Command, service string) (config.Report, error) {
	switch service {
	case cli.IntakeService, "":
		loaded, err := cli.Load(c, config.Sources{})
		return loaded.Report, err
	case cli.NotifyService:
		loaded, err := cli.LoadNotify(c, config.Sources{})
		return loaded.Report, err
	}
	return config.Report{}, cli.NoSuchService(service)
}

func printConfigTable(c *cobra.Command, report config.Report) error {
	table := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "AJUSTE\tVALOR\tORIGEN")
	for _, v := range report.Values {
		text := v.Text
		if text == "" {
			text = "-"
		}
		from := string(v.Origin)
		if v.Place != "" {
			from += " " + v.Place
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", v.Name, cli.Printable(text), from)
	}
	return table.Flush()
}

func printConfigJSON(c *cobra.Command, report config.Report) error {
	type row struct {
		Name   string `json:"name"`
		Value  string `json:"value"`
		Origin string `json:"origin"`
		Place  string `json:"place,omitempty"`
	}
	rows := make([]row, len(report.Values))
	for i, v := range report.Values {
		rows[i] = row{v.Name, v.Text, string(v.Origin), v.Place}
	}
	out := cli.NewEncoder(c.OutOrStdout())
	out.SetIndent("", "  ")
	return out.Encode(rows)
}
