package main

import (
	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

// shells are those for which a completion script can be made.
var shells = []cobra.Completion{"bash", "zsh", "fish", "powershell"}

func completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Escribe el guion para completar órdenes con Tab",
		Long: `Escribe el guion con el que su intérprete de órdenes completa las órdenes, las
opciones y los archivos de cotejo al oprimir Tab.`,
		Example: `  source <(cotejo completion bash)                    # en esta sesión
  cotejo completion bash > /etc/bash_completion.d/cotejo
  cotejo completion zsh > "${fpath[1]}/_cotejo"
  cotejo completion fish > ~/.config/fish/completions/cotejo.fish
  cotejo completion powershell | Out-String | Invoke-Expression`,
		Args:              spanish.OneOf("el intérprete", shells...),
		ValidArgsFunction: cobra.FixedCompletions(shells, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(c *cobra.Command, args []string) error {
			root, out := c.Root(), c.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			default:
				return root.GenPowerShellCompletionWithDesc(out)
			}
		},
	}
}
