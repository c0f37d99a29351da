package sqlstore_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqlitefile"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// altered is a file of the service that other statements changed.
func altered(t *testing.T, statements ...string) sqlstore.Options {
	t.Helper()
	o := inFile(t)
	db, err := sqlstore.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	db.Writer().SetMaxOpenConns(1)
	if err := db.Documents().Create(t.Context(), document.Document{ID: "d1", Radicado: "1"}); err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		if _, err := db.Writer().Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return o
}

// rewritten changes the text of an object in the schema itself.
func rewritten(name, from, to string) []string {
	return []string{
		"PRAGMA writable_schema = ON",
		fmt.Sprintf("UPDATE sqlite_schema SET sql = replace(sql, '%s', '%s') WHERE name = '%s'", from, to, name),
		"PRAGMA writable_schema = RESET",
	}
}

// alterations are changes of a schema, with what is said of each.
var alterations = map[string]struct {
	statements []string
	says       string
}{
	"a trigger": {[]string{"CREATE TRIGGER raised AFTER INSERT ON sessions BEGIN UPDATE settings SET value = '1'; END"},
		"sobra el disparador «raised»"},
	"a trigger under a name of the queue": {[]string{"CREATE TRIGGER river_raised AFTER INSERT ON sessions BEGIN SELECT 1; END"},
		"sobra el disparador «river_raised»"},
	"a table":            {[]string{"CREATE TABLE notas (texto TEXT)"}, "sobra la tabla «notas»"},
	"a table of River":   {[]string{"CREATE TABLE river_job (id integer PRIMARY KEY)"}, "sobra la tabla «river_job»"},
	"a view":             {[]string{"CREATE VIEW todo AS SELECT * FROM sessions"}, "sobra la vista «todo»"},
	"a virtual table":    {[]string{"CREATE VIRTUAL TABLE otra USING fts5 (texto)"}, "sobra la tabla «otra»"},
	"an index":           {[]string{"CREATE INDEX otro ON documents (court)"}, "sobra el índice «otro»"},
	"a missing index":    {[]string{"DROP INDEX documents_of_type"}, "falta el índice «documents_of_type»"},
	"a missing trigger":  {[]string{"DROP TRIGGER document_history_stays"}, "falta el disparador «document_history_stays»"},
	"a missing table":    {[]string{"DROP TABLE task_parts"}, "falta la tabla «task_parts»"},
	"a column more":      {[]string{"ALTER TABLE sessions ADD COLUMN role TEXT"}, "cambió la tabla «sessions»"},
	"a generated column": {[]string{"ALTER TABLE sessions ADD COLUMN role TEXT AS (upper(username))"}, "cambió la tabla «sessions»"},
	"a default":          {rewritten("sessions", "refreshes  BIGINT NOT NULL", "refreshes  BIGINT NOT NULL DEFAULT 1"), "cambió la tabla «sessions»"},
	"another type":       {rewritten("sessions", "expires_at BIGINT NOT NULL", "expires_at TEXT NOT NULL"), "cambió la tabla «sessions»"},
	"a check that is gone": {rewritten("sessions", "expires_at BIGINT NOT NULL", "expires_at BIGINT"),
		"cambió la tabla «sessions»"},
	"a comment that hides code": {rewritten("document_history", "-- in whose name\n", "-- in whose name "), "cambió la tabla «document_history»"},
	"a trigger of other words": {rewritten("document_history_stays", "BEFORE DELETE", "AFTER DELETE"),
		"cambió el disparador «document_history_stays»"},
	"more than are named": {[]string{"CREATE TABLE a (x)", "CREATE TABLE b (x)", "CREATE TABLE c (x)", "CREATE TABLE d (x)"},
		"sobra la tabla «c», y 1 más"},
}

func TestAlteredSchemaIsRefused(t *testing.T) {
	t.Parallel()
	for rule, tc := range alterations {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			o := altered(t, tc.statements...)
			refuses := func(what string, err error) {
				t.Helper()
				if f, ok := fault.As(err); !ok || f.Code != "database_altered" || !strings.Contains(f.Message, tc.says) {
					t.Errorf("%s: %v", what, err)
				}
			}
			refuses("VerifyFile", sqlstore.VerifyFile(t.Context(), o.Path))
			_, err := sqlstore.Examine(t.Context(), o)
			refuses("Examine", err)
			db, err := sqlstore.Open(t.Context(), o)
			if err == nil {
				db.Close()
			}
			refuses("Open", err)
			copying, err := sqlstore.BeginTransfer(t.Context(), o, inFile(t))
			if err == nil {
				copying.Close()
			}
			refuses("BeginTransfer from it", err)
			copying, err = sqlstore.BeginTransfer(t.Context(), inFile(t), o)
			if err == nil {
				copying.Close()
			}
			refuses("BeginTransfer to it", err)
		})
	}
}

func TestAlteredRegisterIsRefused(t *testing.T) {
	t.Parallel()
	o := sqldb.Options{Path: filepath.Join(t.TempDir(), "notify.db")}
	for range 2 { // the second time it is there
		db, err := notifystore.Open(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	db, err := notifystore.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Writer().Exec("CREATE TRIGGER raised AFTER INSERT ON sessions BEGIN UPDATE users SET role = 'ADMINISTRADOR'; END")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = notifystore.Open(t.Context(), o)
	if f, ok := fault.As(err); !ok || f.Code != "database_altered" || !strings.Contains(f.Message, "sobra el disparador «raised»") {
		t.Errorf("opened: %v", err)
	}
}

func TestAlteredValuesAreRefused(t *testing.T) {
	t.Parallel()
	session := "INSERT INTO sessions VALUES ('s1', 'ana', 'c', 0, %s, 0)"
	for rule, tc := range map[string]struct{ statement, says string }{
		"a time that is a text":           {fmt.Sprintf(session, "'nunca'"), "tabla sessions, columna expires_at, fila 1"},
		"a time that is a fraction":       {fmt.Sprintf(session, "1.5"), "tabla sessions, columna expires_at"},
		"a time after the year 9999":      {fmt.Sprintf(session, "253402300800000000"), "tabla sessions, columna expires_at"},
		"a time before the year 1":        {fmt.Sprintf(session, "-62135596800000001"), "tabla sessions, columna expires_at"},
		"a text in a column of integers":  {"UPDATE documents SET duplicates = 'dos'", "tabla documents, columna duplicates, fila 1"},
		"bytes in a column of texts":      {"UPDATE documents SET radicado = x'00ff'", "tabla documents, columna radicado"},
		"a number beyond all numbers":     {"UPDATE documents SET ocr_confidence = 9e999", "tabla documents, columna ocr_confidence"},
		"a truth that is neither 0 nor 1": {"UPDATE documents SET typed_in = 2", "tabla documents, columna typed_in"},
		"a message sent at no time": {"INSERT INTO deliveries (id, original_key, sha256, file_name, message_id, sender, sender_name, " +
			"recipients, subject, body, sent_at, radicado, links, received_at, received_by, parts) VALUES ('m1', '', '', '', '', '', '', '', '', '', 'ayer', '', '[]', 0, '', '[]')",
			"tabla deliveries, columna sent_at, fila 1"},
		"a text in a table without row ID": {"INSERT INTO dedup_keys VALUES ('k', 1)", "tabla dedup_keys, columna key"},
	} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			err := sqlstore.VerifyFile(t.Context(), altered(t, tc.statement).Path)
			if f, ok := fault.As(err); !ok || f.Code != "database_altered" || !strings.Contains(f.Message, tc.says) {
				t.Errorf("verified: %v", err)
			}
		})
	}
}

func TestHonestFileIsVerified(t *testing.T) {
	t.Parallel()
	o := inFile(t)
	db, err := sqlstore.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []document.Document{{ID: "d1"}, {ID: "d2", OCRConfidence: 1, TypedIn: true, CreatedAt: time.Now()}} {
		if err := db.Documents().Create(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	_, err = db.LoginAttempts().Take(t.Context(), "192.0.2.1", account.RateLimit{Attempts: 1, Window: time.Hour}, time.Now())
	err = errors.Join(err, db.Sessions().Create(t.Context(), account.Session{ID: "s1"}), db.Tasks().Create(t.Context(), document.Task{ID: "t1"}),
		db.TaskParts().Keep(t.Context(), "t1", document.TaskPart{Data: []byte{1}}),
		db.Deliveries().Create(t.Context(), document.Delivery{ID: "m1", Parts: []document.DeliveredPart{{DocumentID: "d1"}}}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Writer().Exec("ANALYZE; VACUUM"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := sqlstore.VerifyFile(t.Context(), o.Path); err != nil {
		t.Error(err)
	}
	open(t, o)
}

// The schema of a newer program is not known here: it opens, but what it holds cannot be vouched for.
func TestFileOfNewerProgramIsNotVerified(t *testing.T) {
	t.Parallel()
	for what, statements := range map[string][]string{
		"its tables": {"INSERT INTO schema_migrations VALUES (9999, '9999_later', 'x', 0)", "CREATE TABLE later (id BIGINT)"},
		"its queue":  {"CREATE TABLE river_migration (version BIGINT)", "INSERT INTO river_migration VALUES (9999)"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			o := altered(t, statements...)
			if f, ok := fault.As(sqlstore.VerifyFile(t.Context(), o.Path)); !ok || f.Code != "database_too_new" {
				t.Errorf("verified: %v", f)
			}
			open(t, o)
		})
	}
}

// A file of an earlier version is compared with the migrations that it had then.
func TestFileOfEarlierVersionIsVerifiedAndMigrated(t *testing.T) {
	t.Parallel()
	earlier := []string{
		"DELETE FROM schema_migrations WHERE version > 1", "DROP TABLE saved_views", "DROP TABLE divided_parts", "DROP TABLE binned_pairs", "DROP TABLE binned_documents", "ALTER TABLE documents DROP COLUMN arrived_at", "ALTER TABLE tasks DROP COLUMN arrived_at",
		"ALTER TABLE tasks DROP COLUMN tags", "DROP INDEX documents_assigned", "ALTER TABLE documents DROP COLUMN assignee",
		"ALTER TABLE search_documents DROP COLUMN assignee", "DROP INDEX documents_due", "ALTER TABLE documents DROP COLUMN due_day",
		"ALTER TABLE search_documents DROP COLUMN due_day", "DROP TABLE delivered_documents", "DROP TABLE deliveries", "ALTER TABLE documents DROP COLUMN doubts",
		"ALTER TABLE document_pairs DROP COLUMN earlier_page", "ALTER TABLE document_pairs DROP COLUMN page",
	}
	o := altered(t, earlier...)
	if err := sqlstore.VerifyFile(t.Context(), o.Path); err != nil {
		t.Error(err)
	}
	if info, err := sqlitefile.Inspect(t.Context(), o.Path, sqlitefile.Intake); err != nil || info.Documents != 1 {
		t.Errorf("inspected: %+v, %v", info, err)
	}
	if n := len(openedMigrations(t, open(t, o))); n != 11 {
		t.Errorf("%d migrations", n)
	}
	o = altered(t, append(earlier, "CREATE TRIGGER raised AFTER INSERT ON sessions BEGIN SELECT 1; END")...)
	if db, err := sqlstore.Open(t.Context(), o); err == nil {
		db.Close()
		t.Error("an altered file of an earlier version was opened")
	}
}
