package doctype_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/doctype"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/papers"
)

var (
	kindsFile = flag.String("kinds", "", "file that TestWriteKinds writes; it writes none without")
	kindsRows = flag.Bool("kinds-rows", false, "TestWriteKinds also logs what is wrong of writers left out")
)

// TestWriteKinds is a tool, not a test: go run ./testkit/measure train-kinds runs it. It learns kinds of papers from
// papers that people wrote and, with less weight, from invented ones. The same papers give the same bytes.
func TestWriteKinds(t *testing.T) {
	if *kindsFile == "" {
		t.Skip("a tool that go run ./testkit/measure train-kinds runs, not a test")
	}
	written, err := papers.ToLearn()
	if err != nil {
		t.Fatal(err)
	}
	invented := inventedKinds()
	for _, c := range decided {
		invented = append(invented, doctype.Sample{Text: c.text, Kind: c.want, Weight: 1})
	}
	logLeftOut(t, written, invented)
	if err := os.WriteFile(*kindsFile, doctype.Learn(append(samplesOf(written), invented...)).Write(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// logLeftOut logs how many kinds are right of writers from whom nothing was learned.
func logLeftOut(t *testing.T, written []papers.Paper, invented []doctype.Sample) {
	writers := []string{}
	for _, p := range written {
		if !slices.Contains(writers, p.Writer) {
			writers = append(writers, p.Writer)
		}
	}
	right, sure, sureRight, all := 0, 0, 0, 0
	const groups, isSure = 5, .8
	for g := range groups {
		var rest, out []papers.Paper
		for _, p := range written {
			if slices.Index(writers, p.Writer)%groups == g {
				out = append(out, p)
			} else {
				rest = append(rest, p)
			}
		}
		learned := doctype.Learn(append(samplesOf(rest), invented...))
		for _, p := range out {
			if p.Gold.Type == "" {
				continue
			}
			kind, chance := learned.Kind(p.Text)
			isRight := slices.Contains(strings.Split(p.Gold.Type, "|"), kind)
			all++
			right += count(isRight)
			sure += count(chance >= isSure)
			sureRight += count(chance >= isSure && isRight)
			if *kindsRows && !isRight {
				t.Logf("%s: %s taken for %s (%.2f; by itself %s)", p.ID, p.Gold.Type, kind, chance, doctype.Suggest(p.Text).Value)
			}
		}
	}
	t.Logf("of writers left out %.3f of %d right; %d surer than %.1f, of these %.3f", float64(right)/float64(all), all, sure, isSure, float64(sureRight)/float64(sure))
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// samplesOf returns papers as written, and with less weight their beginnings, without line ends and misread.
func samplesOf(written []papers.Paper) (all []doctype.Sample) {
	rng := rand.New(rand.NewPCG(1, 4))
	for _, p := range written {
		kind, _, _ := strings.Cut(p.Gold.Type, "|")
		const less = .3
		lines := strings.SplitAfter(p.Text, "\n")
		all = append(all,
			doctype.Sample{Text: p.Text, Kind: kind, Weight: 1},
			doctype.Sample{Text: strings.Join(lines[:(len(lines)+1)/2], ""), Kind: kind, Weight: less},
			doctype.Sample{Text: strings.Join(strings.Fields(p.Text), " "), Kind: kind, Weight: less},
			doctype.Sample{Text: filings.Noise(p.Text, .03*rng.Float64(), rng), Kind: kind, Weight: less})
	}
	return all
}

// quotations are papers within a case that quote the whole tutela, which stands for %s.
var quotations = []struct{ kind, frame string }{
	{doctype.Desacato, "Señora\nJUEZA SEGUNDA MUNICIPAL\nREF.: INCIDENTE DE DESACATO\nPromuevo incidente de desacato, porque no se ha cumplido el fallo que resolvió esta tutela:\n%s"},
	{doctype.Desacato, "JUZGADO QUINTO\nASUNTO: DESACATO\nLa EPS sigue sin cumplir lo que usted ordenó. Copio mi tutela:\n\n%s"},
	{doctype.Impugnacion, "Doctora\nJUEZA SEGUNDA MUNICIPAL\nASUNTO: IMPUGNACIÓN\nImpugno la sentencia que declaró improcedente la tutela, que decía así:\n%s\nSolicito revocarla."},
	{doctype.Sentencia, "JUZGADO SEGUNDO MUNICIPAL\nFALLO DE TUTELA\nI. ANTECEDENTES\n%s\nII. CONSIDERACIONES\nAdministrando justicia en nombre de la República, RESUELVE: negar el amparo. CÚMPLASE."},
	{doctype.Other, "Señora\nJUEZA SEGUNDA MUNICIPAL\nREF: RESPUESTA A LA TUTELA\nObro por la entidad y contesto dentro del término. Transcribo la demanda:\n%s\nNo es cierto. Pido negar el amparo."},
	{doctype.Other, "Señora\nJUEZA SEGUNDA MUNICIPAL\nREF: RETIRO DE LA TUTELA\nYa me atendieron y no quiero seguir con esta tutela:\n%s"},
}

// inventedKinds are invented papers of all kinds.
func inventedKinds() (all []doctype.Sample) {
	const each, weight = 60, .2
	g := filings.New(1, filings.Tuning())
	for range each {
		for _, kind := range []document.Type{document.Tutela, document.HabeasCorpus, document.HabeasData, document.DerechoPeticion, document.Impugnacion, document.Desacato, document.Sentencia} {
			all = append(all, doctype.Sample{Text: g.Of(kind).Text, Kind: string(kind), Weight: weight})
		}
		for _, q := range quotations {
			all = append(all, doctype.Sample{Text: strings.Replace(q.frame, "%s", g.Of(document.Tutela).Text, 1), Kind: q.kind, Weight: weight})
		}
		for _, kind := range filings.PaperTypes(filings.ForTuning) {
			all = append(all, doctype.Sample{Text: g.Paper(kind, filings.ForTuning).Text, Kind: string(kind), Weight: weight})
		}
	}
	return all
}
