package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

// notifyPort is where the notification service listens beside the intake
// service, unless it is configured otherwise.
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
		Args: spanish.NoArgs,
		RunE: runAll,
	}
	config.AddFileFlag(c.Flags())
	return c
}

// runAll opens both services before either serves, so that what cannot start
// is known before anything is answered.
func runAll(c *cobra.Command, _ []string) (err error) {
	from := config.Sources{Environ: os.Environ(), Flags: c.Flags(), Defaults: map[string]string{"NOTIFY_PORT": notifyPort}}
	intakeConfig, err := config.Load(from)
	if err != nil {
		return err
	}
	notifyConfig, err := config.LoadNotify(from)
	if err != nil {
		return err
	}
	linkConsoles(&intakeConfig, &notifyConfig)
	intake, err := openIntake(c, intakeConfig)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, intake.Close()) }()
	notify, err := openNotify(c, notifyConfig)
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

// linkConsoles has the consoles link to each other by port where no address is
// configured. It does nothing for a port that the system chooses, nor where the
// services listen on different hosts.
func linkConsoles(intake *config.Intake, notify *config.Notify) {
	if intake.Host != notify.Host {
		return
	}
	if notify.Port != 0 {
		intake.NotifyURL = cmp.Or(intake.NotifyURL, fmt.Sprintf(":%d", notify.Port))
	}
	if intake.Port != 0 {
		notify.IntakeURL = cmp.Or(notify.IntakeURL, fmt.Sprintf(":%d", intake.Port))
	}
}
