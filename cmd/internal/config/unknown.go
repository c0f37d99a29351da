package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// unknownNames warns of names that look like ours and are not: a setting that
// was misspelt would otherwise be at its default without a word. Names of
// another service's prefix are for that service to judge.
func unknownNames(layers []layer, prefix string) []string {
	var warnings []string
	for _, l := range layers {
		var names []string
		for name := range l.values {
			others := slices.ContainsFunc(prefixes, func(p string) bool { return p != prefix && strings.HasPrefix(name, p) })
			if !others && !slices.Contains(knownNames(), name) && (strings.HasPrefix(name, prefix) || l.origin == FromFile) {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for _, name := range names {
			w := fmt.Sprintf("%s (%s) no es un ajuste conocido y no tiene efecto", name, l.origin.spanish(l.place))
			if near := nearestName(name); near != "" {
				w += "; ¿quiso decir " + near + "?"
			}
			warnings = append(warnings, w)
		}
	}
	return warnings
}

// CheckNames returns an error that names the settings that no service knows, each with the known
// name nearest to it.
func CheckNames(settings map[string]string) error {
	known := knownNames()
	var faults Faults
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if slices.Contains(known, name) {
			continue
		}
		f := Fault{Name: name, Origin: FromDefault, Why: "no es un ajuste conocido"}
		if near := nearestName(name); near != "" {
			f.Why += "; ¿quiso decir " + near + "?"
		}
		faults = append(faults, f)
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}

func nearestName(name string) string { return text.Nearest(strings.ToUpper(name), knownNames()) }
