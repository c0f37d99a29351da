package ner_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/testkit/filings"
	corpus "github.com/cotejo/cotejo/testkit/papers"
)

// On a typed text a value consists of the characters that stand there, and a name of words that
// stand there. Grouping, case and accents do not count.
func TestPrintedValuesStandOnThePage(t *testing.T) {
	e, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for name, paper := range printedPapers(t) {
		r := e.Extract(paper)
		for _, v := range append(r.Entities, r.Alternatives...) {
			if !standsOn(paper, v) || v.IsCorrected() {
				t.Errorf("%s: %s %q, printed %q", name, v.Field, v.Value, v.Raw)
			}
		}
	}
}

// A typed address is whole and as it stands, whatever stands around it and whosever name it resembles.
func TestPrintedAddressesStayAsTheyAre(t *testing.T) {
	e, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for rule, c := range map[string]struct{ notice, want string }{
		"a nickname":                 {"Correo: yesipao.murillo@gmail.com", "yesipao.murillo@gmail.com"},
		"another spelling":           {"Correo: yesica.murilo@gmail.com", "yesica.murilo@gmail.com"},
		"a provider that is another": {"Correo: murillo@hotmial.com", "murillo@hotmial.com"},
		"two low lines":              {"Correo: yesica__murillo@gmail.com", "yesica__murillo@gmail.com"},
		"a word before it":           {"al correo de mi hermana murillo88@gmail.com", "murillo88@gmail.com"},
		"a word with an accent":      {"al correo de la asociación murillo88@gmail.com", "murillo88@gmail.com"},
		"a blank line to write on":   {"Correo: ____murillo88@gmail.com____", "murillo88@gmail.com"},
		"a word before such a line":  {"Notificaciones: correo___murillo88@gmail.com", "murillo88@gmail.com"},
		"an apostrophe":              {"Correo: yesica.o'murillo@gmail.com.", "yesica.o'murillo@gmail.com"},
		"a name that ends a line":    {"Recibo notificaciones en yesica.\nmurillo88@gmail.com.", "yesica.murillo88@gmail.com"},
		"a sentence that ends there": {"Recibo notificaciones en mi correo.\nmurillo88@gmail.com.", "murillo88@gmail.com"},
		"glued to a telephone":       {"Tel. 3105550123murillo88@gmail.com", "murillo88@gmail.com"},
		"digits alone":               {"Correo: 3105550123@gmail.com", "3105550123@gmail.com"},
		"longer than any address":    {"Correo: " + strings.Repeat("murillo", 20) + "@gmail.com", ""},
		"capitals":                   {"CORREO: YESIPAO.MURILLO@GMAIL.COM", "yesipao.murillo@gmail.com"},
	} {
		paper := "Señor\nJUEZ CIVIL MUNICIPAL DE CALI\n\nYo, YESICA PAOLA MURILLO OSORIO, con C.C. 52.000.111, interpongo acción de tutela contra NUEVA EPS.\n\nNOTIFICACIONES\n" + c.notice + "\n"
		got := "" // the first address, also of the alternatives
		for r, i := e.Extract(paper), 0; i < len(r.Entities)+len(r.Alternatives) && got == ""; i++ {
			if v := append(r.Entities, r.Alternatives...)[i]; v.Field == ner.Email {
				got = v.Value
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

// On recognised text a correction is shown as one: it is in doubt, and what was read stays beside it.
func TestCorrectionsOfRecognisedTextAreInDoubt(t *testing.T) {
	e, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	const paper = "Señor\nJUEZ CIVIL MUNICIPAL DE CALI\n\nYo, YESICA PAOLA MURILLO OSORIO, con C.C. 52.O00.111, interpongo acción de tutela contra NUEVA EPS.\n\n" +
		"NOTIFICACIONES\nCorreo: yesica.murillo@grnail.com\n\nYESICA PAOLA MURILLO OSORIO\n"
	r, err := e.ExtractContext(t.Context(), paper, ner.Recognised(paper)...)
	if err != nil {
		t.Fatal(err)
	}
	for field, want := range map[ner.Field][2]string{ner.Email: {"yesica.murillo@gmail.com", "yesica.murillo@grnail.com"}, ner.Cedula: {"52000111", "52O00111"}} {
		read := ner.Result{Entities: r.Alternatives}
		if r.Value(field) != want[0] || read.Value(field) != want[1] {
			t.Errorf("%s is %q, read as %q, want %q", field, r.Value(field), read.Value(field), want)
		}
		for _, x := range r.Entities {
			if x.Field == field && (x.Confidence >= .85 || !x.IsCorrected()) {
				t.Errorf("%s: %q is told at %.2f", field, x.Value, x.Confidence)
			}
		}
	}
}

// standsOn reports whether the text has what a value consists of.
func standsOn(paper string, v ner.Entity) bool {
	switch v.Field {
	case ner.Email:
		return strings.Contains(strings.Join(strings.Fields(strings.ToLower(paper)), ""), v.Value)
	case ner.Cedula, ner.NIT, ner.Phone:
		return strings.Contains(digitsOf(paper), digitsOf(v.Value))
	case ner.Radicado: // its parts are filled up with zeros
		return strings.Contains(strings.ReplaceAll(digitsOf(paper), "0", ""), strings.ReplaceAll(digitsOf(v.Value), "0", ""))
	}
	if !v.Field.IsParty() {
		return true
	}
	words := map[string]bool{}
	for _, w := range wordsOf(paper) {
		words[w] = true
	}
	for _, w := range wordsOf(v.Value) {
		if !words[w] {
			return false
		}
	}
	return true
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(text.Fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// printedPapers returns papers as their writers typed them: generated filings, and those of others
// where they are at hand.
func printedPapers(t *testing.T) map[string]string {
	t.Helper()
	papers := map[string]string{}
	made := filings.New(11, filings.Tuning())
	for i := range 300 {
		papers[fmt.Sprint("generated ", i)] = made.Filing().Text
		papers[fmt.Sprint("letter ", i)] = made.Letter().Text
	}
	written, err := corpus.ToLearn()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range written {
		if !p.Recognised {
			papers[p.ID] = p.Text
		}
	}
	pairs, err := corpus.PairsToLearn()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		papers[p.ID+"a"], papers[p.ID+"b"] = p.A, p.B
	}
	for _, file := range []string{"papers", "pairs"} {
		f, err := os.Open(filepath.Join("../../../shared/samples/strangers", file+".jsonl"))
		if err != nil {
			continue
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var p struct{ ID, Text, A, B string }
			if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
				t.Fatal(err)
			}
			for end, s := range map[string]string{"": p.Text, "a": p.A, "b": p.B} {
				if s != "" {
					papers[file+" "+p.ID+end] = norm.NFC.String(s)
				}
			}
		}
	}
	return papers
}
