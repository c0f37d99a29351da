package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

// ErrConfiguration marks sources that could not be read at all.
var ErrConfiguration = errors.New("configuración")

// Names of services on the command line.
const (
	IntakeService = "intake"
	NotifyService = "notify"
)

// NoSuchService refuses a --service that does not exist.
func NoSuchService(name string) error {
	return spanish.Usagef("no existe el servicio «%s»; use --service intake o --service notify", name)
}

// Load reads the configuration with the flags of c and tells its warnings.
func Load(c *cobra.Command, s config.Sources) (config.Intake, error) {
	s.Environ, s.Flags = os.Environ(), c.Flags()
	loaded, err := config.Load(s)
	return loaded, printReport(c, loaded.Report, err)
}

// LoadNotify is load for the notification service.
func LoadNotify(c *cobra.Command, s config.Sources) (config.Notify, error) {
	s.Environ, s.Flags = os.Environ(), c.Flags()
	loaded, err := config.LoadNotify(s)
	return loaded, printReport(c, loaded.Report, err)
}

// printReport prints warnings and marks errors that do not belong to a value.
func printReport(c *cobra.Command, report config.Report, err error) error {
	var faults config.Faults
	if err != nil && !errors.As(err, &faults) {
		return fmt.Errorf("%w: %w", ErrConfiguration, err)
	}
	for _, w := range report.Warnings {
		Say(c.ErrOrStderr(), "aviso: "+w)
	}
	return err
}

// DataSettings are the settings that say where the data is. A command on the
// services has flags for them; all others come from the usual sources.
var DataSettings = []string{"SVC_DATABASE_PATH", "SVC_BLOB_URL", "SVC_TMP_DIR"}

// RegistrySetting says where the notification service has its data.
const RegistrySetting = "NOTIFY_DATABASE_PATH"

// AddServiceFlag adds --service to a command on either service.
func AddServiceFlag(c *cobra.Command, service *string, usage string) {
	c.Flags().StringVar(service, "service", IntakeService, usage)
	_ = c.RegisterFlagCompletionFunc("service", cobra.FixedCompletions([]cobra.Completion{IntakeService, NotifyService}, cobra.ShellCompDirectiveNoFileComp))
}
