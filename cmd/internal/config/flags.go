package config

import (
	"cmp"
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
func AddFlags(fs *pflag.FlagSet, names ...string) { addFlags(fs, new(Intake), names) }

// AddNotifyFlags is AddFlags for the notification service. A command that works
// for either service calls both; a flag that both services have is added once.
func AddNotifyFlags(fs *pflag.FlagSet, names ...string) { addFlags(fs, new(Notify), names) }

// AddFileFlag adds --config alone.
func AddFileFlag(fs *pflag.FlagSet) {
	if fs.Lookup(fileFlag) == nil {
		fs.Var(new(flagText), fileFlag, "archivo YAML de configuración (también "+fileVariable+")")
	}
}

func addFlags(fs *pflag.FlagSet, c service, names []string) {
	AddFileFlag(fs)
	for _, set := range c.settings() {
		if !set.secret && fs.Lookup(set.flag()) == nil && (len(names) == 0 || slices.Contains(names, set.Name)) {
			usual := cmp.Or(set.fallback, "según el sistema")
			fs.Var(new(flagText), set.flag(), fmt.Sprintf("%s (%s; por defecto %s)", set.help, set.Name, usual))
		}
	}
}

// IsSetting reports whether a flag is one that AddFlags added.
func IsSetting(f *pflag.Flag) bool { _, ok := f.Value.(*flagText); return ok }

// flagText is the text of a flag, which is checked together with the other sources.
type flagText string

func (t *flagText) String() string        { return string(*t) }
func (t *flagText) Set(text string) error { *t = flagText(text); return nil }
func (t *flagText) Type() string          { return "VALOR" }
