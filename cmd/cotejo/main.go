// Command cotejo is the command line of Cotejo: it reads filings, finds what
// they name, and works on the data of the service beside a running server or
// without one.
//
// Results go to stdout; progress and faults go to stderr. exit.go has the exit
// statuses, and «cotejo help exit-codes» lists them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/licences"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/fault"
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

// These end a command whose faults or warnings have been reported one by one.
var (
	errSomeFailed = errors.New("some inputs failed")
	errSomeUnread = errors.New("some documents need a review")

	errSheetsIgnored = errors.New("some sheets were not imported")
)

func run(ctx context.Context, args []string) int {
	root := commands()
	root.SetArgs(args)
	c, err := root.ExecuteContextC(ctx)
	var (
		usage  spanish.UsageError
		faults config.Faults
	)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errSomeFailed) && !errors.Is(err, context.Canceled):
		return exitSomeFailed
	case errors.Is(err, errSomeUnread) && !errors.Is(err, context.Canceled):
		return exitUnread
	case errors.Is(err, errSheetsIgnored):
		return exitSheetsIgnored
	case ctx.Err() != nil:
		say(os.Stderr, "interrumpido")
		return exitInterrupted
	case errors.As(err, &usage):
		say(os.Stderr, err.Error())
		fmt.Fprintf(os.Stderr, "Vea «%s --help».\n", c.CommandPath())
		return exitUsage
	case errors.As(err, &faults), errors.Is(err, errConfiguration):
		say(os.Stderr, err.Error())
		return exitUsage
	}
	say(os.Stderr, messageOf(err))
	return exitCode(fault.KindOf(err))
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
	root.AddCommand(
		readCommand(),
		extractCommand(),
		dedupCommand(),
		nerCommand(),
		reindexCommand(),
		processCommand(),
		searchCommand(),
		showCommand(),
		compareCommand(),
		taskCommand(),
		loginCommand(), logoutCommand(),
		importCommand(),
		exportCommand(),
		expedienteCommand(),
		userCommand(), notifyCommand(),
		backupCommand(),
		restoreCommand(),
		migrateCommand(),
		configCommand(),
		doctorCommand(),
		completionCommand(),
		licences.Command(),
		versionCommand(),
		exitCodesTopic(),
	)
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

// say prints a message for the person at the terminal.
func say(to io.Writer, message string) {
	fmt.Fprintf(to, "cotejo: %s\n", strings.TrimRight(message, "\n"))
}
