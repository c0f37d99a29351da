package filings

// Invented people and where they live.

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// Person is invented: names and numbers are put together at random.
type Person struct {
	Given    []string
	Surnames []string
	Female   bool
	Age      int
	Kind     string // of the document: CC, CE, PPT, TI, RC
	Number   string // digits
	IssuedAt City
	Email    string // "" when the person gives none
	Phone    string // digits
	Address  string
	Lives    City
}

var names = lists("names.txt", ",")

func newPerson(rng *rand.Rand, lives City) Person {
	return newPersonAged(rng, lives, 19+rng.IntN(66))
}

func newPersonAged(rng *rand.Rand, lives City, age int) Person {
	p := Person{Age: age, Female: rng.IntN(100) < 56, Lives: lives, IssuedAt: lives}
	given := names["men"]
	if p.Female {
		given = names["women"]
	}
	p.Given = distinct(rng, given, 1+min(1, rng.IntN(4)))
	p.Surnames = distinct(rng, names["surnames"], 1+min(1, rng.IntN(12)))
	if p.Female && age > 45 && len(p.Surnames) == 2 && rng.IntN(20) == 0 {
		p.Surnames[1] = []string{"de ", "viuda de "}[rng.IntN(2)] + p.Surnames[1]
	}
	p.Kind, p.Number = "CC", newCedula(rng, age, p.Female)
	switch n := rng.IntN(100); {
	case age < 7:
		p.Kind, p.Number = "RC", "1"+digits(rng, 9)
	case age < 18:
		p.Kind, p.Number = "TI", "1"+digits(rng, 9)
	case n < 2:
		p.Kind, p.Number = "CE", digits(rng, 6)
	}
	if rng.IntN(3) == 0 {
		p.IssuedAt = pickCity(rng)
	}
	p.Phone = newMobile(rng)
	p.Address = newAddress(rng, lives)
	p.Email = p.newEmail(rng)
	return p
}

// Name returns the whole name: Ana Lucía López Ruiz.
func (p Person) Name() string {
	return strings.Join(p.Given, " ") + " " + strings.Join(p.Surnames, " ")
}

// Registered returns the whole name as registers have it: López Ruiz Ana Lucía.
func (p Person) Registered() string {
	return strings.Join(p.Surnames, " ") + " " + strings.Join(p.Given, " ")
}

// initialled returns the name with the second given name cut to its initial,
// or as it is when there is only one.
func (p Person) initialled() Person {
	if len(p.Given) > 1 {
		p.Given = []string{p.Given[0], string([]rune(p.Given[1])[:1]) + "."}
	}
	return p
}

func (p Person) newEmail(rng *rand.Rand) string {
	if rng.IntN(8) == 0 {
		return ""
	}
	first, last := plain(p.Given[0]), plain(p.Surnames[0])
	local := []string{
		first + last, first + "." + last, last + first[:1], first[:1] + last + "_" + digits(rng, 2),
		first + "_" + last, last + "." + first + digits(rng, 4)[:2],
	}[rng.IntN(6)]
	if rng.IntN(2) == 0 {
		local += digits(rng, 1+rng.IntN(4))
	}
	return local + "@" + pick(rng, names["mail"])
}

// plain keeps the letters of s, lower case and without accents.
func plain(s string) string { return strings.ReplaceAll(text.Fold(s), " ", "") }

func newAddress(rng *rand.Rand, c City) string {
	a := func() int { return 1 + rng.IntN(120) }
	district := pick(rng, names["districts"])
	switch n := rng.IntN(20); {
	case n == 0:
		return fmt.Sprintf("Vereda %s, finca %s", pick(rng, names["veredas"]), pick(rng, names["districts"]))
	case n == 1:
		return fmt.Sprintf("Manzana %c Casa %d, barrio %s", 'A'+rune(rng.IntN(20)), a()%40+1, district)
	case n == 2:
		return fmt.Sprintf("Kilómetro %d vía %s, vereda %s", 1+rng.IntN(12), pickCity(rng).Name, pick(rng, names["veredas"]))
	}
	street := pick(rng, names["streets"])
	letter := []string{"", "", "", "A", "B", " Bis", "C Sur", " Sur"}[rng.IntN(8)]
	mark := []string{"No.", "#", "No", "N°", "No."}[rng.IntN(5)]
	dash := []string{"-", "-", " - "}[rng.IntN(3)]
	s := fmt.Sprintf("%s %d%s %s %d%s%s%02d", street, a(), letter, mark, a(), []string{"", "", "A", "B"}[rng.IntN(4)], dash, 1+rng.IntN(98))
	switch rng.IntN(6) {
	case 0:
		s += fmt.Sprintf(" Apto %d", 101+rng.IntN(12)*100+rng.IntN(8))
	case 1, 2:
		s += ", barrio " + district
	case 3:
		s += fmt.Sprintf(", Torre %d Apartamento %d", 1+rng.IntN(9), 101+rng.IntN(9)*100+rng.IntN(4))
	}
	return s
}

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// distinct picks n different items.
func distinct(rng *rand.Rand, list []string, n int) []string {
	out := make([]string, 0, n)
	for len(out) < n {
		item := pick(rng, list)
		if len(out) == 0 || out[len(out)-1] != item {
			out = append(out, item)
		}
	}
	return out
}
