package config

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"
)

const (
	prefix       = "SVC_"
	fileFlag     = "config"
	fileVariable = "COTEJO_CONFIG"
)

// AddFlags adds --config and a flag for each named setting (without names:
// for all) to fs. Secrets have no flag: everybody on the machine can see the
// arguments of a program.
func AddFlags(fs *pflag.FlagSet, names ...string) {
	fs.Var(new(flagText), fileFlag, "archivo YAML de configuración (también "+fileVariable+")")
	for _, set := range intakeSettings {
		if !set.secret && (len(names) == 0 || slices.Contains(names, set.Name)) {
			fs.Var(new(flagText), set.flag(), fmt.Sprintf("%s (%s; por defecto %s)", set.help, set.Name, set.usual()))
		}
	}
}

// flagText is the text of a flag, to be judged with the other sources.
type flagText string

func (t *flagText) String() string        { return string(*t) }
func (t *flagText) Set(text string) error { *t = flagText(text); return nil }
func (t *flagText) Type() string          { return "VALOR" }

// flagValues are the settings whose flags were given.
func flagValues(fs *pflag.FlagSet) map[string]any {
	values := map[string]any{}
	for _, set := range intakeSettings {
		if fs == nil {
			break
		}
		if f := fs.Lookup(set.flag()); f != nil && f.Changed {
			values[set.Name] = f.Value.String()
		}
	}
	return values
}
