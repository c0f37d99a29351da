package sqlstore_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
)

// record has TestStores write down the statements that the stores issue: make
// record-release does it, once for each release.
var record = flag.Bool("record", false, "record the statements of this release into testdata/release")

// statements are those recorded, by engine and by what is left of them without
// their values, so that each is there once.
var statements = struct {
	sync.Mutex
	of map[string]map[string]string
}{of: map[string]map[string]string{}}

var (
	value  = regexp.MustCompile(`'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b|\?|\$\d+`)
	values = regexp.MustCompile(`(?:\((?:[#, ]|NULL)+\)|#)(?:, ?(?:\((?:[#, ]|NULL)+\)|#))+`)
	ours   = regexp.MustCompile(`^(SELECT|INSERT|UPDATE|DELETE|WITH)\b`)
)

// recorded are options whose statements are recorded, if that is wanted.
func recorded(o sqlstore.Options) sqlstore.Options {
	if !*record {
		return o
	}
	return sqlstore.Watched(o, func(statement string) {
		statement = strings.Join(strings.Fields(statement), " ")
		if !ours.MatchString(statement) || strings.Contains(statement, "schema_") || len(statement) > 4000 {
			return
		}
		statements.Lock()
		defer statements.Unlock()
		engine := engineOf(o)
		if statements.of[engine] == nil {
			statements.of[engine] = map[string]string{}
		}
		form := values.ReplaceAllString(value.ReplaceAllString(statement, "#"), "#")
		if _, known := statements.of[engine][form]; !known {
			statements.of[engine][form] = statement
		}
	})
}

func engineOf(o sqlstore.Options) string {
	if o.URL != "" {
		return "postgres"
	}
	return "sqlite"
}

func golden(engine string) string { return filepath.Join("testdata", "release", engine+".sql") }

// writeRecorded writes what was recorded when all tests are done.
func writeRecorded() error {
	for engine, all := range statements.of {
		var lines []string
		for _, statement := range all {
			lines = append(lines, statement)
		}
		slices.Sort(lines)
		if err := os.WriteFile(golden(engine), []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// TestTheStatementsOfThePreviousReleaseAreUnderstood has the newest tables take
// the statements that the stores of the previous release issue: its servers work
// on while others are updated.
func TestTheStatementsOfThePreviousReleaseAreUnderstood(t *testing.T) {
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		o := fresh(t)
		content, err := os.ReadFile(golden(engineOf(o)))
		if err != nil {
			t.Fatal(err)
		}
		db := open(t, o)
		lines := strings.Split(strings.TrimSpace(string(content)), "\n")
		if len(lines) < 50 {
			t.Fatalf("only %d statements are recorded", len(lines))
		}
		for _, statement := range lines {
			prepared, err := db.Writer().PrepareContext(t.Context(), statement)
			if err != nil {
				t.Errorf("%s\n%v", statement, err)
				continue
			}
			prepared.Close()
		}
	})
}
