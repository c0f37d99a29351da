package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqlitefile"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// opened is the service on a database of its own with that many documents.
func opened(t *testing.T, documents int) (config.Intake, *app.Services, []string) {
	t.Helper()
	return openedWith(t, nil, documents)
}

// loadedWith returns the settings of a service in a folder of its own.
func loadedWith(t *testing.T, environ []string) config.Intake {
	t.Helper()
	loaded, err := config.Load(config.Sources{Folder: t.TempDir(), NoServer: true, Environ: environ})
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

func openedWith(t *testing.T, environ []string, documents int) (config.Intake, *app.Services, []string) {
	t.Helper()
	loaded := loadedWith(t, environ)
	s, err := app.OpenServices(t.Context(), loaded, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	var ids []string
	for n := range documents {
		id := "d" + string(rune('a'+n))
		key := "2026/" + id + ".pdf"
		if err := s.Blobs.Put(t.Context(), key, strings.NewReader("%PDF-"+id)); err != nil {
			t.Fatal(err)
		}
		if err := s.DB.Documents().Create(t.Context(), document.Document{ID: id, OriginalKey: key, CreatedAt: time.Now()}); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	return loaded, s, ids
}

// What is deleted after the database was copied and before its original was is
// in neither of the two in the end.
func TestADeletionDuringABackupIsPartOfIt(t *testing.T) {
	c, s, ids := openedWith(t, []string{"SVC_BIN_DAYS=0"}, 4)
	to := filepath.Join(t.TempDir(), "b.tar")
	rounds := 0
	report, err := app.BackUp(t.Context(), app.Data{Intake: &c}, to, app.BackupOptions{Progress: func(done, _ int) {
		if done != 0 {
			return
		}
		if rounds++; rounds == 1 { // the database is copied, no original is
			for _, id := range ids[1:3] {
				if err := s.Service.Delete(t.Context(), account.System, id); err != nil {
					t.Error(err)
				}
			}
		}
	}})
	if err != nil || report.Documents != 2 || report.Originals != 2 || rounds != 2 {
		t.Fatalf("%+v, %v; %d rounds", report, err, rounds)
	}
	other, err := config.Load(config.Sources{Folder: t.TempDir(), NoServer: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := app.Restore(t.Context(), app.Data{Intake: &other}, to, app.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	if info, err := sqlitefile.Inspect(t.Context(), other.DatabasePath, sqlitefile.Intake); err != nil || info.Documents != 2 || len(info.Originals) != 2 {
		t.Errorf("%+v, %v", info, err)
	}
}

// Messages outlive their documents in a backup, too, and deleted documents are restored from the bin of a backup.
func TestBackupHasDeliveredMessagesAndTheBin(t *testing.T) {
	c, s, ids := opened(t, 1)
	const key, message = "2026/m1.eml", "From: reparto@example.org\r\n\r\ntutela"
	sum := sha256.Sum256([]byte(message))
	want := document.Delivery{ID: "m1", OriginalKey: key, SHA256: hex.EncodeToString(sum[:]), MessageID: "1@example.org",
		Parts: []document.DeliveredPart{{Outcome: document.PartAccepted, DocumentID: ids[0]}}}
	if err := errors.Join(s.Blobs.Put(t.Context(), key, strings.NewReader(message)), s.DB.Deliveries().Create(t.Context(), want),
		s.Service.Delete(t.Context(), account.System, ids[0])); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "b.tar")
	if report, err := app.BackUp(t.Context(), app.Data{Intake: &c}, to, app.BackupOptions{}); err != nil || report.Documents != 0 || report.Originals != 2 {
		t.Fatalf("%+v, %v", report, err)
	}
	other, err := config.Load(config.Sources{Folder: t.TempDir(), NoServer: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := app.Restore(t.Context(), app.Data{Intake: &other}, to, app.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	again, err := app.OpenServices(t.Context(), other, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got, err := again.DB.Deliveries().Get(t.Context(), "m1"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	content, _, err := again.Blobs.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if got, err := io.ReadAll(content); err != nil || string(got) != message {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := again.Service.Restore(t.Context(), account.System, ids[0]); err != nil {
		t.Fatal(err)
	}
	original, err := again.Originals.Original(t.Context(), account.System, ids[0])
	if err != nil {
		t.Fatal(err)
	}
	original.Content.Close()
}

// Restoring must not bring back sessions that were ended since, nor secrets.
func TestSessionsAndSecretsAreNotRestored(t *testing.T) {
	c, s, _ := opened(t, 1)
	session := account.Session{ID: "s1", Username: "ana", CreatedAt: time.Now(), ExpiresAt: time.Now().Add(time.Hour)}
	if err := s.DB.Sessions().Create(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	_, err := s.DB.LoginAttempts().Take(t.Context(), "192.0.2.1", account.RateLimit{Attempts: 1, Window: time.Hour}, time.Now())
	if err := errors.Join(err, s.DB.TaskParts().Keep(t.Context(), "t1", document.TaskPart{Data: []byte("secreto")})); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "b.tar")
	if _, err := app.BackUp(t.Context(), app.Data{Intake: &c}, to, app.BackupOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := app.Restore(t.Context(), app.Data{Intake: &c}, to, app.RestoreOptions{Force: true}); err != nil {
		t.Fatal(err)
	}
	again, err := app.OpenServices(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if _, err := again.DB.Sessions().Get(t.Context(), "s1"); err == nil {
		t.Error("the session is there")
	}
	for _, table := range []string{"sessions", "login_attempts", "task_parts"} {
		var n int
		if err := again.DB.Writer().QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil || n != 0 {
			t.Errorf("%s has %d rows, %v", table, n, err)
		}
	}
}

// A dump has neither the sessions nor the secrets of a database on a server, and is of one moment with its originals.
func TestBackupOfServerIsOfOneMoment(t *testing.T) {
	from, to := []string{"SVC_DATABASE_URL=" + postgres.New(t)}, []string{"SVC_DATABASE_URL=" + postgres.New(t)}
	c, s, ids := openedWith(t, append(from, "SVC_BIN_DAYS=0"), 4)
	session := account.Session{ID: "s1", Username: "ana", CreatedAt: time.Now(), ExpiresAt: time.Now().Add(time.Hour)}
	if err := errors.Join(s.DB.Sessions().Create(t.Context(), session),
		s.DB.TaskParts().Keep(t.Context(), "t1", document.TaskPart{Data: []byte("secreto")})); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "b.tar")
	rounds := 0
	report, err := app.BackUp(t.Context(), app.Data{Intake: &c}, path, app.BackupOptions{Progress: func(int, int) {
		if rounds++; rounds == 1 { // the database is copied, no original is
			if err := s.Service.Delete(t.Context(), account.System, ids[2]); err != nil {
				t.Error(err)
			}
		}
	}})
	if err != nil || report.Documents != 3 || report.Originals != 3 {
		t.Fatalf("%+v, %v", report, err)
	}
	other := loadedWith(t, to)
	if _, err := app.Restore(t.Context(), app.Data{Intake: &other}, path, app.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	again, err := app.OpenServices(t.Context(), other, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for table, want := range map[string]int{"sessions": 0, "task_parts": 0, "documents": 3} {
		var n int
		if err := again.DB.Writer().QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil || n != want {
			t.Errorf("%s has %d rows, want %d; %v", table, n, want, err)
		}
	}
}

// A database with a command at work on it is not replaced.
func TestRestoreNeedsTheDatabaseForItself(t *testing.T) {
	c, s, _ := opened(t, 1)
	to := filepath.Join(t.TempDir(), "b.tar")
	if _, err := app.BackUp(t.Context(), app.Data{Intake: &c}, to, app.BackupOptions{}); err != nil {
		t.Fatal(err)
	}
	_, err := app.Restore(t.Context(), app.Data{Intake: &c}, to, app.RestoreOptions{Force: true})
	if err == nil || !strings.Contains(err.Error(), "Otra orden de cotejo usa la base de datos") {
		t.Errorf("with the services open: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := app.Restore(t.Context(), app.Data{Intake: &c}, to, app.RestoreOptions{Force: true}); err != nil {
		t.Errorf("once they are closed: %v", err)
	}
}

// What a backup holds is not believed: its schema must be that of the program, and its values must
// be of the types of their columns.
func TestRestoreRefusesAnAlteredDatabase(t *testing.T) {
	for rule, tc := range map[string]struct{ statement, says string }{
		"a trigger that makes administrators": {"CREATE TRIGGER raised AFTER INSERT ON sessions WHEN NEW.username <> 'admin' BEGIN INSERT INTO sessions VALUES ('s2', 'admin', '', 0, 9e15, 0); END",
			"sobra el disparador «raised»"},
		"a trigger of the queue":       {"CREATE TRIGGER river_raised AFTER INSERT ON river_job BEGIN SELECT 1; END", "sobra el disparador «river_raised»"},
		"a view":                       {"CREATE VIEW vista AS SELECT 1", "sobra la vista «vista»"},
		"a missing index":              {"DROP INDEX documents_sha256", "falta el índice «documents_sha256»"},
		"a missing index of the queue": {"DROP INDEX river_job_unique_idx", "falta el índice «river_job_unique_idx»"},
		"a session without an end":     {"INSERT INTO sessions VALUES ('s1', 'ana', '', 0, 'nunca', 0)", "tabla sessions, columna expires_at, fila 1"},
		"a job without a time":         {"INSERT INTO river_job (kind, scheduled_at) VALUES ('task', 'nunca')", "tabla river_job, columna scheduled_at, fila 1"},
		"a text in place of a number":  {"UPDATE documents SET processing_time = 'mucho'", "tabla documents, columna processing_time, fila 1"},
		"migrations of a newer program": {"INSERT INTO schema_migrations VALUES (9999, '9999_later', 'x', 0)",
			"Restaúrela con esa versión"},
	} {
		t.Run(rule, func(t *testing.T) {
			c, s, _ := opened(t, 1)
			if _, err := s.DB.Writer().Exec(tc.statement); err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(t.TempDir(), "b.tar")
			if _, err := app.BackUp(t.Context(), app.Data{Intake: &c}, to, app.BackupOptions{}); err != nil {
				t.Fatal(err)
			}
			other, err := config.Load(config.Sources{Folder: t.TempDir(), NoServer: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range []app.RestoreOptions{{DryRun: true}, {}} {
				_, err := app.Restore(t.Context(), app.Data{Intake: &other}, to, o)
				if err == nil || !strings.Contains(err.Error(), tc.says) {
					t.Errorf("dry run %v: %v", o.DryRun, err)
				}
			}
			if exists, err := app.HasDatabase(other.DatabasePath); exists || err != nil {
				t.Errorf("a database was put in place: %v", err)
			}
		})
	}
}
