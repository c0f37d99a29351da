package main

import (
	"context"
	"fmt"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/adapters/usersfile"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

func intakeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "intake [opciones]",
		Short: "Inicia el servicio que recibe, lee y compara escritos",
		Long: `Inicia el servicio que recibe escritos en PDF, los lee, encuentra las partes y
avisa si ya se presentaron. Al terminar con Ctrl-C o SIGTERM deja acabar lo que
está en curso; lo recibido y aún no leído sigue en el próximo inicio.

En el primer inicio sin usuarios crea el usuario «admin» y muestra su contraseña
una sola vez.`,
		Example: `  cotejod intake
  cotejod intake --port 9000 --database-path /srv/cotejo/cotejo.db
  SVC_HOST=0.0.0.0 cotejod intake
  cotejod intake --roles worker          # con PostgreSQL: solo lee lo que otros reciben`,
		Args: spanish.NoArgs,
		RunE: serve(config.Load, openIntake, runIntake),
	}
	config.AddFlags(c.Flags())
	return c
}

// intakeApp is the service and what it reports at start.
type intakeApp struct {
	*app.Intake
	config config.Intake
}

func openIntake(c *cobra.Command, loaded config.Intake) (intakeApp, error) {
	service, err := app.NewIntake(c.Context(), loaded, startLog(c, "intake", loaded.Server))
	return intakeApp{service, loaded}, err
}

func runIntake(ctx context.Context, c *cobra.Command, service intakeApp) error {
	if service.AdminPassword != "" {
		fmt.Fprintf(c.OutOrStdout(), "Primer inicio del servicio de recepción (intake): usuario %s, contraseña %s\n(no se volverá a mostrar; está cifrada en %s)\n",
			usersfile.AdminName, service.AdminPassword, service.config.UsersFile)
	}
	return service.Run(ctx, func(at net.Addr) {
		addresses := app.WebAddresses(at)
		fmt.Fprintf(c.OutOrStdout(), "Cotejo escucha en %s\n", strings.Join(addresses, " "))
		if service.config.Roles.API && !service.config.Production() {
			fmt.Fprintf(c.OutOrStdout(), "Documentación: %s/docs\n", addresses[0])
		}
	})
}
