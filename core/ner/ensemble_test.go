package ner_test

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/ner"
)

const filing = `Cali, 4 de marzo de 2024

Señor
JUEZ 5° PENAL MUNICIPAL DE CALI (REPARTO)
E. S. D.

REF: ACCIÓN DE TUTELA
ACCIONANTE: ROSA RUIZ DE LÓPEZ
AGENTE OFICIOSA: ANA LÓPEZ RUIZ
ACCIONADOS: NUEVA EPS S.A. y SECRETARÍA DE SALUD DEL VALLE DEL CAUCA

ANA LÓPEZ RUIZ, mayor de edad, identificada con la cédula de ciudadanía No. 52.000.111 de Cali,
actuando como agente oficiosa de mi madre ROSA RUIZ DE LÓPEZ, identificada con C.C. 29.111.222,
interpongo acción de tutela contra NUEVA EPS S.A. y la SECRETARÍA DE SALUD DEL VALLE DEL CAUCA.

HECHOS
1. El 3 de enero se radicó petición con número de radicado 20240012345.

NOTIFICACIONES
La accionante: Calle 45 # 12-30, Cali. Correo: rosa.ruiz@gmail.com
La accionada: Carrera 85K No. 46A-66 de Bogotá, correo notificaciones@nuevaeps.com.co

Atentamente,

ANA LÓPEZ RUIZ
C.C. No. 52.000.111 de Cali
`

func ExampleEnsemble_Extract() {
	ensemble, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		panic(err)
	}
	r := ensemble.Extract(filing)
	for _, f := range []ner.Field{ner.Plaintiff, ner.Agent, ner.Cedula, ner.Email, ner.Court, ner.Radicado} {
		fmt.Printf("%s: %q\n", f, r.Value(f))
	}
	fmt.Println(r.Joined(ner.Defendant))
	// Output:
	// demandante: "Rosa Ruiz de López"
	// agente: "Ana López Ruiz"
	// cedula: "29111222"
	// correo: "rosa.ruiz@gmail.com"
	// juzgado: "Juzgado 5 Penal Municipal de Cali"
	// radicado: ""
	// NUEVA EPS S.A.; SECRETARÍA DE SALUD DEL VALLE DEL CAUCA
}

func ensemble(t testing.TB, change func(*ner.Config)) *ner.Ensemble {
	t.Helper()
	c := ner.DefaultConfig()
	if change != nil {
		change(&c)
	}
	e, err := ner.NewEnsemble(c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestEntitiesStandWhereTheySay(t *testing.T) {
	runes := []rune(filing)
	for _, e := range ensemble(t, nil).Extract(filing).Entities {
		if got := string(runes[e.Start:e.End]); got != e.Raw {
			t.Errorf("%s: %q stands at %d, raw is %q", e.Field, got, e.Start, e.Raw)
		}
		if len(e.Sources) == 0 || e.Confidence < 0.5 || e.Confidence > 1 {
			t.Errorf("%s %q: confidence %v from %v", e.Field, e.Value, e.Confidence, e.Sources)
		}
	}
}

func TestAgreementRaisesConfidence(t *testing.T) {
	of := func(e *ner.Ensemble) float64 {
		for _, x := range e.Extract(filing).Entities {
			if x.Field == ner.Plaintiff {
				return x.Confidence
			}
		}
		return 0
	}
	alone := of(ensemble(t, func(c *ner.Config) {
		for i := range c.Extractors {
			c.Extractors[i].Enabled = c.Extractors[i].Name == "label"
		}
	}))
	if together := of(ensemble(t, nil)); alone == 0 || together <= alone {
		t.Errorf("label alone %v, all together %v", alone, together)
	}
}

func TestConfigIsChecked(t *testing.T) {
	for rule, change := range map[string]func(*ner.Config){
		"unknown extractor":     func(c *ner.Config) { c.Extractors[0].Name = "oracle" },
		"same extractor twice":  func(c *ner.Config) { c.Extractors[0].Name = c.Extractors[1].Name },
		"weight over one":       func(c *ner.Config) { c.Extractors[0].Weight = 1.5 },
		"weight is no number":   func(c *ner.Config) { c.Extractors[0].Weight = math.NaN() },
		"confidence below zero": func(c *ner.Config) { c.MinConfidence = -1 },
	} {
		c := ner.DefaultConfig()
		change(&c)
		if _, err := ner.NewEnsemble(c); err == nil {
			t.Errorf("%s: accepted", rule)
		}
	}
}

func TestConcurrentExtractionsAgree(t *testing.T) {
	e := ensemble(t, nil)
	want := e.Extract(filing)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				if got := e.Extract(filing); !reflect.DeepEqual(got, want) {
					t.Error("another result for the same text")
				}
			}
		})
	}
	wg.Wait()
}

func TestHostileTexts(t *testing.T) {
	e := ensemble(t, nil)
	const n = 1 << 17
	for rule, s := range map[string]string{
		"empty": "", "NUL": strings.Repeat("\x00", n), "one letter": strings.Repeat("a", n), "one capital": strings.Repeat("A", n),
		"digits": strings.Repeat("1", n), "digits and blanks": strings.Repeat("1 ", n/2), "punctuation": strings.Repeat(".,;:-()", n/7),
		"line ends": strings.Repeat("\n", n), "labels": strings.Repeat("ACCIONANTE: ", n/12), "labels alone": strings.Repeat("ACCIONANTE:\n", n/12),
		"names": strings.Repeat("Ana López ", n/10), "against": strings.Repeat("contra ", n/7), "courts": strings.Repeat("JUEZ PENAL ", n/11),
		"ats": strings.Repeat("@", n), "ats and letters": strings.Repeat("a@", n/2), "emails": strings.Repeat("a@b.co ", n/7), "cedulas": strings.Repeat("C.C. 52.000.111 ", n/16),
		"radicados": strings.Repeat("11001-40-03-028-2024-00317-00 ", n/30), "invalid": strings.Repeat("\xff\xc3", n/2), "combining": strings.Repeat("e\u0301", n/3),
		"one long line of commas": "ACCIONADO: " + strings.Repeat("Banco Azul, ", n/12), "veces": "interpongo tutela contra X " + strings.Repeat("o quien haga sus veces y ", n/25),
		"headings": strings.Repeat("HECHOS\n", n/7), "vs": strings.Repeat("tutela Ana López vs ", n/20), "addresses": strings.Repeat("Calle 1 ", n/8), "letters apart": strings.Repeat("S A ", n/4),
		"capital run": strings.Repeat("SECRETARÍA Y ", n/14),
	} {
		check(t, rule, s, e.Extract(s))
	}
	for rule, piece := range hostile {
		s := strings.Repeat(piece, n/len(piece))
		check(t, rule, s, e.Extract(s))
	}
}

// check fails the test when an entity does not stand where it says.
func check(t testing.TB, rule, s string, r ner.Result) {
	t.Helper()
	n := utf8.RuneCountInString(s)
	for _, e := range r.Entities {
		if e.Start < 0 || e.End > n || e.Start >= e.End {
			t.Fatalf("%s: %s %q at %d–%d of %d", rule, e.Field, e.Value, e.Start, e.End, n)
		}
		if e.Value == "" || math.IsNaN(e.Confidence) || e.Confidence > 1 {
			t.Fatalf("%s: %+v", rule, e)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for _, s := range []string{filing, "ACCIONANTE: X\nContra: \xff", "C.C. 52 O00 l11", "a @ b . co", "JUEZ (", "e\u0301\u0301 ñ @gmail.com", "de la Y CONTRA S.A. E.S.P."} {
		f.Add(s)
	}
	e := ensemble(f, nil)
	f.Fuzz(func(t *testing.T, s string) {
		r := e.Extract(s)
		check(t, "fuzz", s, r)
		runes := []rune(s)
		for _, x := range r.Entities {
			if got := string(runes[x.Start:x.End]); utf8.ValidString(s) && got != x.Raw {
				t.Fatalf("%s: raw %q, in the text %q", x.Field, x.Raw, got)
			}
		}
	})
}

// Each extractor alone: what it names stands where it says.
func FuzzExtractor(f *testing.F) {
	for i := range ner.Extractors() {
		for _, s := range []string{filing, "ACCIONANTE: MUN\u0303OZ\nContra: \xff", "C.C. 52 O00 l11 N.2 5.111.222", "a @ b . co", "JUEZ (", "e\u0301\u0301 ñ @gmail.com", "de la Y CONTRA S.A. E. S.P. C.J.", "C.C. 52.000.111"} {
			f.Add(uint8(i), s)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, s string) {
		x := ner.Extractors()[int(which)%len(ner.Extractors())]
		runes := []rune(s)
		for _, m := range x.Extract(ner.NewText(s)) {
			if m.Start < 0 || m.End > len(runes) || m.Start >= m.End {
				t.Fatalf("%s: %s %q at %d–%d of %d", x.Name(), m.Field, m.Value, m.Start, m.End, len(runes))
			}
			if got := string(runes[m.Start:m.End]); utf8.ValidString(s) && got != m.Raw {
				t.Fatalf("%s: %s: raw %q, in the text %q", x.Name(), m.Field, m.Raw, got)
			}
		}
	})
}

// hostile are texts of which one extractor or another could make more work than
// their length is worth.
var hostile = map[string]string{
	"digits": "1", "digits and blanks": "1 2", "ats": "@", "letters and ats": "a@", "one line": "a la EPS ", "yo": "Yo, ", "line ends": "\n", "brackets": "((((", "names": "Ana López ",
	"capitals": "SECRETARÍA Y ", "labels": "ACCIONANTE: ", "contra": "contra ", "courts": "JUEZ PENAL ", "cedulas": "C.C. 52.000.111 ", "points": "S. A. ", "combining": "n\u0303o\u0301 ",
}

// Of filings and of hostile texts, of a megabyte each: MB/s tell.
func BenchmarkEnsemble(b *testing.B) {
	e := ensemble(b, nil)
	b.Run("filing", func(b *testing.B) {
		b.SetBytes(int64(len(filing)))
		b.ReportAllocs()
		for b.Loop() {
			e.Extract(filing)
		}
	})
	texts := map[string]string{"many filings": filing}
	maps.Copy(texts, hostile)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		long := strings.Repeat(texts[name], (1<<20)/len(texts[name]))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(long)))
			for b.Loop() {
				e.Extract(long)
			}
		})
	}
}
