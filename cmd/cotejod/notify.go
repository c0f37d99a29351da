package main

import (
	"context"
	"fmt"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
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
		Args: spanish.NoArgs,
		RunE: serve(config.LoadNotify, openNotify, runNotify),
	}
	config.AddNotifyFlags(c.Flags())
	return c
}

func openNotify(c *cobra.Command, loaded config.Notify) (*app.Notify, error) {
	return app.NewNotify(c.Context(), loaded, startLog(c, "notify", loaded.Server))
}

func runNotify(ctx context.Context, c *cobra.Command, service *app.Notify) error {
	if service.AdminPassword != "" {
		fmt.Fprintf(c.OutOrStdout(), "Primer inicio del servicio de notificaciones (notify): usuario %s, contraseña %s\n(no se volverá a mostrar; está cifrada en la base de datos)\n",
			service.AdminEmail, service.AdminPassword)
	}
	return service.Run(ctx, func(at net.Addr) {
		addresses := app.WebAddresses(at)
		fmt.Fprintf(c.OutOrStdout(), "Cotejo (notificaciones) escucha en %s\nDocumentación: %[2]s/docs y %[2]s/redoc\n", strings.Join(addresses, " "), addresses[0])
	})
}
