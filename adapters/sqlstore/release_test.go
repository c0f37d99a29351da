package sqlstore_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// record has TestStores write the statements that the stores issue into
// releaseFolder. testkit/release/record sets it, once for each release.
var record = flag.Bool("record", false, "record the statements of this release into "+releaseFolder)

const releaseFolder = "testdata/release"

// recorder collects the statements of stores, one for each form: a form is a
// statement without its values.
type recorder struct {
	mu     sync.Mutex
	byForm map[string]string
}

var (
	value  = regexp.MustCompile(`'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b|\?|\$\d+`)
	values = regexp.MustCompile(`(?:\((?:[#, ]|NULL)+\)|#)(?:, ?(?:\((?:[#, ]|NULL)+\)|#))+`)
	ours   = regexp.MustCompile(`^(SELECT|INSERT|UPDATE|DELETE|WITH)\b`)
)

// watching returns options whose statements are recorded.
func (r *recorder) watching(o sqlstore.Options) sqlstore.Options {
	return sqlstore.Watched(o, func(statement string) {
		statement = strings.Join(strings.Fields(statement), " ")
		if !ours.MatchString(statement) || strings.Contains(statement, "schema_") || len(statement) > 4000 {
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.byForm == nil {
			r.byForm = map[string]string{}
		}
		form := values.ReplaceAllString(value.ReplaceAllString(statement, "#"), "#")
		if _, known := r.byForm[form]; !known {
			r.byForm[form] = statement
		}
	})
}

func (r *recorder) statements() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Values(r.byForm))
}

// released are the recorders of the release that is being made, by engine.
var released = map[string]*recorder{"sqlite": {}, "postgres": {}}

func engineOf(o sqlstore.Options) string {
	if o.URL != "" {
		return "postgres"
	}
	return "sqlite"
}

// recorded returns options whose statements are recorded if the record flag is
// set.
func recorded(o sqlstore.Options) sqlstore.Options {
	if !*record {
		return o
	}
	return released[engineOf(o)].watching(o)
}

func recordFile(engine string) string { return filepath.Join(releaseFolder, engine+".sql") }

// writeRecorded writes the recorded statements, if there are any.
func writeRecorded() error {
	for engine, r := range released {
		lines := r.statements()
		if len(lines) == 0 {
			continue
		}
		err := os.MkdirAll(releaseFolder, 0o755)
		if err == nil {
			err = os.WriteFile(recordFile(engine), []byte(strings.Join(lines, "\n")+"\n"), 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// refused returns the errors of the statements that the tables of db do not take.
func refused(t *testing.T, db *sqlstore.DB, statements []string) (errs []error) {
	t.Helper()
	for _, statement := range statements {
		prepared, err := db.Writer().PrepareContext(t.Context(), statement)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", statement, err))
			continue
		}
		prepared.Close()
	}
	return errs
}

// The servers of the previous release keep working while others are updated: the
// newest tables take the statements that its stores issue.
func TestPreviousReleaseStatementsArePrepared(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		o := fresh(t)
		content, err := os.ReadFile(recordFile(engineOf(o)))
		if errors.Is(err, fs.ErrNotExist) {
			t.Skip("no release is recorded yet; testkit/arch demands a record from the first release on")
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(content)), "\n")
		if len(lines) < 50 {
			t.Fatalf("only %d statements are recorded", len(lines))
		}
		for _, err := range refused(t, open(t, o), lines) {
			t.Error(err)
		}
	})
}

// The check of TestPreviousReleaseStatementsArePrepared, on statements of now: it
// finds that a column is missing that they name.
func TestRenamedColumnRefusesRecordedStatements(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		var r recorder
		writer := open(t, r.watching(fresh(t)))
		if err := writer.Documents().Create(t.Context(), document.Document{ID: "d1"}); err != nil {
			t.Fatal(err)
		}
		if _, err := writer.Documents().Get(t.Context(), "d1"); err != nil {
			t.Fatal(err)
		}
		o := fresh(t)
		if o.URL != "" {
			o.URL = postgres.New(t) // not a copy that other tests get after this one
		}
		db := open(t, o)
		if errs := refused(t, db, r.statements()); len(errs) > 0 {
			t.Errorf("refused by the tables of the same program: %v", errs)
		}
		if _, err := db.Writer().Exec("ALTER TABLE documents RENAME COLUMN remarks TO notes"); err != nil {
			t.Fatal(err)
		}
		if errs := refused(t, db, r.statements()); len(errs) == 0 || !strings.Contains(errs[0].Error(), "remarks") {
			t.Errorf("of %d statements refused: %v", len(r.statements()), errs)
		}
	})
}
