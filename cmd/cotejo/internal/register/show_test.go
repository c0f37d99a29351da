package register_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestShowAndCompare(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	facts := strings.Repeat("La EPS no entrega el medicamento ordenado por el médico tratante desde el tres de marzo. ", 4)
	const one, two, other = "0195f0a0-0000-7000-8000-000000000001", "0195f0a0-0000-7000-8000-000000000002", "0195f0a0-0000-7000-8000-000000000003"
	var lines strings.Builder
	for id, text := range map[string]string{one: "Primera vez. " + facts, two: "Segunda vez. " + facts, other: "El vecino construye un muro sin licencia \x1b[2J y la alcaldía no responde."} {
		encoded, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&lines, `{"id":%q,"text":%s,"entities":{"demandante":"Ana Ñustes Paz","cedula":"52418903"}}`+"\n", id, encoded)
	}
	cotejo.Write(t, folder, "t.jsonl", lines.String())
	if got := cotejo.Run(t, folder, "import", "--create", "t.jsonl"); got.Status != 0 {
		t.Fatalf("%+v", got)
	}

	got := cotejo.Run(t, folder, "show", strings.ToUpper(one))
	for _, want := range []string{"Demandante                 Ana Ñustes Paz\n", "Cédula                     52418903\n", "Estado                     Importado\n", "Posibles duplicados:\n  " + two, "véalo con --text"} {
		if got.Status != 0 || !strings.Contains(got.Stdout, want) {
			t.Errorf("show: no %q in %+v", want, got)
		}
	}
	if got := cotejo.Run(t, folder, "show", "--text", other); !strings.Contains(got.Stdout, "construye un muro") || strings.Contains(got.Stdout, "\x1b") || strings.Contains(got.Stdout, "duplicados") {
		t.Errorf("show --text: %+v", got)
	}
	var shown struct {
		ID, Demandante, Text string
		OCRConfidence        *float64 `json:"ocr_confidence"`
		Duplicates           []struct {
			DocumentID string `json:"document_id"`
		}
	}
	got = cotejo.Run(t, folder, "show", "--json", one)
	if err := json.Unmarshal([]byte(got.Stdout), &shown); err != nil || shown.ID != one || shown.Demandante != "Ana Ñustes Paz" || shown.OCRConfidence != nil ||
		!strings.HasPrefix(shown.Text, "Primera vez.") || len(shown.Duplicates) != 1 || shown.Duplicates[0].DocumentID != two {
		t.Errorf("show --json: %v, %s", err, got.Stdout)
	}

	got = cotejo.Run(t, folder, "compare", one, two)
	for _, want := range []string{"posible duplicado", "\n- Primera\n", "\n+ Segunda\n", "\n  vez. La EPS no entrega"} {
		if got.Status != 0 || !strings.Contains(got.Stdout, want) {
			t.Errorf("compare: no %q in %+v", want, got)
		}
	}
	got = cotejo.Run(t, folder, "compare", "--json", one, other)
	if got.Status != 0 || !strings.Contains(got.Stdout, `"relation":"new_claim"`) || !strings.Contains(got.Stdout, `"kind":"left"`) {
		t.Errorf("compare --json: %+v", got)
	}
	if got := cotejo.Run(t, folder, "compare", one, one); !strings.Contains(got.Stdout, "el mismo documento") {
		t.Errorf("compare with itself: %+v", got)
	}

	for rule, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"no document":      {[]string{"show"}, 2, "falta el ID"},
		"an unknown one":   {[]string{"show", "x"}, 3, "No existe un documento"},
		"one alone":        {[]string{"compare", one}, 2, "hay 1"},
		"with an unknown":  {[]string{"compare", one, "x"}, 3, "No existe un documento"},
		"without database": {[]string{"show", "--database-path", "nada.db", one}, 3, "no existe la base de datos"},
	} {
		t.Run(rule, func(t *testing.T) { cotejo.Refused(t, folder, c.status, c.says, c.args...) })
	}
}
