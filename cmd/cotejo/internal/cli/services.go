package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/user"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// IfMissing says what a command does if there is no database.
type IfMissing int

const (
	Refuse IfMissing = iota // ends with a fault of kind NotFound
	ask                     // asks on a terminal whether to begin one; refuses without a terminal
	begin                   // begins one
	Try                     // works on an empty one, which is removed afterwards
)

// AddCreateFlag adds the option that begins a database.
func AddCreateFlag(c *cobra.Command) *bool {
	return c.Flags().Bool("create", false, "comienza una base de datos nueva si no existe")
}

// IfMissing is what a command with --create does.
func (o *Output) IfMissing(create bool) IfMissing {
	switch {
	case o.DryRun:
		return Refuse
	case create:
		return begin
	}
	return ask
}

// OpenServices opens the intake service on the data that the configuration
// names, beside a running server or without one. The caller closes it.
func OpenServices(c *cobra.Command, missing IfMissing) (*app.Services, config.Intake, error) {
	loaded, err := Load(c, config.Sources{NoServer: true})
	if err != nil {
		return nil, loaded, err
	}
	if err := NeedData(c, loaded, missing); err != nil {
		return nil, loaded, err
	}
	open := app.OpenServices
	if missing == Try && loaded.DatabaseURL == "" {
		if exists, _ := app.HasDatabase(loaded.DatabasePath); !exists {
			open = app.OpenTrial
		}
	}
	services, err := open(c.Context(), loaded, logger(c, loaded.Server, loaded.OriginOf("SVC_LOG_LEVEL")))
	return services, loaded, err
}

// DataCommand completes a command that works on the data of the intake service and prints a
// line of JSON or a text.
func DataCommand(c *cobra.Command, changesData bool, run func(c *cobra.Command, s *app.Services, out *Output, args []string) error) *cobra.Command {
	if c.Args == nil {
		c.Args = spanish.NoArgs
	}
	c.ValidArgsFunction = cobra.NoFileCompletions
	out := NewOutput(c, "una línea JSON", changesData)
	config.AddFlags(c.Flags(), DataSettings...)
	c.RunE = func(c *cobra.Command, args []string) error {
		services, _, err := OpenServices(c, Refuse)
		if err != nil {
			return err
		}
		return errors.Join(run(c, services, out, args), services.Close())
	}
	return c
}

// NeedData is needDatabase for the intake service. A database on a server has
// been created there by its operator; it is looked for when it is opened.
func NeedData(c *cobra.Command, loaded config.Intake, missing IfMissing) error {
	if err := needLocal(c); err != nil {
		return err
	}
	if loaded.DatabaseURL != "" {
		return nil
	}
	return needDatabase(c, loaded.DatabasePath, DataSettings[0], missing)
}

// NeedRegister is NeedData for the notification service.
func NeedRegister(c *cobra.Command, loaded config.Notify, missing IfMissing) error {
	if loaded.DatabaseURL != "" {
		return nil
	}
	return needDatabase(c, loaded.DatabasePath, RegistrySetting, missing)
}

// needDatabase returns nil if there is a database at path, which setting has, or
// if one may begin there.
func needDatabase(c *cobra.Command, path, setting string, missing IfMissing) error {
	exists, err := app.HasDatabase(path)
	switch {
	case err != nil:
		return fmt.Errorf("no se puede usar la base de datos: %w", err)
	case exists || missing == begin || missing == Try:
		return nil
	}
	hint := ""
	if c.Flags().Lookup("create") != nil {
		hint = "; para comenzar una nueva ahí, use --create"
	}
	if missing == ask && IsTerminal(c.InOrStdin()) && IsTerminal(c.ErrOrStderr()) {
		yes, err := confirm(c, "No existe la base de datos "+path+".\nUna nueva comienza vacía: nada de lo anterior está en ella. ¿Comenzarla?")
		if yes || err != nil {
			return err
		}
	}
	return fault.New(fault.NotFound, "database_not_found", "no existe la base de datos "+path+
		"; vaya a la carpeta del servicio o indíquela con --database-path ("+setting+")"+hint)
}

// logger describes errors alone, unless a level was asked for: people read the
// results, and what failed is reported there.
func logger(c *cobra.Command, server config.Server, level config.Origin) *slog.Logger {
	if level == config.FromDefault {
		server.LogLevel = slog.LevelError
	}
	return server.Logger(c.ErrOrStderr())
}

// Operator is on whose behalf commands act: who may open the database may do
// anything with it. Histories name the user of the machine.
func Operator() account.Actor {
	name := ""
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	return account.Operator(cmp.Or(name, "cotejo"))
}

// WithRegistry opens the notification service on the data that the
// configuration names, beside a running server or without one, and closes it
// after do.
func WithRegistry(c *cobra.Command, missing IfMissing, do func(ctx context.Context, r *app.Registry, path string) error) error {
	loaded, err := LoadNotify(c, config.Sources{NoServer: true})
	if err != nil {
		return err
	}
	if err := NeedRegister(c, loaded, missing); err != nil {
		return err
	}
	r, err := app.OpenRegistry(c.Context(), loaded, logger(c, loaded.Server, loaded.OriginOf("NOTIFY_LOG_LEVEL")))
	if err != nil {
		return err
	}
	return errors.Join(do(c.Context(), r, r.Place()), r.Close())
}
