package corpora_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/corpora"
)

func TestAgrees(t *testing.T) {
	for _, c := range []struct {
		rule, label, value string
		want               bool
	}{
		{"same name", "Ana Lucía Ruiz Mora", "ANA LUCIA RUIZ MORA", true},
		{"one of several", "Ana Lucía Ruiz Mora y Luis Peña Gil", "Luis Peña Gil", true},
		{"honorific and footnote in the label", "la señora Ana Ruiz Mora[1]", "Ana Ruiz Mora", true},
		{"a surname less", "Ana Lucía Ruiz Mora", "Ana Lucía Ruiz", true},
		{"another person of the same surname", "Ana Lucía Ruiz Mora", "Pedro Ruiz Gil", false},
		{"acronym beside the full name", "Colpensiones y la Sala Laboral del Tribunal Superior de Ibagué", "Administradora Colombiana de Pensiones - Colpensiones", true},
		{"legal form added", "Nueva EPS", "NUEVA EPS S.A.", true},
		{"another court of the same town", "Juzgado Promiscuo del Circuito de Sucre", "Juzgado Penal Municipal de Sucre", false},
		{"no value", "Nueva EPS", "", false},
	} {
		if got := corpora.Agrees(c.label, c.value); got != c.want {
			t.Errorf("%s: Agrees(%q, %q) is %v", c.rule, c.label, c.value, got)
		}
	}
}

func TestAgreesAllWantsEveryPartyAndNoOther(t *testing.T) {
	const label = "Ana Ruiz Mora y Luis Peña Gil"
	for _, c := range []struct {
		rule   string
		values []string
		want   bool
	}{
		{"both", []string{"Luis Peña Gil", "Ana Ruiz Mora"}, true},
		{"one is missing", []string{"Ana Ruiz Mora"}, false},
		{"one too many", []string{"Ana Ruiz Mora", "Luis Peña Gil", "Nueva EPS"}, false},
		{"none", nil, false},
	} {
		if got := corpora.AgreesAll(label, c.values); got != c.want {
			t.Errorf("%s: AgreesAll is %v", c.rule, got)
		}
	}
}

func TestViewsOfARuling(t *testing.T) {
	r := corpora.Ruling{Text: "EPS-Deberes\nReferencia: expediente\n" + strings.Repeat("é", 7000) + "\nI. ANTECEDENTES\nLa señora"}
	if got := []rune(r.FromReference()); len(got) != 6000 || !strings.HasPrefix(string(got), "Referencia: ") {
		t.Errorf("FromReference has %d code points and begins %.20q", len(got), string(got))
	}
	if got := r.WithHeadnotes(); got != "EPS-Deberes\n"+r.FromReference() {
		t.Errorf("WithHeadnotes begins %.40q", got)
	}
	if got := r.Prose(); got != "ANTECEDENTES\nLa señora" {
		t.Errorf("Prose is %.40q", got)
	}
	if got := (corpora.Ruling{Text: "SENTENCIA"}).WithHeadnotes(); got != "" {
		t.Errorf("without a reference WithHeadnotes is %q", got)
	}
}

func TestReadRulingsWantsItsFolder(t *testing.T) {
	if _, err := corpora.ReadRulings(t.TempDir()); err == nil {
		t.Error("no error without the folder co_rulings")
	}
}

func TestLabelParts(t *testing.T) {
	want := []string{"Sala Civil", "Familia", "Colpensiones"}
	if got := corpora.LabelParts("Sala Civil – Familia[2] y Colpensiones"); !slices.Equal(got, want) {
		t.Errorf("LabelParts is %q, want %q", got, want)
	}
}
