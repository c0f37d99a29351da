package dedup_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/papers"
)

const caseTutela = `Señor JUEZ MUNICIPAL DE NEIVA (REPARTO)
REF: ACCIÓN DE TUTELA
HERNÁN TOVAR CERQUERA, identificado con la cédula de ciudadanía No. 7.689.114, interpongo acción de tutela contra SALUD ANDINA EPS S.A.S.
HECHOS
1. El 15 de enero de 2026 el ortopedista me ordenó una cirugía de cadera en la Clínica del Valle.
2. El 23 de febrero de 2026 la EPS negó la cirugía con el argumento de que no hay agenda.
PRETENSIONES
Que se ordene a la EPS programar la cirugía de cadera en un término de 48 horas.
HERNÁN TOVAR CERQUERA`

// frames are papers within a case that quote a tutela, which stands for %s.
var frames = map[string]string{
	"answer":     "Señor JUEZ TERCERO\nREF: CONTESTACIÓN ACCIÓN DE TUTELA\nPIEDAD LOSADA MURCIA, apoderada de la entidad, descorro el traslado.\nLo que se dice: «%s»\nNos oponemos. Solicito declarar improcedente la tutela.",
	"ruling":     "JUZGADO TERCERO MUNICIPAL\nSENTENCIA DE TUTELA\nProcede el despacho a decidir.\nANTECEDENTES\n%s\nCONSIDERACIONES\nEn mérito de lo expuesto, administrando justicia,\nRESUELVE: amparar el derecho. NOTIFÍQUESE Y CÚMPLASE.",
	"appeal":     "Señor JUEZ TERCERO\nREF: IMPUGNACIÓN DEL FALLO DE TUTELA\nImpugno el fallo que negó el amparo. En la tutela se dijo:\n%s\nPido que se revoque el fallo.",
	"withdrawal": "Señor JUEZ TERCERO\nREF: DESISTIMIENTO DE LA TUTELA\nDesisto de la acción de tutela, cuyo texto es:\n%s\nYa me cumplieron.",
	"incidente":  "Señor JUEZ TERCERO\nINCIDENTE DE DESACATO\nLa entidad no ha cumplido el fallo de la tutela que decía:\n%s",
}

// Papers of one case quote the tutela whole, and are no repetition of it, whatever type they are sent as.
func TestPapersOfOneCaseAreNoRepetition(t *testing.T) {
	d := detector(t)
	for name, frame := range frames {
		for _, kind := range []string{"tutela", "otro"} {
			other := readFiling(t, "b", strings.Replace(frame, "%s", caseTutela, 1))
			other.Type = kind
			for _, sides := range [][2]dedup.Filing{{readFiling(t, "a", caseTutela), other}, {other, readFiling(t, "a", caseTutela)}} {
				m := compareTexts(t, d, sides[0], sides[1])
				if m.Relation != dedup.SameCase || m.Similarity > .6 {
					t.Errorf("%s as %s: %q %.2f: %q", name, kind, m.Relation, m.Similarity, dedup.Texts(m.Reasons))
				}
				if !strings.Contains(strings.Join(dedup.Texts(m.Reasons), "; "), "del mismo caso: ") {
					t.Errorf("%s: the reasons do not name the papers: %q", name, dedup.Texts(m.Reasons))
				}
			}
		}
	}
}

// No frame around any generated tutela makes a repetition of it.
func TestFramedTutelasAreNoRepetition(t *testing.T) {
	d := detector(t)
	g := filings.New(19, filings.HeldOut())
	for range 120 {
		f := g.Of(document.Tutela)
		tutela := dedup.Filing{Type: "tutela", Text: f.Text, Parties: dedup.Parties{
			Plaintiff: f.Gold.Value(ner.Plaintiff), Cedula: f.Gold.Value(ner.Cedula), Defendant: f.Gold.Value(ner.Defendant), Email: f.Gold.Value(ner.Email)}}
		for name, frame := range frames {
			other := tutela
			other.Text = strings.Replace(frame, "%s", f.Text, 1)
			if m := compareTexts(t, d, tutela, other); m.Relation == dedup.Duplicate {
				t.Errorf("%s of %s: %.2f %q", name, f.ID, m.Similarity, dedup.Texts(m.Reasons))
			}
		}
	}
}

func TestPapersWithinCases(t *testing.T) {
	d := detector(t)
	answer := strings.Replace(frames["answer"], "%s", caseTutela, 1)
	appeal := strings.Replace(frames["appeal"], "%s", caseTutela, 1)
	another := strings.NewReplacer("HERNÁN TOVAR CERQUERA", "ROSALBA PINEDA CÁCERES", "7.689.114", "40.218.773")
	for _, c := range []struct {
		rule, a, b string
		want       dedup.Relation
	}{
		{"an answer and an appeal", answer, appeal, dedup.SameCase},
		{"an answer about another matter of the same person", caseTutela, strings.NewReplacer("15 de enero", "7 de octubre", "23 de febrero", "9 de noviembre",
			"una cirugía de cadera", "un audífono", "la cirugía de cadera", "el audífono", "la cirugía", "el audífono").Replace(answer), dedup.NewClaim},
		{"an answer about another person", caseTutela, another.Replace(answer), dedup.Unrelated},
		{"the same answer again", answer, answer + "\n", dedup.Duplicate},
		{"the same appeal again, with a word more", appeal, strings.Replace(appeal, "Pido que", "Respetuosamente pido que", 1), dedup.Duplicate},
	} {
		if m := compareTexts(t, d, readFiling(t, "a", c.a), readFiling(t, "b", c.b)); m.Relation != c.want {
			t.Errorf("%s: %q %.2f, want %q: %q", c.rule, m.Relation, m.Similarity, c.want, dedup.Texts(m.Reasons))
		}
	}
}

// What is unknown of one filing limits the similarity, however alike the rest is.
func TestUnknownIdentitiesLimitSimilarity(t *testing.T) {
	d := detector(t)
	tutela := strings.NewReplacer("me ordenó una cirugía de cadera en", "me vio en", "negó la cirugía con", "me devolvió con").Replace(caseTutela)
	withoutRequest := strings.Split(tutela, "PRETENSIONES")[0] + "HERNÁN TOVAR CERQUERA"
	m := compareTexts(t, d, readFiling(t, "a", tutela), readFiling(t, "b", withoutRequest))
	if m.Claims.Verdict != dedup.Unknown || m.Similarity > .6 || m.Relation != dedup.NewClaim {
		t.Errorf("claims %s, similarity %.2f, relation %q: a clerk is not told, or told too much", m.Claims.Verdict, m.Similarity, m.Relation)
	}
}

// Few of the pairs that people wrote are judged wrongly: one of 100 is an accusation, and at most 5 are missed.
func TestPairsOfPeople(t *testing.T) {
	pairs, err := papers.PairsToLearn()
	if err != nil || len(pairs) == 0 {
		t.Fatalf("%d pairs: %v", len(pairs), err)
	}
	d := detector(t)
	accused, missed, lost, sameCase := 0, 0, 0, 0
	for _, p := range pairs {
		m := compareTexts(t, d, readFiling(t, "a", p.A), readFiling(t, "b", p.B))
		if p.Gold == "same_case" {
			sameCase++
		}
		if p.Gold == "same_case" && m.Relation != dedup.SameCase {
			lost++
			t.Logf("%s: papers of one case taken for %q %.2f", p.ID, m.Relation, m.Similarity)
		}
		switch {
		case p.Gold != "duplicate" && m.Relation == dedup.Duplicate:
			accused++
			t.Logf("%s: %s taken for a repetition", p.ID, p.Gold)
		case p.Gold == "duplicate" && m.Relation != dedup.Duplicate:
			missed++
			t.Logf("%s: a repetition taken for %q", p.ID, m.Relation)
		}
	}
	if accused*100 > len(pairs) || missed*100 > 5*len(pairs) || lost*10 > sameCase {
		t.Errorf("of %d pairs %d accusations, %d missed, %d not known as papers of one case", len(pairs), accused, missed, lost)
	}
}
