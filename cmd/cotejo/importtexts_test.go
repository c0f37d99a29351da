package main_test

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestImportTellsAGuessedEncoding(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, "x.csv", "id;texto\r\n1;Acci\xf3n de tutela de Luis Mu\xf1oz\r\n")
	got := cotejo(t, folder, "import", "--create", "--json", "x.csv")
	var said struct {
		Imported int
		Warnings []string
	}
	if err := json.Unmarshal([]byte(got.stdout), &said); err != nil || got.status != 0 || said.Imported != 1 ||
		len(said.Warnings) != 1 || !strings.Contains(said.Warnings[0], "windows-1252") || !strings.Contains(got.stderr, "x.csv: no está en UTF-8") {
		t.Errorf("%+v, %v", got, err)
	}
	if got := cotejo(t, folder, "search", "Muñoz"); got.status != 0 || !strings.Contains(got.stdout, "Muñoz") {
		t.Errorf("%+v", got)
	}
}
