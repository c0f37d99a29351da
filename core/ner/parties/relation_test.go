package parties_test

import (
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/ner/parties"
)

// A mother files for her child, who bears her surname: what is known of one tells of the other.
func TestStandingsTellOfTheOthers(t *testing.T) {
	d := parties.Find(described("Ana Ruiz Mora, madre de Luis Ruiz Gil, pide a la Alcaldía de Cali"), nil, nil)
	if len(d.Entities) != 3 {
		t.Fatalf("%d entities", len(d.Entities))
	}
	chances := [][]float64{{.2, .6, 0, .2}, {.1, .9, 0, 0}, {.3, 0, .7, 0}}
	facts := d.Standings(chances)
	names := parties.StandingNames()
	for _, c := range []struct {
		entity int
		name   string
		want   float32
	}{
		{0, "so far plaintiff", .6},
		{0, "likeliest other plaintiff", .9},
		{1, "likeliest other plaintiff", .6},
		{2, "second other plaintiff", .6},
		{0, "other likely plaintiffs", 1},
		{0, "words in common with the other plaintiff", 1}, // ruiz
		{2, "words in common with the other plaintiff", 0},
		{0, "of the kind of the other plaintiff", 1},
		{2, "of the kind of the other plaintiff", 0},
		{0, "plaintiff named behind", .9},
		{1, "plaintiff named before", .6},
		{1, "defendant named behind", .7},
		{0, "words to the other plaintiff", 5},
		{0, "entities", 3},
	} {
		if got := facts[c.entity][slices.Index(names, c.name)]; got != c.want {
			t.Errorf("entity %d, %s: %v, want %v", c.entity, c.name, got, c.want)
		}
	}
}

// "La caja" is the Caja de Retiro that was named before: what stands beside these words tells of it, and it is listed with the others there.
func TestReferencesTellOfTheNamed(t *testing.T) {
	for _, c := range []struct {
		rule, text string
		want       []float32 // references of each entity
	}{
		{"by its kind", "Ana Ruiz Mora fue a la Alcaldía de Yumbo, y pido contra la alcaldía.", []float32{0, 1}},
		{"the one that was named last", "La Alcaldía de Yumbo y la Alcaldía de Palmira negaron, y pido contra dicha alcaldía.", []float32{0, 1}},
		{"an office holder is that of the office", "La Alcaldía de Yumbo negó. El alcalde calló, y el municipio también.", []float32{2}},
		{"a kind that nobody has", "La Alcaldía de Yumbo negó, y pido contra el hospital.", []float32{0}},
		{"any, which is none", "La Alcaldía de Yumbo negó, y pido contra toda alcaldía.", []float32{0}},
		{"inside a name it is none", "La Alcaldía de Yumbo negó. La Alcaldía de Palmira, no.", []float32{0, 0}},
	} {
		d := parties.Find(described(c.text), nil, nil)
		k := slices.Index(parties.FactNames(), "references")
		var got []float32
		for _, facts := range d.Facts() {
			got = append(got, facts[k])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.rule, got, c.want)
		}
	}
}

func TestListsHoldReferencesAndAnyKind(t *testing.T) {
	for _, c := range []struct {
		rule, text string
		listed     bool // the last with the first
	}{
		{"a reference", "La Alcaldía de Yumbo negó, y pido contra la Caja de Retiro y la alcaldía.", true},
		{"a person and an institution", "pido contra la Caja de Retiro, y Ana Ruiz Mora.", true},
		{"items of lines", "1) Caja de Retiro\n2) Ana Ruiz Mora", true},
		{"a sentence between", "pido contra la Caja de Retiro. Ana Ruiz Mora firma.", false},
		{"lines that are no items", "Caja de Retiro\nAna Ruiz Mora", false},
	} {
		d := parties.Find(described(c.text), nil, nil)
		if len(d.Entities) != 2 {
			t.Fatalf("%s: %d entities", c.rule, len(d.Entities))
		}
		facts := d.Standings([][]float64{{.1, 0, .9, 0}, {.8, 0, .2, 0}})
		k := slices.Index(parties.StandingNames(), "likeliest defendant listed with it")
		if got := facts[1][k] > 0; got != c.listed {
			t.Errorf("%s: listed: %v", c.rule, got)
		}
	}
}

func TestStandingsOfOneAlone(t *testing.T) {
	d := parties.Find(described("Ana Ruiz Mora pide"), nil, nil)
	if facts := d.Standings([][]float64{{.2, .8, 0, 0}}); len(facts) != 1 || len(facts[0]) != len(parties.StandingNames()) {
		t.Errorf("%d rows of facts", len(facts))
	}
}

// Words around a name are known wherever the name stands, and what the name is tells them apart.
func TestSurroundingsAreThoseOfThePlace(t *testing.T) {
	around := func(s string) []uint32 {
		d := parties.Find(described(s), nil, nil)
		if len(d.Entities) == 0 {
			t.Fatalf("no entity in %q", s)
		}
		d.Facts()
		return d.Surroundings(0)
	}
	shared := func(a, b []uint32) (n int) {
		for _, h := range a {
			if slices.Contains(b, h) {
				n++
			}
		}
		return n
	}
	one := around("yo Ana Ruiz Mora presento esto")
	likewise, otherwise := shared(one, around("y yo Luis Gil presento esto")), shared(one, around("por Luis Gil firma quien"))
	if likewise <= otherwise || likewise < 10 {
		t.Errorf("%d hashes shared in the same words, %d in others", likewise, otherwise)
	}
	if !slices.IsSorted(one) || len(slices.Compact(slices.Clone(one))) != len(one) {
		t.Error("hashes are not sorted, or not each once")
	}
}
