package config

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

//go:generate go test -count 1 -run ^TestSettingsGuide$ . -update

var update = flag.Bool("update", false, "rewrite docs/es/ajustes.md")

// TestSettingsGuide compares docs/es/ajustes.md with the settings that it lists.
func TestSettingsGuide(t *testing.T) {
	var page strings.Builder
	page.WriteString(`# Todos los ajustes

Esta lista sale del programa. Los de uso corriente están explicados en [Administración](administracion.md), los del correo en
[El buzón de correo](correo.md). Un ajuste vacío toma su valor por defecto. ` + "`man cotejod-intake` y `man cotejod-notify`" + `
dicen además con qué opción se da cada uno; ` + "`sudo cotejo-admin config`" + ` dice lo vigente.
`)
	for _, s := range []struct {
		title, file string
		of          service
	}{{"La recepción de escritos", "intake.env", new(Intake)}, {"El registro de notificaciones", "notify.env", new(Notify)}} {
		fmt.Fprintf(&page, "\n## %s\n\nEn `/etc/cotejo/%s`.\n\n| Ajuste | Para qué | Por defecto | Ejemplo |\n|---|---|---|---|\n", s.title, s.file)
		for _, set := range s.of.settings() {
			fallback, example := cmp.Or(set.fallback, "—"), ""
			if fallback != "—" {
				fallback = "`" + fallback + "`"
			}
			if set.example != set.fallback {
				example = "`" + set.example + "`"
			}
			fmt.Fprintf(&page, "| `%s` | %s | %s | %s |\n", set.Name, set.help, fallback, example)
		}
	}
	path, want := filepath.Join("..", "..", "..", "docs", "es", "ajustes.md"), page.String()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("docs/es/ajustes.md is stale (%v): run go generate ./cmd/internal/config", err)
	}
}
