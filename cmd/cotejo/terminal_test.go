package main_test

import (
	"strings"
	"testing"
)

func TestReadAndExtractPrintForPeopleOnATerminal(t *testing.T) {
	t.Parallel()
	folder := inbox(t, map[string]string{"a.pdf": digital(t, 1)})
	write(t, folder, "nota.txt", "Señor juez\nACCIONANTE: ANA LÓPEZ RUIZ\nACCIONADO: NUEVA EPS S.A.\n\x1b[2Jfin\n")
	for _, c := range []struct {
		args       []string
		want, none string
	}{
		{[]string{"read", "-q", "in/a.pdf"}, "-- página 1 (texto del archivo)\r\n", `"pages"`},
		{[]string{"read", "-q", "--json", "in/a.pdf"}, `"pages":[`, "-- página"},
		{[]string{"read", "-q", "--text", "in/a.pdf"}, "\f", "-- página"},
		{[]string{"extract", "-q", "nota.txt"}, "Demandante             Ana López Ruiz (", `"fields"`},
		{[]string{"extract", "-q", "nota.txt"}, "Radicado               (no se encontró)", "\x1b[2J"},
		{[]string{"extract", "-q", "--json", "nota.txt"}, `"demandante":"Ana López Ruiz"`, "Demandante  "},
	} {
		run := invocation{folder: folder, args: c.args}
		if seen := run.onTerminal(t); !strings.Contains(seen, c.want) || strings.Contains(seen, c.none) {
			t.Errorf("%v on a terminal: %q", c.args, seen)
		}
		if c.args[2] == "--text" {
			continue
		}
		if got := run.run(t); got.status != 0 || !strings.HasPrefix(got.stdout, "{") {
			t.Errorf("%v elsewhere: %+v", c.args, got)
		}
	}
	refused(t, folder, 2, "--json y --explain", "extract", "--json", "--explain", "nota.txt")
}
