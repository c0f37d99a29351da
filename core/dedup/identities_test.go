package dedup_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/testkit/filings"
)

// compareTexts compares two filings of parties.
func compareTexts(t testing.TB, d *dedup.Detector, a, b dedup.Filing) dedup.Match {
	t.Helper()
	a.ID, b.ID = "a", "b"
	return d.Explain(d.Fingerprint(a), d.Fingerprint(b))
}

// TestIdentities compares one letter with others of the same person.
func TestIdentities(t *testing.T) {
	const letter = "HECHOS\n1. Padezco artritis reumatoide, enfermedad que exige atención permanente.\n2. El 12 de marzo de 2024 el médico tratante ordenó rituximab, según la orden 884120.\n" +
		"3. Pese a que se ha acudido en repetidas oportunidades a los puntos de dispensación autorizados, la entidad no ha hecho entrega de lo ordenado.\n" +
		"4. La demora injustificada pone en riesgo la vida y la integridad, y obliga a soportar dolores que podrían evitarse con el tratamiento oportuno.\n" +
		"PRETENSIONES\nOrdenar a la entidad que en el término de cuarenta y ocho horas autorice y entregue rituximab."
	replaced := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(letter) }
	forChild := func(name, number string) string {
		return "MARÍA RUIZ SOTO, actuando en representación de mi hija menor de edad " + name + " RUIZ, con tarjeta de identidad " + number + ", presento acción de tutela.\n" + letter
	}
	mother := dedup.Parties{Plaintiff: "María Ruiz Soto", Cedula: "52.418.903", Defendant: "Nueva EPS"}
	for _, c := range []struct {
		rule                   string
		a, b                   string
		relation               dedup.Relation
		parties, facts, claims dedup.Verdict
	}{
		{"the same paper", letter, letter, dedup.Duplicate, dedup.Same, dedup.Same, dedup.Same},
		{"another drug, other days", letter, replaced("rituximab", "insulina glargina", "12 de marzo de 2024", "9 de julio de 2024", "884120", "917733"),
			dedup.NewClaim, dedup.Same, dedup.Different, dedup.Different},
		{"another drug alone", letter, replaced("rituximab", "insulina glargina"), dedup.NewClaim, dedup.Same, dedup.Same, dedup.Different},
		{"another illness, drug and day", letter, replaced("artritis reumatoide", "epilepsia refractaria", "rituximab", "levetiracetam", "12 de marzo de 2024", "9 de julio de 2024", "884120", "917733"),
			dedup.NewClaim, dedup.Same, dedup.Different, dedup.Different},
		{"a misread drug", letter, replaced("rituximab", "ritux1mab"), dedup.Duplicate, dedup.Same, dedup.Same, dedup.Same},
		{"another day of the fact", letter, replaced("12 de marzo", "14 de marzo"), dedup.NewClaim, dedup.Same, dedup.Different, dedup.Same},
		{"another month of the fact", letter, replaced("12 de marzo", "12 de mayo"), dedup.NewClaim, dedup.Same, dedup.Different, dedup.Same},
		{"another order", letter, replaced("884120", "917733"), dedup.NewClaim, dedup.Same, dedup.Different, dedup.Same},
		{"a misread digit of an order", letter, replaced("884120", "884126"), dedup.Duplicate, dedup.Same, dedup.Same, dedup.Same},
		{"a day without its year", letter, replaced("12 de marzo de 2024", "12 de marzo"), dedup.Duplicate, dedup.Same, dedup.Same, dedup.Same},
		{"facts alone", letter, letter[:strings.Index(letter, "PRETENSIONES")], dedup.Duplicate, dedup.Same, dedup.Same, dedup.Same},
		{"nothing to compare", letter, "", dedup.Unrelated, dedup.Same, dedup.Unknown, dedup.Unknown},
		{"one child", forChild("VALENTINA", "1.098.765.432"), forChild("VALENTINA", "1.098.765.432"), dedup.Duplicate, dedup.Same, dedup.Same, dedup.Same},
		{"another child of one mother, who is taken for the plaintiff", forChild("VALENTINA", "1.098.765.432"), forChild("SAMANTA", "1.105.222.333"),
			dedup.Mass, dedup.Different, dedup.Same, dedup.Same},
	} {
		t.Run(c.rule, func(t *testing.T) {
			m := compareTexts(t, detector(t), dedup.Filing{Type: "tutela", Text: c.a, Parties: mother}, dedup.Filing{Type: "tutela", Text: c.b, Parties: mother})
			if m.Relation != c.relation || m.Parties.Verdict != c.parties || m.Facts.Verdict != c.facts || m.Claims.Verdict != c.claims {
				t.Errorf("%q: parties %s, facts %s, claims %s; want %q: %s, %s, %s\n%+v", m.Relation, m.Parties.Verdict, m.Facts.Verdict, m.Claims.Verdict,
					c.relation, c.parties, c.facts, c.claims, m.Reasons)
			}
		})
	}
}

// TestRequestsInTheirOwnWords compares letters in which no word that the package knows
// stands before what is asked for.
func TestRequestsInTheirOwnWords(t *testing.T) {
	const device = "HECHOS\n1. Quien firma vive con su madre en una casa de dos pisos y la visita del 12 de marzo de 2024 dejó escrito que le conviene una grúa hidráulica.\n" +
		"2. La entidad ha respondido siempre que eso le toca a la familia, que vive de un bono del Estado y de lo que prestan los vecinos de la cuadra.\n" +
		"3. Nadie ha querido dar por escrito las razones que da de palabra en la oficina.\nPRETENSIONES\nQue la accionada asuma la grúa hidráulica mientras haga falta, sin más vueltas."
	const petition = "HECHOS\n1. El 12 de marzo de 2024 quedó radicado con el número 20241122334 un escrito sobre el arreglo de la vía que conduce a la escuela de la vereda.\n" +
		"2. Vencido el plazo no ha llegado respuesta y en la ventanilla nadie sabe dar razón del escrito ni de quién lo tiene.\n" +
		"3. De la respuesta dependen compromisos que no admiten más espera.\nPRETENSIONES\nQue se conteste de fondo el escrito 20241122334."
	party := dedup.Parties{Plaintiff: "María Ruiz Soto", Cedula: "52.418.903", Defendant: "Nueva EPS"}
	for _, c := range []struct {
		rule     string
		a, b     string
		relation dedup.Relation
		claims   dedup.Verdict
	}{
		{"the same", device, device, dedup.Duplicate, dedup.Same},
		{"another device", device, strings.NewReplacer("grúa hidráulica", "andadera plegable", "12 de marzo", "9 de julio").Replace(device), dedup.NewClaim, dedup.Different},
		{"the same device, on other days throughout", strings.Replace(device, "3. Nadie", "Se insistió el 3 de mayo de 2024 con el número 4283117. Nadie", 1),
			strings.NewReplacer("3. Nadie", "Se insistió el 20 de agosto de 2024 con el número 4283117. Nadie", "12 de marzo", "9 de julio").Replace(device), dedup.NewClaim, dedup.Same},
		{"a device misread twice in one way", device, strings.ReplaceAll(device, "hidráulica", "hidráu1ica"), dedup.Duplicate, dedup.Same},
		{"another petition", petition, strings.NewReplacer("20241122334", "20249988776", "12 de marzo", "9 de julio").Replace(petition), dedup.NewClaim, dedup.Different},
		{"a number with a misread digit", petition, strings.Replace(petition, "el escrito 20241122334", "el escrito 20241122884", 1), dedup.Duplicate, dedup.Same},
	} {
		t.Run(c.rule, func(t *testing.T) {
			m := compareTexts(t, detector(t), dedup.Filing{Type: "tutela", Text: c.a, Parties: party}, dedup.Filing{Type: "tutela", Text: c.b, Parties: party})
			if m.Relation != c.relation || m.Claims.Verdict != c.claims {
				t.Errorf("%q: facts %s, claims %s; want %q, %s\n%+v", m.Relation, m.Facts.Verdict, m.Claims.Verdict, c.relation, c.claims, m.Reasons)
			}
		})
	}
}

// TestBadCopiesAreNotCalledDifferent: nothing that a scanner may have spoiled makes an
// identity of a duplicate different.
func TestBadCopiesAreNotCalledDifferent(t *testing.T) {
	d, g := detector(t), filings.New(8, filings.Tuning())
	of := func(f filings.Filing) dedup.Filing {
		return dedup.Filing{Type: "tutela", Text: f.Text, Parties: dedup.Parties{Plaintiff: f.Gold.Value("demandante"), Defendant: f.Gold.Value("demandado"), Cedula: f.Gold.Value("cedula")}}
	}
	doubtful, different := 0, 0
	for range 300 {
		f := g.Letter()
		bad := of(g.Noisy(f, .03))
		for _, other := range []filings.Filing{g.Edit(f), g.Noisy(f, .01), g.Noisy(f, .02)} {
			m := compareTexts(t, d, bad, of(other))
			for _, i := range []dedup.Identity{m.Parties, m.Facts, m.Claims} {
				if i.Verdict != dedup.Same {
					doubtful++
				}
				if i.Verdict == dedup.Different {
					different++
				}
			}
		}
	}
	if doubtful == 0 || 40*different > doubtful {
		t.Errorf("%d of %d identities in doubt are called different", different, doubtful)
	}
}

// TestTypedCasesAreCompared compares what clerks typed in, without any text.
func TestTypedCasesAreCompared(t *testing.T) {
	typed := dedup.Parties{Plaintiff: "Ana López Ruiz", Cedula: "52.418.903", Defendant: "Nueva EPS", Radicado: "11001400302820240031700"}
	for _, c := range []struct {
		rule   string
		change func(*dedup.Parties)
		want   dedup.Relation
	}{
		{"the same radicado, cédula and parties", func(*dedup.Parties) {}, dedup.Duplicate},
		{"another radicado", func(p *dedup.Parties) { p.Radicado = "11001400302820240099900" }, dedup.Unrelated},
		{"another cédula", func(p *dedup.Parties) { p.Cedula = "79.135.246" }, dedup.Unrelated},
		{"no radicado", func(p *dedup.Parties) { p.Radicado = "" }, dedup.Unrelated},
	} {
		t.Run(c.rule, func(t *testing.T) {
			other := typed
			c.change(&other)
			d := detector(t)
			m, _ := d.Compare(d.Fingerprint(dedup.Filing{ID: "a", Type: "tutela", Parties: typed}), d.Fingerprint(dedup.Filing{ID: "b", Type: "tutela", Parties: other}))
			if m.Relation != c.want {
				t.Errorf("%q, want %q: %+v", m.Relation, c.want, m)
			}
		})
	}
}

// pairsOf draws two related filings.
func pairsOf(t *rapid.T) (a, b dedup.Filing) {
	g := filings.New(rapid.Uint64Range(1, 50).Draw(t, "seed"), filings.Options{})
	f := g.Filing()
	other := rapid.SampledFrom([]func(filings.Filing) filings.Filing{g.Copy, g.Refile, g.Edit, g.OtherClaim, g.OtherMatter, g.Namesake,
		func(f filings.Filing) filings.Filing { return g.Noisy(f, .02) }, func(f filings.Filing) filings.Filing { return g.FormLetter(f, 1)[0] }}).Draw(t, "kind")(f)
	of := func(f filings.Filing) dedup.Filing {
		return dedup.Filing{ID: f.ID, Type: "tutela", Text: f.Text, Parties: partiesOf(f)}
	}
	return of(f), of(other)
}

func partiesOf(f filings.Filing) dedup.Parties {
	return dedup.Parties{Plaintiff: f.Gold.Value("demandante"), Defendant: f.Gold.Value("demandado"), Cedula: f.Gold.Value("cedula")}
}

// TestNumbersAddUp: the ensemble score is the weighted sum of the three that are shown,
// each adjustment begins where the one before ended, and the last one is the similarity.
func TestNumbersAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := dedup.DefaultConfig()
		c.Weights.MinHash = rapid.Float64Range(0, 1).Draw(t, "minhash")
		c.Weights.TFIDF = rapid.Float64Range(0, 1-c.Weights.MinHash).Draw(t, "tfidf")
		c.Weights.Entity = max(0, 1-c.Weights.MinHash-c.Weights.TFIDF)
		c.Thresholds.Tutela = rapid.Float64Range(0, 1).Draw(t, "threshold")
		d, err := dedup.NewDetector(c)
		if err != nil {
			t.Fatal(err)
		}
		a, b := pairsOf(t)
		m := d.Explain(d.Fingerprint(a), d.Fingerprint(b))
		if sum := c.Weights.MinHash*m.MinHash + c.Weights.TFIDF*m.TFIDF + c.Weights.Entity*m.Entity; math.Abs(sum-m.Ensemble) > 1e-9 {
			t.Fatalf("the sum is %v, shown is %v", sum, m.Ensemble)
		}
		at := m.Ensemble
		for _, adjustment := range m.Adjustments {
			if adjustment.Before != at || adjustment.Reason == "" {
				t.Fatalf("%+v after %v", adjustment, at)
			}
			at = adjustment.After
		}
		if at != m.Similarity {
			t.Fatalf("similarity %v after %v", m.Similarity, at)
		}
		for _, r := range m.Reasons {
			if strings.HasSuffix(r.Code, "_"+string(dedup.Different)) && r.Weight > 0 {
				t.Fatalf("what differs speaks for one case: %+v", r)
			}
		}
		if m.Relation == dedup.Duplicate && (m.Similarity < c.Thresholds.Tutela || m.Parties.Verdict == dedup.Different || m.Facts.Verdict == dedup.Different || m.Claims.Verdict == dedup.Different) {
			t.Fatalf("a duplicate at %v: %s, %s, %s", m.Similarity, m.Parties.Verdict, m.Facts.Verdict, m.Claims.Verdict)
		}
		if m.Relation == dedup.Duplicate && m.Similarity < .99 && !slices.ContainsFunc(m.Adjustments, func(x dedup.Adjustment) bool { return x.Rule == "same_record" }) {
			c.Thresholds.Tutela = m.Similarity + .01
			stricter, err := d.WithConfig(c)
			if err != nil {
				t.Fatal(err)
			}
			if n := stricter.Explain(d.Fingerprint(a), d.Fingerprint(b)); n.Relation == dedup.Duplicate || n.Similarity != m.Similarity {
				t.Fatalf("%q at %v with a threshold of %v", n.Relation, n.Similarity, c.Thresholds.Tutela)
			}
		}
	})
}

// TestWeightsMoveTheResult: more weight on a score moves the similarity towards that
// score, never away from it.
func TestWeightsMoveTheResult(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := pairsOf(t)
		similarity := func(w dedup.Weights) dedup.Match {
			c := dedup.DefaultConfig()
			c.Weights = w
			d, err := dedup.NewDetector(c)
			if err != nil {
				t.Fatal(err)
			}
			return d.Explain(d.Fingerprint(a), d.Fingerprint(b))
		}
		even := similarity(dedup.Weights{MinHash: .4, TFIDF: .3, Entity: .3})
		for _, c := range []struct {
			name  string
			w     dedup.Weights
			score float64
		}{
			{"minhash", dedup.Weights{MinHash: .7, TFIDF: .15, Entity: .15}, even.MinHash},
			{"tfidf", dedup.Weights{MinHash: .2, TFIDF: .65, Entity: .15}, even.TFIDF},
			{"entity", dedup.Weights{MinHash: .2, TFIDF: .15, Entity: .65}, even.Entity},
		} {
			// The other two keep their shares of the rest.
			moved := similarity(c.w)
			if c.score <= min(even.MinHash, even.TFIDF, even.Entity) && moved.Similarity > even.Similarity+1e-9 ||
				c.score >= max(even.MinHash, even.TFIDF, even.Entity) && moved.Similarity < even.Similarity-1e-9 {
				t.Fatalf("more weight on %s (%v) moves %v to %v", c.name, c.score, even.Similarity, moved.Similarity)
			}
		}
	})
}

// TestReasonsShowWhatDiffers: the left values are those of the first filing.
func TestReasonsShowWhatDiffers(t *testing.T) {
	const first = "HECHOS\nPadezco epilepsia refractaria y el 12 de marzo de 2024 me ordenaron levetiracetam, orden 884120, que la entidad no entrega en la farmacia.\nPRETENSIONES\nQue se entregue levetiracetam."
	second := strings.NewReplacer("12 de marzo de 2024", "9 de julio", "levetiracetam", "clobazam").Replace(first)
	m := compareTexts(t, detector(t), dedup.Filing{Type: "tutela", Text: first}, dedup.Filing{Type: "tutela", Text: second})
	want := map[string][2]string{"figures_shared": {"12 de marzo de 2024", "9 de julio"}, "claims_different": {"levetiracetam", "clobazam"}}
	for _, r := range m.Reasons {
		if w, ok := want[r.Code]; ok && (!strings.Contains(r.Left, w[0]) || !strings.Contains(r.Right, w[1])) {
			t.Errorf("%s: %q and %q, want %q", r.Code, r.Left, r.Right, w)
		}
		delete(want, r.Code)
	}
	if len(want) > 0 {
		t.Errorf("no %v among %+v", want, m.Reasons)
	}
}
