package ner

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner/parties"
)

// told are sentences in which a court tells of a suit; the first name files, the second is
// sued, the third takes no side.
var told = []string{
	"ANTECEDENTES\n\nEl señor %s interpuso acción de tutela contra %s por considerar vulnerados sus derechos. La accionante refiere que %s es su vecino.\n",
	"HECHOS\n\nLa señora %s, por medio de apoderado, demandó a %s. Indicó el actor que el médico %s le formuló un tratamiento.\n",
	"ANTECEDENTES\n\n%s presentó acción de tutela contra %s. El accionante manifestó que compró la casa a %s en 2010.\n",
}

func toldExamples() []Told {
	people := []string{"Ana Ruiz Mora", "Luis Peña Gil", "Rosa Díaz Cano", "Pedro Vega Soto", "Marta Gómez Ríos"}
	entities := []string{"Salud Total EPS", "Nueva EPS", "Famisanar EPS", "Alcaldía de Cali", "Colpensiones"}
	var out []Told
	for i := range 60 {
		p, d, o := people[i%5], entities[i/5%5], people[(i+2)%5]
		out = append(out, Told{Text: fmt.Sprintf(told[i%3], p, d, o), Ruling: true, Group: i, Right: func(r parties.Role, value string, _, _ int) bool {
			return value == [parties.Roles]string{p, d}[r]
		}})
	}
	return out
}

// firstPerson is a paper by which somebody sues.
const firstPerson = "Interpongo tutela porque mi EPS negó mi medicamento; yo soy la accionante y solicito que se me ampare.\n"

func learnedProse(t *testing.T) *parties.Model {
	learn := func() []byte {
		b, err := LearnProse(toldExamples(), slices.Repeat([]string{firstPerson}, 60), LowerWords([]string{strings.Repeat("Ella sostiene que no. ", 60)}), 2, 8, 1)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	b := learn()
	if !bytes.Equal(b, learn()) {
		t.Fatal("learned another time, something else comes out")
	}
	m, err := parties.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestRolesAreLearnedFromWhereNamesStand(t *testing.T) {
	m := learnedProse(t)
	for i, form := range told {
		text := NewText(fmt.Sprintf(form, "Jorge Castro Luna", "Compensar EPS", "Julio Rojas Parra"))
		var likeliest [parties.Roles]parties.Party
		for _, p := range m.Judge(describe(text).Head(maxTold), nil) {
			for r := range parties.Roles {
				if p.Probability[r] > likeliest[r].Probability[r] {
					likeliest[r] = p
				}
			}
		}
		for r, want := range [parties.Roles]string{"Jorge Castro Luna", "Compensar EPS"} {
			p := likeliest[r]
			if got := text.Slice(int(text.Words[p.Best.First].Start), int(text.Words[p.Best.Last].End)); got != want || p.Probability[r] < .5 {
				t.Errorf("form %d, role %d: %q, %.2f; want %q", i, r, got, p.Probability[r], want)
			}
		}
	}
}

func TestTextsThatTellAreTold(t *testing.T) {
	m := learnedProse(t)
	for text, want := range map[string]bool{
		"El accionante refiere que la entidad interpuso recursos y que es su vecino.\n": true,
		"Yo interpongo tutela para que mi EPS me entregue mi medicamento.\n":            false,
	} {
		if got := m.Tells(describe(NewText(text)).Head(maxTold)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestUsuallyLowerWordsBeginNoName(t *testing.T) {
	m := learnedProse(t)
	text := describe(NewText("No fue así. Sostiene Clínica Ibagué que no.")).Head(maxTold)
	spans := text.Spans(m.IsLower)
	if len(spans) != 1 || text.Words[spans[0].First].Start != 21 {
		t.Errorf("spans %v", spans)
	}
}

// Models decide who the parties are, of what a court tells as of a filing.
func TestModelsDecideWhoThePartiesAre(t *testing.T) {
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"JUZGADO PRIMERO CIVIL MUNICIPAL DE CALI\n\nProcede el Despacho a resolver la acción de tutela instaurada por la señora Ana Ruiz Mora contra Salud Total EPS.\n",
		"Señor Juez: yo, Ana Ruiz Mora, interpongo acción de tutela contra Salud Total EPS porque me negó mi medicamento.\n",
	} {
		for _, x := range e.Extract(text).Entities {
			if x.Field != Plaintiff && x.Field != Defendant {
				continue
			}
			decided := false
			for _, s := range x.Sources {
				decided = decided || s.Extractor == modelName
			}
			if !decided {
				t.Errorf("%.40s…: %s %q of %v", text, x.Field, x.Value, x.Sources)
			}
		}
	}
}
