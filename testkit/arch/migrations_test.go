package arch

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// folders hold the migrations of the stores, for each kind of database.
var folders = []string{"adapters/sqlstore/migrations", "adapters/sqlstore/notifystore/migrations"}

// releaseRecord is what testkit/release/record writes: the statements of the last
// release and the checksums of its migrations.
const (
	releaseRecord  = "adapters/sqlstore/testdata/release"
	migrationsFile = releaseRecord + "/migrations.sha256"
)

// TestMigrationsExpandBeforeTheyContract holds the migrations to
// docs/adr/0006-rolling-upgrade.md: a migration after the last release that takes
// something away from running programs says which it serves, the same on both
// databases.
func TestMigrationsExpandBeforeTheyContract(t *testing.T) {
	root := os.DirFS("../..")
	for _, folder := range folders {
		names, err := fs.Glob(root, path.Join(folder, "sqlite", "*.sql"))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v, %v", folder, names, err)
		}
		released := releasedMigrations(t, root, folder)
		for _, name := range names[released:] {
			floor := ""
			for _, engine := range []string{"sqlite", "postgres"} {
				file := path.Join(folder, engine, path.Base(name))
				content, err := fs.ReadFile(root, file)
				if err != nil {
					t.Fatal(err)
				}
				if wrong := unserved(released, path.Base(name), string(content)); wrong != "" {
					t.Errorf("%s: %s", file, wrong)
				}
				line := servesFrom.FindString(string(content))
				if engine == "postgres" && line != floor {
					t.Errorf("%s says %q, and its twin %q", file, line, floor)
				}
				floor = line
			}
		}
	}
}

func TestReleasedMigrationsAreUnchanged(t *testing.T) {
	for _, wrong := range brokenRecord(os.DirFS("../..")) {
		t.Error(wrong)
	}
}

func TestBrokenReleaseRecordIsFound(t *testing.T) {
	const file = "adapters/sqlstore/migrations/sqlite/0001_intake.sql"
	sum := fmt.Sprintf("%x  migrations/sqlite/0001_intake.sql\n", sha256.Sum256([]byte("as released")))
	for name, c := range map[string]struct {
		changelog, record, sql string
		want                   string // part of what is found; "" for nothing
	}{
		"no release yet":                    {"## Unreleased\n", "", "", ""},
		"a release without a record":        {"## Unreleased\n\n## 1.0.0\n", "", "", "testkit/release/record"},
		"a migration as it was released":    {"## 1.0.0\n", sum, "as released", ""},
		"a migration changed after that":    {"## 1.0.0\n", sum, "edited", file},
		"a migration removed after that":    {"## 1.0.0\n", sum, "", file},
		"a record that is not of sha256sum": {"## 1.0.0\n", "something else\n", "as released", migrationsFile},
	} {
		t.Run(name, func(t *testing.T) {
			root := fstest.MapFS{"docs/CHANGELOG.md": {Data: []byte(c.changelog)}}
			if c.record != "" {
				root[migrationsFile] = &fstest.MapFile{Data: []byte(c.record)}
				root[releaseRecord+"/sqlite.sql"], root[releaseRecord+"/postgres.sql"] = &fstest.MapFile{}, &fstest.MapFile{}
			}
			if c.sql != "" {
				root[file] = &fstest.MapFile{Data: []byte(c.sql)}
			}
			found := strings.Join(brokenRecord(root), "; ")
			if (found == "") != (c.want == "") || !strings.Contains(found, c.want) {
				t.Errorf("found %q, want %q", found, c.want)
			}
		})
	}
}

// releasedMigrations counts the migrations of a folder that the last release has.
func releasedMigrations(t *testing.T, root fs.FS, folder string) int {
	t.Helper()
	record, err := fs.ReadFile(root, migrationsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return strings.Count(string(record), "  "+strings.TrimPrefix(folder, "adapters/sqlstore/")+"/sqlite/")
}

var releaseHeading = regexp.MustCompile(`(?m)^## \[?v?\d`)

// brokenRecord says what is wrong with the record of the last release: it is
// missing although the changelog has a release, or a migration is not what it was
// then.
func brokenRecord(root fs.FS) (wrong []string) {
	changelog, err := fs.ReadFile(root, "docs/CHANGELOG.md")
	if err != nil {
		return []string{err.Error()}
	}
	if releaseHeading.Match(changelog) {
		for _, name := range []string{migrationsFile, releaseRecord + "/sqlite.sql", releaseRecord + "/postgres.sql"} {
			if _, err := fs.Stat(root, name); err != nil {
				wrong = append(wrong, err.Error()+": docs/CHANGELOG.md has a release; run testkit/release/record and commit what it writes")
			}
		}
	}
	record, err := fs.ReadFile(root, migrationsFile)
	if err != nil {
		return wrong
	}
	for line := range strings.Lines(string(record)) {
		sum, name, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok {
			return append(wrong, migrationsFile+": not a line of sha256sum: "+line)
		}
		file := path.Join("adapters/sqlstore", name)
		content, err := fs.ReadFile(root, file)
		if err != nil {
			wrong = append(wrong, err.Error())
		} else if fmt.Sprintf("%x", sha256.Sum256(content)) != sum {
			wrong = append(wrong, file+" is not what was released: put the change into a new migration")
		}
	}
	return wrong
}

func TestWhatTakesSomethingFromOldProgramsIsFound(t *testing.T) {
	for name, c := range map[string]struct {
		sql string
		bad bool
	}{
		"a new table":                            {"CREATE TABLE more (id BIGINT PRIMARY KEY); CREATE UNIQUE INDEX m ON more (id);", false},
		"a column that may be null":              {"ALTER TABLE documents ADD COLUMN more TEXT;", false},
		"a column with a default":                {"ALTER TABLE documents ADD COLUMN more BIGINT NOT NULL DEFAULT 0;", false},
		"an index in place of another":           {"DROP INDEX old; CREATE INDEX new ON documents (id);", false},
		"a trigger in place of another":          {"DROP TRIGGER counted;\nCREATE TRIGGER counted AFTER INSERT ON documents BEGIN SELECT 1; END;", false},
		"words of a comment":                     {"-- DROP TABLE documents, RENAME it\nCREATE TABLE more (id BIGINT);", false},
		"a dropped table":                        {"DROP TABLE documents;", true},
		"a dropped column":                       {"alter table documents drop column text;", true},
		"a renamed column":                       {"ALTER TABLE documents RENAME COLUMN text TO content;", true},
		"a column that must be given":            {"ALTER TABLE documents ADD COLUMN more TEXT NOT NULL;", true},
		"another type":                           {"ALTER TABLE documents ALTER COLUMN pages TYPE TEXT;", true},
		"what must not be null any more":         {"ALTER TABLE documents ALTER COLUMN text SET NOT NULL;", true},
		"a new condition":                        {"ALTER TABLE documents ADD CONSTRAINT c CHECK (pages > 0);", true},
		"rows that may not repeat any more":      {"CREATE UNIQUE INDEX one ON documents (sha256);", true},
		"a trigger that is no more":              {"DROP TRIGGER counted;", true},
		"a dropped table that is said":           {"-- Serves programs from 0009 on.\nDROP TABLE documents;", false},
		"a floor at programs that do not exist":  {"-- Serves programs from 0012 on.\nDROP TABLE documents;", true},
		"a floor that shuts out all that is out": {"-- Serves programs from 0010 on.\nDROP TABLE documents;", true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := unserved(9, "0010_later.sql", c.sql); (got != "") != c.bad {
				t.Errorf("found %q", got)
			}
		})
	}
}

var (
	servesFrom = regexp.MustCompile(`(?m)^-- Serves programs from (\d{4}) on\.`)
	comments   = regexp.MustCompile(`--[^\n]*`)
	taken      = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\bDROP\s+(TABLE|COLUMN|CONSTRAINT|DEFAULT|VIEW|FUNCTION|SCHEMA|TYPE)\b`),
		regexp.MustCompile(`(?i)\bRENAME\b`),
		regexp.MustCompile(`(?i)\bALTER\s+COLUMN\b[^;]*\b(TYPE|SET\s+NOT\s+NULL)\b`),
		regexp.MustCompile(`(?i)\bADD\s+(CONSTRAINT|CHECK|UNIQUE|FOREIGN|PRIMARY)\b`),
	}
	added    = regexp.MustCompile(`(?i)\bADD\s+COLUMN\b[^;]*`)
	required = regexp.MustCompile(`(?i)\bNOT\s+NULL\b`)
	given    = regexp.MustCompile(`(?i)\b(DEFAULT|GENERATED)\b`)
	unique   = regexp.MustCompile(`(?i)\bCREATE\s+UNIQUE\s+INDEX\s+(?:IF\s+NOT\s+EXISTS\s+)?\w+\s+ON\s+(\w+)`)
	dropped  = regexp.MustCompile(`(?i)\bDROP\s+TRIGGER\s+(?:IF\s+EXISTS\s+)?(\w+)`)
)

// unserved says what of a migration the programs that know released migrations,
// or fewer, do not work with, although it does not say so.
func unserved(released int, name, sql string) string {
	if line := servesFrom.FindStringSubmatch(sql); line != nil {
		floor, _ := strconv.Atoi(line[1])
		version, _ := strconv.Atoi(name[:4])
		if floor >= version || floor > released {
			return "it shuts out programs that run beside the one that brings it: contract in the release after"
		}
		return ""
	}
	sql = comments.ReplaceAllString(sql, "")
	for _, rule := range taken {
		if found := rule.FindString(sql); found != "" {
			return "it takes something away: " + found
		}
	}
	for _, column := range added.FindAllString(sql, -1) {
		if required.MatchString(column) && !given.MatchString(column) {
			return "older programs do not give a value to it: " + column
		}
	}
	for _, index := range unique.FindAllStringSubmatch(sql, -1) {
		if !regexp.MustCompile(`(?i)\bCREATE\s+TABLE\s+(IF\s+NOT\s+EXISTS\s+)?` + index[1] + `\b`).MatchString(sql) {
			return "older programs may store what it refuses: " + index[0]
		}
	}
	for _, trigger := range dropped.FindAllStringSubmatch(sql, -1) {
		if !regexp.MustCompile(`(?i)\bCREATE\s+(OR\s+REPLACE\s+)?TRIGGER\s+` + trigger[1] + `\b`).MatchString(sql) {
			return "it takes something away: " + trigger[0]
		}
	}
	return ""
}
