package config

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// setting is one variable that fills a field of T.
type setting[T any] struct {
	Name     string // of the variable
	fallback string // the default, as it would be written; empty when it depends on others
	example  string // a value that is right, for faults and .env.example; empty when there is none
	doc      string // English, for .env.example
	help     string // Spanish, for flags
	secret   bool
	value    binding[T]
}

// flag is the name of the flag: SVC_API_PREFIX is --api-prefix.
func (s setting[T]) flag() string {
	name := s.Name
	for _, prefix := range prefixes {
		name = strings.TrimPrefix(name, prefix)
	}
	return strings.ToLower(strings.ReplaceAll(name, "_", "-"))
}

// usual is the default as a person reads it.
func (s setting[T]) usual() string {
	if s.fallback == "" {
		return "según el sistema"
	}
	return s.fallback
}

func (s setting[T]) fault(g rawValue, why string) Fault {
	f := Fault{Name: s.Name, Value: g.text, Origin: g.origin, Place: g.place, Why: why, Example: s.example}
	if s.secret {
		f.Value = ""
	}
	return f
}

// binding reads and writes one field of T as text.
type binding[T any] struct {
	parse  func(into *T, text string) error
	format func(from *T) string
}

func at[T, V any](field func(*T) *V, k kind[V]) binding[T] {
	return binding[T]{
		parse: func(into *T, text string) error {
			v, err := k.parse(text)
			if err == nil {
				*field(into) = v
			}
			return err
		},
		format: func(from *T) string { return k.format(*field(from)) },
	}
}

// Fault is a setting whose value cannot be used.
type Fault struct {
	Name    string
	Value   string // as given; empty for secrets
	Origin  Origin
	Place   string
	Why     string // Spanish, follows the value: "debe ser …"
	Example string // a value that is right; empty when there is none
}

func (f Fault) String() string {
	var b strings.Builder
	b.WriteString(f.Name)
	if f.Value != "" {
		fmt.Fprintf(&b, "=%s", shortened(f.Value))
	}
	if f.Origin != FromDefault {
		fmt.Fprintf(&b, " (%s)", f.Origin.spanish(f.Place))
	}
	fmt.Fprintf(&b, ": %s", f.Why)
	if f.Example != "" {
		fmt.Fprintf(&b, ". Ejemplo: %s=%s", f.Name, f.Example)
	}
	return b.String()
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

func (f Faults) about(name string) bool {
	for _, fault := range f {
		if fault.Name == name {
			return true
		}
	}
	return false
}

func (o Origin) spanish(place string) string {
	switch o {
	case FromDefault:
		return "por defecto"
	case FromEnvironment:
		return "del entorno"
	case FromFlag:
		return "de la opción " + place
	}
	return "de " + place
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
