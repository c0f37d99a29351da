package spreadsheet_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

func TestParseMapping(t *testing.T) {
	for _, c := range []struct {
		rule, mapping string
		ok            bool
	}{
		{"nothing", " ", true},
		{"a column", `{"columns":{"B":"demandante"}}`, true},
		{"a column that is left out", `{"sheet":2,"row":4,"columns":{"AB":""}}`, true},
		{"two that are left out", `{"columns":{"A":"","B":""}}`, true},
		{"the right that is invoked", `{"columns":{"A":"derecho"}}`, true},
		{"no JSON", `B=demandante`, false},
		{"a column of the register that there is not", `{"columns":{"B":"color"}}`, false},
		{"one that only export writes", `{"columns":{"B":"ocr_confidence"}}`, false},
		{"two of one", `{"columns":{"A":"cedula","B":"cedula"}}`, false},
		{"no letter", `{"columns":{"2":"cedula"}}`, false},
		{"a small letter", `{"columns":{"b":"cedula"}}`, false},
		{"a row of no sheet", `{"row":3}`, false},
		{"a row before the first", `{"sheet":1,"row":-1}`, false},
	} {
		if _, err := spreadsheet.ParseMapping(c.mapping); (err == nil) != c.ok || err != nil && fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%s: %v", c.rule, err)
		}
	}
}

func TestFaultNamesHeaderOfMappedColumn(t *testing.T) {
	h := spreadsheet.MapHeader(header("No.", "Quién pide", "Contra quién"),
		spreadsheet.Mapping{Columns: map[string]string{"A": "numero_acta", "B": "demandante", "C": "demandado"}})
	_, faults, _ := h.Read(spreadsheet.Row{Number: 2, Cells: []spreadsheet.Cell{text("7"), {}, text("EPS")}})
	if len(faults) != 1 || faults[0].Column != "demandante" || faults[0].Header != "Quién pide" {
		t.Errorf("faults %+v, want one below Quién pide", faults)
	}
}
