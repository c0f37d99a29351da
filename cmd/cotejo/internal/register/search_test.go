package register_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestSearch(t *testing.T) {
	t.Parallel()
	folder := cotejo.Filled(t, 3)
	search := func(args ...string) cotejo.Result {
		t.Helper()
		return cotejo.Run(t, folder, append([]string{"search"}, args...)...)
	}
	all := search("--json", "--sort", "Fecha_asc", "")
	if all.Status != 0 || strings.Count(all.Stdout, "\n") != 3 || all.Stderr != "" {
		t.Fatalf("%+v", all)
	}
	var first struct {
		ID        string `json:"id"`
		Plaintiff string `json:"demandante"`
		Snippet   string `json:"snippet"`
		CreatedAt string `json:"created_at"`
	}
	if err := json.Unmarshal([]byte(all.Stdout[:strings.Index(all.Stdout, "\n")]), &first); err != nil || first.Plaintiff == "" || first.Snippet == "" || first.CreatedAt == "" {
		t.Fatalf("%+v, %v", first, err)
	}
	name := strings.Split(first.Plaintiff, ";")[0]
	if got := search("--json", strings.ToUpper(name)); !strings.Contains(got.Stdout, first.ID) {
		t.Errorf("%s: %+v", name, got)
	}
	if got := search(`"`+name+`"`, "--limit", "1"); got.Status != 0 || !strings.Contains(got.Stdout, first.ID) || !strings.Contains(got.Stdout, " contra ") || strings.Contains(got.Stdout, "\x1b") {
		t.Errorf("%+v", got)
	}
	if got := search("--", "-"+strings.Fields(name)[0]); strings.Contains(got.Stdout, first.ID) || got.Status != 0 {
		t.Errorf("%+v", got)
	}
	if got := search("--limit", "2", ""); !strings.Contains(got.Stderr, "2 de 3 documentos") {
		t.Errorf("%+v", got)
	}
	if got := search("nadaqueesté"); got.Status != 0 || got.Stdout != "" || !strings.Contains(got.Stderr, "ningún documento") {
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
		t.Run(name, func(t *testing.T) {
			cotejo.Refused(t, folder, c.status, c.says, append([]string{"search"}, c.args...)...)
		})
	}
}
