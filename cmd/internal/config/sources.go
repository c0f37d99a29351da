package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/v2"
)

// Origin is the kind of place that a value came from.
type Origin string

const (
	FromDefault     Origin = "default"
	FromFile        Origin = "file"
	FromDotEnv      Origin = ".env"
	FromEnvironment Origin = "environment"
	FromFlag        Origin = "flag"
)

// rawValue is the text of a setting before it is parsed.
type rawValue struct {
	text   string
	origin Origin
	place  string
}

// layer is what one source says. Empty values are left out: they mean "not set".
type layer struct {
	origin Origin
	place  string // of the file
	values map[string]string
}

func (l layer) placeOf(flag string) string {
	if l.origin == FromFlag {
		return "--" + flag
	}
	return l.place
}

// layers reads the sources, the weakest first; flags are those that were given.
func (s Sources) layers(flags map[string]any) ([]layer, error) {
	var all []layer
	if path := s.file(); path != "" {
		path = s.absolute(path)
		l, err := read(FromFile, path, file.Provider(path), yaml.Parser())
		if err != nil {
			return nil, unreadable(path, err)
		}
		all = append(all, l)
	}

	if dotenv := s.absolute(".env"); !s.NoFiles {
		l, err := read(FromDotEnv, dotenv, file.Provider(dotenv), dotEnv{})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, unreadable(dotenv, err)
		}
		all = append(all, l)
	}

	l, err := read(FromEnvironment, "", env.Provider("", env.Opt{
		EnvironFunc:   func() []string { return s.Environ },
		TransformFunc: func(name, value string) (string, any) { return ours(name), value },
	}), nil)
	if err != nil {
		return nil, err
	}
	all = append(all, l)

	l, err = read(FromFlag, "", confmap.Provider(flags, ""), nil)
	if err != nil {
		return nil, err
	}
	return append(all, l), nil
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

func (s Sources) absolute(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.Folder, path)
}

// delimiter is what koanf splits keys at; no name of ours has one.
const delimiter = "/"

func read(origin Origin, place string, from koanf.Provider, as koanf.Parser) (layer, error) {
	l := layer{origin: origin, place: place, values: map[string]string{}}
	k := koanf.New(delimiter)
	if err := k.Load(from, as); err != nil {
		return l, err
	}
	for name, value := range k.Raw() {
		if text := textOf(value); text != "" {
			l.values[name] = text
		}
	}
	return l, nil
}

// textOf writes a value of a YAML file as it would be in the environment:
// lists and mappings as JSON.
func textOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(v)
	case []any, map[string]any:
		text, err := json.Marshal(v)
		if err != nil { // a YAML mapping whose keys are no strings
			return fmt.Sprint(v)
		}
		return string(text)
	default:
		return fmt.Sprint(v)
	}
}

// ours is the name itself when it is for us to judge, else empty.
func ours(name string) string {
	if slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) }) || slices.Contains(knownNames(), name) {
		return name
	}
	return ""
}

// unreadable says why a file was not used; its content may hold secrets and
// is never repeated.
func unreadable(path string, err error) error {
	var line *lineError
	switch {
	case errors.As(err, &line):
		return fmt.Errorf("%s, línea %d: %s", path, line.number, line.why)
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
