package app_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/cmd/internal/app"
)

func TestTemporaryFilesOfKilledProgramsAreRemoved(t *testing.T) {
	folder := t.TempDir()
	now := time.Now()
	for name, age := range map[string]time.Duration{
		"cotejo-1.pdf": 2 * time.Hour, "cotejo-2.xlsx": 2 * time.Hour, "excelize-3": 2 * time.Hour, // left behind
		"cotejo-4.pdf": time.Minute, "excelize-5": 0, // in use
		"other.pdf": 48 * time.Hour, "my-cotejo-6.pdf": 48 * time.Hour, // of others
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now, now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	app.RemoveLeftovers(folder, now)
	var left []string
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if want := []string{"cotejo-4.pdf", "excelize-5", "my-cotejo-6.pdf", "other.pdf"}; !slices.Equal(left, want) {
		t.Errorf("left: %v, want %v", left, want)
	}
}
