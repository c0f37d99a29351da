package entity_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/entity"
)

type row struct {
	rule, a, b string
	want       entity.Agreement
}

// withoutValues leaves out the values of a reason, the left of which comes first.
func withoutValues(c entity.Comparison) entity.Comparison {
	c.Reason, _, _ = strings.Cut(c.Reason, " (")
	return c
}

// compare runs rows both ways: every comparison is symmetric.
func compare(t *testing.T, f func(a, b string) entity.Comparison, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.rule, func(t *testing.T) {
			got := f(r.a, r.b)
			if got.Agreement != r.want {
				t.Errorf("%q and %q: %+v, want agreement %d", r.a, r.b, got, r.want)
			}
			if back := f(r.b, r.a); withoutValues(back) != withoutValues(got) {
				t.Errorf("%q and %q: %+v, the other way %+v", r.a, r.b, got, back)
			}
			if got.Agreement == entity.Unknown && (got.Evidence != 0 || got.Reason != "") {
				t.Errorf("unknown, and yet %+v", got)
			}
		})
	}
}

func TestCedulas(t *testing.T) {
	compare(t, entity.Cedulas, []row{
		{"separators do not matter", "52.418.903", "52 418 903", entity.Same},
		{"prefix and place of issue do not matter", "C.C. No. 52.418.903 de Cali", "52418903", entity.Same},
		{"letters read for digits are digits", "52.4l8.9O3", "52.418.903", entity.Same},
		{"a group read as letters", "52.OOO.111", "52000111", entity.Same},
		{"leading zeros do not matter", "0052418903", "52418903", entity.Same},
		{"one digit misread", "52.418.903", "52.418.908", entity.Near},
		{"one digit lost", "1.020.418.903", "1.020.41.903", entity.Near},
		{"neighbours swapped", "52418903", "52481903", entity.Near},
		{"two digits misread prove nothing", "52418903", "52418914", entity.Doubtful},
		{"the end is missing", "52418", "52418903", entity.Doubtful},
		{"two people", "52.418.903", "79.135.246", entity.Different},
		{"two people, new series", "1.020.418.903", "1.144.067.215", entity.Different},
		{"a length that no cédula has is unreliable", "524189031", "79135246", entity.Doubtful},
		{"missing", "", "52418903", entity.Unknown},
		{"no number", "identificada como aparece", "52418903", entity.Unknown},
		{"too short for one", "1991", "52418903", entity.Unknown},
	})
}

func TestAreInitials(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"M.V.P.R.", "Mariángel Valentina Parada Rincón", true},
		{"J. S. P. Q.", "JHOAN SEBASTIÁN PALLARES QUINTERO", true},
		{"M.V.P.R.", "M.V.P.R.", false}, // as much may be said of another child
		{"M.P.", "María Parada", false},
		{"M.V.P.R.", "Mariángel Valentina Parada", false},
		{"M.V.P.R.", "María Victoria Pérez Gil", false},
		{"M. Valentina Parada", "María Valentina Parada", false},
		{"", "", false},
	} {
		if entity.AreInitials(c.a, c.b) != c.want || entity.AreInitials(c.b, c.a) != c.want {
			t.Errorf("%q, %q: want %t", c.a, c.b, c.want)
		}
	}
}

func TestOneSurnameFewer(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Ana López", "Ana López Ruiz", true},
		{"ANA LOPEZ", "López Ruiz, Ana", true},
		{"Ana María López", "Ana María López de la Cruz", true},
		{"Ana Gonzalez", "Ana González Xyzal", true},
		{"Ana López Ruiz", "Ana López Ruiz", false},
		{"Ana López", "Ana María López", false},    // a given name fewer
		{"Ana López", "María Ana López", false},    // the first one
		{"Ana Ruiz", "López Ruiz Ana", false},      // without her first surname
		{"Ana", "Ana López", false},                // no surname left
		{"José Luis", "José Luis López", false},    // likewise
		{"Ana López", "Ana Gil Ruiz", false},       // another surname
		{"Ana López", "Ana López Ruiz Gil", false}, // two surnames more
		{"Ana López", "Ana López R.", false},       // an initial
		{"López", "Ana López", false}, {"", "", false}, {"", "Ana López", false},
	} {
		if entity.OneSurnameFewer(c.a, c.b) != c.want || entity.OneSurnameFewer(c.b, c.a) != c.want {
			t.Errorf("%q and %q: want %v", c.a, c.b, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	compare(t, entity.Names, []row{
		{"case and accents do not matter", "ANA LÓPEZ RUIZ", "Ana Lopez Ruiz", entity.Same},
		{"surnames first", "LÓPEZ RUIZ ANA MARÍA", "Ana María López Ruiz", entity.Same},
		{"particles do not matter", "María de los Ángeles de la Cruz", "Maria Angeles Cruz", entity.Same},
		{"titles do not matter", "Señora Ana López Ruiz", "Ana López Ruiz", entity.Same},
		{"second surname missing", "Ana María López", "Ana María López Ruiz", entity.Partial},
		{"second given name missing", "Ana López Ruiz", "Ana María López Ruiz", entity.Partial},
		{"initial for a name", "Ana M. López Ruiz", "Ana María López Ruiz", entity.Near},
		{"b is v", "Viviana Balencia Ruiz", "Viviana Valencia Ruiz", entity.Near},
		{"s is z is c", "Gonsález Jiménes Ana", "Ana González Jiménez", entity.Near},
		{"ll is y, h is silent", "Yanet Hernández Llanos", "Yaneth Ernandez Yanos", entity.Near},
		{"a misread letter", "Ana Lópcz Castañeda", "Ana López Castañeda", entity.Near},
		{"m read as rn", "Jaime Gornez Pardo", "Jaime Gómez Pardo", entity.Near},
		{"digits read for letters", "ANA L0PEZ RU1Z", "Ana López Ruiz", entity.Near},
		{"a space lost", "ANA MARIALOPEZ RUIZ", "Ana María López Ruiz", entity.Near},
		{"siblings", "Juan Pérez Gómez", "Pedro Pérez Gómez", entity.Different},
		{"Mario is not María", "Mario Díaz Rojas", "María Díaz Rojas", entity.Different},
		{"Luis is not Luisa", "Luis Fernando Díaz", "Luisa Fernanda Díaz", entity.Different},
		{"two people", "Ana López Ruiz", "Carlos Ríos Vega", entity.Different},
		{"one word of four differs", "Ana María López Ruiz", "Ana María López Vargas", entity.Doubtful},
		{"one word says too little", "Ana", "Ana López", entity.Unknown},
		{"missing", "", "Ana López", entity.Unknown},
		{"no letters", "---", "Ana López", entity.Unknown},
	})
}

func TestRareNamesProveMore(t *testing.T) {
	common := entity.Names("María López", "María López")
	rare := entity.Names("Xiomara Iguarán Teherán", "Xiomara Iguarán Teherán")
	short := entity.Names("María López", "María José López Díaz")
	if !(rare.Evidence > common.Evidence && common.Evidence > short.Evidence && short.Evidence > 0) {
		t.Errorf("evidence: rare %.1f, common %.1f, short %.1f", rare.Evidence, common.Evidence, short.Evidence)
	}
}

func TestRadicados(t *testing.T) {
	compare(t, entity.Radicados, []row{
		{"separators do not matter", "11001-40-03-028-2024-00317-00", "11001400302820240031700", entity.Same},
		{"the instance does not matter", "11001400302820240031700", "11001400302820240031701", entity.Same},
		{"letters read for digits", "11OO1 40 03 028 2024 00317 00", "11001400302820240031700", entity.Same},
		{"one digit misread", "11001400302820240031700", "11001400302820240081700", entity.Near},
		{"another office", "11001400302820240031700", "76001311000520240031700", entity.Different},
		{"another serial", "11001400302820240031700", "11001400302820240112300", entity.Different},
		{"short form of the same", "2024-00317", "11001400302820240031700", entity.Partial},
		{"short forms, zeros left out", "2024 - 317", "00317-2024", entity.Partial},
		{"short form of another", "2024-00999", "11001400302820240031700", entity.Different},
		{"an agency's number is none", "20240012345", "11001400302820240031700", entity.Unknown},
		{"missing", "", "2024-00317", entity.Unknown},
	})
}

func TestEmails(t *testing.T) {
	compare(t, entity.Emails, []row{
		{"case does not matter", "Ana.Lopez@Correo.co", "ana.lopez@correo.co", entity.Same},
		{"a blank around @", "ana.lopez @correo.co", "ana.lopez@correo.co", entity.Same},
		{"l, 1 and i", "ana.1opez@correo.co", "ana.lopez@correo.co", entity.Near},
		{"misread domain", "ana.lopez@corren.co", "ana.lopez@correo.co", entity.Near},
		{"another mailbox", "ana.lopez@correo.co", "carlos.rios@correo.co", entity.Different},
		{"no address", "ana.lopez", "ana.lopez@correo.co", entity.Unknown},
	})
}

func TestAddresses(t *testing.T) {
	compare(t, entity.Addresses, []row{
		{"abbreviations", "Cra. 45 # 12-30", "Carrera 45 No. 12 - 30", entity.Same},
		{"one says more", "Calle 5 # 10-20, barrio San Fernando, Cali", "Cll 5 N° 10-20", entity.Same},
		{"one number misread", "Calle 5 # 10-20 apto 301", "Calle 5 # 10-26 apto 301", entity.Near},
		{"another place", "Calle 5 # 10-20", "Carrera 80 # 33-41", entity.Different},
		{"no number", "Vereda El Rosal", "Vereda El Rosal", entity.Unknown},
	})
}

func TestDefendants(t *testing.T) {
	compare(t, entity.Defendants, []row{
		{"acronym and full name", "UARIV", "UNIDAD PARA LA ATENCIÓN Y REPARACIÓN INTEGRAL A LAS VÍCTIMAS", entity.Same},
		{"initials with points", "NUEVA E.P.S. S.A.", "Nueva EPS", entity.Same},
		{"alias", "ADMINISTRADORA COLOMBIANA DE PENSIONES", "Colpensiones", entity.Same},
		{"misread alias", "COLPENSI0NES", "COLPENSIONES", entity.Same},
		{"one of several", "Nueva EPS y Hospital San José", "NUEVA EPS S.A.", entity.Same},
		{"unknown firm, misread", "DROGUERÍA LA ECONOMÍA DEL NORTE LTDA", "DROGUERIA LA ECONOM1A DEL N0RTE", entity.Same},
		{"abbreviated firm", "Comcaribe", "COMUNICACIONES MÓVILES DEL CARIBE S.A. E.S.P.", entity.Near},
		{"two known ones", "Nueva EPS", "EPS Sanitas", entity.Different},
		{"the same office of two towns", "Alcaldía de Cali", "Alcaldía de Soacha", entity.Different},
		{"two firms", "Droguería La Economía", "Constructora Los Robles", entity.Different},
		{"a known one and a firm", "Colpensiones", "Constructora Los Robles", entity.Different},
		{"nothing but legal form", "S.A.S.", "Nueva EPS", entity.Unknown},
		{"missing", "", "Nueva EPS", entity.Unknown},
	})
}

func TestTwoReliableCedulasVeto(t *testing.T) {
	a := entity.Parties{Plaintiff: "Ana López Ruiz", Cedula: "52.418.903", Email: "ana@correo.co", Defendant: "Nueva EPS"}
	b := a
	b.Cedula = "79.135.246"
	if v := entity.Compare(a, b); !v.Veto || v.Score > .05 {
		t.Errorf("namesakes: %+v", v)
	}
	b.Cedula = "52.418.908"
	if v := entity.Compare(a, b); v.Veto || v.Score < .95 {
		t.Errorf("one misread digit: %+v", v)
	}
}

func TestAnotherNameVetoesUnlessTheCedulaAgrees(t *testing.T) {
	a := entity.Parties{Plaintiff: "Ana López Ruiz"}
	b := entity.Parties{Plaintiff: "Carlos Ríos Vega"}
	if v := entity.Compare(a, b); !v.Veto {
		t.Errorf("two names: %+v", v)
	}
	a.Cedula, b.Cedula = "52418903", "52418903"
	if v := entity.Compare(a, b); v.Veto {
		t.Errorf("two names, one cédula: %+v", v)
	}
}

func TestNothingKnownSaysNothing(t *testing.T) {
	v := entity.Compare(entity.Parties{}, entity.Parties{Defendant: "Nueva EPS"})
	if v.Person != .5 || v.Score != .5 || v.Veto || v.IsKnown() || len(v.Reasons()) != 0 {
		t.Errorf("got %+v", v)
	}
}

func TestAnotherDefendantLowersTheScore(t *testing.T) {
	a := entity.Parties{Plaintiff: "Ana López Ruiz", Cedula: "52418903", Defendant: "Nueva EPS"}
	b := a
	b.Defendant = "Colpensiones"
	same, other := entity.Compare(a, a).Score, entity.Compare(a, b).Score
	if !(same > .95 && other < .5) {
		t.Errorf("same defendant %.2f, another %.2f", same, other)
	}
}

func TestReasonsNameWhatWasSeen(t *testing.T) {
	a := entity.Parties{Plaintiff: "Ana López Ruiz", Cedula: "52418903", Defendant: "Nueva EPS"}
	b := a
	b.Defendant = "Colpensiones"
	got := strings.Join(entity.Compare(a, b).Reasons(), "; ")
	want := "misma cédula 52.418.903; mismo nombre; distinto accionado (Nueva EPS y Colpensiones)"
	if got != want {
		t.Errorf("reasons %q, want %q", got, want)
	}
}

var anyParties = rapid.Custom(func(t *rapid.T) entity.Parties {
	field := func(label string, usual ...string) string {
		return rapid.OneOf(rapid.Just(""), rapid.SampledFrom(usual), rapid.String()).Draw(t, label)
	}
	return entity.Parties{
		Plaintiff: field("plaintiff", "Ana López Ruiz", "LOPEZ RUIZ ANA", "Ana M. López", "Carlos Ríos"),
		Defendant: field("defendant", "Nueva EPS", "NUEVA E.P.S. S.A.", "Colpensiones", "Alcaldía de Cali", "Comcaribe"),
		Cedula:    field("cedula", "52.418.903", "52418908", "79135246", "524"),
		Email:     field("email", "ana@correo.co", "an4@correo.co"),
		Radicado:  field("radicado", "11001400302820240031700", "2024-317"),
		Address:   field("address", "Calle 5 # 10-20", "Cra 5 10 20"),
	}
})

func TestComparisonIsSymmetricAndBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyParties.Draw(t, "a"), anyParties.Draw(t, "b")
		v, back := entity.Compare(a, b), entity.Compare(b, a)
		for _, w := range []*entity.Verdict{&v, &back} {
			w.Cedula, w.Defendant = withoutValues(w.Cedula), withoutValues(w.Defendant)
		}
		if v != back {
			t.Fatalf("one way  %+v\nthe other %+v", v, back)
		}
		for _, p := range []float64{v.Person, v.Score} {
			if !(p >= 0 && p <= 1) {
				t.Fatalf("probability %v", p)
			}
		}
		if self := entity.Compare(a, a); self.Veto || self.Person < .5 {
			t.Fatalf("not like itself: %+v", self)
		}
	})
}

func FuzzCompare(f *testing.F) {
	f.Add("Ana López", "52418903", "Nueva EPS", "11001400302820240031700")
	f.Add("\xff|", "O0Ol", "e.p.s", "--")
	f.Fuzz(func(t *testing.T, name, cedula, defendant, radicado string) {
		p := entity.Parties{Plaintiff: name, Cedula: cedula, Defendant: defendant, Radicado: radicado, Email: name, Address: defendant}
		if v := entity.Compare(p, p); v.Veto {
			t.Fatalf("%+v vetoes itself: %+v", p, v)
		}
		if d := entity.CedulaDigits(cedula); strings.Trim(d, "0123456789") != "" || len(d) > 11 {
			t.Fatalf("cédula %q", d)
		}
	})
}

func ExampleCompare() {
	first := entity.Parties{Plaintiff: "LÓPEZ RUIZ ANA MARÍA", Cedula: "52.418.9O3", Defendant: "NUEVA E.P.S."}
	second := entity.Parties{Plaintiff: "Ana María López", Cedula: "52418903", Defendant: "Nueva EPS S.A."}
	v := entity.Compare(first, second)
	fmt.Printf("%.2f %s\n", v.Score, strings.Join(v.Reasons(), "; "))
	// Output: 1.00 misma cédula 52.418.903; mismo nombre, uno más completo que el otro; mismo accionado (Nueva EPS)
}

func BenchmarkCompare(b *testing.B) {
	x := entity.Parties{Plaintiff: "Ana María López Ruiz", Cedula: "52.418.903", Defendant: "Nueva EPS", Address: "Calle 5 # 10-20"}
	y := entity.Parties{Plaintiff: "LÓPEZ RUIZ ANA", Cedula: "52418903", Defendant: "Hospital San José", Address: "Cll 5 # 10-20"}
	b.ReportAllocs()
	for b.Loop() {
		entity.Compare(x, y)
	}
}

func TestGivenNamesProveLess(t *testing.T) {
	whole, given := entity.Names("Samuel David Ospino Meza", "Samuel David Ospino Meza"), entity.Names("Samuel David", "SAMUEL DAVID")
	if given.Agreement != entity.Same || given.Evidence > whole.Evidence/2 {
		t.Errorf("given names: %s, %.1f; with surnames %.1f", given.Agreement, given.Evidence, whole.Evidence)
	}
}

// Brothers and sisters who live together have one address, and cédulas that follow one another.
func TestNeighbouringCedulas(t *testing.T) {
	one := func(name, cedula string) entity.Parties {
		return entity.Parties{Plaintiff: name, Cedula: cedula, Email: "lalinea@correo.com.co", Address: "Calle 4 # 12-30, Ibagué", Defendant: "Nueva EPS"}
	}
	for name, c := range map[string]struct {
		a, b entity.Parties
		same bool
	}{
		"a sister":             {one("Ana Lucía Pérez Gómez", "38.562.914"), one("Ana María Pérez Gómez", "38.562.915"), false},
		"both given names":     {one("Rosa Elena Tique Bonza", "38.562.914"), one("Luz Marina Tique Bonza", "38.562.915"), false},
		"a misread digit":      {one("Ana Lucía Pérez Gómez", "38.562.914"), one("Ana Lucía Pérez Gómez", "38.562.974"), true},
		"a misread name, too":  {one("Ana Lucía Pérez Gómez", "38.562.914"), one("Ana Lucia Pérez Gornez", "38.562.974"), true},
		"a name that is short": {one("Ana Lucía Pérez Gómez", "38.562.914"), one("Ana Pérez", "38.562.974"), true},
	} {
		v := entity.Compare(c.a, c.b)
		if same := v.Person >= .7; same != c.same || v.Veto == c.same {
			t.Errorf("%s: %.3f, veto %t: %q", name, v.Person, v.Veto, v.Reasons())
		}
	}
}

// Brothers and sisters fetch their cédulas together, and their names are alike.
func TestSiblingsAreTwoPeople(t *testing.T) {
	for _, c := range []struct {
		a, b  entity.Parties
		other bool
	}{
		{entity.Parties{Plaintiff: "Fabio Libardo Rojas Pino", Cedula: "1036223515"}, entity.Parties{Plaintiff: "Fabio Lisandro Rojas Pino", Cedula: "1036223516"}, true},
		{entity.Parties{Plaintiff: "Rosa Pérez Gil", Cedula: "52111444"}, entity.Parties{Plaintiff: "Luz Pérez Gil", Cedula: "52111445"}, true},
		{entity.Parties{Plaintiff: "Fabio Libardo Rojas Pino", Cedula: "1036223515"}, entity.Parties{Plaintiff: "Fabio Libarclo Rojas Pino", Cedula: "1036223575"}, false},
	} {
		if v := entity.Compare(c.a, c.b); v.Veto != c.other {
			t.Errorf("%s and %s: other people %v, person %.2f", c.a.Plaintiff, c.b.Plaintiff, v.Veto, v.Person)
		}
	}
}
