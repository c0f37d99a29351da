// Package cli is what the commands of cotejo share: what they print and how they end,
// the terminal, the configuration, and the services that they work on.
package cli

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/spanish"
)

// Output is how a command speaks: results to stdout, as text for people or as
// JSON lines; progress, remarks and faults to stderr. Nothing else writes to
// stdout.
type Output struct {
	AsJSON bool
	Quiet  bool
	DryRun bool

	out, Err io.Writer
	encoder  *json.Encoder
	colored  bool
}

// NewOutput adds --json and --quiet to c, and to one that changes data
// --dry-run. What they say is known when c runs.
func NewOutput(c *cobra.Command, jsonShape string, changesData bool) *Output {
	o := &Output{}
	c.Flags().BoolVar(&o.AsJSON, "json", false, jsonShape)
	c.Flags().BoolVarP(&o.Quiet, "quiet", "q", false, "no muestra el avance")
	if changesData {
		c.Flags().BoolVarP(&o.DryRun, "dry-run", "n", false, "dice qué haría, sin cambiar nada")
	}
	c.PreRun = func(c *cobra.Command, _ []string) { o.begin(c) }
	return o
}

// begin binds o to the streams of c, whose flags are parsed by now.
func (o *Output) begin(c *cobra.Command) {
	o.out, o.Err = c.OutOrStdout(), c.ErrOrStderr()
	o.encoder = NewEncoder(o.out)
	o.colored = IsTerminal(o.out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// NewEncoder returns what writes JSON that people can read: < stays <. JSON escapes control characters; those of eight bits,
// which some terminals heed, too.
func NewEncoder(to io.Writer) *json.Encoder {
	e := json.NewEncoder(escaper{to})
	e.SetEscapeHTML(false)
	return e
}

// escaper escapes the control characters from U+007F on in JSON.
type escaper struct{ to io.Writer }

func (e escaper) Write(b []byte) (int, error) {
	escaped := controls.ReplaceAllFunc(b, func(c []byte) []byte { return fmt.Appendf(nil, `\u%04x`, c[len(c)-1]) })
	if _, err := e.to.Write(escaped); err != nil {
		return 0, err
	}
	return len(b), nil
}

var controls = regexp.MustCompile("[\u007f-\u009f]")

// Result prints one result: value as a line of JSON, or text, which is made Printable.
func (o *Output) Result(value any, text string) error {
	var err error
	if o.AsJSON {
		err = o.encoder.Encode(value)
	} else {
		_, err = fmt.Fprintln(o.out, withColors(strings.TrimRight(text, "\n")))
	}
	if err != nil {
		return fmt.Errorf("no se pudo escribir el resultado: %w", err)
	}
	return nil
}

// Note tells the person at the terminal something that is not a result.
func (o *Output) Note(format string, args ...any) { Say(o.Err, fmt.Sprintf(format, args...)) }

// Progress returns a display of how far the command is; total 0 means not
// known, unit is the plural of what is counted. The caller closes it. While it
// is open, results and notes are printed through its Print.
func (o *Output) Progress(total int, unit string) *Display {
	return NewDisplay(o.Err, total, unit, o.Quiet)
}

// WithProgress runs work and shows how much of it is done.
func WithProgress[T any](o *Output, unit string, work func(seen func(done, total int)) (T, error)) (T, error) {
	d := o.Progress(0, unit)
	defer d.Close()
	return work(func(done, _ int) { d.Reached(done, "") })
}

// Color is an ANSI code of a color.
type Color string

const (
	Red    Color = "31"
	Yellow Color = "33"
)

// Paint colors a text on a terminal that wants colors. See https://no-color.org.
func (o *Output) Paint(c Color, text string) string {
	if !o.colored {
		return text
	}
	return brush + string(c) + "m" + text + brush + "0m"
}

// brush stands for the beginning of a color sequence until the text is printed, so that those of others are none.
var brush = rand.Text()

// withColors is a text as it is printed: Printable, with the colors of Paint.
func withColors(text string) string { return strings.ReplaceAll(Printable(text), brush, "\x1b[") }

// Say prints a message for the person at the terminal; it is made Printable.
func Say(to io.Writer, message string) {
	fmt.Fprintf(to, "cotejo: %s\n", withColors(strings.TrimRight(message, "\n")))
}

// Parent completes a command that only has others below it.
func Parent(c *cobra.Command, below ...*cobra.Command) *cobra.Command {
	c.Args = spanish.NoArgs
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.AddCommand(below...)
	return c
}
