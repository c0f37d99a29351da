package ner

import (
	"bytes"
	"strings"
	"testing"
)

func examplesOf(names ...string) []Example {
	var out []Example
	for _, n := range names {
		s := "Yo, " + n + ", interpongo tutela contra BANCO AZUL."
		at := len([]rune("Yo, "))
		against := strings.Index(s, "BANCO") - (len(s) - len([]rune(s)))
		out = append(out, Example{s, []Mention{{Field: Plaintiff, Start: at, End: at + len([]rune(n))}, {Field: Defendant, Start: against, End: against + 10}}})
	}
	return out
}

func TestTrainingIsReproducibleAndLearns(t *testing.T) {
	examples := examplesOf("Ana López Ruiz", "Juan Gil", "Rosa Cano Díaz", "Pedro Ruiz")
	a, err := TrainSequence(examples, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	b, err := TrainSequence(examples, 8, 1)
	if err != nil || !bytes.Equal(a, b) {
		t.Fatalf("the same examples gave another model (%v)", err)
	}
	m, err := readModel(a)
	if err != nil {
		t.Fatal(err)
	}
	got := map[Field]string{}
	for _, x := range m.mentions(NewText("Yo, Luisa Mesa Toro, interpongo tutela contra BANCO ROJO.")) {
		got[x.Field] = x.Value
	}
	if got[Plaintiff] != "Luisa Mesa Toro" || got[Defendant] != "BANCO ROJO" {
		t.Errorf("learned %v", got)
	}
}

func TestModelsOfOtherFormatsAreRefused(t *testing.T) {
	good, err := TrainSequence(examplesOf("Ana Ruiz"), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for rule, b := range map[string][]byte{"empty": nil, "other magic": append([]byte("ner0"), good[4:]...), "cut short": good[:len(good)/2]} {
		if _, err := readModel(b); err == nil {
			t.Errorf("%s: accepted", rule)
		}
	}
}

func TestSequenceOnAPresentation(t *testing.T) {
	const s = "Señor\nJUEZ PENAL MUNICIPAL DE CALI (REPARTO)\n\nANA LÓPEZ RUIZ, mayor de edad, identificada con C.C. 52.000.111, actuando en nombre propio,\n" +
		"interpongo acción de tutela contra NUEVA EPS S.A. por la vulneración de mis derechos.\n"
	for f, want := range map[Field]string{Plaintiff: "Ana López Ruiz", Defendant: "NUEVA EPS S.A.", Court: "Juzgado Penal Municipal de Cali"} {
		if got, _ := best(Sequence{}, f, s); got != want {
			t.Errorf("%s: %q, want %q", f, got, want)
		}
	}
}
