package papers_test

import (
	"testing"

	"github.com/cotejo/cotejo/testkit/papers"
)

func TestIsCourt(t *testing.T) {
	for _, c := range []struct {
		rule, value, spellings string
		want                   bool
	}{
		{"the judge is the court", "Juzgado Civil Municipal de Cali", "Juez Civil Municipal de Cali (reparto)", true},
		{"a number in words", "Juzgado 2 Penal Municipal de Tunja", "JUZGADO SEGUNDO PENAL MUNICIPAL DE TUNJA", true},
		{"a number with a zero", "Juzgado 2 Penal Municipal de Tunja", "Juzgado 02 Penal Municipal - Boyacá - Tunja", true},
		{"without its department", "Juzgado de Honda", "juez de Honda Tolima", true},
		{"a department of two words", "Juzgado de Ocaña", "Juez de Ocaña, Norte de Santander", true},
		{"another spelling", "Juzgado Promiscuo de Ortega", "Juez de Ortega|Juez Promiscuo de Ortega", true},
		{"in the feminine", "Juzgado Único Promiscuo Municipal de Orito", "JUEZ ÚNICA PROMISCUA MUNICIPAL DE ORITO", true},
		{"in the plural", "Juez de Tutela de Ipiales", "juez de tutelas de ipiales reparto", true},
		{"another number", "Juzgado 3 Penal Municipal de Tunja", "Juzgado Segundo Penal Municipal de Tunja", false},
		{"without its town", "Juzgado Penal", "Juzgado Penal de Arauca", false},
		{"without its kind", "Juzgado Municipal de Cali", "Juzgado Civil Municipal de Cali", false},
		{"another town", "Juzgado Civil de Cali", "Juzgado Civil de Pasto", false},
		{"a word too many", "Juzgado Civil del Circuito de Cali", "Juzgado Civil de Cali", false},
	} {
		if got := papers.IsCourt(c.value, c.spellings); got != c.want {
			t.Errorf("%s: %q is %q: %v", c.rule, c.value, c.spellings, got)
		}
	}
}

func TestNamesAreTheSame(t *testing.T) {
	for _, c := range []struct {
		rule, value, spellings string
		want                   bool
	}{
		{"surnames first", "Ruiz Mora Ana", "Ana Ruiz Mora", true},
		{"letters with points", "Compensar E.P.S.", "Compensar EPS|Caja Compensar", true},
		{"letters without", "Vías S.A.S.", "Vías SAS", true},
		{"words of two spellings", "Compensar EPS", "Compensar|EPS Compensar", true},
		{"a word too many", "Ana Ruiz Mora Pido", "Ana Ruiz Mora", false},
		{"a word too few", "Compensar", "Compensar EPS", false},
		{"nothing", "", "Ana", false},
	} {
		if got := papers.IsName(c.value, c.spellings); got != c.want {
			t.Errorf("%s: %q of %q: %v", c.rule, c.value, c.spellings, got)
		}
	}
}
