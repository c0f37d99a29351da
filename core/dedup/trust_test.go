package dedup_test

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/entity"
	"github.com/cotejo/cotejo/testkit/filings"
)

// What was read wrong tells neither two people apart nor makes one of two, unless both papers are one letter.
func TestPartiesInDoubtProveLittle(t *testing.T) {
	d := detector(t)
	widow, guardian, toTheOffice := ana, ana, ana
	toTheOffice.defendant = "la oficina"
	widow.name, widow.cedula, widow.email = "CARMEN ROSA AVELLA PINTO", "24.318.605", "carmen.avella@correo.co"
	guardian.name, guardian.email = "HERNANDO NIÑO PATARROYO", "hernando.nino@correo.co"
	with := func(f dedup.Filing, change func(*dedup.Parties)) dedup.Filing {
		change(&f.Parties)
		return f
	}
	for rule, c := range map[string]struct {
		a, b    dedup.Filing
		doubts  entity.Doubts // about b
		parties dedup.Verdict
		without dedup.Verdict // where nothing is in doubt
	}{
		"the defendant was read wrong": {
			ana.filing(ana.letter()), with(ana.filing(toTheOffice.retold()), func(p *dedup.Parties) { p.Defendant = "Convenio Vigente Ltda" }),
			entity.Doubts{Defendant: 70}, dedup.Same, dedup.Partly,
		},
		"the defendant was read wrong, perhaps": {
			ana.filing(ana.letter()), with(ana.filing(toTheOffice.retold()), func(p *dedup.Parties) { p.Defendant = "Convenio Vigente Ltda" }),
			entity.Doubts{Defendant: 20}, dedup.Partly, dedup.Partly,
		},
		"the plaintiff was read wrong": {
			ana.filing(ana.letter()), with(ana.filing(ana.retold()), func(p *dedup.Parties) { p.Plaintiff, p.Cedula = "Hernando Cardona", "" }),
			entity.Doubts{Plaintiff: 70}, dedup.Same, dedup.Different,
		},
		"two papers name a third person's cédula": {
			with(widow.filing(widow.letter()), func(p *dedup.Parties) { p.Cedula = ana.cedula }),
			with(guardian.filing(guardian.retold()), func(p *dedup.Parties) { p.Plaintiff = "" }),
			entity.Doubts{Cedula: 60}, dedup.Partly, dedup.Same,
		},
		"two papers of people whose names differ give a third person's cédula": {
			with(widow.filing(widow.letter()), func(p *dedup.Parties) { p.Cedula = ana.cedula }),
			with(guardian.filing(guardian.retold()), func(p *dedup.Parties) { p.Cedula = ana.cedula }),
			entity.Doubts{Cedula: 60}, dedup.Different, dedup.Partly,
		},
		"one letter for another person": {
			ana.filing(ana.letter()), widow.filing(widow.letter()),
			entity.Doubts{Plaintiff: 70, Cedula: 70}, dedup.Different, dedup.Different,
		},
	} {
		compared := func(doubts entity.Doubts) dedup.Verdict {
			b := c.b
			b.Parties.Doubts = doubts
			return compareTexts(t, d, c.a, b).Parties.Verdict
		}
		if got, without := compared(c.doubts), compared(entity.Doubts{}); got != c.parties || without != c.without {
			t.Errorf("%s: parties %s, want %s; without doubts %s, want %s", rule, got, c.parties, without, c.without)
		}
	}
}

func TestReasonsTellDoubts(t *testing.T) {
	toTheOffice := ana
	toTheOffice.defendant = "la oficina"
	b := ana.filing(toTheOffice.retold())
	b.Parties.Defendant, b.Parties.Doubts.Defendant = "Convenio Vigente Ltda", 70
	m := compareTexts(t, detector(t), ana.filing(ana.letter()), b)
	if reasons := strings.Join(dedup.Texts(m.Reasons), "; "); !strings.Contains(reasons, "distinto accionado, pero quizá se leyó mal") {
		t.Errorf("reasons %s", reasons)
	}
}

// Two doubts of at most 29 % leave both more likely right than not: they change nothing of the parties.
func TestSmallDoubtsChangeNothing(t *testing.T) {
	d := detector(t)
	percent := rapid.Uint8Range(0, 29)
	rapid.Check(t, func(t *rapid.T) {
		g := filings.New(rapid.Uint64Range(1, 50).Draw(t, "seed"), filings.Options{})
		f := g.Filing()
		other := rapid.SampledFrom([]func(filings.Filing) filings.Filing{g.Refile, g.OtherMatter, g.Namesake}).Draw(t, "kind")(f)
		a := dedup.Filing{ID: "a", Type: "tutela", Text: f.Text, Parties: partiesOf(f)}
		b := dedup.Filing{ID: "b", Type: "tutela", Text: other.Text, Parties: partiesOf(other)}
		b.Parties.Defendant = "Compañía Agrícola del Río Ltda"
		compared := func(doubt func() uint8) dedup.Identity {
			for _, p := range []*dedup.Parties{&a.Parties, &b.Parties} {
				p.Doubts = entity.Doubts{Plaintiff: doubt(), Defendant: doubt(), Cedula: doubt()}
			}
			return d.Explain(d.Fingerprint(a), d.Fingerprint(b)).Parties
		}
		sure := compared(func() uint8 { return 0 })
		if small := compared(func() uint8 { return percent.Draw(t, "doubt") }); !reflect.DeepEqual(small, sure) {
			t.Fatalf("small doubts change the parties from %+v to %+v", sure, small)
		}
	})
}
