// Command cotejo is the command line of Cotejo: it reads filings and finds
// what they name without a server.
//
// Results go to stdout, a JSON line each; progress and faults go to stderr.
// The exit status is 0 when all went well, 1 when some inputs failed (the
// others are printed all the same), 2 for a command line or a configuration
// that cannot be used, 130 when it was interrupted.
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

	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/cmd/internal/wire"
)

// Exit statuses.
const (
	exitOK          = 0
	exitSomeFailed  = 1
	exitUsage       = 2
	exitInterrupted = 130 // 128 + SIGINT, as shells have it
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == wire.ReaderCommand {
		os.Exit(wire.ReaderMain())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:]))
}

// errSomeFailed ends a command whose faults have been told one by one.
var errSomeFailed = errors.New("some inputs failed")

func run(ctx context.Context, args []string) int {
	root := commands()
	root.SetArgs(args)
	c, err := root.ExecuteContextC(ctx)
	var (
		usage  spanish.UsageError
		faults config.Faults
	)
	switch {
	case ctx.Err() != nil:
		say(os.Stderr, "interrumpido")
		return exitInterrupted
	case err == nil:
		return exitOK
	case errors.Is(err, errSomeFailed):
		return exitSomeFailed
	case errors.As(err, &usage):
		say(os.Stderr, err.Error())
		fmt.Fprintf(os.Stderr, "Vea «%s --help».\n", c.CommandPath())
		return exitUsage
	case errors.As(err, &faults), errors.Is(err, errConfiguration):
		say(os.Stderr, err.Error())
		return exitUsage
	}
	say(os.Stderr, err.Error())
	return exitSomeFailed
}

func commands() *cobra.Command {
	root := &cobra.Command{
		Use:   "cotejo",
		Short: "Lee escritos judiciales y encuentra quién demanda a quién",
		Long: `Cotejo lee escritos judiciales y encuentra quién demanda a quién.

Los resultados salen por la salida estándar, una línea JSON por documento; el
avance y los errores, por la salida de errores. Estado al terminar: 0, todo
bien; 1, algún documento falló (los demás salen igual); 2, la orden o la
configuración no sirven; 130, interrumpido.`,
		Args: spanish.Nothing,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.AddCommand(readCommand(), extractCommand(), configCommand(), versionCommand())
	spanish.Teach(root)
	return root
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Muestra la versión del programa",
		Args:  spanish.Nothing,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), "cotejo", wire.Build())
			return err
		},
	}
}

// say prints a message for the person at the terminal.
func say(to io.Writer, message string) {
	fmt.Fprintf(to, "cotejo: %s\n", strings.TrimRight(message, "\n"))
}
