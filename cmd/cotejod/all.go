package main

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/internal/config"
)

// notifyPort is where the notification service listens beside the intake
// service, unless it is told otherwise.
const notifyPort = "8001"

func allCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "all [opciones]",
		Short: "Inicia los dos servicios en un solo programa",
		Long: `Inicia en un solo programa el servicio de recepción (puerto 8000) y el de
notificaciones (puerto 8001), cada uno con su base de datos, sus usuarios y sus
variables SVC_ y NOTIFY_. Si uno no puede iniciar o falla, terminan los dos.`,
		Example: `  cotejod all
  SVC_PORT=9000 NOTIFY_PORT=9001 cotejod all`,
		Args: spanish.Nothing,
		RunE: runAll,
	}
	config.AddFileFlag(c.Flags())
	return c
}

// runAll opens both services before either serves, so that what cannot start
// is known before anything is answered.
func runAll(c *cobra.Command, _ []string) (err error) {
	from := config.Sources{Environ: os.Environ(), Flags: c.Flags(), Defaults: map[string]string{"NOTIFY_PORT": notifyPort}}
	intake, err := openIntake(c, from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, intake.Close()) }()
	notify, err := openNotify(c, from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, notify.Close()) }()

	ctx, stop := context.WithCancel(c.Context())
	defer stop()
	ended := make(chan error)
	for _, run := range []func() error{
		func() error { return runIntake(ctx, c, intake) },
		func() error { return runNotify(ctx, c, notify) },
	} {
		go func() {
			err := run()
			stop()
			ended <- err
		}()
	}
	return errors.Join(<-ended, <-ended)
}
