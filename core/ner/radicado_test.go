package ner_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// What was misread of a court's digits is told by the court that the paper names; of year
// and serial nothing else tells.
func TestRadicadoOfTheCourt(t *testing.T) {
	const own = "68276333301920250158000"
	for _, c := range []struct{ rule, number, want string }{
		{"whole", "68276-33-33-019-2025-01580-00", own},
		{"a part that no court has", "68276-33-38-019-2025-01580-00", own},
		{"a letter for a digit", "682Z6-33-33-019-2025-01580-00", own},
		{"a letter that looks like no digit", "68276-3M-33-019-2025-01580-00", own},
		{"a digit lost", "68276-33-3-019-2025-01580-00", own},
		{"a sign too many", "68276333301|9-2025-01580-00", own},
		{"a point read into it", "68276 33 33 019 2025.-01580 .00", own},
		{"the rest in the column below", "682763333019\n          2025 01580 00", own},
		{"a part on each line of a column", "68276\n          3333\n          019\n          2025\n          01580\n          00", own},
		{"the department split off, a digit lost", "68-76-33-33-019-2025-01580-00", own},
		{"a part in each cell", "68 | 276 | 33 | 33 | 019 | 2025 | 01580 | 00", own},
		{"three are wrong", "68276-88-38-019-2025-01580-00", ""},
		{"a digit of the serial lost", "68276-33-38-019-2025-0580-00", ""},
		{"a letter in the serial", "68276-33-38-019-2025-0X580-00", ""},
		{"another court's", "68001-40-03-005-2025-01580-00", "68001400300520250158000"},
		{"a digit lost by who wrote it", "6827633301920250158000", ""},
	} {
		paper := "Señor\nJUEZ 19 ADMINISTRATIVO DEL CIRCUITO DE FLORIDABLANCA\n\nRadicado: " + c.number +
			"\nAsunto: Impugnación de fallo de tutela\n\nAna Lucía Ruiz Mora, con C.C. 52.000.111, impugno el fallo de tutela contra Nueva EPS.\n"
		r, _ := ensemble(t, nil).ExtractContext(t.Context(), paper, ner.Recognised(paper)...)
		if got := r.Value(ner.Radicado); got != c.want {
			t.Errorf("%s: %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestListOfCasesHasNoRadicado(t *testing.T) {
	for _, rows := range []string{
		"%s-2025-00110-01 | NULIDAD | ANA RUIZ | INVIAS | 17/03/2026\n",
		"1. %s-2025-00110-01   Reparación directa   Ana Ruiz\n",
	} {
		paper := "JUZGADO PRIMERO ADMINISTRATIVO DE TUNJA\nESTADO No. 41 DEL 18 DE MARZO DE 2026\nRADICACIÓN | CLASE | DEMANDANTE | DEMANDADO | FECHA\n"
		for _, court := range []string{"15001-33-33-001", "15001-33-33-004", "15001-33-33-007"} {
			paper += strings.Replace(rows, "%s", court, 1)
		}
		r, _ := ensemble(t, nil).ExtractContext(t.Context(), paper+"Se fija hoy a las 8:00 a. m.\nEL SECRETARIO\n")
		if got := r.Filled(ner.Radicado); got != "" {
			t.Errorf("%s: %q", rows, got)
		}
	}
}
