package maintenance_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestConfigSaysWhereValuesCameFrom(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.Write(t, folder, ".env", "SVC_JWT_SECRET=secret-of-this-test\nSVC_PORT=9001\n")
	got := cotejo.Invocation{Folder: folder, Env: []string{"SVC_OCR_WORKERS=3"}, Args: []string{"config", "--json", "--max-pages", "7"}}.Run(t)
	for _, want := range []string{
		`{"name":"SVC_PORT","value":"9001","origin":".env","place":"` + filepath.Join(folder, ".env") + `"}`,
		`{"name":"SVC_OCR_WORKERS","value":"3","origin":"environment"}`,
		`{"name":"SVC_MAX_PAGES","value":"7","origin":"flag","place":"--max-pages"}`,
		`{"name":"SVC_TASK_TTL_HOURS","value":"168","origin":"default"}`,
		`{"name":"SVC_JWT_SECRET","value":"********"`,
	} {
		if compact := strings.NewReplacer("\n", "", "  ", "", `": "`, `":"`).Replace(got.Stdout); !strings.Contains(compact, want) {
			t.Errorf("no %s in\n%s", want, got.Stdout)
		}
	}
	table := cotejo.Run(t, folder, "config")
	if strings.Contains(got.Stdout+table.Stdout, "secret-of-this-test") {
		t.Error("the secret is shown")
	}
	if !strings.Contains(table.Stdout, "SVC_PORT") || table.Status != 0 {
		t.Errorf("the table: status %d\n%s", table.Status, table.Stdout)
	}
}
