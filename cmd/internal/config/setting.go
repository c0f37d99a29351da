package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// setting is one variable that fills a field.
type setting struct {
	Name     string // of the variable
	fallback string // the default, as it would be written; empty when it depends on others
	example  string // a correct value, for faults; empty when there is none
	help     string // Spanish, for flags; .env.example says more in English
	secret   bool

	parse  func(text string) error // sets the field
	format func() string           // of the field
}

// bind returns the setting that fills field. Without an example the default is one.
func bind[V any](name, fallback, example string, field *V, k kind[V], help string) setting {
	parse := func(text string) error {
		v, err := k.parse(text)
		if err == nil {
			*field = v
		}
		return err
	}
	return setting{name, fallback, cmp.Or(example, fallback), help, k.secret, parse, func() string { return k.text(*field) }}
}

// service is the configuration of a service.
type service interface {
	prefix() string         // of the names that only this service knows
	settings() []setting    // in the order of .env.example
	complete(folder string) // derives missing values and makes paths absolute
	rules() []rule          // of the completed configuration
}

// rule is a condition between settings.
type rule struct {
	setting string
	scope   scope
	broken  bool
	why     string // Spanish: follows the value, or is a whole warning
}

// scope says whom a broken rule concerns.
type scope int

const (
	always   scope = iota
	ofServer       // a command that starts no service does not need it
	unwise         // a server starts with a warning
)

// Prefixes of the names of settings.
const (
	intakePrefix = "SVC_"
	notifyPrefix = "NOTIFY_"
)

var prefixes = []string{intakePrefix, notifyPrefix}

// knownNames are the settings of every service: they may share one .env.
func knownNames() []string {
	var names []string
	for _, set := range slices.Concat(new(Intake).settings(), new(Notify).settings()) {
		names = append(names, set.Name)
	}
	return names
}

// flag is the name of the flag: SVC_API_PREFIX is --api-prefix.
func (s setting) flag() string {
	name := strings.TrimPrefix(strings.TrimPrefix(s.Name, intakePrefix), notifyPrefix)
	return strings.ToLower(strings.ReplaceAll(name, "_", "-"))
}

// fault is what is wrong with a value of the setting.
func (s setting) fault(v Value, why string) Fault {
	if v.Name = s.Name; s.secret {
		v.Text = ""
	}
	return Fault{v, why, s.example}
}

// Fault is a setting whose value cannot be used. The text of a secret is empty.
type Fault struct {
	Value
	Why     string // Spanish, follows the value: "debe ser …"
	Example string // a correct value; empty when there is none
}

func (f Fault) String() string {
	text := f.Name
	if f.Text != "" {
		text += "=" + shortened(f.Text)
	}
	if f.Origin != FromDefault {
		text += " (" + f.spanish() + ")"
	}
	text += ": " + f.Why
	if f.Example != "" {
		text += ". Ejemplo: " + f.Name + "=" + f.Example
	}
	return text
}

// Faults are all settings that cannot be used, a line each.
type Faults []Fault

func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = "  " + fault.String()
	}
	return "la configuración no sirve:\n" + strings.Join(lines, "\n")
}

// longestEcho bounds how much of a wrong value is repeated, in code points.
const longestEcho = 60

func shortened(value string) string {
	if utf8.RuneCountInString(value) > longestEcho {
		value = string([]rune(value)[:longestEcho]) + "…"
	}
	quoted := fmt.Sprintf("%q", value)
	if plain := quoted[1 : len(quoted)-1]; plain == value {
		return value
	}
	return quoted
}
