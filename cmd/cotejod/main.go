// Command cotejod is the server of Cotejo.
//
//	cotejod intake    takes filings in, reads them and finds duplicates
//	cotejod notify    keeps the register of notifications
//	cotejod all       does both, in one process
//
// It logs to stderr; where it listens and, once, the password of the first
// administrator go to stdout. The exit status is 0 after an orderly end, 1
// when the server failed, 2 for a command line or a configuration that cannot
// be used.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/licences"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

// Exit statuses.
const (
	exitFailed = 1
	exitUsage  = 2
)

// garbage is GOGC of the server: the garbage that triggers a collection, in percent of the live
// heap. Go's default is 100. The analysis of a thousand pages would leave as much garbage as it
// takes memory. The readers, which do most of the work, keep the default.
const garbage = 30

// ballastSize is memory that counts as live heap and is never touched, so that it takes no
// resident memory. It allows some twelve megabytes of garbage more; without it the collector
// would run every few requests.
const ballastSize = 40 << 20

func main() {
	if status, ok := app.Hidden(os.Args); ok {
		os.Exit(status)
	}
	app.Protect()
	var ballast []byte
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
		ballast = make([]byte, ballastSize)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	status := run(ctx, os.Args[1:])
	runtime.KeepAlive(ballast)
	os.Exit(status)
}

func run(ctx context.Context, args []string) int {
	root := commands()
	root.SetArgs(args)
	c, err := root.ExecuteContextC(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "cotejod:", strings.TrimRight(err.Error(), "\n"))
	var (
		usage  spanish.UsageError
		faults config.Faults
	)
	switch {
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "Vea «%s --help».\n", c.CommandPath())
		return exitUsage
	case errors.As(err, &faults):
		return exitUsage
	}
	return exitFailed
}

func commands() *cobra.Command {
	root := &cobra.Command{
		Use:   "cotejod",
		Short: "El servidor de Cotejo",
		Long: `El servidor de Cotejo. Cada servicio se configura con variables de entorno, un
archivo .env, un archivo YAML u opciones; «cotejo config» muestra lo vigente.`,
		Version: app.Build(),
		Args:    spanish.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetVersionTemplate("cotejod {{.Version}}\n")
	root.AddCommand(intakeCommand(), notifyCommand(), allCommand(), licences.Command(), versionCommand())
	spanish.Teach(root)
	return root
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Muestra la versión del programa",
		Args:  spanish.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), "cotejod", app.Build())
			return err
		},
	}
}

// serve returns what a command does that runs one service.
func serve[L any, S io.Closer](
	load func(config.Sources) (L, error), open func(*cobra.Command, L) (S, error), run func(context.Context, *cobra.Command, S) error,
) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, _ []string) (err error) {
		loaded, err := load(config.Sources{Environ: os.Environ(), Flags: c.Flags()})
		if err != nil {
			return err
		}
		service, err := open(c, loaded)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, service.Close()) }()
		return run(c.Context(), c, service)
	}
}

// startLog returns the logger of a service that starts, and logs its settings.
func startLog(c *cobra.Command, service string, settings config.Server) *slog.Logger {
	log := settings.Logger(c.ErrOrStderr())
	for _, w := range settings.Warnings {
		log.Warn(w)
	}
	log.Info("starting", "service", service, "version", app.Version, "settings", settings)
	return log
}
