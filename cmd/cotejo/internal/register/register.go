// Package register has the commands on what the services have registered: they search,
// show and compare it, take it in from workbooks and texts, and hand it out.
package register

import "github.com/spf13/cobra"

// Commands returns the commands on what is registered.
func Commands() []*cobra.Command {
	return []*cobra.Command{searchCommand(), showCommand(), compareCommand(),
		importCommand(), exportCommand(), expedienteCommand(), reindexCommand(), notifyCommand()}
}
