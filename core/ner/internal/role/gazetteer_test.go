package role

import (
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

func TestGazetteer(t *testing.T) {
	for _, c := range []struct {
		rule  string
		field field.Field
		text  string
		want  string
	}{
		{"court", field.Court, "Señor JUEZ QUINTO CIVIL MUNICIPAL DE TUNJA", "Juzgado 5 Civil Municipal de Tunja"},
		{"alias of an institution", field.Defendant, "presento tutela contra la UARIV", "UARIV"},
		{"longest match wins", field.Defendant, "tutela contra la Superintendencia Nacional de Salud", "Superintendencia Nacional de Salud"},
		{"legal form belongs to the name", field.Defendant, "tutela contra Nueva EPS S.A. por mis derechos", "Nueva EPS S.A."},
		{"a common word is no institution", field.Defendant, "está claro que la empresa sigue", ""},
		{"person", field.Plaintiff, "Yo, Ana Lucía López Ruiz, pido", "Ana Lucía López Ruiz"},
		{"municipality is no person", field.Plaintiff, "Santa Rosa de Cabal, 3 de mayo", ""},
	} {
		if got, _ := best(Gazetteer{}, c.field, c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestKey(t *testing.T) {
	for _, c := range []struct {
		field field.Field
		a, b  string
	}{
		{field.Plaintiff, "ANA LÓPEZ RUIZ", "Ana Lopez Ruiz"},
		{field.Defendant, "Nueva EPS S.A.", "NUEVA EPS"},
		{field.Defendant, "UARIV", "Unidad para las Víctimas"},
		{field.Cedula, "52.000.111", "52000111"},
		{field.Court, "Juzgado 5 Penal Municipal de Bogotá", "juzgado 5 penal municipal de bogota"},
	} {
		if field.Key(c.field, c.a) != field.Key(c.field, c.b) {
			t.Errorf("%q is %q, %q is %q", c.a, field.Key(c.field, c.a), c.b, field.Key(c.field, c.b))
		}
	}
	if field.Key(field.Defendant, "Banco Azul") == field.Key(field.Defendant, "Banco Rojo") {
		t.Error("two banks have one key")
	}
}

func TestEntitiesListIsSound(t *testing.T) {
	l := lex.Default()
	for nit, name := range l.NITs {
		if len(nit) != 10 || ident.NITCheckDigit(nit[:9]) != nit[9] {
			t.Errorf("%s: NIT %s does not check", name, nit)
		}
	}
}
