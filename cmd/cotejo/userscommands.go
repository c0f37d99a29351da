package main

import "github.com/spf13/cobra"

// usersCommands returns «cotejo user», «login» and «logout».
func usersCommands() []*cobra.Command {
	return []*cobra.Command{userCommand(), loginCommand(), logoutCommand()}
}
