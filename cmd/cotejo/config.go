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

// Names of services on the command line.
const (
	intakeService = "intake"
	notifyService = "notify"
)

func configReport(c *cobra.Command, service string) (config.Report, error) {
	switch service {
	case intakeService, "":
		loaded, err := load(c, config.Sources{})
		return loaded.Report, err
	case notifyService:
		loaded, err := loadNotify(c, config.Sources{})
		return loaded.Report, err
	}
	return config.Report{}, noSuchService(service)
}

func noSuchService(name string) error {
	return spanish.Usagef("no existe el servicio «%s»; use --service intake o --service notify", name)
}

// load reads the configuration with the flags of c and tells its warnings.
func load(c *cobra.Command, s config.Sources) (config.Loaded, error) {
	s.Environ, s.Flags = os.Environ(), c.Flags()
	loaded, err := config.Load(s)
	return loaded, printReport(c, loaded.Report, err)
}

// loadNotify is load for the notification service.
func loadNotify(c *cobra.Command, s config.Sources) (config.LoadedNotify, error) {
	s.Environ, s.Flags = os.Environ(), c.Flags()
	loaded, err := config.LoadNotify(s)
	return loaded, printReport(c, loaded.Report, err)
}

// printReport prints warnings and marks errors that do not belong to a value.
func printReport(c *cobra.Command, report config.Report, err error) error {
	var faults config.Faults
	if err != nil && !errors.As(err, &faults) {
		return fmt.Errorf("%w: %w", errConfiguration, err)
	}
	for _, w := range report.Warnings {
		say(c.ErrOrStderr(), "aviso: "+w)
	}
	return err
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
		fmt.Fprintf(table, "%s\t%s\t%s\n", v.Name, text, from)
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
	out := json.NewEncoder(c.OutOrStdout())
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(rows)
}
