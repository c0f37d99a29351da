// Package spanish makes cobra speak Spanish: usage, help and errors of the command line.
package spanish

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// UsageError is a command line that cannot be understood.
type UsageError struct{ text string }

func (e UsageError) Error() string { return e.text }

// Usagef returns a UsageError.
func Usagef(format string, args ...any) error { return UsageError{fmt.Sprintf(format, args...)} }

// Teach sets root and everything below it to Spanish. Call it when all
// commands are added. Faults of flags become a UsageError.
func Teach(root *cobra.Command) {
	cobra.AddTemplateFunc("aligned", aligned)
	root.SetUsageTemplate(usage)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagFault(err) })
	root.SetHelpCommand(helpCommand(root))
	root.CompletionOptions.DisableDefaultCmd = true
	root.SilenceErrors, root.SilenceUsage = true, true
	each(root, func(c *cobra.Command) {
		c.DisableFlagsInUseLine = true
		if !c.DisableFlagParsing {
			c.Flags().BoolP("help", "h", false, "muestra esta ayuda")
		}
		if !c.DisableFlagParsing && root.Version != "" {
			c.Version = root.Version
			c.Flags().Bool("version", false, "muestra la versión del programa")
			if c != root { // where anybody may ask, and nobody looks
				_ = c.Flags().MarkHidden("version")
			}
		}
		c.Flags().VisitAll(tellDefault)
	})
}

// NoArgs refuses arguments; on a command with subcommands it names the unknown one.
func NoArgs(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case c.HasAvailableSubCommands():
		near := ""
		if c.SuggestionsMinimumDistance <= 0 {
			c.SuggestionsMinimumDistance = 2
		}
		if names := c.SuggestionsFor(args[0]); len(names) > 0 {
			near = fmt.Sprintf("; ¿quiso decir «%s»?", strings.Join(names, "» o «"))
		}
		return Usagef("no existe la orden «%s»%s", args[0], near)
	}
	return Usagef("«%s» no lleva argumentos y recibió «%s»", c.CommandPath(), args[0])
}

// AtLeastOne asks for one argument or more, called what.
func AtLeastOne(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Usagef("falta %s", what)
		}
		return nil
	}
}

// ExactlyOne requires one argument; what names it in the error.
func ExactlyOne(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return Usagef("falta %s", what)
		case len(args) > 1:
			return Usagef("«%s» lleva un solo argumento y recibió además «%s»", c.CommandPath(), args[1])
		}
		return nil
	}
}

// OneOf asks for one argument, called what, out of a few.
func OneOf(what string, few ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := ExactlyOne(what+": "+strings.Join(few, ", "))(c, args); err != nil {
			return err
		}
		if !slices.Contains(few, args[0]) {
			return Usagef("«%s» no sirve; %s es uno de: %s", args[0], what, strings.Join(few, ", "))
		}
		return nil
	}
}

func each(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		each(sub, visit)
	}
}

// tellDefault says the default of a flag in Spanish instead of having pflag say
// it. Switches that are off by default are as anybody expects.
func tellDefault(f *pflag.Flag) {
	silent := "" // what pflag takes for no default
	switch f.Value.Type() {
	case "bool":
		f.Value = boolSwitch{f.Value}
		return
	case "duration":
		silent = "0s"
	case "int":
		silent = "0"
	}
	if f.DefValue != silent {
		f.Usage += " (por defecto " + f.DefValue + ")"
		f.DefValue = silent
	}
}

// boolSwitch hides IsBoolFlag, for which the help of pflag says "[=true|false]".
type boolSwitch struct{ pflag.Value }

func flagFault(err error) error {
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.As(err, &unknown):
		if unknown.GetSpecifiedShortnames() != "" {
			return Usagef("no existe la opción -%s", unknown.GetSpecifiedName())
		}
		return Usagef("no existe la opción --%s", unknown.GetSpecifiedName())
	case errors.As(err, &missing):
		return Usagef("falta el valor de la opción --%s", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		return Usagef("la opción --%s no admite el valor «%s»", invalid.GetFlag().Name, invalid.GetValue())
	}
	return Usagef("%v", err)
}

// aligned adds the blanks that pflag leaves out of a line of options, since it counts bytes and a
// letter such as Ñ has two.
func aligned(usages string) string {
	var b strings.Builder
	for line := range strings.Lines(usages) {
		option := strings.TrimLeft(line, " ")
		indent := len(line) - len(option)
		if end := strings.Index(option, "   "); end > 0 {
			missing := end - utf8.RuneCountInString(option[:end])
			line = line[:indent+end] + strings.Repeat(" ", missing) + option[end:]
		}
		b.WriteString(line)
	}
	return b.String()
}

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [ORDEN]",
		Short: "Explica una orden",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return Usagef("no existe la orden «%s»", strings.Join(args, " "))
			}
			return c.Help()
		},
	}
}

const usage = `Uso:{{if and .Runnable (not .HasAvailableSubCommands)}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} ORDEN{{end}}{{if .HasExample}}

Ejemplos:
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}

Órdenes:{{range .Commands}}{{if (or .IsAvailableCommand (eq .Name "help"))}}
  {{rpad .Name .NamePadding }} {{.Short}}{{end}}{{end}}{{end}}{{if .HasHelpSubCommands}}

Temas:{{range .Commands}}{{if .IsAdditionalHelpTopicCommand}}
  {{rpad .Name .NamePadding }} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Opciones:
{{.LocalFlags.FlagUsages | aligned | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

Opciones generales:
{{.InheritedFlags.FlagUsages | aligned | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableSubCommands}}

«{{.CommandPath}} ORDEN --help» explica una orden.{{end}}
`
