package main

import "github.com/spf13/cobra"

// maintenanceCommands returns the commands of operators.
func maintenanceCommands() []*cobra.Command {
	return []*cobra.Command{backupCommand(), restoreCommand(), migrateCommand(), configCommand(), doctorCommand()}
}
