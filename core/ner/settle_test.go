package ner

import "testing"

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

TOMÁS HERNÁN RINCÓN EPIAYÚ
Cédula de ciudadanía No. 1.042.674.666
`
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	r := e.Extract(paper)
	if got := r.Values(Plaintiff); len(got) != 2 || Key(Plaintiff, got[0]) != Key(Plaintiff, "María Fernanda Johana Sánchez") {
		t.Errorf("plaintiffs %q", got)
	}
	if got := r.Value(Cedula); got != "61926511" {
		t.Errorf("the cédula is %s, which is the second plaintiff's", got)
	}
}
