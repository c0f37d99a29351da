package ner

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/sequence"
)

func examplesOf(names ...string) []Example {
	var out []Example
	for _, n := range names {
		s := "Yo, " + n + ", interpongo tutela contra BANCO AZUL."
		at := len([]rune("Yo, "))
		against := strings.Index(s, "BANCO") - (len(s) - len([]rune(s)))
		out = append(out, Example{Text: s, Names: []Mention{{Field: Plaintiff, Start: at, End: at + len([]rune(n))}, {Field: Defendant, Start: against, End: against + 10}}})
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
	m, err := sequence.ReadModel(a)
	if err != nil {
		t.Fatal(err)
	}
	got := map[Field]string{}
	for _, x := range NewText("Yo, Luisa Mesa Toro, interpongo tutela contra BANCO ROJO.").TaggedBy(m) {
		got[x.Field] = x.Value
	}
	if got[Plaintiff] != "Luisa Mesa Toro" || got[Defendant] != "BANCO ROJO" {
		t.Errorf("learned %v", got)
	}
}

// What the training makes of a small set is known, so that a change to features
// or learning that makes the embedded model another one does not go unseen.
func TestTrainingMakesWhatItMadeBefore(t *testing.T) {
	b, err := TrainSequence(examplesOf("Ana López Ruiz", "Juan Gil", "Rosa Cano Díaz", "Pedro Ruiz", "Gloria Inés Mesa"), 6, 7)
	if err != nil {
		t.Fatal(err)
	}
	m, err := sequence.ReadModel(b)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	for _, row := range m.Rows {
		if err := binary.Write(sum, binary.LittleEndian, row[:]); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Fprint(sum, m.Transitions)
	const want = "9a34cd9713502171b3acc1721223c79cbd07de63bf3e2fc82475acc06fc97202"
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != want {
		t.Errorf("the weights have SHA-256 %s, had %s: train the model anew (go run ./testkit/measure train-parties) and write both down", got, want)
	}
}

func TestEmbeddedModelsAreThoseThatAreDocumented(t *testing.T) {
	sources, err := os.ReadFile("SOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sequence.bin", "prose.bin"} {
		b, err := models.ReadFile("data/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256(b)); !strings.Contains(string(sources), sum) {
			t.Errorf("SOURCES.md does not have the SHA-256 of %s, %s", name, sum)
		}
		if len(b) > 6<<20 {
			t.Errorf("%s has %d bytes", name, len(b))
		}
	}
}

func TestModelsOfOtherFormatsAreRefused(t *testing.T) {
	good, err := TrainSequence(examplesOf("Ana Ruiz"), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for rule, b := range map[string][]byte{"empty": nil, "other magic": append([]byte("ner0"), good[4:]...), "cut short": good[:len(good)/2]} {
		if _, err := sequence.ReadModel(b); err == nil {
			t.Errorf("%s: accepted", rule)
		}
	}
}

func TestSequenceOnAPresentation(t *testing.T) {
	const head = "Señor\nJUEZ PENAL MUNICIPAL DE CALI (REPARTO)\nE. S. D.\n\nReferencia: Acción de tutela\n\n"
	const against = "interpongo acción de tutela contra NUEVA EPS S.A., por la vulneración de derechos fundamentales a la salud y a la vida.\n\nHECHOS\n\n1. Hay afiliación desde 2015.\n"
	for text, want := range map[string]map[Field]string{
		"ANA LÓPEZ RUIZ, mayor de edad, identificada con la cédula de ciudadanía No. 52.000.111 de Cali, actuando en nombre propio, ": {
			Plaintiff: "Ana López Ruiz", Defendant: "NUEVA EPS S.A.", Court: "Juzgado Penal Municipal de Cali"},
		"ANA LÓPEZ RUIZ, identificada con C.C. 52.000.111 de Cali, actuando como agente oficiosa de mi madre ROSA RUIZ, identificada con C.C. 29.111.222, ": {
			Plaintiff: "Rosa Ruiz", Defendant: "NUEVA EPS S.A."},
	} {
		for f, name := range want {
			got, most := "", 0.0
			for _, m := range (Sequence{}).Extract(NewText(head + text + against)) {
				if m.Field == f && m.Confidence > most {
					got, most = m.Value, m.Confidence
				}
			}
			if got != name {
				t.Errorf("%.30s… %s: %q, want %q", text, f, got, name)
			}
		}
	}
}
