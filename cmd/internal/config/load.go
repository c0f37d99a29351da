package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/v2"
	"github.com/spf13/pflag"

	"github.com/cotejo/cotejo/core/text"
)

// Sources are the places that Load reads. The zero value reads nothing but
// .env of the working folder.
type Sources struct {
	Folder  string         // where .env is, and what relative paths are relative to; default the working folder
	Environ []string       // as os.Environ returns it; COTEJO_CONFIG in it names the YAML file
	Flags   *pflag.FlagSet // parsed; only flags that were given count. See AddFlags.

	NoFiles bool // .env is not read

	NoServer bool // no service will be started: what only a service in production needs may be missing

	Defaults map[string]string // of this start, in place of those of the settings
}

// Loaded is a valid configuration of the intake service.
type Loaded struct {
	Intake
	Report
}

// LoadedNotify is a valid configuration of the notification service.
type LoadedNotify struct {
	Notify
	Report
}

// Report is where each value of a configuration came from.
type Report struct {
	Values   []Value  // in the order of .env.example
	Warnings []string // Spanish: settings without effect, or unwise ones
}

// Value is one setting in force.
type Value struct {
	Name   string // of the variable
	Text   string // as it would be written in the environment; masked for secrets
	Origin Origin
	Place  string // the file, or the flag; empty for the rest
}

// Origin is the kind of place that a value came from.
type Origin string

const (
	FromDefault     Origin = "default"
	FromFile        Origin = "file"
	FromDotEnv      Origin = ".env"
	FromEnvironment Origin = "environment"
	FromFlag        Origin = "flag"
)

// OriginOf returns where the value of a setting came from.
func (r Report) OriginOf(name string) Origin {
	i := slices.IndexFunc(r.Values, func(v Value) bool { return v.Name == name })
	return r.Values[i].Origin
}

// LogValue shows the values that somebody chose, secrets masked.
func (r Report) LogValue() slog.Value {
	var chosen []slog.Attr
	for _, v := range r.Values {
		if v.Origin != FromDefault {
			chosen = append(chosen, slog.String(v.Name, v.Text))
		}
	}
	return slog.GroupValue(chosen...)
}

// Load reads all sources and checks every value of the intake service. The
// error, when the values are at fault, is a Faults with all of them.
func Load(s Sources) (l Loaded, err error) {
	if l.Report, err = s.load(&l.Intake); err != nil {
		return Loaded{}, err
	}
	return l, nil
}

// LoadNotify is Load for the notification service.
func LoadNotify(s Sources) (l LoadedNotify, err error) {
	if l.Report, err = s.load(&l.Notify); err != nil {
		return LoadedNotify{}, err
	}
	return l, nil
}

func (s Sources) load(c service) (Report, error) {
	if s.Folder == "" {
		folder, err := os.Getwd()
		if err != nil {
			return Report{}, fmt.Errorf("finding the working folder: %w", err)
		}
		s.Folder = folder
	}
	settings := c.settings()
	merged := merger{Koanf: koanf.New(delimiter), known: knownNames(), prefix: c.prefix()}
	if err := s.read(&merged, settings); err != nil {
		return Report{}, err
	}

	var faults Faults
	given := map[string]Value{}
	for _, set := range settings {
		v, _ := merged.Get(set.Name).(Value)
		given[set.Name] = v
		if err := set.parse(v.Text); err != nil {
			faults = append(faults, set.fault(v, err.Error()))
		}
	}
	c.complete(s.Folder)
	for _, r := range c.rules() {
		about := func(f Fault) bool { return f.Name == r.setting }
		if r.why == "" || r.ofServer && s.NoServer || slices.ContainsFunc(faults, about) {
			continue
		}
		set := settings[slices.IndexFunc(settings, func(set setting) bool { return set.Name == r.setting })]
		set.example = "" // the usual one may break the rule just the same
		faults = append(faults, set.fault(given[r.setting], r.why))
	}
	if len(faults) > 0 {
		return Report{}, faults
	}

	report := Report{Warnings: merged.warnings}
	for _, set := range settings {
		v := given[set.Name]
		report.Values = append(report.Values, Value{set.Name, set.format(), v.Origin, v.Place})
	}
	if !s.NoServer {
		report.Warnings = append(report.Warnings, c.unwise()...)
	}
	return report, nil
}

// delimiter is what koanf splits keys at; no name of a setting has one.
const delimiter = "/"

// read merges the sources into m, the weakest first.
func (s Sources) read(m *merger, settings []setting) error {
	defaults, flags := map[string]any{}, map[string]any{}
	for _, set := range settings {
		defaults[set.Name] = Value{Text: set.fallback, Origin: FromDefault}
		if text := s.Defaults[set.Name]; text != "" {
			defaults[set.Name] = Value{Text: text, Origin: FromDefault}
		}
		if s.Flags == nil {
			continue
		}
		if f := s.Flags.Lookup(set.flag()); f != nil && f.Changed {
			flags[set.Name] = Value{Text: plainText(f.Value.String()), Origin: FromFlag, Place: "--" + f.Name}
		}
	}
	if err := m.Load(confmap.Provider(defaults, ""), nil); err != nil {
		return err
	}
	if path := s.file(); path != "" {
		path = within(s.Folder, path)
		if err := m.Load(file.Provider(path), yaml.Parser(), m.from(FromFile, path)); err != nil {
			return unreadable(path, err)
		}
	}
	if path := within(s.Folder, ".env"); !s.NoFiles {
		if err := m.Load(file.Provider(path), dotEnv{}, m.from(FromDotEnv, path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return unreadable(path, err)
		}
	}
	environment := env.Provider("", env.Opt{EnvironFunc: func() []string { return s.Environ }})
	if err := m.Load(environment, nil, m.from(FromEnvironment, "")); err != nil {
		return err
	}
	return m.Load(confmap.Provider(flags, ""), nil, m.from(FromFlag, ""))
}

// file is the YAML file that the flag or the environment names.
func (s Sources) file() string {
	if s.Flags != nil {
		if f := s.Flags.Lookup(fileFlag); f != nil && f.Changed {
			return f.Value.String()
		}
	}
	for _, pair := range slices.Backward(s.Environ) {
		if name, value, _ := strings.Cut(pair, "="); name == fileVariable {
			return value
		}
	}
	return ""
}

// merger collects the values of all sources, a Value for each known name.
type merger struct {
	*koanf.Koanf
	known    []string
	prefix   string   // of the service
	warnings []string // of names that are no settings
}

// from merges what one source says. An empty value means "not set". A misspelt name gets a
// warning, unless its prefix is of another service, or it stands among variables of other programs.
func (m *merger) from(origin Origin, place string) koanf.Option {
	return koanf.WithMergeFunc(func(source, merged map[string]any) error {
		for _, name := range slices.Sorted(maps.Keys(source)) {
			v, ok := source[name].(Value)
			if !ok {
				v = Value{Text: plainText(source[name]), Origin: origin, Place: place}
			}
			switch {
			case v.Text == "":
			case slices.Contains(m.known, name):
				merged[name] = v
			case strings.HasPrefix(name, m.prefix), origin == FromFile && !hasPrefix(name, prefixes):
				m.warnings = append(m.warnings, fmt.Sprintf("%s (%s) %s y no tiene efecto%s", name, origin.spanish(place), isUnknown, suggestion(name, m.known)))
			}
		}
		return nil
	})
}

const isUnknown = "no es un ajuste conocido"

func hasPrefix(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// suggestion asks for the known name that is nearest to a misspelt one, if one is near.
func suggestion(name string, known []string) string {
	if near := text.Nearest(strings.ToUpper(name), known); near != "" {
		return "; ¿quiso decir " + near + "?"
	}
	return ""
}

// CheckNames returns an error that names the settings that no service knows, each with the known
// name nearest to it.
func CheckNames(settings map[string]string) error {
	known := knownNames()
	var faults Faults
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if !slices.Contains(known, name) {
			faults = append(faults, Fault{Name: name, Origin: FromDefault, Why: isUnknown + suggestion(name, known)})
		}
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}

// plainText writes a value of a YAML file as it would be in the environment:
// lists and mappings as JSON.
func plainText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(v)
	case []any, map[string]any:
		if text, err := json.Marshal(v); err == nil { // a YAML mapping may have keys that are no strings
			return string(text)
		}
	}
	return fmt.Sprint(value)
}

// unreadable says why a file was not used; its content may hold secrets and
// is never repeated.
func unreadable(path string, err error) error {
	var line *lineError
	switch {
	case errors.As(err, &line):
		return fmt.Errorf("%s, %w", path, line)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no existe el archivo de configuración %s", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("no hay permiso para leer %s", path)
	case isFolder(path):
		return fmt.Errorf("%s es una carpeta, no un archivo de configuración", path)
	}
	if _, openErr := os.Stat(path); openErr != nil {
		return fmt.Errorf("no se pudo leer %s: %w", path, openErr)
	}
	return fmt.Errorf("%s no es YAML válido; debe tener una línea por ajuste, como «SVC_PORT: 8000»", path)
}

// within makes a path that is relative to folder absolute.
func within(folder, path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

// isFolder reports whether path exists and is a folder.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
