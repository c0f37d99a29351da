package bundle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/bundle"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// The rules were made on the seeds below untouched, of both parts of the generator.
const (
	untouched = 10_000
	seeds     = 150
)

var parts = []struct {
	name    string
	made    filings.Options
	misread float64 // share of characters that recognition has wrong on a scan
	// At most, of seeds: papers divided wrongly, bundles of several people and of one person that are missed.
	alarms, missed, missedOfOne int
}{
	{"tuning", filings.Tuning(), 0, 0, 7, 75}, {"heldout", filings.HeldOut(), 0, 0, 7, 75},
	{"tuning misread", filings.Tuning(), .02, 1, 15, 75}, {"heldout misread", filings.HeldOut(), .02, 1, 22, 100},
}

// scanned returns pages as recognition reads them.
func scanned(pages []string, rate float64, seed uint64) []string {
	rng := rand.New(rand.NewPCG(seed, 8))
	out := make([]string, len(pages))
	for i, p := range pages {
		out[i] = filings.Noise(p, rate, rng)
	}
	return out
}

// starts returns the pages on which filings begin, from 0.
func starts(t *testing.T, e *ner.Ensemble, pages []string) []int {
	t.Helper()
	read := make([]bundle.Page, len(pages))
	for i, p := range pages {
		read[i] = bundle.Page{Text: p, Recognised: true}
	}
	found, err := bundle.Split(t.Context(), read, e.ExtractContext)
	if err != nil {
		t.Fatal(err)
	}
	var at []int
	text := ""
	for i, f := range found {
		if i > 0 {
			text += document.PageBreak
		}
		text += f.Text
		at = append(at, f.Page)
	}
	if text != strings.Join(pages, document.PageBreak) {
		t.Fatal("the texts of the filings are not that of the file")
	}
	return at
}

func ensemble(t *testing.T) *ner.Ensemble {
	t.Helper()
	e, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func pagesOf(f filings.Filing) []string { return strings.Split(f.Text, document.PageBreak) }

func TestOneFilingIsNoBundle(t *testing.T) {
	t.Parallel()
	e := ensemble(t)
	for _, part := range parts {
		for seed := uint64(untouched); seed < untouched+seeds; seed++ {
			f := filings.New(seed, part.made).Filing()
			if at := starts(t, e, scanned(pagesOf(f), part.misread, seed)); len(at) != 1 {
				t.Errorf("%s, seed %d (%s, %s): begins on %v", part.name, seed, f.Type, f.Layout, at)
			}
		}
	}
}

func TestAttachmentsMakeNoBundle(t *testing.T) {
	t.Parallel()
	e := ensemble(t)
	for _, part := range parts {
		var wrong []string
		for seed := uint64(untouched); seed < untouched+seeds; seed++ {
			g := filings.New(seed, part.made)
			f := g.Of(document.Tutela)
			rng := rand.New(rand.NewPCG(seed, 5))
			pages, names := pagesOf(f), ""
			for _, kind := range rng.Perm(len(attachments))[:1+rng.IntN(4)] {
				pages = append(pages, attachments[kind].pages(g, f)...)
				names += " " + attachments[kind].name
			}
			if at := starts(t, e, scanned(pages, part.misread, seed)); len(at) != 1 {
				wrong = append(wrong, fmt.Sprintf("seed %d (%s;%s): begins on %v of %d pages", seed, f.Layout, names, at, len(pages)))
			}
		}
		if len(wrong) > part.alarms {
			t.Errorf("%s:\n%s", part.name, strings.Join(wrong, "\n"))
		}
	}
}

// attachments are what people put behind their filings. None begins another one.
var attachments = []struct {
	name  string
	pages func(g *filings.Generator, f filings.Filing) []string
}{
	{"medical history", about("HISTORIA CLÍNICA\nHOSPITAL SAN RAFAEL\nPaciente: %[1]s   Documento: CC %[2]s\nMOTIVO DE CONSULTA: dolor articular.\nPLAN: control en tres meses.",
		"EVOLUCIÓN\nPaciente estable. Se ordena terapia física.\nDr. Hernán Salcedo Ortiz, R.M. 4471")},
	{"cedula", about("REPÚBLICA DE COLOMBIA\nIDENTIFICACIÓN PERSONAL\nCÉDULA DE CIUDADANÍA\nNÚMERO %[2]s\n%[1]s\nFECHA DE NACIMIENTO 04-MAR-1967")},
	{"power of attorney", about("Señor\nJUEZ CIVIL MUNICIPAL (REPARTO)\nE. S. D.\n\nREF: PODER ESPECIAL\n\n%[1]s, mayor de edad, identificado con cédula de ciudadanía No. %[2]s, " +
		"manifiesto que confiero poder especial, amplio y suficiente a la doctora LILIANA PATRICIA MONTES QUIROGA, con cédula 52.118.430 y tarjeta profesional 145.221, " +
		"para que en mi nombre inicie y lleve hasta su terminación acción de tutela.\n\nAtentamente,\n\n%[1]s\nC.C. %[2]s\n\nAcepto,\n\nLILIANA PATRICIA MONTES QUIROGA")},
	{"answer", about("Señores\nJUZGADO SEXTO PENAL MUNICIPAL\nE. S. D.\n\nREFERENCIA: RESPUESTA A LA ACCIÓN DE TUTELA\nACCIONANTE: %[1]s\nACCIONADO: SALUD TOTAL EPS\n\n" +
		"CAROLINA DEL PILAR NIÑO ACEVEDO, identificada con C.C. 52.907.114, apoderada de SALUD TOTAL EPS S.A., me permito dar respuesta a la acción de tutela.\n\nSolicito declarar la carencia actual de objeto.")},
	{"earlier filing", about("Señor\nJUEZ DE TUTELA (REPARTO)\nE. S. D.\n\nREF: ACCIÓN DE TUTELA\nACCIONANTE: %[1]s\nACCIONADO: COLPENSIONES\n\n%[1]s, identificado con cédula %[2]s, actuando en nombre propio, " +
		"interpongo acción de tutela contra COLPENSIONES.\n\nHECHOS\n1. Pedí mi historia laboral y no respondieron.\n\nPRETENSIONES\nQue se ordene responder.\n\n%[1]s\nC.C. %[2]s")},
	{"ruling", func(g *filings.Generator, _ filings.Filing) []string { return pagesOf(g.Of(document.Sentencia)) }},
	{"copy for the defendant", func(g *filings.Generator, f filings.Filing) []string { return pagesOf(g.Noisy(f, .02)) }},
	{"petition", func(g *filings.Generator, _ filings.Filing) []string { return pagesOf(g.Of(document.DerechoPeticion)) }},
}

func about(pages ...string) func(*filings.Generator, filings.Filing) []string {
	return func(_ *filings.Generator, f filings.Filing) []string {
		var out []string
		for _, p := range pages {
			out = append(out, strings.NewReplacer("%[1]s", f.Gold.Value(ner.Plaintiff), "%[2]s", f.Gold.Value(ner.Cedula)).Replace(p))
		}
		return out
	}
}

func TestSeveralFilingsAreABundle(t *testing.T) {
	t.Parallel()
	e := ensemble(t)
	for _, part := range parts {
		var wrong []string
		for seed := uint64(untouched); seed < untouched+seeds; seed++ {
			g := filings.New(seed, part.made)
			rng := rand.New(rand.NewPCG(seed, 6))
			var pages []string
			var want []int
			said := ""
			for range 2 + rng.IntN(4) {
				f := g.Of(document.Tutela)
				want, pages = append(want, len(pages)), append(pages, pagesOf(f)...)
				said += " " + f.Layout
				if rng.IntN(3) == 0 {
					pages = append(pages, attachments[rng.IntN(len(attachments))].pages(g, f)...)
				}
			}
			if at := starts(t, e, scanned(pages, part.misread, seed)); !slices.Equal(at, want) {
				wrong = append(wrong, fmt.Sprintf("seed %d begins on %v, want %v (%s)", seed, at, want, said))
			}
		}
		t.Logf("%s: %d of %d bundles wrong", part.name, len(wrong), seeds)
		if len(wrong) > part.missed {
			t.Errorf("%s:\n%s", part.name, strings.Join(wrong, "\n"))
		}
	}
}

// One person may file several claims at once. A miss is better than a false alarm.
func TestClaimsOfOnePersonAreABundle(t *testing.T) {
	t.Parallel()
	e := ensemble(t)
	for _, part := range parts {
		var missed, wrong []string
		for seed := uint64(untouched); seed < untouched+seeds; seed++ {
			g := filings.New(seed, part.made)
			f := g.Of(document.Tutela)
			other := g.OtherMatter(f)
			pages, rng := pagesOf(f), rand.New(rand.NewPCG(seed, 7))
			if rng.IntN(2) == 0 {
				pages = append(pages, attachments[rng.IntN(len(attachments))].pages(g, f)...)
			}
			want := []int{0, len(pages)}
			pages = append(pages, pagesOf(other)...)
			switch at := starts(t, e, scanned(pages, part.misread, seed)); {
			case slices.Equal(at, want):
			case len(at) == 1:
				missed = append(missed, fmt.Sprintf("seed %d (%s %s)", seed, f.Layout, other.Layout))
			default:
				wrong = append(wrong, fmt.Sprintf("seed %d begins on %v, want %v (%s %s)", seed, at, want, f.Layout, other.Layout))
			}
		}
		t.Logf("%s: %d of %d bundles of one person missed", part.name, len(missed), seeds)
		if len(wrong) > part.alarms || len(missed) > part.missedOfOne {
			t.Errorf("%s:\n%s\n%s", part.name, strings.Join(wrong, "\n"), strings.Join(missed, "\n"))
		}
	}
}

// Every page of a hostile file may address a court: the filings are bounded, and no page is lost.
func TestFilingsAreBounded(t *testing.T) {
	e := ensemble(t)
	given := []string{"MARTHA", "JORGE", "LUISA", "PEDRO", "SANDRA", "CARLOS", "YOLANDA"}
	surnames := []string{"LÓPEZ", "RUIZ", "GUTIÉRREZ", "ÁVILA", "CASTRO", "MORENO", "PINZÓN", "QUIROGA", "TORRES", "VARGAS", "ZAPATA"}
	var pages []string
	for i := range 300 {
		name := given[i%len(given)] + " " + surnames[i*3%len(surnames)] + " " + surnames[(i*5+1)%len(surnames)]
		pages = append(pages, "Señor\nJUEZ CIVIL MUNICIPAL DE CALI (REPARTO)\nE. S. D.\n\n"+name+", mayor de edad, identificada con la cédula "+
			fmt.Sprint(31_555_000+i*7919)+", interpongo acción de tutela contra NUEVA EPS.\n\nJuro que no he presentado otra tutela.")
	}
	if got := starts(t, e, pages); len(got) < 2 || len(got) > 64 {
		t.Errorf("%d filings: %v", len(got), got)
	}
}
