package register

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/casefile"
	"github.com/cotejo/cotejo/core/fault"
)

func expedienteCommand() *cobra.Command {
	var (
		out   string
		stage string
		force bool
	)
	c := &cobra.Command{
		Use:   "expediente [opciones] ID…",
		Short: "Reúne documentos de un proceso en un expediente electrónico",
		Long: `Reúne los originales de documentos registrados en un archivo ZIP, como lo pide el
protocolo del expediente electrónico del Consejo Superior de la Judicatura (Acuerdo
PCSJA20-11567 de 2020): la carpeta del proceso con los 23 dígitos del radicado, la
de la etapa y la del cuaderno principal; los archivos numerados según su recepción
(01Tutela20260203.pdf), y el índice electrónico en XML y en Excel.

Los documentos deben ser de un mismo proceso. Los que no tienen radicado de 23
dígitos van con los que sí; si ninguno lo tiene, la carpeta se llama SinRadicado.

Con --json: {"file", "documents", "bytes"}`,
		Example: `  cotejo expediente 0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11 0198c1f0-9b13-7d0a-8c55-1f0e5b7a6c22 --out carpeta.zip
  cotejo expediente --stage 02SegundaInstancia 0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return spanish.Usagef("se necesita el ID de al menos un documento")
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	o := cli.NewOutput(c, "una línea JSON", false)
	config.AddFlags(c.Flags(), cli.DataSettings...)
	c.Flags().StringVarP(&out, "out", "o", "", "`ARCHIVO.zip` que se escribe (sin esta opción, el radicado y .zip)")
	c.Flags().StringVar(&stage, "stage", string(casefile.FirstInstance), "`ETAPA` del proceso")
	c.Flags().BoolVar(&force, "force", false, "reemplaza el archivo si existe")
	var stages []cobra.Completion
	for _, s := range casefile.Stages() {
		stages = append(stages, string(s))
	}
	_ = c.RegisterFlagCompletionFunc("stage", cobra.FixedCompletions(stages, cobra.ShellCompDirectiveNoFileComp))
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		if out != "" && !strings.EqualFold(filepath.Ext(out), ".zip") {
			return spanish.Usagef("--out: %s no termina en .zip", out)
		}
		services, _, err := cli.OpenServices(c, cli.Refuse)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, services.Close()) }()
		ids := make([]string, len(args))
		for i, id := range args {
			ids[i] = strings.ToLower(id)
		}
		made, name, err := services.CaseFiles.CaseFile(c.Context(), cli.Operator(), casefile.Request{IDs: ids, Stage: casefile.Stage(stage)})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, made.Content.Close()) }()
		if out == "" {
			out = name
		}
		if _, err := os.Lstat(out); err == nil && !force {
			return fault.New(fault.Conflict, "file_exists", "ya existe "+out+"; elija otro nombre con --out o use --force")
		}
		if _, err := put(out, made.Content); err != nil {
			return fmt.Errorf("no se pudo escribir %s: %w", out, err)
		}
		return o.Result(struct {
			File      string `json:"file"`
			Documents int    `json:"documents"`
			Bytes     int64  `json:"bytes"`
		}{out, made.Documents, made.Size}, fmt.Sprintf("%s: %s, %s", out, cli.Pluralize(made.Documents, "documento", "documentos"), cli.Megabytes(made.Size)))
	}
	return c
}
