package ner

import (
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/field"
)

func TestOfSeveralPlaintiffsTheFirstsCedulaCounts(t *testing.T) {
	const paper = `Señor
JUEZ CIVIL MUNICIPAL DE SOPETRÁN (REPARTO)

Los suscritos MARÍA FERNANDA JOHANA SÁNCHEZ, IDENTIFICADA CON C.C.
NO 61.926.511, TOMÁS HERNÁN RINCÓN EPIAYÚ, IDENTIFICADO CON CÉDULA
DE CIUDADANÍA N° 1.042.674.666, residentes en Sopetrán, nos permitimos
presentar ACCIÓN DE TUTELA en contra de ASMET SALUD EPS S.A.S.

HECHOS
1. Pedimos la cita y no la dan.

Respetuosamente,

MARÍA FERNANDA JOHANA SÁNCHEZ
Cédula de ciudadanía No. 61.926.511

TOMÁS HERNÁN RINCÓN EPIAYÚ
Cédula de ciudadanía No. 1.042.674.666
`
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	r := e.Extract(paper)
	if got := r.Values(Plaintiff); len(got) != 2 || field.Key(Plaintiff, got[0]) != field.Key(Plaintiff, "María Fernanda Johana Sánchez") {
		t.Errorf("plaintiffs %q", got)
	}
	if got := r.Value(Cedula); got != "61926511" {
		t.Errorf("the cédula is %s, which is the second plaintiff's", got)
	}
}

// Twins and whole families file together: names that differ in a word, numbers
// in a digit. One of the numbers may be missed.
func TestTwoLikePlaintiffsHaveTheirCedulas(t *testing.T) {
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for rule, names := range map[string][2]string{
		"mother and daughter": {"LUZ MARINA JARAMILLO BARROS", "MARINA JARAMILLO BARROS"},
		"daughter and mother": {"MARINA JARAMILLO BARROS", "LUZ MARINA JARAMILLO BARROS"},
		"twins":               {"JUAN CAMILO JARAMILLO BARROS", "JUANA CAMILA JARAMILLO BARROS"},
	} {
		first, second := names[0], names[1]
		r := e.Extract("Señor\nJUEZ CIVIL MUNICIPAL DE SOPETRÁN (REPARTO)\n\n" +
			"Los suscritos " + first + ", con C.C. No. 61.926.511, y " + second + ", con C.C. No. 61.926.512, residentes en Sopetrán, " +
			"presentamos ACCIÓN DE TUTELA en contra de ASMET SALUD EPS S.A.S.\n\nHECHOS\n1. Pedimos la cita y no la dan.\n\nRespetuosamente,\n\n" +
			first + "\nC.C. 61.926.511\n\n" + second + "\nC.C. 61.926.512\n")
		if got := r.Values(Cedula); len(got) == 0 || slices.ContainsFunc(got, func(n string) bool { return n != "61926511" && n != "61926512" }) {
			t.Errorf("%s: cédulas %q", rule, got)
		}
		if got := strings.ToUpper(r.Joined(Plaintiff)); got != first+"; "+second {
			t.Errorf("%s: plaintiffs %q", rule, got)
		}
	}
}

// A text may give one number to as many people as it has room for: all are not
// compared with all.
func TestOwnersOfOneNumberAreBounded(t *testing.T) {
	b := &ballot{text: NewText("")}
	for i := range 1000 {
		b.add("pattern", 1, Mention{Field: Cedula, Value: "52000111", Start: i, Confidence: 1, Owner: strings.Repeat("Ana ", i+1)})
	}
	if len(b.candidates) != 1 || len(b.candidates[0].owners) != maxOwners || b.candidates[0].owners[0] != "Ana " {
		t.Errorf("%d candidates, the first with %d owners", len(b.candidates), len(b.candidates[0].owners))
	}
}

// Where little says who complains, the number of somebody else is still none.
func TestOwnersOfAnUnsurePlaintiff(t *testing.T) {
	for owner, foreign := range map[string]bool{"Ana López Ruiz": false, "Stella Hernández Duque": true} {
		number := &candidate{Entity: Entity{Field: Cedula, Value: "52000111", Confidence: 0.8}, owners: []string{owner}}
		b := &ballot{candidates: []*candidate{{Entity: Entity{Field: Plaintiff, Value: "Ana López Ruiz", Confidence: 0.4}}, number}}
		b.settleOwners()
		if number.foreign != foreign {
			t.Errorf("of %s: foreign is %v", owner, number.foreign)
		}
	}
}
