package dedup_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/dedup"
)

// story is the content of a letter; letter and retold word it in two ways.
type story struct {
	name, cedula, email, defendant    string
	illness, drug, ordered, asked, no string
}

var ana = story{
	name: "ANA MARÍA LÓPEZ RUIZ", cedula: "52.418.903", email: "ana.lopez@correo.co", defendant: "NUEVA EPS S.A.",
	illness: "artritis reumatoide seropositiva", drug: "rituximab ampolla por 500 miligramos",
	ordered: "12 de marzo de 2024", asked: "20 de marzo de 2024", no: "884120",
}

func (s story) letter() string {
	return "Señor\nJUEZ MUNICIPAL DE CALI (REPARTO)\nE. S. D.\n\nREF: ACCIÓN DE TUTELA\nACCIONANTE: " + s.name + "\nACCIONADO: " + s.defendant + "\n\n" +
		s.name + ", mayor de edad, con cédula de ciudadanía No. " + s.cedula + " de Cali, actuando en nombre propio, presento acción de tutela contra " + s.defendant + ".\n\n" +
		"HECHOS\n\nPRIMERO. Estoy afiliada a la entidad accionada como cotizante y padezco " + s.illness + ", enfermedad que me impide trabajar.\n" +
		"SEGUNDO. El " + s.ordered + " el médico tratante me ordenó " + s.drug + ", según la orden No. " + s.no + ".\n" +
		"TERCERO. El " + s.asked + " pedí la autorización en la oficina y me dijeron que no había agenda ni convenio vigente.\n" +
		"CUARTO. Hasta hoy no me lo han entregado, los dolores aumentan cada día y no tengo dinero para comprarlo.\n\n" +
		"PRETENSIONES\n\nQue se ordene a " + s.defendant + " entregar " + s.drug + " en cuarenta y ocho horas y prestar el tratamiento integral.\n\n" +
		"FUNDAMENTOS DE DERECHO\n\nArtículos 11, 48, 49 y 86 de la Constitución Política, Decreto 2591 de 1991 y sentencia T-760 de 2008. La salud es un derecho fundamental autónomo que el Estado garantiza a todas las personas.\n\n" +
		"JURAMENTO\n\nBajo la gravedad del juramento manifiesto que no he presentado otra tutela por los mismos hechos y derechos.\n\n" +
		"NOTIFICACIONES\n\nLa accionante recibe notificaciones en el correo " + s.email + ".\n\nAtentamente,\n\n" + s.name + "\nC.C. No. " + s.cedula + "\n"
}

func (s story) retold() string {
	return "Santiago de Cali\n\nSEÑORES JUECES CONSTITUCIONALES\n\nAsunto: solicitud de amparo contra " + s.defendant + "\n\n" +
		"Yo, " + s.name + ", identificada con C.C. " + strings.ReplaceAll(s.cedula, ".", "") + ", acudo a ustedes.\n\n" +
		"ANTECEDENTES\n\n1. Sufro de " + s.illness + " desde hace varios años y por esa causa dejé mi empleo.\n" +
		"2. En consulta del " + s.ordered + " fue formulado " + s.drug + " (orden " + s.no + ").\n" +
		"3. Radiqué la fórmula el " + s.asked + "; la respuesta fue que faltaba contrato con el proveedor.\n" +
		"4. Sigo sin recibirlo y mi estado de salud empeora, pues carezco de recursos.\n\n" +
		"PETICIONES\n\nOrdenar el suministro de " + s.drug + " de manera inmediata.\n\n" +
		"Correo: " + s.email + "\n\n" + s.name + "\n"
}

func (s story) parties() dedup.Parties {
	return dedup.Parties{Plaintiff: s.name, Cedula: s.cedula, Email: s.email, Defendant: s.defendant}
}

func (s story) filing(text string) dedup.Filing {
	return dedup.Filing{ID: "a", Type: "tutela", Text: text, Parties: s.parties()}
}

func detector(t testing.TB) *dedup.Detector {
	t.Helper()
	d, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// misread changes about rate of the letters and digits of s.
func misread(s string, rate float64) string {
	rng := rand.New(rand.NewPCG(3, 4))
	return strings.Map(func(r rune) rune {
		switch {
		case r < 'a' || r > 'z' || rng.Float64() >= rate:
			return r
		case rng.IntN(8) == 0:
			return -1
		}
		return 'a' + (r-'a'+1+rune(rng.IntN(25)))%26
	}, s)
}

// factsOf cuts the facts out of a letter.
func factsOf(letter string) string {
	_, rest, _ := strings.Cut(letter, "HECHOS\n\n")
	facts, _, _ := strings.Cut(rest, "PRETENSIONES")
	return facts
}

func TestRelations(t *testing.T) {
	carlos := ana
	carlos.name, carlos.cedula, carlos.email = "CARLOS ALBERTO RÍOS VEGA", "79.135.246", "carlos.rios@correo.co"
	carlos.ordered, carlos.asked, carlos.no = "3 de abril de 2024", "9 de abril de 2024", "917733"
	namesake := carlos
	namesake.name = ana.name
	pension := ana
	pension.defendant = "COLPENSIONES"
	pensionText := strings.NewReplacer(
		"artritis reumatoide seropositiva, enfermedad que me impide trabajar", "que me nieguen la pensión de vejez con 1.320 semanas cotizadas",
		"el médico tratante me ordenó rituximab ampolla por 500 miligramos, según la orden No. 884120", "radiqué la solicitud de reconocimiento 2023778812",
		"12 de marzo de 2024", "4 de septiembre de 2023", "20 de marzo de 2024", "11 de enero de 2024",
		"entregar rituximab ampolla por 500 miligramos en cuarenta y ocho horas y prestar el tratamiento integral", "resolver de fondo la solicitud de pensión",
		"pedí la autorización en la oficina y me dijeron que no había agenda ni convenio vigente", "pregunté por el trámite y me dijeron que faltaba corregir la historia laboral",
		"no me lo han entregado, los dolores aumentan cada día y no tengo dinero para comprarlo", "no hay resolución y vivo de lo que me dan mis hijos",
	).Replace(pension.letter())
	otherDrug := ana
	otherDrug.illness, otherDrug.drug = "hipotiroidismo y diabetes mellitus", "insulina glargina en cartucho"
	otherDrug.ordered, otherDrug.asked, otherDrug.no = "5 de agosto de 2022", "19 de agosto de 2022", "551902"
	sanitas := ana
	sanitas.defendant = "EPS SANITAS S.A.S."

	whole := ana.letter()
	const none = dedup.Relation("")
	for _, c := range []struct {
		rule   string
		filing dedup.Filing
		want   dedup.Relation
	}{
		{"the same text is a duplicate", ana.filing(whole), dedup.Duplicate},
		{"in other words", ana.filing(ana.retold()), dedup.Duplicate},
		{"scanned with 1 % of the letters misread", ana.filing(misread(whole, .01)), dedup.Duplicate},
		{"scanned with 5 % of the letters misread", ana.filing(misread(whole, .05)), dedup.Duplicate},
		{"another date of one fact", ana.filing(strings.ReplaceAll(whole, "20 de marzo", "22 de marzo")), dedup.NewClaim},
		{"only the first half was scanned", ana.filing(whole[:len(whole)*11/20]), dedup.Duplicate},
		{"without line ends", ana.filing(strings.ReplaceAll(whole, "\n", " ")), dedup.Duplicate},
		{"in capitals without accents", ana.filing(strings.NewReplacer("Á", "A", "É", "E", "Í", "I", "Ó", "O", "Ú", "U").Replace(strings.ToUpper(whole))), dedup.Duplicate},
		{"the same text, no parties extracted", dedup.Filing{Type: "tutela", Text: whole}, dedup.Duplicate},
		{"in other words, no parties extracted", dedup.Filing{Type: "tutela", Text: ana.retold()}, dedup.Duplicate},
		{"in other words, one digit of the cédula misread",
			func() dedup.Filing { f := ana.filing(ana.retold()); f.Parties.Cedula = "52.418.908"; return f }(), dedup.Duplicate},

		{"its facts alone, pasted: nothing says who files them", dedup.Filing{Type: "tutela", Text: factsOf(whole)}, none},

		{"facts of other days and numbers alone, pasted", dedup.Filing{Type: "tutela", Text: factsOf(carlos.letter())}, none},
		{"the form letter of another person", carlos.filing(carlos.letter()), dedup.Mass},
		{"the form letter, facts word for word", func() dedup.Filing {
			s := ana
			s.name, s.cedula, s.email = carlos.name, carlos.cedula, carlos.email
			return s.filing(s.letter())
		}(), dedup.Mass},
		{"the form letter of another person, no parties extracted", dedup.Filing{Type: "tutela", Text: carlos.letter()}, dedup.Mass},
		{"the form letter of a namesake", namesake.filing(namesake.letter()), dedup.Mass},
		{"a namesake's own words", namesake.filing(namesake.retold()), none},

		{"another matter of the same person", pension.filing(pensionText), none},
		{"the same person's letter about another drug", otherDrug.filing(otherDrug.letter()), dedup.NewClaim},
		{"the same person's other drug, in other words", otherDrug.filing(otherDrug.retold()), dedup.NewClaim},
		{"the same facts against another institution", sanitas.filing(sanitas.letter()), dedup.NewClaim},
	} {
		t.Run(c.rule, func(t *testing.T) {
			d := detector(t)
			first := ana.filing(whole)
			first.ID, c.filing.ID = "first", "second"
			m, _ := d.Compare(d.Fingerprint(first), d.Fingerprint(c.filing))
			if m.Relation != c.want {
				t.Errorf("relation %q, want %q: %+v", m.Relation, c.want, m)
			}
			if m.Relation != none && len(m.Reasons) == 0 {
				t.Error("no reasons given")
			}
		})
	}
}

func TestVerdictsDoNotDependOnTheOrder(t *testing.T) {
	d := detector(t)
	texts := []string{ana.letter(), ana.retold(), misread(ana.letter(), .03), ana.letter()[:900], "", "tutela"}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(id string) dedup.Fingerprint {
			f := dedup.Filing{ID: "x", Type: "tutela", Text: rapid.SampledFrom(texts).Draw(t, "text of "+id)}
			f.Parties = rapid.SampledFrom([]dedup.Parties{{}, ana.parties(), {Plaintiff: "Ana López"}, {Plaintiff: "Luis Díaz Mora", Cedula: "79135246"}, {Defendant: "Sanitas"}}).Draw(t, "parties of "+id)
			return d.Fingerprint(f)
		}
		a, b := draw("a"), draw("b")
		ab, okAB := d.Compare(a, b)
		ba, okBA := d.Compare(b, a)
		if okAB != okBA || ab.Relation != ba.Relation || withoutTexts(ab.Mirrored()) != withoutTexts(ba.Assessment) {
			t.Fatalf("one way  %+v\nthe other %+v", ab, ba)
		}
		for _, s := range []float64{ab.MinHash, ab.TFIDF, ab.Entity, ab.Ensemble, ab.Similarity, ab.Claims.Score} {
			if !(s >= 0 && s <= 1) {
				t.Fatalf("score %v", s)
			}
		}
	})
}

// withoutTexts prints an assessment without the sentences of its reasons, which name the
// left value first.
func withoutTexts(a dedup.Assessment) string {
	for _, reasons := range [][]dedup.Reason{a.Reasons, a.Parties.Evidence, a.Facts.Evidence, a.Claims.Evidence} {
		for i := range reasons {
			reasons[i].Text = ""
		}
	}
	return fmt.Sprintf("%+v", a)
}

func TestHostileTextsMatchNothing(t *testing.T) {
	d := detector(t)
	ctx, idx := context.Background(), dedup.NewMemory()
	texts := []string{
		"", " ", "tutela", "HECHOS", "HECHOS\n\n", "....,,,;;;---", "\x00\x00\x00", "\xff\xfe\xfd", strings.Repeat("a", 2<<20),
		strings.Repeat("a ", 1<<17), strings.Repeat(".", 2<<20), strings.Repeat("9", 1<<18), strings.Repeat("HECHOS\n", 1<<14), "1", "ñ", strings.Repeat("1.", 1<<16),
		strings.Repeat("12 de ", 1<<16),
	}
	for i, s := range texts {
		for _, p := range []dedup.Parties{{}, {Plaintiff: strings.Repeat("x ", 1<<16), Defendant: strings.Repeat("y", 1<<18), Cedula: strings.Repeat("1", 1<<16)}} {
			fp := d.Fingerprint(dedup.Filing{ID: fmt.Sprint(i, len(p.Plaintiff)), Type: "tutela", Text: s, Parties: p})
			if b, _ := fp.MarshalBinary(); len(b) > 12<<10 {
				t.Errorf("text %d: fingerprint of %d bytes", i, len(b))
			}
			if n := len(fp.Keys()); n > 120 {
				t.Errorf("text %d: %d keys", i, n)
			}
			if err := idx.Put(ctx, fp); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, s := range []string{"", "tutela", "...", "\x00", ana.letter()} {
		f := dedup.Filing{ID: "asked", Type: "tutela", Text: s}
		matches, err := d.Find(ctx, idx, d.Fingerprint(f))
		if err != nil || len(matches) != 0 {
			t.Errorf("%.20q matches %+v, %v", s, matches, err)
		}
	}
}

func TestEmptyFilingsHaveNoKeys(t *testing.T) {
	for _, s := range []string{"", "...", "uno dos", "\x00"} {
		if keys := detector(t).Fingerprint(dedup.Filing{Text: s}).Keys(); len(keys) != 0 {
			t.Errorf("%q has keys %v", s, keys)
		}
	}
}

func TestFindSortsDuplicatesFirstAndLeavesOutItself(t *testing.T) {
	d := detector(t)
	ctx, idx := context.Background(), dedup.NewMemory()
	carlos := ana
	carlos.name, carlos.cedula, carlos.email = "CARLOS ALBERTO RÍOS VEGA", "79.135.246", "carlos.rios@correo.co"
	for id, f := range map[string]dedup.Filing{
		"itself": ana.filing(ana.letter()), "retold": ana.filing(ana.retold()), "copy": ana.filing(ana.letter()), "letter": carlos.filing(carlos.letter()),
	} {
		f.ID = id
		if err := idx.Put(ctx, d.Fingerprint(f)); err != nil {
			t.Fatal(err)
		}
	}
	f := ana.filing(ana.letter())
	f.ID = "itself"
	matches, err := d.Find(ctx, idx, d.Fingerprint(f))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range matches {
		got = append(got, string(m.Relation)+" "+m.ID)
	}
	if want := []string{"duplicate copy", "duplicate retold", "mass letter"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestFindSeesAMisreadCedulaWhereTheTextHasChanged(t *testing.T) {
	d := detector(t)
	ctx, idx := context.Background(), dedup.NewMemory()
	stored := ana.filing(strings.ReplaceAll(ana.retold(), "52418903", "52418908"))
	stored.Parties = dedup.Parties{Cedula: "52.418.908"}
	stored.ID = "stored"
	_ = idx.Put(ctx, d.Fingerprint(stored))
	matches, err := d.Find(ctx, idx, d.Fingerprint(ana.filing(ana.letter())))
	if err != nil || len(matches) != 1 || matches[0].Relation != dedup.Duplicate {
		t.Errorf("found %+v, %v", matches, err)
	}
}

func TestThresholdsDecideByType(t *testing.T) {
	c := dedup.DefaultConfig()
	c.Thresholds = dedup.Thresholds{Tutela: .7, Habeas: 1, Default: 1}
	d, err := dedup.NewDetector(c)
	if err != nil {
		t.Fatal(err)
	}
	for docType, want := range map[string]bool{"tutela": true, "habeas_corpus": false, "habeas": false, "demanda": false, "": false} {
		a, b := ana.filing(ana.letter()), ana.filing(ana.retold())
		a.Type, b.Type = docType, docType
		if _, ok := d.Compare(d.Fingerprint(a), d.Fingerprint(b)); ok != want {
			t.Errorf("type %q: %v", docType, ok)
		}
	}
}

// Whatever an administrator sets, one score alone makes no duplicate: the
// person without the matter, or the letter without the person.
func TestOneScoreAloneMakesNoDuplicate(t *testing.T) {
	carlos, otherDrug := ana, ana
	carlos.name, carlos.cedula, carlos.email = "CARLOS ALBERTO RÍOS VEGA", "79.135.246", "carlos.rios@correo.co"
	otherDrug.illness, otherDrug.drug = "hipotiroidismo y diabetes mellitus", "insulina glargina en cartucho"
	otherDrug.ordered, otherDrug.asked, otherDrug.no = "5 de agosto de 2022", "19 de agosto de 2022", "551902"
	firm := ana
	firm.defendant = "CONSTRUCTORA LOS ROBLES LTDA."
	for _, w := range []dedup.Weights{{MinHash: 1}, {TFIDF: 1}, {Entity: 1}} {
		for _, threshold := range []float64{.7, .6001} {
			c := dedup.Config{Weights: w, Thresholds: dedup.Thresholds{Tutela: threshold, Habeas: threshold, Default: threshold}}
			d, err := dedup.NewDetector(c)
			if err != nil {
				t.Fatal(err)
			}
			first := d.Fingerprint(ana.filing(ana.letter()))
			for rule, f := range map[string]dedup.Filing{
				"another person's letter": carlos.filing(carlos.letter()), "the same words of another person": carlos.filing(ana.letter()),
				"another matter": otherDrug.filing(otherDrug.retold()), "another matter in the same letter": otherDrug.filing(otherDrug.letter()),
				"the same facts against another firm": firm.filing(firm.retold()),
			} {
				if m, ok := d.Compare(first, d.Fingerprint(f)); ok && m.Relation == dedup.Duplicate {
					t.Errorf("weights %+v, threshold %v: %s is called a duplicate: %+v", w, threshold, rule, m)
				}
			}
		}
	}
}

func TestOtherWordsDoNotCountAgainstWhoTellsHisCaseAnew(t *testing.T) {
	d := detector(t)
	m, ok := d.Compare(d.Fingerprint(ana.filing(ana.letter())), d.Fingerprint(ana.filing(ana.retold())))
	if !ok || m.MinHash > .6 || m.Similarity < .9 {
		t.Errorf("got %+v", m)
	}
}
