package parties_test

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/cotejo/cotejo/core/ner/parties"
	"github.com/cotejo/cotejo/core/text"
)

// classes are what a small lexicon knows of words.
var classes = map[string]parties.Class{
	"ana": parties.Given, "luis": parties.Given, "pedro": parties.Given, "ruiz": parties.Surname, "mora": parties.Surname, "gil": parties.Surname, "carmen": parties.Given, "segundo": parties.RareGiven, "melendro": parties.Surname,
	"instituto": parties.InstitutionHead, "ministerio": parties.InstitutionHead, "alcaldia": parties.InstitutionHead, "secretaria": parties.InstitutionHead, "caja": parties.InstitutionHead,
	"juzgado": parties.CourtHead, "tribunal": parties.CourtHead, "sala": parties.CourtHead, "eps": parties.LegalForm, "sa": parties.LegalForm, "ltda": parties.LegalForm,
	"de": parties.Particle | parties.Function, "del": parties.Particle | parties.Function, "la": parties.Particle | parties.Function, "y": parties.Function, "e": parties.Function, "el": parties.Function, "senor": parties.Honorific,
	"san": parties.Particle, "viuda": parties.Particle, "contra": parties.Function, "tutela": parties.Common, "cali": parties.Town, "en": parties.Function, "para": parties.Function,
}

var numbers = map[string]int16{"tercero": 3, "3": 3, "13": 13}

// described describes a text as core/ner does.
func described(s string) *parties.Text {
	t := &parties.Text{}
	runes := []rune(s)
	for _, r := range runes {
		switch f := text.Fold(string(r)); {
		case r == '–':
			t.Chars = append(t.Chars, '-')
		case r == '°':
			t.Chars = append(t.Chars, 0xB0)
		case f == "":
			t.Chars = append(t.Chars, ' ')
		default:
			t.Chars = append(t.Chars, f[0])
		}
	}
	for i := 0; i < len(runes); {
		if !unicode.IsLetter(runes[i]) && !unicode.IsDigit(runes[i]) {
			i++
			continue
		}
		w := parties.Word{Start: int32(i)}
		capitals, digits := 0, 0
		for ; i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsDigit(runes[i])); i++ {
			if unicode.IsUpper(runes[i]) {
				capitals++
			}
			if unicode.IsDigit(runes[i]) {
				digits++
			}
		}
		w.End = int32(i)
		folded := t.Chars[w.Start:w.End]
		w.Class, w.Number = classes[string(folded)], numbers[string(folded)]
		switch n := int(w.End - w.Start); {
		case digits == n:
			w.Shape = parties.Digits
		case capitals == 0:
			w.Shape = parties.Lower
		case capitals == n && n > 1:
			w.Shape = parties.Upper
		default:
			w.Shape = parties.Title
		}
		if len(t.Words) > 0 && strings.ContainsRune(string(runes[t.Words[len(t.Words)-1].End:w.Start]), '\n') {
			w.Break = parties.HardBreak
		}
		t.Words = append(t.Words, w)
	}
	return t
}

func named(t *parties.Text, s string, x parties.Span) string {
	return string([]rune(s)[t.Words[x.First].Start:t.Words[x.Last].End])
}

func TestSpansAreWholeNames(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"particles belong to a name", "la señora Ana del Carmen Ruiz de Melendro dijo", "Ana del Carmen Ruiz de Melendro"},
		{"y parts persons", "el señor Luis Ruiz y Pedro Gil", "Luis Ruiz | Pedro Gil"},
		{"y stands inside an institution", "contra el Ministerio de Hacienda y Crédito Público", "Ministerio de Hacienda y Crédito Público"},
		{"y parts an institution from the next", "la Alcaldía de Yumbo y la Secretaría de Salud", "Alcaldía de Yumbo | Secretaría de Salud"},
		{"a court has a number", "el Juzgado 3° Penal de Bello y el Juzgado 13 Laboral", "Juzgado 3° Penal de Bello | Juzgado 13 Laboral"},
		{"a chamber goes on behind a comma", "el Tribunal Superior de Yumbo, Sala Laboral, negó", "Tribunal Superior de Yumbo, Sala Laboral"},
		{"an article begins no name", "contra La Alcaldía de Yumbo", "Alcaldía de Yumbo"},
		{"in capitals, too", "CONTRA LA ALCALDÍA DE YUMBO Y LA CAJA DE RETIRO", "ALCALDÍA DE YUMBO | CAJA DE RETIRO"},
		{"a saint belongs to a town in capitals, too", "CONTRA LA ALCALDÍA DE SAN ONOFRE", "ALCALDÍA DE SAN ONOFRE"},
		{"a widow has two surnames", "la señora Ana Ruiz viuda de Gil dijo", "Ana Ruiz viuda de Gil"},
		{"contra stands between parties", "ANA RUIZ VS CAJA DE RETIRO", "ANA RUIZ | CAJA DE RETIRO"},
		{"a legal form is nobody", "la Caja de Retiro (E.P.S.) negó", "Caja de Retiro"},
		{"a paragraph ends a name", "Luis Ruiz\nTribunal Superior", "Luis Ruiz | Tribunal Superior"},
		{"a company has a trade before y", "demanda de Minas y Agregados Ltda.", "Minas y Agregados Ltda"},
		{"nobody's surname is part of a small name", "yo ana ruiz tocora, vivo", "ana ruiz tocora"},
		{"a capitalised word that nobody knows is none of it", "yo ana ruiz Tocora, vivo", "ana ruiz | Tocora"},
		{"a rare given name stands before a surname that nobody knows", "yo, SEGUNDO LUIS TOCORA GIL, pido", "SEGUNDO LUIS TOCORA GIL"},
		{"an initial ends a name before a given one", "firman Ana Ruiz M. Luis Gil.", "Ana Ruiz M | Luis Gil"},
		{"a company in small letters ends with its legal form", "contra la empresa movifacil comunicaciones ltda y otra", "empresa movifacil comunicaciones ltda"},
		{"an institution in small letters may bear a name", "fui a la caja san ruiz y nada", "caja san ruiz"},
		{"for whom stands inside", "el Instituto para la Evaluación apeló", "Instituto para la Evaluación"},
	} {
		d := described(c.text)
		var got []string
		for _, x := range d.Spans(func(uint32) bool { return false }) {
			got = append(got, named(d, c.text, x))
		}
		got = slices.DeleteFunc(got, func(s string) bool { return s == "CONTRA" })
		if s := strings.Join(got, " | "); s != c.want {
			t.Errorf("%s: %q, want %q", c.rule, s, c.want)
		}
	}
}

func TestEntitiesGatherTheNamesOfOneParty(t *testing.T) {
	for _, c := range []struct {
		rule, text string
		want       int // entities
	}{
		{"a shorter name", "Ana del Carmen Ruiz Mora demandó. La señora Ana Ruiz dijo. Ruiz calló.", 1},
		{"an acronym in brackets", "El Instituto de Seguros Sociales (ISS) negó, y el ISS pagó.", 1},
		{"numbers in words and digits", "El Juzgado Tercero Civil falló. El Juzgado 3 Civil negó.", 1},
		{"other numbers", "El Juzgado Tercero Civil falló. El Juzgado 13 Civil negó.", 2},
		{"two persons", "Ana Ruiz demandó a Luis Ruiz.", 2},
		{"each form leaves out another name", "Ana Carmen Ruiz demandó. La señora Ana Ruiz Mora firma. Ana C. Ruiz M.", 1},
		{"an abbreviation of a name that no table has", "Ana Mavisoy Chindoy demandó. La señora Ana Mavisoy Ch. firma.", 1},
		{"an acronym in quotation marks", "La Caja de Empleados del Magdalena \"CAJAMAG\" pide. El CAJAMAG firma.", 1},
		{"another given name", "Ana Carmen Ruiz demandó. La señora Ana Gil Ruiz firma.", 2},
		{"a town is nobody", "Ana Ruiz vive en Cali.", 1},
	} {
		if d := parties.Examine(described(c.text), nil, nil); len(d.Entities) != c.want {
			t.Errorf("%s: %d entities, want %d", c.rule, len(d.Entities), c.want)
		}
	}
}

func TestSureRulesKnowWhereNamesEnd(t *testing.T) {
	const s = "contra la Caja de Retiro Alcaldía de Yumbo"
	d := described(s)
	hints := []parties.Hint{{First: 2, Last: 4, Role: parties.HintDefendant, Confidence: .9}, {First: 5, Last: 7, Role: parties.HintDefendant, Confidence: .9}}
	if got := parties.Examine(d, hints, nil).Entities; len(got) != 2 {
		t.Errorf("%d entities, want 2", len(got))
	}
}

func TestNamesThatLabelsHaveInPartsAreOne(t *testing.T) {
	const s = "nombres: Ana Luis\napellidos: Ruiz Mora"
	d := described(s)
	hints := []parties.Hint{{First: 1, Last: 5, Role: parties.HintPlaintiff, Confidence: .9, Joined: true}}
	if got := parties.Find(d, hints, nil).Entities; len(got) != 1 || got[0].Spans[0] != (parties.Span{First: 1, Last: 5}) {
		t.Errorf("%d entities, want 1", len(got))
	}
}

func TestModelsOfAnotherFormatAreRefused(t *testing.T) {
	b, err := parties.NewModel([]uint32{1, 2}).Write([]uint32{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := parties.Read(b); err != nil || !m.IsLower(2) || m.IsLower(3) {
		t.Errorf("what was written cannot be read: %v", err)
	}
	for rule, b := range map[string][]byte{"nothing": nil, "another format": []byte("role1"), "cut short": b[:len(b)/2]} {
		if _, err := parties.Read(b); err == nil {
			t.Errorf("%s: accepted", rule)
		}
	}
}

// The weights of data/prose.bin belong to the hashes of the features. A change of the features needs a
// model that is trained again (go run ./testkit/measure -h), and the new sum here.
func TestFeaturesAreThoseOfTheTrainedModel(t *testing.T) {
	d := parties.Examine(described("Ana del Carmen Ruiz Mora interpuso tutela contra el Instituto de Seguros Sociales. El Juzgado 3 Civil de Cali la negó, y la señora Ruiz impugnó."), nil, nil)
	h := fnv.New32a()
	n := 0
	for _, e := range d.Entities {
		for _, f := range e.Features {
			fmt.Fprintln(h, f)
			n++
		}
	}
	if sum := h.Sum32(); n != 203 || sum != 0x150092e4 {
		t.Errorf("%d features with the sum %#x", n, sum)
	}
}

// A model without weights gives nobody a role, and no text is too odd for it.
func TestOddTextsAreRead(t *testing.T) {
	m := parties.NewModel(nil)
	for _, s := range []string{"", "A", "Ana", "A.B.C.", "de la", strings.Repeat("Ana Ruiz y ", 500), "(", "13 Juzgado", "Ana\nRuiz"} {
		for _, p := range m.Judge(described(s), nil) {
			if p.Probability[parties.Plaintiff] != .5 {
				t.Errorf("%.20q: %v", s, p.Probability)
			}
		}
	}
}
