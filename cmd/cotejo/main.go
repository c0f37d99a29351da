// Command cotejo is the command line of Cotejo: it reads filings, finds what
// they name, and works on the data of the service beside a running server or
// without one.
//
// Results go to stdout; progress and faults go to stderr. «cotejo help exit-codes»
// lists the exit statuses.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/duplicates"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/extract"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/maintenance"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/read"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/register"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/users"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/licences"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

func main() {
	if status, ok := app.Hidden(os.Args); ok {
		os.Exit(status)
	}
	app.Protect()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:]))
}

func run(ctx context.Context, args []string) int {
	root := commands()
	root.SetArgs(args)
	c, err := root.ExecuteContextC(ctx)
	return cli.Exit(ctx, c, err)
}

func commands() *cobra.Command {
	root := &cobra.Command{
		Use:   "cotejo",
		Short: "Lee escritos judiciales y encuentra quién demanda a quién",
		Long: `Cotejo lee escritos judiciales y encuentra quién demanda a quién.

Los resultados salen por la salida estándar; el avance y los errores, por la
salida de errores. Con Ctrl-C cada orden termina en orden: lo hecho queda hecho,
y la misma orden sigue donde quedó. Las órdenes sobre los datos del servicio
sirven con el servidor en marcha o detenido. NO_COLOR=1 quita los colores.`,
		Version: app.Build(),
		Args:    spanish.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetVersionTemplate("cotejo {{.Version}}\n")
	for _, group := range [][]*cobra.Command{read.Commands(), extract.Commands(), register.Commands(), maintenance.Commands(), users.Commands()} {
		root.AddCommand(group...)
	}
	root.AddCommand(duplicates.Command(), completionCommand(), licences.Command(), versionCommand(), cli.ExitCodes())
	spanish.Teach(root)
	return root
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Muestra la versión del programa",
		Args:  spanish.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), "cotejo", app.Build())
			return err
		},
	}
}
