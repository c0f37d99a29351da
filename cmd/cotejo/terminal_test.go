package main_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

func TestReadAndExtractPrintForPeopleOnATerminal(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1)})
	cotejo.Write(t, folder, "nota.txt", "Señor juez\nACCIONANTE: ANA LÓPEZ RUIZ\nACCIONADO: NUEVA EPS S.A.\n\x1b[2Jfin\n")
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
		run := cotejo.Invocation{Folder: folder, Args: c.args}
		if seen := run.OnTerminal(t); !strings.Contains(seen, c.want) || strings.Contains(seen, c.none) {
			t.Errorf("%v on a terminal: %q", c.args, seen)
		}
		if c.args[2] == "--text" {
			continue
		}
		if got := run.Run(t); got.Status != 0 || !strings.HasPrefix(got.Stdout, "{") {
			t.Errorf("%v elsewhere: %+v", c.args, got)
		}
	}
	cotejo.Refused(t, folder, 2, "--json y --explain", "extract", "--json", "--explain", "nota.txt")
}
