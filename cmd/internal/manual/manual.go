// Package manual writes the manual pages of a program from its commands.
package manual

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// headings are those of cobra/doc in Spanish. NAME stays: programs that index manual
// pages look for it.
var headings = strings.NewReplacer(
	".SH SYNOPSIS\n", ".SH SINOPSIS\n",
	".SH DESCRIPTION\n", ".SH DESCRIPCIÓN\n",
	".SH OPTIONS\n", ".SH OPCIONES\n",
	".SH OPTIONS INHERITED FROM PARENT COMMANDS\n", ".SH OPCIONES GENERALES\n",
	".SH EXAMPLE\n", ".SH EJEMPLOS\n",
	".SH SEE ALSO\n", ".SH VÉASE TAMBIÉN\n",
	"[flags]", "[opciones]",
)

// Write writes a page of section 1 for root and for each of its commands that help
// shows, and returns their names.
func Write(folder, version string, root *cobra.Command) (pages []string, err error) {
	root.InitDefaultHelpCmd()
	var visit func(c *cobra.Command) error
	visit = func(c *cobra.Command) error {
		if c != root && !c.IsAvailableCommand() || c.Name() == "help" {
			return nil
		}
		c.DisableAutoGenTag = true
		// A fixed date: the same sources give the same page.
		header := &doc.GenManHeader{
			Title: strings.ToUpper(strings.ReplaceAll(c.CommandPath(), " ", "-")), Section: "1",
			Source: "Cotejo " + version, Manual: "Cotejo", Date: &time.Time{},
		}
		var page bytes.Buffer
		if err := doc.GenMan(c, header, &page); err != nil {
			return fmt.Errorf("page of %s: %w", c.CommandPath(), err)
		}
		name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
		text := strings.ReplaceAll(headings.Replace(page.String()), "Jan 0001", version)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
		pages = append(pages, name)
		for _, sub := range c.Commands() {
			if err := visit(sub); err != nil {
				return err
			}
		}
		return nil
	}
	return pages, visit(root)
}
