package config

import (
	"cmp"
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

// Report says where each value of a configuration came from.
type Report struct {
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
func Load(s Sources) (Loaded, error) {
	c, report, err := load(s, intake)
	return Loaded{c, report}, err
}

// LoadNotify is Load for the notification service.
func LoadNotify(s Sources) (LoadedNotify, error) {
	c, report, err := load(s, notify)
	return LoadedNotify{c, report}, err
}

func load[T any](s Sources, of service[T]) (T, Report, error) {
	var none, out T
	if s.Folder == "" {
		folder, err := os.Getwd()
		if err != nil {
			return none, Report{}, fmt.Errorf("finding the working folder: %w", err)
		}
		s.Folder = folder
	}
	layers, err := s.layers(of.flagValues(s.Flags))
	if err != nil {
		return none, Report{}, err
	}

	var faults Faults
	chosen := map[string]rawValue{}
	for _, set := range of.settings {
		g := rawValue{text: cmp.Or(s.Defaults[set.Name], set.fallback), origin: FromDefault}
		for _, layer := range layers {
			if text, ok := layer.values[set.Name]; ok {
				g = rawValue{text: text, origin: layer.origin, place: layer.placeOf(set.flag())}
			}
		}
		chosen[set.Name] = g
		if err := set.value.parse(&out, g.text); err != nil {
			faults = append(faults, set.fault(g, err.Error()))
		}
	}
	of.complete(&out, s.Folder)
	for _, rule := range of.rules {
		if rule.ofServer && s.NoServer {
			continue
		}
		if why := rule.broken(&out); why != "" && !faults.about(rule.setting) {
			f := of.named(rule.setting).fault(chosen[rule.setting], why)
			f.Example = "" // the usual one may break the rule just the same
			faults = append(faults, f)
		}
	}
	if len(faults) > 0 {
		return none, Report{}, faults
	}

	var report Report
	for _, set := range of.settings {
		g := chosen[set.Name]
		report.Values = append(report.Values, Value{Name: set.Name, Text: set.value.format(&out), Origin: g.origin, Place: g.place})
	}
	report.Warnings = unknownNames(layers, of.prefix)
	if !s.NoServer {
		report.Warnings = append(report.Warnings, of.unwise(&out)...)
	}
	return out, report, nil
}

// completeIntake fills in what depends on other settings and makes paths absolute.
func completeIntake(c *Intake, folder string) {
	c.DatabasePath = RealPath(within(folder, c.DatabasePath))
	c.UsersFile = within(folder, c.UsersFile)
	if c.TempDir == "" {
		c.TempDir = os.TempDir()
	}
	c.TempDir = within(folder, c.TempDir)
	if c.BlobURL == "" {
		c.BlobURL = fileURL(originalsFolder(c.DatabasePath))
	} else if path, ok := filePath(c.BlobURL); ok {
		c.BlobURL = fileURL(within(folder, path))
	}
}

// within makes a path that is relative to folder absolute.
func within(folder, path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

// originalsFolder returns data/originals for data/database/cotejo.db, and FOLDER/originals for
// a database in any other folder.
func originalsFolder(database string) string {
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
