package ner

import (
	"bytes"
	"fmt"
	"testing"
)

// told are sentences in which a court tells of a suit; the first name files, the second is
// sued, the third takes no side.
var told = []string{
	"ANTECEDENTES\n\nEl señor %s interpuso acción de tutela contra %s por considerar vulnerados sus derechos. La accionante refiere que %s es su vecino.\n",
	"HECHOS\n\nLa señora %s, por medio de apoderado, demandó a %s. Indicó el actor que el médico %s le formuló un tratamiento.\n",
	"ANTECEDENTES\n\n%s presentó acción de tutela contra %s. El accionante manifestó que compró la casa a %s en 2010.\n",
}

func toldExamples() []Example {
	people := []string{"Ana Ruiz Mora", "Luis Peña Gil", "Rosa Díaz Cano", "Pedro Vega Soto", "Marta Gómez Ríos"}
	entities := []string{"Salud Total EPS", "Nueva EPS", "Famisanar EPS", "Alcaldía de Cali", "Colpensiones"}
	var out []Example
	for i := range 60 {
		p, d, o := people[i%5], entities[i/5%5], people[(i+2)%5]
		text := fmt.Sprintf(told[i%3], p, d, o)
		at := func(name string, f Field) Mention {
			start := len([]rune(text[:bytes.Index([]byte(text), []byte(name))]))
			return Mention{Field: f, Start: start, End: start + len([]rune(name))}
		}
		out = append(out, Example{Text: text, Names: []Mention{at(p, Plaintiff), at(d, Defendant)}})
	}
	return out
}

func TestRolesAreLearnedFromWhereNamesStand(t *testing.T) {
	b, err := LearnRoles(toldExamples(), 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	again, err := LearnRoles(toldExamples(), 8, 1)
	if err != nil || !bytes.Equal(b, again) {
		t.Fatalf("learned another time, something else comes out (%v)", err)
	}
	m, err := readRoles(b)
	if err != nil {
		t.Fatal(err)
	}
	for i, form := range told {
		text := NewText(fmt.Sprintf(form, "Jorge Castro Luna", "Compensar EPS", "Julio Rojas Parra"))
		var d decoder
		likeliest := map[Field]Mention{}
		for _, x := range m.judge(d.read(text, 0, len(text.words))) {
			if x.Confidence > likeliest[x.Field].Confidence {
				likeliest[x.Field] = x
			}
		}
		if p, d := likeliest[Plaintiff], likeliest[Defendant]; p.Value != "Jorge Castro Luna" || d.Value != "Compensar EPS" || p.Confidence < .5 || d.Confidence < .5 {
			t.Errorf("form %d: plaintiff %q, %.2f; defendant %q, %.2f", i, p.Value, p.Confidence, d.Value, d.Confidence)
		}
	}
}

func TestRolesOfAnotherFormatAreRefused(t *testing.T) {
	for rule, b := range map[string]string{"nothing": "", "another format": "role0", "cut short": roleMagic + "\x00"} {
		if _, err := readRoles([]byte(b)); err == nil {
			t.Errorf("%s: accepted", rule)
		}
	}
}

func TestTellsOfOthers(t *testing.T) {
	for _, c := range []struct {
		rule, text string
		want       bool
	}{
		{"third person", "La accionante afirma que la entidad accionada negó el medicamento.\n", true},
		{"first person", "Interpongo tutela porque mi EPS negó mi medicamento; yo soy la accionante.\n", false},
		{"neither", "El medicamento no fue entregado.\n", false},
		{"no line ends", "La accionante afirma. " + string(bytes.Repeat([]byte("El actor dice que no. "), 40)), false},
	} {
		if got := NewText(c.text).tellsOfOthers(); got != c.want {
			t.Errorf("%s: %v", c.rule, got)
		}
	}
}
