// Package users has the commands on the users of both services, and the session of
// a person on a server.
package users

import "github.com/spf13/cobra"

// Commands returns «cotejo user», «login» and «logout».
func Commands() []*cobra.Command {
	return []*cobra.Command{userCommand(), loginCommand(), logoutCommand()}
}
