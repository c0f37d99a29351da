package main

import (
	"cmp"
	"fmt"
	"log/slog"
	"os/user"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// dataSettings are the settings that say where the data is. A command on the
// services has flags for them; all others come from the usual sources.
var dataSettings = []string{"SVC_DATABASE_PATH", "SVC_BLOB_URL", "SVC_TMP_DIR"}

// openServices opens the intake service on the data that the configuration
// names, beside a running server or without one. The caller closes it. makes
// says that the command may begin a new database; for any other, a missing one
// is a fault of kind NotFound.
func openServices(c *cobra.Command, makes bool) (*app.Services, config.Loaded, error) {
	loaded, err := load(c, config.Sources{NoServer: true})
	if err != nil {
		return nil, loaded, err
	}
	if !makes {
		if err := needData(loaded); err != nil {
			return nil, loaded, err
		}
	}
	services, err := app.OpenServices(c.Context(), loaded.Intake, logger(c, loaded))
	return services, loaded, err
}

// needData is a fault when there is no database of the intake service. One on a
// server is looked for when it is opened.
func needData(c config.Loaded) error {
	if c.DatabaseURL != "" {
		return nil
	}
	return needDatabase(c.DatabasePath, dataSettings[0])
}

// needDatabase is a fault when there is no database at path, which setting has.
func needDatabase(path, setting string) error {
	exists, err := app.HasDatabase(path)
	switch {
	case err != nil:
		return fmt.Errorf("no se puede usar la base de datos: %w", err)
	case !exists:
		return fault.New(fault.NotFound, "database_not_found", "no existe la base de datos "+path+
			"; vaya a la carpeta del servicio o indíquela con --database-path ("+setting+")")
	}
	return nil
}

// logger describes errors alone, unless a level was asked for: people read the
// results, and what failed is reported there.
func logger(c *cobra.Command, loaded config.Loaded) *slog.Logger {
	for _, v := range loaded.Values {
		if v.Name == "SVC_LOG_LEVEL" && v.Origin == config.FromDefault {
			loaded.LogLevel = slog.LevelError
		}
	}
	return loaded.Logger(c.ErrOrStderr())
}

// operator is on whose behalf commands act: who may open the database may do
// anything with it. Histories name the user of the machine.
func operator() account.Actor {
	name := ""
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	return account.Actor{Username: "cli:" + cmp.Or(name, "cotejo"), Role: account.Admin}
}
