// Command invariance measures whether verdicts depend on what filings say, and on nothing else:
// rewritings that change nothing keep a duplicate, and a detail that matters makes another case.
//
//	go run ./testkit/quality/invariance [-tuning] [-seed 100] [-n 75] [-show 5] [-kind "no years"]
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/rewriting"
)

func main() {
	tuning := flag.Bool("tuning", false, "use the filings that the engine was tuned on")
	n := flag.Int("n", 75, "papers of each kind")
	show := flag.Int("show", 0, "print this many wrong verdicts of each kind")
	kind := flag.String("kind", "", "measure this kind alone")
	seed := flag.Uint64("seed", 100, "of the filings")
	flag.Parse()
	options := filings.HeldOut()
	if *tuning {
		options = filings.Tuning()
	}
	if err := run(options, *seed, *n, *show, *kind); err != nil {
		fmt.Fprintln(os.Stderr, "invariance:", err)
		os.Exit(1)
	}
}

// tally counts verdicts of one kind of change.
type tally struct {
	kind         string
	papers, kept int // kept: called a duplicate
}

// change makes another version of a paper; ok is false where the paper has nothing to change.
type change struct {
	kind  string
	apply func(g *generator) (original, changed string, ok bool)
}

// generator makes papers of all kinds.
type generator struct {
	*filings.Generator
	rng  *rand.Rand
	made int
}

func (g *generator) paper() filings.Filing {
	g.made++
	switch g.made % 4 {
	case 0:
		return g.ForChild()
	case 1:
		return g.Filing()
	}
	return g.Letter()
}

func run(options filings.Options, seed uint64, n, show int, kind string) error {
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		return err
	}
	ensemble, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		return err
	}
	fingerprint := func(id, s string, recognised ...ner.Span) (dedup.Fingerprint, error) {
		found, err := ensemble.ExtractContext(context.Background(), s, recognised...)
		return detector.Fingerprint(dedup.Filing{ID: id, Type: "tutela", Text: s, Parties: found.Parties()}), err
	}
	measure := func(changes []change, want bool) ([]tally, error) {
		var all []tally
		for i, c := range changes {
			if kind != "" && kind != c.kind {
				continue
			}
			t, shown := tally{kind: c.kind}, 0
			g := &generator{Generator: filings.New(seed+uint64(i), options), rng: rand.New(rand.NewPCG(uint64(i), 7))}
			for tries := 0; t.papers < n && tries < 20*n; tries++ {
				original, changed, ok := c.apply(g)
				if !ok || original == changed {
					continue
				}
				a, err := fingerprint("a", original)
				if err != nil {
					return nil, err
				}
				b, err := fingerprint("b", changed, ner.RecognisedIf(strings.HasPrefix(c.kind, "misread"), changed)...)
				if err != nil {
					return nil, err
				}
				m := detector.Explain(a, b)
				t.papers++
				if m.Relation == dedup.Duplicate {
					t.kept++
				}
				if (m.Relation == dedup.Duplicate) != want && shown < show {
					shown++
					fmt.Printf("--- %s: %q %.2f; parties %s, facts %s, claims %s\n", c.kind, m.Relation, m.Similarity, m.Parties.Verdict, m.Facts.Verdict, m.Claims.Verdict)
					for _, r := range m.Reasons {
						fmt.Printf("    %+.2f %s: %s (%s | %s)\n", r.Weight, r.Code, r.Text, r.Left, r.Right)
					}
					fmt.Println(difference(original, changed))
				}
			}
			all = append(all, t)
		}
		return all, nil
	}
	same, err := measure(harmless(), true)
	if err != nil {
		return err
	}
	other, err := measure(details(), false)
	if err != nil {
		return err
	}
	fmt.Print("| change | papers | right | goal |\n|---|---|---|---|\n")
	report("changes nothing", same, .99, func(t tally) int { return t.kept })
	report("makes another case", other, .98, func(t tally) int { return t.papers - t.kept })
	return nil
}

// report prints a group of kinds, the worst first.
func report(group string, all []tally, goal float64, right func(tally) int) {
	var sum, correct int
	for _, t := range all {
		sum, correct = sum+t.papers, correct+right(t)
	}
	rate := func(right, papers int) float64 { return float64(right) / float64(max(1, papers)) }
	slices.SortStableFunc(all, func(a, b tally) int { return cmp.Compare(rate(right(a), a.papers), rate(right(b), b.papers)) })
	fmt.Printf("| **%s** | %d | %.3f | %.2f |\n", group, sum, rate(correct, sum), goal)
	for _, t := range all {
		fmt.Printf("| %s | %d | %.3f | |\n", t.kind, t.papers, rate(right(t), t.papers))
	}
}

// harmless are the rewritings that change nothing, each by itself and several together.
func harmless() (all []change) {
	edited := func(edit func(f filings.Filing, g *generator) string) func(*generator) (string, string, bool) {
		return func(g *generator) (string, string, bool) {
			f := g.paper()
			return f.Text, edit(f, g), true
		}
	}
	for _, e := range rewriting.Edits {
		all = append(all, change{e.Name, edited(func(f filings.Filing, g *generator) string { return e.Apply(f.Text, g.rng) })})
	}
	return append(all,
		change{"surnames first", edited(func(f filings.Filing, _ *generator) string {
			return rewriting.Swapped(f.Text, f.Gold.Value(ner.Plaintiff))
		})},
		change{"initial of a given name", edited(func(f filings.Filing, _ *generator) string {
			return rewriting.Abbreviated(f.Text, f.Gold.Value(ner.Plaintiff))
		})},
		change{"other names of defendants", edited(func(f filings.Filing, g *generator) string { return g.Alias(f, 0).Text })},
		change{"three rewritings together", edited(func(f filings.Filing, g *generator) string {
			s := f.Text
			for _, i := range g.rng.Perm(len(rewriting.Edits))[:3] {
				s = rewriting.Edits[i].Apply(s, g.rng)
			}
			return s
		})})
}

// details are the changes that make another case.
func details() (all []change) {
	all = []change{
		{"person", func(g *generator) (string, string, bool) {
			f := g.paper()
			return f.Text, g.FormLetter(f, 1)[0].Text, true
		}},
		{"child", func(g *generator) (string, string, bool) {
			f := g.LetterForChild()
			return f.Text, g.OtherChild(f).Text, true
		}},
		{"month of pension", func(g *generator) (string, string, bool) {
			f := g.paper()
			month := g.rng.IntN(12)
			letter := func(month int) string {
				return strings.NewReplacer("NAME", strings.ToUpper(f.Gold.Value(ner.Plaintiff)), "CEDULA", f.Gold.Value(ner.Cedula),
					"MONTH", rewriting.Month(month, g.rng.IntN(3))).Replace(pensionLetter)
			}
			return letter(month), letter((month + 1 + g.rng.IntN(11)) % 12), f.Gold.Value(ner.Cedula) != "" && f.Gold.Value(ner.Plaintiff) != ""
		}},
	}
	for _, d := range []filings.OtherDetail{filings.OtherDate, filings.OtherReference, filings.OtherRequest, filings.OtherDefendant} {
		all = append(all, change{string(d), func(g *generator) (string, string, bool) {
			f := g.paper()
			changed, ok := g.Change(f, d)
			return f.Text, changed.Text, ok
		}})
	}
	return all
}

const pensionLetter = `Señor
JUEZ MUNICIPAL (REPARTO)

ACCIONANTE: NAME
ACCIONADO: COLPENSIONES

NAME, identificado con la cédula de ciudadanía No. CEDULA, actuando en nombre propio, presento acción de tutela contra COLPENSIONES.

HECHOS

1. Recibo una pensión de vejez desde el 3 de junio de 2019 y vivo de ella.
2. COLPENSIONES no consignó la mesada de MONTH y en la oficina no dan razón.
3. Pago arriendo y no tengo otro ingreso para la comida ni para los remedios.

PRETENSIONES

1. Tutelar mi derecho fundamental al mínimo vital.
2. Ordenar a COLPENSIONES que en 48 horas pague la mesada de MONTH.

NAME
C.C. CEDULA
`

// difference returns the lines of changed that original does not have, a few of them.
func difference(original, changed string) string {
	lines := strings.Split(original, "\n")
	var list []string
	for line := range strings.SplitSeq(changed, "\n") {
		if strings.TrimSpace(line) != "" && !slices.Contains(lines, line) && len(list) < 6 {
			list = append(list, "    > "+line)
		}
	}
	return strings.Join(list, "\n")
}
