package doctype_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
)

func ExampleSuggest() {
	s := doctype.Suggest("Señor Juez\n\nREF: INCIDENTE DE DESACATO\n\nLa EPS no ha cumplido el fallo de tutela.")
	fmt.Printf("%s %.2f %q\n", s.Value, s.Confidence, s.Reasons)
	// Output: desacato 0.99 ["incidente de desacato" "desacato" "no ha cumplido el fallo" "incidente"]
}

func TestKindsAreThoseOfDocuments(t *testing.T) {
	for _, k := range document.Types() {
		if !slices.Contains(doctype.Kinds(), string(k)) {
			t.Errorf("%s is never suggested", k)
		}
	}
	if len(doctype.Kinds()) != len(document.Types()) {
		t.Errorf("kinds %v, types %v", doctype.Kinds(), document.Types())
	}
}

// decided are texts whose kind a rule tells. Kinds are learned from them, too.
var decided = []struct{ rule, text, want string }{
	{"no words, no suggestion", " \n.\f", ""},
	{"nothing that is known is another paper", "Lista de mercado: pan, leche y huevos.", doctype.Other},
	{"a petition that a tutela tells of does not make it one", "ACCIÓN DE TUTELA\nInterpongo acción de tutela por violación del derecho de petición: el 3 de mayo presenté derecho de petición.", doctype.Tutela},
	{"the title of a petition goes before the word tutela", "Asunto: Derecho de petición\nDe no responder presentaré tutela.", doctype.DerechoPeticion},
	{"an appeal names the tutela whose ruling it attacks", "Ref: acción de tutela 2024-0012\nImpugno el fallo que negó el amparo.", doctype.Impugnacion},
	{"a ruling tells of the tutela that it decides", "Procede el Despacho a resolver la acción de tutela instaurada por Ana Ruiz.\nEn mérito de lo expuesto, administrando justicia", doctype.Sentencia},
	{"an answer to a tutela is none", "Ref.: acción de tutela de Ana Ruiz\nContestación\nMe permito rendir el informe solicitado.", doctype.Other},
	{"what a tutela annexes does not make it another paper", "Señor Juez\nPido que me protejan la salud, porque vulneran mi derecho fundamental. Anexo: historia clínica, orden médica y certificado.", doctype.Tutela},
	{"a claim about credit data is one though it is called a petition", "Señores BANCO\nAsunto: Derecho de petición. Eliminar el reporte\nEl dato negativo se puso sin la comunicación previa de la Ley 1266.", doctype.HabeasData},
	{"nobody petitions a judge", "Señor Juez\nvulneran mi derecho de petición y pido que me protejan. Juro que no he presentado otra.", doctype.Tutela},
	{"a subject counts as one without line ends", "Cali, 3 de mayo de 2024 Señores ACUEDUCTO DE CALI Cordial saludo, Asunto: Derecho de petición. Pido copia de la certificación y del contrato.", doctype.DerechoPeticion},
	{"several who file", "Señor Juez\nAna y Luis Ruiz contra Cobros S.A.\nInterponemos acción de tutela por los derechos a hábeas data y buen nombre.\nEl dato negativo se puso sin la comunicación previa.", doctype.Tutela},
	{"a prisoner whose habeas corpus was refused", "Señor Juez\nEstoy privado de la libertad hace tres años. Puse un hábeas corpus y me lo negaron. No me llevan al médico y pido que me amparen la salud por tutela.", doctype.Tutela},
	{"a prisoner who asks for it", "Señor Juez\nEstoy privado de la libertad desde el lunes sin que un juez legalice la captura. Invoco el hábeas corpus.", doctype.HabeasCorpus},
	{"a court's own name on top", "JUZGADO SEGUNDO CIVIL MUNICIPAL\nTunja, 3 de mayo de 2024\n\nAcción de tutela de Ana Ruiz contra Nueva EPS\n\nRefiere el accionante que le niegan la cirugía.", doctype.Sentencia},
	{"the court to which a tutela is addressed", "Señor\nJUZGADO SEGUNDO CIVIL MUNICIPAL DE TUNJA\n\nAcción de tutela de Ana Ruiz contra Nueva EPS\n\nMe niegan la cirugía.", doctype.Tutela},
	{"a high court's voice", "Radicado 11001-03-15-000-2020-01253-00\nActor: Ana Ruiz\nConsejera ponente: Inés Mora\nAcción de tutela. Vulneraron su derecho fundamental al debido proceso.", doctype.Sentencia},
	{"a chamber that pronounces itself", "STP8123-2021\nRadicación n° 117201\n\nVISTOS\n\nSe pronuncia la Sala sobre la demanda de tutela formulada por ANA RUIZ contra el JUZGADO PENAL DEL CIRCUITO, por la vulneración de sus derechos fundamentales.", doctype.Sentencia},
	{"an appeal that does not say impugno", "Señor Juez\nRef.: Acción de tutela No. 2019-0017\n\nLe solicito que dé trámite a la presente impugnación contra la providencia de la referencia. La acción de tutela sí procede.", doctype.Impugnacion},
	{"who was told of a tutela and answers", "Señores JUZGADO CIVIL\nNotifica el auto que admite la acción de tutela de Ana Ruiz contra la Policía Nacional.\nMe permito dar respuesta. La acción de tutela es improcedente.", doctype.Other},
	{"the confirmation of a tutela that was filed online", "Se ha registrado la Tutela en Línea con número 55501\n\nAccionante: Ana Ruiz\n\nDerechos:\nDERECHO DE PETICIÓN, DEBIDO PROCESO", doctype.Tutela},
	{"an acta de reparto", "REPÚBLICA DE COLOMBIA\nRAMA JUDICIAL\nACTA INDIVIDUAL DE REPARTO\nGRUPO ACCIONES DE TUTELA\nJUZGADO 005 CIVIL MUNICIPAL\n52555111 ANA RUIZ 01", doctype.Other},
	{"a court that admits a tutela has not ruled", "RAMA JUDICIAL\nJUZGADO QUINTO CIVIL MUNICIPAL\n\nAccionante: Ana Ruiz\n\nRESUELVE\n\nPRIMERO: ADMITIR la acción de tutela promovida por ANA RUIZ.\nSEGUNDO: VINCULAR a la ADRES.\n\nNOTIFÍQUESE Y CÚMPLASE", doctype.Other},
	{"a ruling tells how the tutela was admitted", "RAMA JUDICIAL\nJUZGADO QUINTO CIVIL MUNICIPAL\n\nAccionante: Ana Ruiz\n\nANTECEDENTES\nPor auto del 3 de mayo se dispuso admitir la acción de tutela y vincular a la ADRES.\n\nCONSIDERACIONES\nProcede el Despacho a decidir.\nAdministrando justicia en nombre de la República,\n\nRESUELVE\n\nPRIMERO: NEGAR el amparo.\n\nNOTIFÍQUESE", doctype.Sentencia},
	{"who asks that a tutela be admitted files one", "Señor Juez\nInterpongo acción de tutela contra Nueva EPS.\nPETICIONES\nPrimero: admitir la acción de tutela.\nSegundo: vincular a la ADRES.", doctype.Tutela},
	{"a court's letter that notifies", "JUZGADO CUARTO DE FAMILIA\nOFICIO 1555\nSeñor\nREPRESENTANTE LEGAL\nREF: ACCIÓN DE TUTELA\nACCIONANTE: ANA RUIZ\n\nLe notifico que se admitió la tutela de la referencia.", doctype.Other},
	{"a public body that reports", "ALCALDÍA DE SOACHA\n\nDoctora\nSECRETARIA DEL JUZGADO SEGUNDO CIVIL MUNICIPAL\n\nPROCESO TUTELA\nACCIONANTE ANA RUIZ\n\nLa Oficina Jurídica rinde el informe pedido.", doctype.Other},
	{"words misread by a letter", "ACCIÓN DE TUTEIA\ninterpongo acciön de tutcla y pido quc sc me protejan. Vulneran el derecho fundarnental.", doctype.Tutela},
	{"accents and case do not count", "ACCION DE TUTELA\ninterpongo accion de tutela", doctype.Tutela},
	{"combining accents neither", "accio\u0301n de tutela", doctype.Tutela},
	{"a list of the decisions of a day, of many cases", "JUZGADO PRIMERO CIVIL MUNICIPAL\nESTADO No. 12  FECHA: 3 DE MAYO DE 2024\n15001-40-03-001-2024-00123-00 | EJECUTIVO | ANA RUIZ | LUIS MORA | AUTO LIBRA MANDAMIENTO\n15001-40-03-001-2024-00131-00 | TUTELA | EVA PAZ | NUEVA EPS | FALLO\n15001-40-03-001-2024-00140-00 | VERBAL | JOSÉ GIL | PAZ GIL | ADMITE\nSe fija hoy a las 8 a. m. y se desfija a las 5 p. m.", doctype.Other},
	{"far behind the head a phrase counts little", strings.Repeat("acción de tutela interpongo acción de tutela ", 3) + strings.Repeat("palabra ", 500) + "impugno", doctype.Tutela},
}

func TestWhatDecides(t *testing.T) {
	for _, c := range decided {
		if got := doctype.Suggest(c.text); got.Value != c.want {
			t.Errorf("%s: got %+v, want %s", c.rule, got, c.want)
		}
	}
}

// outcome is one suggestion and the truth.
type outcome struct {
	kind, got  string
	confidence float64
}

// suggestions are of n papers of each type from both sources: filings in a
// layout and papers in words of their own.
func suggestions(seed uint64, o filings.Options, part filings.Part, n int, change func(filings.Filing) filings.Filing) (out []outcome) {
	g := filings.New(seed, o)
	add := func(f filings.Filing) {
		s := doctype.Suggest(change(f).Text)
		out = append(out, outcome{string(f.Type), s.Value, s.Confidence})
	}
	for range n {
		for _, t := range []document.Type{document.Tutela, document.HabeasCorpus, document.HabeasData, document.DerechoPeticion, document.Impugnacion, document.Desacato, document.Sentencia} {
			add(g.Of(t))
		}
		for _, t := range filings.PaperTypes(part) {
			add(g.Paper(t, part))
		}
	}
	return out
}

// The floors lie below what was measured when they were set.
func TestQualityOnHeldOutPapers(t *testing.T) {
	noise := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		name   string
		change func(filings.Filing) filings.Filing
		floor  float64
	}{
		{"as printed", func(f filings.Filing) filings.Filing { return f }, .95},
		{"no line ends", filings.Filing.Flattened, .95},
		{"one percent misread", func(f filings.Filing) filings.Filing { return f.WithNoise(.01, noise) }, .93},
	} {
		all := suggestions(31, filings.HeldOut(), filings.ForReport, 40, c.change)
		right, of := map[string]int{}, map[string]int{}
		wrong := map[string]int{}
		total := 0
		for _, o := range all {
			of[o.kind]++
			if o.got == o.kind {
				right[o.kind]++
				total++
			} else {
				wrong[o.kind+" taken for "+o.got]++
			}
		}
		accuracy := float64(total) / float64(len(all))
		t.Logf("%s: %.3f of %d right, calibration error %.3f\n%v of %v\n%v", c.name, accuracy, len(all), calibrationError(all), right, of, wrong)
		if accuracy < c.floor {
			t.Errorf("%s: %.3f right, expected at least %.2f", c.name, accuracy, c.floor)
		}
	}
}

// Confidences were sharpened on papers for tuning; on others they must be met.
func TestConfidencesAreMet(t *testing.T) {
	if e := calibrationError(suggestions(32, filings.HeldOut(), filings.ForReport, 40, func(f filings.Filing) filings.Filing { return f })); e > .08 {
		t.Errorf("the expected calibration error is %.3f", e)
	}
}

// calibrationError is the expected calibration error over ten equal bins.
func calibrationError(all []outcome) float64 {
	var n, sure, right [10]float64
	for _, o := range all {
		b := min(9, int(o.confidence*10))
		n[b]++
		sure[b] += o.confidence
		if o.got == o.kind {
			right[b]++
		}
	}
	sum := 0.0
	for b := range n {
		sum += math.Abs(sure[b] - right[b])
	}
	return sum / float64(len(all))
}

func TestAnyTextIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.String().Draw(t, "text"))
	})
	for _, s := range []string{strings.Repeat("impugno ", 1<<17), strings.Repeat("a", 1<<20), strings.Repeat("\n", 1<<20), "\xff\xfe" + strings.Repeat("\xc3", 1000), strings.Repeat("acción de ", 1<<16)} {
		check(t, s)
	}
}

func FuzzSuggest(f *testing.F) {
	for _, s := range []string{"ACCIÓN DE TUTELA", "impugno\nel fallo", "\xff acci\xcc\x81on", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { check(t, s) })
}

func check(t rapid.TB, s string) {
	got := doctype.Suggest(s)
	if got.Value == "" {
		if got.Confidence != 0 || got.Reasons != nil {
			t.Fatalf("%+v", got)
		}
		return
	}
	if !slices.Contains(doctype.Kinds(), got.Value) || !(got.Confidence > 0 && got.Confidence <= 1) || len(got.Reasons) > 5 {
		t.Fatalf("%+v", got)
	}
}

func BenchmarkSuggest(b *testing.B) {
	s := filings.New(1, filings.Tuning()).Filing().Text
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		doctype.Suggest(s)
	}
}
