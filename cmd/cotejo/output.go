package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

// output is how a command speaks: results to stdout, as text for people or as
// JSON lines; progress, remarks and faults to stderr. Nothing else writes to
// stdout.
type output struct {
	asJSON bool
	quiet  bool
	dryRun bool

	out, err io.Writer
	encoder  *json.Encoder
	colored  bool
}

// newOutput adds --json and --quiet to c, and to one that changes data
// --dry-run. What they say is known when c runs.
func newOutput(c *cobra.Command, jsonShape string, changesData bool) *output {
	o := &output{}
	c.Flags().BoolVar(&o.asJSON, "json", false, jsonShape)
	c.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "no muestra el avance")
	if changesData {
		c.Flags().BoolVarP(&o.dryRun, "dry-run", "n", false, "dice qué haría, sin cambiar nada")
	}
	c.PreRun = func(c *cobra.Command, _ []string) { o.begin(c) }
	return o
}

// begin binds o to the streams of c, whose flags are parsed by now.
func (o *output) begin(c *cobra.Command) {
	o.out, o.err = c.OutOrStdout(), c.ErrOrStderr()
	o.encoder = newEncoder(o.out)
	o.colored = isTerminal(o.out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// newEncoder returns what writes JSON that people can read: < stays <.
func newEncoder(to io.Writer) *json.Encoder {
	e := json.NewEncoder(to)
	e.SetEscapeHTML(false)
	return e
}

// result prints one result: value as a line of JSON, or text.
func (o *output) result(value any, text string) error {
	var err error
	if o.asJSON {
		err = o.encoder.Encode(value)
	} else {
		_, err = fmt.Fprintln(o.out, strings.TrimRight(text, "\n"))
	}
	if err != nil {
		return fmt.Errorf("no se pudo escribir el resultado: %w", err)
	}
	return nil
}

// note tells the person at the terminal something that is not a result.
func (o *output) note(format string, args ...any) { say(o.err, fmt.Sprintf(format, args...)) }

// progress returns a display of how far the command is; total 0 means not
// known, unit is the plural of what is counted. The caller closes it. While it
// is open, results and notes are printed through its print.
func (o *output) progress(total int, unit string) *display {
	return newDisplay(o.err, total, unit, o.quiet)
}

// withProgress runs work and shows how much of it is done.
func withProgress[T any](o *output, unit string, work func(seen func(done, total int)) (T, error)) (T, error) {
	d := o.progress(0, unit)
	defer d.close()
	return work(func(done, _ int) { d.reached(done, "") })
}

// color is an ANSI code of a color.
type color string

const (
	red    color = "31"
	yellow color = "33"
)

// paint colors a text on a terminal that wants colors. See https://no-color.org.
func (o *output) paint(c color, text string) string {
	if !o.colored {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}

// say prints a message for the person at the terminal.
func say(to io.Writer, message string) {
	fmt.Fprintf(to, "cotejo: %s\n", strings.TrimRight(message, "\n"))
}

// parent completes a command that only has others below it.
func parent(c *cobra.Command, below ...*cobra.Command) *cobra.Command {
	c.Args = spanish.NoArgs
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.AddCommand(below...)
	return c
}
