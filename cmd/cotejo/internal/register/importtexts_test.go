package register_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestImportTellsAGuessedEncoding(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.Write(t, folder, "x.csv", "id;texto\r\n1;Acci\xf3n de tutela de Luis Mu\xf1oz\r\n")
	got := cotejo.Run(t, folder, "import", "--create", "--json", "x.csv")
	var said struct {
		Imported int
		Warnings []string
	}
	if err := json.Unmarshal([]byte(got.Stdout), &said); err != nil || got.Status != 0 || said.Imported != 1 ||
		len(said.Warnings) != 1 || !strings.Contains(said.Warnings[0], "windows-1252") || !strings.Contains(got.Stderr, "x.csv: no está en UTF-8") {
		t.Errorf("%+v, %v", got, err)
	}
	if got := cotejo.Run(t, folder, "search", "Muñoz"); got.Status != 0 || !strings.Contains(got.Stdout, "Muñoz") {
		t.Errorf("%+v", got)
	}
}
