package config

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"
)

const (
	fileFlag     = "config"
	fileVariable = "COTEJO_CONFIG"
)

// AddFlags adds --config and a flag for each named setting of the intake
// service (without names: for all) to fs. Secrets have no flag: everybody on
// the machine can see the arguments of a program.
func AddFlags(fs *pflag.FlagSet, names ...string) { intake.addFlags(fs, names) }

// AddNotifyFlags is AddFlags for the notification service. A command that works
// for either service calls both; what both have is one flag.
func AddNotifyFlags(fs *pflag.FlagSet, names ...string) { notify.addFlags(fs, names) }

// AddFileFlag adds --config alone.
func AddFileFlag(fs *pflag.FlagSet) {
	if fs.Lookup(fileFlag) != nil {
		return
	}
	fs.Var(new(flagText), fileFlag, "archivo YAML de configuración (también "+fileVariable+")")
}

func (s service[T]) addFlags(fs *pflag.FlagSet, names []string) {
	AddFileFlag(fs)
	for _, set := range s.settings {
		if !set.secret && fs.Lookup(set.flag()) == nil && (len(names) == 0 || slices.Contains(names, set.Name)) {
			fs.Var(new(flagText), set.flag(), fmt.Sprintf("%s (%s; por defecto %s)", set.help, set.Name, set.usual()))
		}
	}
}

// flagValues are the settings whose flags were given.
func (s service[T]) flagValues(fs *pflag.FlagSet) map[string]any {
	values := map[string]any{}
	for _, set := range s.settings {
		if fs == nil {
			break
		}
		if f := fs.Lookup(set.flag()); f != nil && f.Changed {
			values[set.Name] = f.Value.String()
		}
	}
	return values
}

// IsSetting reports whether a flag is one that AddFlags added.
func IsSetting(f *pflag.Flag) bool { _, ok := f.Value.(*flagText); return ok }

// flagText is the text of a flag, to be judged with the other sources.
type flagText string

func (t *flagText) String() string        { return string(*t) }
func (t *flagText) Set(text string) error { *t = flagText(text); return nil }
func (t *flagText) Type() string          { return "VALOR" }
