package main_test

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestSearch(t *testing.T) {
	t.Parallel()
	folder := filled(t, 3)
	search := func(args ...string) result {
		t.Helper()
		return cotejo(t, folder, append([]string{"search"}, args...)...)
	}
	all := search("--json", "--sort", "Fecha_asc", "")
	if all.status != 0 || strings.Count(all.stdout, "\n") != 3 || all.stderr != "" {
		t.Fatalf("%+v", all)
	}
	var first struct {
		ID        string `json:"id"`
		Plaintiff string `json:"demandante"`
		Snippet   string `json:"snippet"`
		CreatedAt string `json:"created_at"`
	}
	if err := json.Unmarshal([]byte(all.stdout[:strings.Index(all.stdout, "\n")]), &first); err != nil || first.Plaintiff == "" || first.Snippet == "" || first.CreatedAt == "" {
		t.Fatalf("%+v, %v", first, err)
	}
	name := strings.Split(first.Plaintiff, ";")[0]
	if got := search("--json", strings.ToUpper(name)); !strings.Contains(got.stdout, first.ID) {
		t.Errorf("%s: %+v", name, got)
	}
	if got := search(`"`+name+`"`, "--limit", "1"); got.status != 0 || !strings.Contains(got.stdout, first.ID) || !strings.Contains(got.stdout, " contra ") || strings.Contains(got.stdout, "\x1b") {
		t.Errorf("%+v", got)
	}
	if got := search("--", "-"+strings.Fields(name)[0]); strings.Contains(got.stdout, first.ID) || got.status != 0 {
		t.Errorf("%+v", got)
	}
	if got := search("--limit", "2", ""); !strings.Contains(got.stderr, "2 de 3 documentos") {
		t.Errorf("%+v", got)
	}
	if got := search("nadaqueesté"); got.status != 0 || got.stdout != "" || !strings.Contains(got.stderr, "ningún documento") {
		t.Errorf("%+v", got)
	}
}

func TestSearchRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"no query":        {nil, 2, "la consulta"},
		"another order":   {[]string{"--sort", "hora", "x"}, 2, "Relevancia, Fecha, Fecha_asc, Demandante, Radicado"},
		"no documents":    {[]string{"--limit", "0", "x"}, 2, "--limit"},
		"no database yet": {[]string{"x"}, 3, "no existe la base de datos"},
	} {
		t.Run(name, func(t *testing.T) { refused(t, folder, c.status, c.says, append([]string{"search"}, c.args...)...) })
	}
}
