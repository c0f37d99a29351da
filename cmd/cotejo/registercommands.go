package main

import "github.com/spf13/cobra"

// registerCommands returns the commands on what is registered.
func registerCommands() []*cobra.Command {
	return []*cobra.Command{searchCommand(), showCommand(), compareCommand(), importCommand(), exportCommand(), expedienteCommand(), reindexCommand(), notifyCommand()}
}
