package config

import (
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"
)

// Sources are the places that Load reads. The zero value reads nothing but
// .env of the working folder.
type Sources struct {
	Folder  string         // where .env is, and what relative paths are relative to; default the working folder
	Environ []string       // as os.Environ returns it; COTEJO_CONFIG in it names the YAML file
	Flags   *pflag.FlagSet // parsed; only flags that were given count. See AddFlags.

	NoServer bool // no service will be started: what only a service in production needs may be missing
}

// Loaded is a valid configuration and where each of its values came from.
type Loaded struct {
	Intake
	Values   []Value  // in the order of .env.example
	Warnings []string // Spanish: what was given but means nothing, or is unwise
}

// Value is one setting in force.
type Value struct {
	Name   string // of the variable
	Text   string // as it would be written in the environment; masked for secrets
	Origin Origin
	Place  string // the file, or the flag; empty for the rest
}

// LogValue shows the values that somebody chose, secrets masked.
func (l Loaded) LogValue() slog.Value {
	var chosen []slog.Attr
	for _, v := range l.Values {
		if v.Origin != FromDefault {
			chosen = append(chosen, slog.String(v.Name, v.Text))
		}
	}
	return slog.GroupValue(chosen...)
}

// Load reads all sources and checks every value. The error, when the values
// are at fault, is a Faults with all of them.
func Load(s Sources) (Loaded, error) {
	if s.Folder == "" {
		folder, err := os.Getwd()
		if err != nil {
			return Loaded{}, fmt.Errorf("finding the working folder: %w", err)
		}
		s.Folder = folder
	}
	layers, err := s.layers()
	if err != nil {
		return Loaded{}, err
	}

	var (
		out    Loaded
		faults Faults
		chosen = map[string]given{}
	)
	for _, set := range intakeSettings {
		g := given{text: set.fallback, origin: FromDefault}
		for _, layer := range layers {
			if text, ok := layer.values[set.Name]; ok {
				g = given{text: text, origin: layer.origin, place: layer.placeOf(set)}
			}
		}
		chosen[set.Name] = g
		if err := set.value.parse(&out.Intake, g.text); err != nil {
			faults = append(faults, set.fault(g, err.Error()))
		}
	}
	complete(&out.Intake, s.Folder)
	for _, rule := range intakeRules {
		if rule.ofServer && s.NoServer {
			continue
		}
		if why := rule.broken(&out.Intake); why != "" && !faults.about(rule.setting) {
			f := settingNamed(rule.setting).fault(chosen[rule.setting], why)
			f.Example = "" // the usual one may break the rule just the same
			faults = append(faults, f)
		}
	}
	if len(faults) > 0 {
		return Loaded{}, faults
	}

	for _, set := range intakeSettings {
		g := chosen[set.Name]
		out.Values = append(out.Values, Value{Name: set.Name, Text: set.value.format(&out.Intake), Origin: g.origin, Place: g.place})
	}
	out.Warnings = append(unknownNames(layers), unwise(&out.Intake)...)
	return out, nil
}

// complete fills in what depends on other settings and makes paths absolute.
func complete(c *Intake, folder string) {
	absolute := func(path string) string {
		if path == "" || filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(folder, path)
	}
	c.DatabasePath = absolute(c.DatabasePath)
	c.UsersFile = absolute(c.UsersFile)
	if c.TempDir == "" {
		c.TempDir = os.TempDir()
	}
	c.TempDir = absolute(c.TempDir)
	if c.BlobURL == "" {
		c.BlobURL = fileURL(originalsBeside(c.DatabasePath))
	} else if path, ok := filePath(c.BlobURL); ok {
		c.BlobURL = fileURL(absolute(path))
	}
}

// originalsBeside is data/originals for data/database/cotejo.db, and
// FOLDER/originals for a database in any other folder.
func originalsBeside(database string) string {
	folder := filepath.Dir(database)
	if filepath.Base(folder) == "database" {
		folder = filepath.Dir(folder)
	}
	return filepath.Join(folder, "originals")
}

// isFolder reports whether path exists and is a folder.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Type() == fs.ModeDir
}
