package filings_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/testkit/filings"
)

func Example() {
	g := filings.New(1, filings.Tuning())
	f := g.Filing()
	again := g.Refile(f)
	fmt.Println(f.Gold.Value(ner.Plaintiff) == again.Gold.Value(ner.Plaintiff))
	fmt.Println(f.Layout == again.Layout, f.Wording == again.Wording)
	fmt.Println(filings.KindRefiled.Relation(), filings.KindFormLetter.Relation())
	// Output:
	// true
	// false false
	// duplicate mass
}

var types = []document.Type{document.Tutela, document.HabeasCorpus, document.HabeasData, document.DerechoPeticion,
	document.Impugnacion, document.Desacato, document.Sentencia}

func TestSameSeedSameBytes(t *testing.T) {
	a, b := filings.NewSet(7, 80, filings.Options{}), filings.NewSet(7, 80, filings.Options{})
	for i := range a.Filings {
		if a.Filings[i].Text != b.Filings[i].Text || a.Filings[i].ID != b.Filings[i].ID {
			t.Fatalf("filing %d differs between two runs", i)
		}
	}
	if !slices.Equal(a.Pairs, b.Pairs) {
		t.Error("the pairs differ between two runs")
	}
	if c := filings.NewSet(8, 80, filings.Options{}); c.Filings[0].Text == a.Filings[0].Text {
		t.Error("another seed gives the same filing")
	}
}

// A filing is what it is whatever was made before it: generators can run in
// parallel over parts of a corpus.
func TestFilingDependsOnItsPlaceAlone(t *testing.T) {
	a, b := filings.New(7, filings.Options{}), filings.New(7, filings.Options{})
	first := a.Filing()
	a.Filing()
	b.Copy(first)
	b.Edit(first)
	if x, y := a.Filing(), b.Filing(); x.Text != y.Text {
		t.Error("the third filing depends on the second")
	}
}

func TestSpansCoverTheirRaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := filings.New(rapid.Uint64().Draw(t, "seed"), filings.Options{})
		f := g.Of(rapid.SampledFrom(types).Draw(t, "type"))
		for name, f := range map[string]filings.Filing{
			"as written": f, "flattened": f.Flattened(), "without accents": f.WithoutAccents(),
			"accents dropped": f.AccentsDropped(""), "noisy": g.Noisy(f, .05),
		} {
			runes := []rune(f.Text)
			last := 0
			for _, s := range f.Gold.Spans {
				if s.Start < last || s.End > len(runes) || s.Start > s.End || string(runes[s.Start:s.End]) != s.Raw {
					t.Fatalf("%s %s: span %+v", name, f.ID, s)
				}
				last = s.End
			}
		}
	})
}

// What was written is the value in another spelling, or a name surnames first,
// so gold can be reached by reading alone.
func TestSpansSpellTheirValue(t *testing.T) {
	gen := filings.New(3, filings.Options{})
	for i := range 400 {
		f := gen.Of(types[i%len(types)])
		for _, s := range f.Gold.Spans {
			g := filings.Gold{Values: map[ner.Field][]string{s.Field: {s.Value}}}
			if !g.Has(s.Field, s.Raw) && !f.Gold.Has(s.Field, s.Raw) && !sameWords(s.Raw, s.Value) {
				t.Errorf("%s %s: %q is no spelling of %q", f.ID, s.Field, s.Raw, s.Value)
			}
		}
	}
}

func sameWords(a, b string) bool {
	x, y := strings.Fields(text.Fold(a)), strings.Fields(text.Fold(b))
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

func TestEveryTypeStatesItsParties(t *testing.T) {
	for _, kind := range types {
		t.Run(string(kind), func(t *testing.T) {
			g := filings.New(11, filings.Options{})
			for range 60 {
				f := g.Of(kind)
				if f.Type != kind || f.Gold.Value(ner.Plaintiff) == "" || f.Gold.Value(ner.Defendant) == "" {
					t.Fatalf("%s (%s, %s): type %s, parties %q", f.ID, f.Layout, f.Wording, f.Type, f.Gold.Values)
				}
				court := f.Gold.Value(ner.Court)
				if petition := kind == document.DerechoPeticion || kind == document.HabeasData; petition && court != "" {
					t.Errorf("%s: a petition to an entity names the court %q", f.ID, court)
				}
				if n := len([]rune(f.Text)); n < 500 || n > 20_000 {
					t.Errorf("%s: %d letters", f.ID, n)
				}
				if at := marks.FindStringIndex(f.Text); at != nil {
					t.Errorf("%s: a mark was left in the text: %q", f.ID, f.Text[max(0, at[0]-30):min(len(f.Text), at[1]+30)])
				}
			}
		})
	}
}

func TestNumbersAreWellFormed(t *testing.T) {
	radicado := regexp.MustCompile(`^\d{5}(4003|4088|4009|4089|4189|4105|3103|3109|3105|3110|3184|3333|3107|3187|3189|4004)\d{3}20\d{2}\d{5}00$`)
	cedula := regexp.MustCompile(`^(\d{6,8}|1\d{9})$`)
	seen := map[ner.Field]int{}
	for _, f := range filings.NewSet(5, 400, filings.Options{}).Filings {
		for _, s := range f.Gold.Spans {
			seen[s.Field]++
			switch s.Field {
			case ner.Radicado:
				if !radicado.MatchString(s.Value) {
					t.Errorf("radicado %s", s.Value)
				}
			case ner.Cedula:
				if !cedula.MatchString(s.Value) {
					t.Errorf("cédula %s", s.Value)
				}
			case ner.NIT:
				if fmt.Sprint(filings.NITCheckDigit(s.Value[:9])) != s.Value[9:] {
					t.Errorf("NIT %s", s.Value)
				}
			case ner.Phone:
				if len(s.Value) != 10 || s.Value[0] != '3' {
					t.Errorf("telephone %s", s.Value)
				}
			}
		}
	}
	for _, f := range []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Email, ner.Radicado, ner.Court, ner.PlaintiffAddress,
		ner.DefendantAddress, ner.Agent, ner.Attorney, ner.LinkedParty, ner.Phone, ner.NIT} {
		if seen[f] < 20 {
			t.Errorf("field %s occurs %d times", f, seen[f])
		}
	}
}

// Published numbers; the check digits of the entities are facts.
func TestNITCheckDigit(t *testing.T) {
	for digits, want := range map[string]int{"900156264": 2, "800251440": 6, "900336004": 7, "860066942": 7, "830113831": 0} {
		if got := filings.NITCheckDigit(digits); got != want {
			t.Errorf("NITCheckDigit(%s) = %d, want %d", digits, got, want)
		}
	}
}

func TestEveryLayoutWordingAndMatterIsUsed(t *testing.T) {
	var tuning, heldOut [3]map[string]bool
	for part, o := range map[*[3]map[string]bool]filings.Options{&tuning: filings.Tuning(), &heldOut: filings.HeldOut()} {
		*part = [3]map[string]bool{{}, {}, {}}
		g := filings.New(1, o)
		for i := range 900 {
			f := g.Of(types[i%len(types)])
			part[0][f.Layout], part[1][f.Wording], part[2][f.Matter] = true, true, true
		}
	}
	for i, all := range [][]string{filings.Layouts(), filings.Wordings(), filings.Matters()} {
		for _, id := range all {
			if tuning[i][id] == heldOut[i][id] {
				t.Errorf("%s: in tuning %v, in held-out %v", id, tuning[i][id], heldOut[i][id])
			}
		}
	}
}

// A trap has numbers enough, but none of the fields that it leaves blank.
func TestTrapsStateNeitherNumber(t *testing.T) {
	for name, o := range map[string]filings.Options{"tuning": filings.Tuning(), "held out": filings.HeldOut()} {
		g := filings.New(5, o)
		foreign := 0
		for range 200 {
			f := g.Trap()
			if len(f.Gold.Values[ner.Cedula])+len(f.Gold.Values[ner.Radicado]) > 0 {
				t.Fatalf("%s: %s states %v", name, f.ID, f.Gold.Values)
			}
			for _, s := range f.Gold.Spans {
				if strings.Contains(s.Raw, "__") {
					t.Fatalf("%s: the %s of %s is blank", name, s.Field, f.ID)
				}
			}
			if printed, read := inked(f.Blocks...), inked(filings.Block{Text: f.Text}); printed != read {
				t.Fatalf("%s: %s is printed as\n%s\nits text is\n%s", name, f.ID, printed, read)
			}
			if numbers.MatchString(f.Text) {
				foreign++
			}
		}
		if foreign < 100 {
			t.Errorf("%s: %d of 200 traps have a number of seven digits or more in their facts", name, foreign)
		}
	}
}

// inked is what of blocks leaves ink, without the lines to write on.
func inked(blocks ...filings.Block) string {
	var b strings.Builder
	for _, x := range blocks {
		b.WriteString(strings.Join(strings.Fields(x.Text), ""))
	}
	return strings.ReplaceAll(b.String(), "_", "")
}

// marks are those of templates; the rule of a table has blanks around it.
var marks = regexp.MustCompile(`[{}\[\]«»]|[^\s]\||\|\S`)

var numbers = regexp.MustCompile(`\d{7}|\d[.]\d{3}[.]\d{3}`)

func TestSetHasEveryKindOfPair(t *testing.T) {
	s := filings.NewSet(9, 500, filings.Options{})
	ids := map[string]bool{}
	kinds := map[filings.Kind]int{}
	for _, f := range s.Filings {
		if ids[f.ID] {
			t.Errorf("%s twice", f.ID)
		}
		ids[f.ID] = true
	}
	for _, p := range s.Pairs {
		if !ids[p.A] || !ids[p.B] || p.A == p.B {
			t.Errorf("pair %+v", p)
		}
		kinds[p.Kind]++
	}
	for _, k := range []filings.Kind{filings.KindCopy, filings.KindNoisy, filings.KindRefiled, filings.KindEdited, filings.KindFormLetter,
		filings.KindOtherMatter, filings.KindNamesake, filings.KindSameMatter, filings.KindOtherClaim, filings.KindAlias} {
		if kinds[k] < 5 {
			t.Errorf("%d pairs of kind %s among 500 filings", kinds[k], k)
		}
	}
}

func BenchmarkFiling(b *testing.B) {
	g := filings.New(1, filings.Options{})
	b.ReportAllocs()
	for b.Loop() {
		b.SetBytes(int64(len(g.Filing().Text)))
	}
}
