package arch

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"testing"
)

// settled are the migrations made before there was a release that another had to
// work beside.
var settled = map[string]int{
	"adapters/sqlstore/migrations":             8,
	"adapters/sqlstore/notifystore/migrations": 2,
}

// TestMigrationsExpandBeforeTheyContract holds the migrations to
// docs/adr/0006-rolling-upgrade.md: what takes something away from programs that
// are still running says which it serves, the same on both databases.
func TestMigrationsExpandBeforeTheyContract(t *testing.T) {
	root := os.DirFS("../..")
	for folder, last := range settled {
		names, err := fs.Glob(root, path.Join(folder, "sqlite", "*.sql"))
		if err != nil || len(names) < last {
			t.Fatalf("%s: %v, %v", folder, names, err)
		}
		for _, name := range names[last:] {
			floor := ""
			for _, engine := range []string{"sqlite", "postgres"} {
				file := path.Join(folder, engine, path.Base(name))
				content, err := fs.ReadFile(root, file)
				if err != nil {
					t.Fatal(err)
				}
				if wrong := unserved(last, path.Base(name), string(content)); wrong != "" {
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
