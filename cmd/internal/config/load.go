package config

import (
	"cmp"
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
	"syscall"

	"github.com/knadh/koanf/parsers/yaml"
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

// spanish says where the value came from.
func (v Value) spanish() string {
	switch v.Origin {
	case FromEnvironment:
		return "del entorno"
	case FromFlag:
		return "de la opción " + v.Place
	}
	return "de " + v.Place
}

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
func Load(s Sources) (c Intake, err error) {
	c.Report, err = s.load(&c)
	return c, err
}

// LoadNotify is Load for the notification service.
func LoadNotify(s Sources) (c Notify, err error) {
	c.Report, err = s.load(&c)
	return c, err
}

func (s Sources) load(c service) (report Report, err error) {
	if s.Folder == "" {
		if s.Folder, err = os.Getwd(); err != nil {
			return Report{}, fmt.Errorf("finding the working folder: %w", err)
		}
	}
	given, warnings, err := s.read(c)
	if err != nil {
		return Report{}, err
	}
	var faults Faults
	settings := map[string]setting{}
	for _, set := range c.settings() {
		settings[set.Name] = set
		if err := set.parse(given[set.Name].Text); err != nil {
			faults = append(faults, set.fault(given[set.Name], err.Error()))
		}
	}
	c.complete(s.Folder)
	for _, r := range c.rules() {
		about := func(f Fault) bool { return f.Name == r.setting }
		switch {
		case !r.broken || r.scope != always && s.NoServer:
		case r.scope == unwise:
			warnings = append(warnings, r.why)
		case !slices.ContainsFunc(faults, about):
			set := settings[r.setting]
			set.example = "" // the usual one may break the rule just the same
			faults = append(faults, set.fault(given[r.setting], r.why))
		}
	}
	if len(faults) > 0 {
		return Report{}, faults
	}
	for _, set := range c.settings() {
		v := given[set.Name]
		report.Values = append(report.Values, Value{set.Name, set.format(), v.Origin, v.Place})
	}
	report.Warnings = warnings
	return report, nil
}

// delimiter is what koanf splits keys at; no name of a setting has one.
const delimiter = "/"

// read returns the value of each known setting that wins; an empty one means "not set". The
// warnings are of names that nobody knows.
func (s Sources) read(c service) (given map[string]Value, warnings []string, err error) {
	known, flags := knownNames(), map[string]string{}
	if s.Flags != nil {
		s.Flags.Visit(func(f *pflag.Flag) { flags[f.Name] = plainText(f.Value.String()) })
	}
	given = map[string]Value{}
	for _, set := range c.settings() {
		given[set.Name] = Value{set.Name, cmp.Or(s.Defaults[set.Name], set.fallback), FromDefault, ""}
	}
	take := func(origin Origin, place string, from koanf.Provider, parser koanf.Parser) error {
		source := koanf.New(delimiter)
		if err := source.Load(from, parser); err != nil && !(origin == FromDotEnv && errors.Is(err, fs.ErrNotExist)) {
			return unreadable(place, err)
		}
		for _, name := range slices.Sorted(maps.Keys(source.Raw())) {
			v := Value{name, plainText(source.Raw()[name]), origin, place}
			switch {
			case v.Text == "":
			case slices.Contains(known, name):
				given[name] = v
			// A misspelt name, unless its prefix is of another service, or it stands among variables of other programs.
			case strings.HasPrefix(name, c.prefix()), origin == FromFile && !hasPrefix(name, prefixes):
				warnings = append(warnings, fmt.Sprintf("%s (%s) %s y no tiene efecto%s", name, v.spanish(), isUnknown, suggestion(name, known)))
			}
		}
		return nil
	}
	environment := koanf.New(delimiter)
	variables := env.Provider("", env.Opt{EnvironFunc: func() []string { return s.Environ }})
	if err := environment.Load(variables, nil); err != nil {
		return nil, nil, err
	}
	if path := within(s.Folder, cmp.Or(flags[fileFlag], environment.String(fileVariable))); path != "" {
		err = take(FromFile, path, file.Provider(path), yaml.Parser())
	}
	if path := within(s.Folder, ".env"); err == nil && !s.NoFiles {
		err = take(FromDotEnv, path, file.Provider(path), dotEnv{})
	}
	if err == nil {
		err = take(FromEnvironment, "", variables, nil)
	}
	for _, set := range c.settings() {
		if text := flags[set.flag()]; text != "" {
			given[set.Name] = Value{set.Name, text, FromFlag, "--" + set.flag()}
		}
	}
	return given, warnings, err
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
			faults = append(faults, Fault{Value{Name: name, Origin: FromDefault}, isUnknown + suggestion(name, known), ""})
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
	var (
		line *lineError
		disk *fs.PathError
	)
	switch {
	case errors.As(err, &line):
		return fmt.Errorf("%s, %w", path, line)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("no existe el archivo de configuración %s", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("no hay permiso para leer %s", path)
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("%s es una carpeta, no un archivo de configuración", path)
	case errors.As(err, &disk):
		return fmt.Errorf("no se pudo leer %s: %w", path, disk.Err)
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
