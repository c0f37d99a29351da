// Package maintenance has the commands of operators: backups, migrations, the
// configuration and a check of the machine.
package maintenance

import "github.com/spf13/cobra"

// Commands returns the commands of operators.
func Commands() []*cobra.Command {
	return []*cobra.Command{backupCommand(), restoreCommand(), migrateCommand(), configCommand(), doctorCommand()}
}
