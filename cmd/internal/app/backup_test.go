package app_test

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqlitefile"
	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
)

// opened is the service on a database of its own with that many documents.
func opened(t *testing.T, documents int) (config.Intake, *app.Services, []string) {
	t.Helper()
	loaded, err := config.Load(config.Sources{Folder: t.TempDir(), NoServer: true})
	if err != nil {
		t.Fatal(err)
	}
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
	c, s, ids := opened(t, 4)
	to := filepath.Join(t.TempDir(), "b.tar")
	rounds := 0
	report, err := app.BackUp(t.Context(), c, to, app.BackupOptions{Progress: func(done, _ int) {
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
	if _, err := app.Restore(t.Context(), other, to, app.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	if info, err := sqlitefile.Inspect(t.Context(), other.DatabasePath); err != nil || info.Documents != 2 || len(info.Originals) != 2 {
		t.Errorf("%+v, %v", info, err)
	}
}

// Restoring must not bring back sessions that were ended since.
func TestSessionsAreNotRestored(t *testing.T) {
	c, s, _ := opened(t, 1)
	session := account.Session{ID: "s1", Username: "ana", CreatedAt: time.Now(), ExpiresAt: time.Now().Add(time.Hour)}
	if err := s.DB.Sessions().Create(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "b.tar")
	if _, err := app.BackUp(t.Context(), c, to, app.BackupOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := app.Restore(t.Context(), c, to, app.RestoreOptions{Force: true}); err != nil {
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
}

// A database with a command at work on it is not replaced.
func TestRestoreNeedsTheDatabaseForItself(t *testing.T) {
	c, s, _ := opened(t, 1)
	to := filepath.Join(t.TempDir(), "b.tar")
	if _, err := app.BackUp(t.Context(), c, to, app.BackupOptions{}); err != nil {
		t.Fatal(err)
	}
	_, err := app.Restore(t.Context(), c, to, app.RestoreOptions{Force: true})
	if err == nil || !strings.Contains(err.Error(), "Otra orden de cotejo usa la base de datos") {
		t.Errorf("with the services open: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := app.Restore(t.Context(), c, to, app.RestoreOptions{Force: true}); err != nil {
		t.Errorf("once they are closed: %v", err)
	}
}
