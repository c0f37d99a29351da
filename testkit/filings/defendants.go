package filings

// Defendants: public bodies and invented companies from a table, and sometimes a
// person.

import (
	"math/rand/v2"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// Party is one who is sued.
type Party struct {
	Full    string // NUEVA EPS S.A.
	Short   string // Nueva EPS
	Female  bool   // la accionada
	NIT     string // digits with check digit, "" when the paper gives none
	Email   string
	Address string
	Person  *Person // set when a person is sued
}

// mayBe reports whether two may be one institution: one is named in the name of the other, or they
// have one mail domain. A town is sued by two names.
func (p Party) mayBe(q Party) bool {
	names := func(p, q Party) bool { return strings.Contains(text.Fold(p.Full), text.Fold(q.Short)) }
	domain := func(p Party) string {
		_, domain, _ := strings.Cut(p.Email, "@")
		domain, _, _ = strings.Cut(domain, ".")
		return strings.Replace(domain, "municipio", "alcaldia", 1)
	}
	return names(p, q) || names(q, p) || domain(p) == domain(q)
}

type entityRow struct {
	category, full, short, gender, nit, domain string
}

var entities = func() (out []entityRow) {
	for _, line := range lines("entities.txt") {
		f := strings.Split(line, "|")
		out = append(out, entityRow{f[0], f[1], f[2], f[3], f[4], f[5]})
	}
	return out
}()

// newParty picks an entity of a category; "persona" is an invented person.
func newParty(rng *rand.Rand, category string, c City) Party {
	if category == "persona" {
		p := newPerson(rng, c)
		return Party{Full: p.Name(), Short: p.Name(), Female: p.Female, Email: p.Email, Address: p.Address, Person: &p}
	}
	var rows []entityRow
	for _, e := range entities {
		if e.category == category {
			rows = append(rows, e)
		}
	}
	if len(rows) == 0 {
		panic("filings: no entity of category " + category)
	}
	e := pick(rng, rows)
	n := ordinal(1 + rng.IntN(20))
	fill := strings.NewReplacer("{CIUDAD}", strings.ToUpper(c.Short()), "{DEPTO}", strings.ToUpper(c.Department), "{ORDINAL}", strings.ToUpper(n),
		"{ciudad}", c.Short(), "{depto}", c.Department, "{ordinal}", n)
	p := Party{Full: fill.Replace(e.full), Short: fill.Replace(e.short), Female: e.gender == "f", NIT: e.nit}
	if e.nit == "*" {
		p.NIT = newNIT(rng)
	}
	box := []string{"notificacionesjudiciales", "notificaciones.tutelas", "tutelas", "juridica", "notificaciones"}[rng.IntN(5)]
	p.Email = box + "@" + strings.Replace(e.domain, ".example", []string{".gov.co", ".com.co", ".com"}[rng.IntN(3)], 1)
	p.Address = newAddress(rng, c)
	return p
}
