// Package licences embeds the licences of all linked modules.
package licences

import (
	_ "embed"
	"io"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

//go:generate go -C ../../../testkit/licences run . -o ../../cmd/internal/licences/licences.txt
//go:embed licences.txt
var text string

// Command returns the command that prints them.
func Command() *cobra.Command {
	return &cobra.Command{
		Use:   "licences",
		Short: "Muestra las licencias del programa y de lo que contiene",
		Args:  spanish.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := io.WriteString(c.OutOrStdout(), text)
			return err
		},
	}
}
