package excel_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/adapters/excel"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

func csvOf(t interface{ Fatal(...any) }, values ...string) string {
	var out bytes.Buffer
	table := spreadsheet.Table{Columns: make([]spreadsheet.Column, len(values))}
	err := excel.CSV{}.Write(context.Background(), &out, table, func(add func([]spreadsheet.Cell) error) error {
		row := make([]spreadsheet.Cell, len(values))
		for i, v := range values {
			row[i] = spreadsheet.Cell{Kind: spreadsheet.Text, Value: v}
		}
		return add(row)
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(out.String(), "\ufeff")
}

func TestNoFormulaBeginsInCSV(t *testing.T) {
	for rule, c := range map[string]struct{ value, want string }{
		"at the beginning":                  {"=1+1", "'=1+1"},
		"behind a blank":                    {" =1+1", " '=1+1"},
		"a full-width sign":                 {"＝1+1", "'＝1+1"},
		"behind what Colombia cuts at":      {`x;=HYPERLINK("http://a.example")`, `x;'=HYPERLINK("http://a.example")`},
		"behind a line end":                 {"a\n=1", "a\r\n'=1"},
		"behind a tab":                      {"a\t+1", "a\t'+1"},
		"behind a quote":                    {`"=1`, `"'=1`},
		"behind a quote and what is cut at": {`a";"@SUM(1)`, `a";"'@SUM(1)`},
		"in the middle of words":            {"a+b = c, d-e", "a+b = c, d-e"},
		"an address":                        {"ana@correo.example; luis@correo.example", "ana@correo.example; luis@correo.example"},
		"a telephone":                       {"Tel: +57 300", "Tel: +57 300"},
	} {
		rows, err := csv.NewReader(strings.NewReader(csvOf(t, "x", c.value))).ReadAll()
		if got := rows[1][1]; err != nil || strings.ReplaceAll(got, "\n", "\r\n") != c.want {
			t.Errorf("%s: %q, want %q (%v)", rule, got, c.want, err)
		}
	}
}

// However a program cuts the rows, and whether it heeds quotes or not, no cell begins with a sign of a formula.
func TestNoFormulaBeginsHoweverCSVIsCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringOf(rapid.SampledFrom([]rune("=+-@＝ \t\n\r;,|\"'a1\u00a0\u200b")))
		file := csvOf(t, value.Draw(t, "a"), value.Draw(t, "b"))
		for _, at := range []rune{',', ';', '\t', '|'} {
			cells := strings.FieldsFunc(file, func(r rune) bool { return r == at || r == '\n' || r == '\r' })
			r := csv.NewReader(strings.NewReader(file))
			r.Comma, r.LazyQuotes, r.FieldsPerRecord = at, true, -1
			if rows, err := r.ReadAll(); err == nil {
				cells = slices.Concat(append(rows, cells)...)
			}
			for _, c := range cells {
				c = strings.TrimLeftFunc(c, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == '"' })
				if c != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(c)[0]) {
					t.Fatalf("cut at %q, %q begins a formula in %q", at, c, file)
				}
			}
		}
	})
}
