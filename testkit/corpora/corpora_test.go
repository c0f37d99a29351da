package corpora_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/testkit/corpora"
)

// Texts of our own in the forms of the published ones.
var folder = map[string]string{
	"meddocan/train/a.txt": "Nombre: Ana Peña.\nDomicilio: Calle Mayor 3.\n",
	"meddocan/train/a.ann": "T1\tCALLE 29 42\tCalle Mayor 3\nT2\tNOMBRE_SUJETO_ASISTENCIA 8 16\tAna Peña\nT3\tEDAD_SUJETO_ASISTENCIA 0 1\tN\n",
	"meddocan/dev/b.txt":   "Nada.\n", "meddocan/dev/b.ann": "",
	"echr_es_ner/ES-manual-train.tsv":      "El O\nseñor B-LEGAL_PROFESSIONAL\nRuiz I-LEGAL_PROFESSIONAL\n( O\nCali B-LOC\n) O\n. O\n\nNo O\n",
	"echr_es_ner/ES-manual-dev.tsv":        "Nada O\n",
	"aymurai_ar_rulings/document-01.conll": "GOMEZ, -X- _ B-NOMBRE\nJUAN -X- _ I-NOMBRE\nLópez. -X- _ B-NOMBRE\n",
	"aymurai_ar_rulings/document-04.conll": "Nada -X- _ O\n",
}

func read(t *testing.T) []corpora.Corpus {
	t.Helper()
	dir := t.TempDir()
	for name, text := range folder {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := corpora.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestMarksCoverWhatTheySay(t *testing.T) {
	want := map[string][]string{"MEDDOCAN": {"persona Ana Peña", "direccion Calle Mayor 3"}, "ECHR": {"persona señor Ruiz", "lugar Cali"}, "AymurAI": {"persona GOMEZ, JUAN", "persona López"}}
	for _, c := range read(t) {
		var got []string
		for _, d := range c.Train {
			for _, n := range d.Names {
				got = append(got, string(n.Field)+" "+string([]rune(d.Text)[n.Start:n.End]))
			}
		}
		if len(got) != len(want[c.Name]) {
			t.Fatalf("%s: %q", c.Name, got)
		}
		for i, w := range want[c.Name] {
			if got[i] != w {
				t.Errorf("%s: %q, want %q", c.Name, got[i], w)
			}
		}
	}
}

func TestSignsStandAsPrinted(t *testing.T) {
	for _, c := range read(t) {
		if c.Name == "ECHR" && c.Train[0].Text != "El señor Ruiz (Cali).\nNo" {
			t.Errorf("%q", c.Train[0].Text)
		}
	}
}

func TestMissingCollectionIsAnError(t *testing.T) {
	if _, err := corpora.Read(t.TempDir()); err == nil {
		t.Error("an empty folder is read")
	}
}
