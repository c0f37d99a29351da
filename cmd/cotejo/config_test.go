package main_test

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestConfigSaysWhereValuesCameFrom(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, ".env", "SVC_JWT_SECRET=secret-of-this-test\nSVC_PORT=9001\n")
	got := invocation{folder: folder, env: []string{"SVC_OCR_WORKERS=3"}, args: []string{"config", "--json", "--max-pages", "7"}}.run(t)
	for _, want := range []string{
		`{"name":"SVC_PORT","value":"9001","origin":".env","place":"` + filepath.Join(folder, ".env") + `"}`,
		`{"name":"SVC_OCR_WORKERS","value":"3","origin":"environment"}`,
		`{"name":"SVC_MAX_PAGES","value":"7","origin":"flag","place":"--max-pages"}`,
		`{"name":"SVC_TASK_TTL_HOURS","value":"168","origin":"default"}`,
		`{"name":"SVC_JWT_SECRET","value":"********"`,
	} {
		if compact := strings.NewReplacer("\n", "", "  ", "", `": "`, `":"`).Replace(got.stdout); !strings.Contains(compact, want) {
			t.Errorf("no %s in\n%s", want, got.stdout)
		}
	}
	table := cotejo(t, folder, "config")
	if strings.Contains(got.stdout+table.stdout, "secret-of-this-test") {
		t.Error("the secret is shown")
	}
	if !strings.Contains(table.stdout, "SVC_PORT") || table.status != 0 {
		t.Errorf("the table: status %d\n%s", table.status, table.stdout)
	}
}
