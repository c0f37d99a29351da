package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/internal/config"
	"github.com/cotejo/cotejo/internal/wire"
)

func notifyCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "notify [opciones]",
		Short: "Inicia el servicio que lleva el registro de las notificaciones",
		Long: `Inicia el servicio que lleva el registro de los procesos, sus sujetos y las
notificaciones que se les envían. Tiene su propia base de datos y sus propios
usuarios. Al terminar con Ctrl-C o SIGTERM deja acabar lo que está en curso.

En el primer inicio sin usuarios crea el administrador de NOTIFY_ADMIN_EMAIL y
NOTIFY_ADMIN_PASSWORD; en desarrollo, si faltan, crea «admin@localhost» y muestra
su contraseña una sola vez.`,
		Example: `  cotejod notify
  cotejod notify --port 8001 --database-path /srv/cotejo/notify.db
  NOTIFY_HOST=0.0.0.0 cotejod notify`,
		Args: spanish.Nothing,
		RunE: func(c *cobra.Command, _ []string) (err error) {
			app, err := openNotify(c, config.Sources{Environ: os.Environ(), Flags: c.Flags()})
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, app.Close()) }()
			return runNotify(c.Context(), c, app)
		},
	}
	config.AddNotifyFlags(c.Flags())
	return c
}

func openNotify(c *cobra.Command, from config.Sources) (*wire.Notify, error) {
	loaded, err := config.LoadNotify(from)
	if err != nil {
		return nil, err
	}
	log := loaded.Logger(c.ErrOrStderr())
	for _, w := range loaded.Warnings {
		log.Warn(w)
	}
	log.Info("starting", "service", "notify", "version", wire.Release(), "settings", loaded)
	return wire.NewNotify(c.Context(), loaded.Notify, log)
}

func runNotify(ctx context.Context, c *cobra.Command, app *wire.Notify) error {
	if app.AdminPassword != "" {
		fmt.Fprintf(c.OutOrStdout(), "Primer inicio del servicio de notificaciones (notify): usuario %s, contraseña %s\n(no se volverá a mostrar; está cifrada en la base de datos)\n",
			app.AdminEmail, app.AdminPassword)
	}
	return app.Run(ctx, func(at net.Addr) {
		fmt.Fprintf(c.OutOrStdout(), "Cotejo (notificaciones) escucha en http://%s\nDocumentación: http://%s/docs y http://%s/redoc\n", at, at, at)
	})
}
