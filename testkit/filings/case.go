package filings

// A case: who, against whom, and what happened. It holds substance only:
// layout and wording are elsewhere.

import (
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// capacity is who files for whom.
type capacity int

const (
	inPerson capacity = iota
	byAgent           // agente oficioso of a relative
	byParent          // for a minor child
	byAttorney
	together // several plaintiffs
)

type filingCase struct {
	matter     *matter
	city       City
	capacity   capacity
	plaintiffs []Person
	filer      Person // who signs; the plaintiff, unless another files
	kinship    string // "madre": what the plaintiff is to the agent
	barCard    string // digits of the attorney's card
	defendants []Party
	linked     []Party
	court      Court
	assigned   bool     // the paper names one court, not the distribution desk
	radicado   string   // of this proceeding; new tutelas have none to print
	more       []int    // of commonFacts, told after those of the matter
	traps      []string // templates of facts that are full of numbers, see Generator.Trap
	filed      time.Time
	facts      map[string]fact
	values     Part // of letterLists
}

// fact is a thing that happened: a word, a day or a sum.
type fact struct {
	text  string
	day   time.Time
	pesos int
}

var slotLists = lists("slots.txt", "|")

// letterLists are what form letters are filled in with, by Part: no value of the one
// is in the other.
var letterLists = func() map[Part]map[string][]string {
	out := map[Part]map[string][]string{ForTuning: {}, ForReport: {}}
	for slot, list := range lists("letterslots.txt", "|") {
		for _, value := range list {
			sum := fnv.New32a()
			sum.Write([]byte(value))
			part := Part(sum.Sum32()%5 < 2)
			out[part][slot] = append(out[part][slot], value)
		}
	}
	return out
}()

func newCase(rng *rand.Rand, m *matter) filingCase { return newCaseOf(rng, m, ForTuning) }

// newCaseOf is newCase with the values of a form letter from one part of them.
func newCaseOf(rng *rand.Rand, m *matter, values Part) filingCase {
	c := filingCase{matter: m, city: pickCity(rng), facts: map[string]fact{}, values: values}
	c.filed = time.Date(2021+rng.IntN(5), time.Month(1+rng.IntN(12)), 1+rng.IntN(28), 0, 0, 0, 0, time.UTC)
	c.court = newCourt(rng, c.city)
	c.assigned = rng.IntN(3) == 0
	c.radicado = newRadicado(rng, c.court, c.filed.Year())
	if c.underWay() {
		c.assigned = true
	}
	c.choosePeople(rng)
	c.chooseDefendants(rng)
	if matterType(m.kind) == document.Tutela {
		for range rng.IntN(6) {
			if i := rng.IntN(len(commonFacts.facts)); !slices.Contains(c.more, i) {
				c.more = append(c.more, i)
			}
		}
	}
	for _, name := range c.slots() {
		c.facts[name] = c.newFact(rng, name)
	}
	c.orderDates(rng)
	return c
}

// underWay reports whether the paper belongs to a proceeding that a court
// already has.
func (c *filingCase) underWay() bool {
	return c.matter.kind != matterType(c.matter.kind)
}

// slots lists the facts that the case can tell.
func (c *filingCase) slots() []string {
	out := slices.Clone(c.matter.slots)
	told := slices.Clone(c.traps)
	for _, i := range c.more {
		told = append(told, commonFacts.facts[i]...)
	}
	for _, name := range slotsOf(strings.Join(told, "")) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func (c *filingCase) choosePeople(rng *rand.Rand) {
	switch n := rng.IntN(100); {
	case c.matter.kind == document.DerechoPeticion || c.matter.kind == document.HabeasData || n < 60:
		c.capacity = inPerson
	case n < 73:
		c.capacity = byAgent
	case n < 80:
		c.capacity = byParent
	case n < 91:
		c.capacity = byAttorney
	default:
		c.capacity = together
	}
	if c.matter.kind == document.HabeasCorpus && c.capacity != inPerson {
		c.capacity = byAgent
	}
	c.newPlaintiffs(rng)
}

// newPlaintiffs replaces the people of the case by others in the same capacity.
func (c *filingCase) newPlaintiffs(rng *rand.Rand) {
	switch c.capacity {
	case inPerson:
		c.plaintiffs = []Person{newPerson(rng, c.city)}
	case byAgent:
		p := newPerson(rng, c.city)
		c.plaintiffs = []Person{p}
		kin := [2][]string{{"padre", "esposo", "hermano", "abuelo", "compañero permanente", "hijo", "tío", "vecino"},
			{"madre", "esposa", "hermana", "abuela", "compañera permanente", "hija", "tía", "vecina"}}
		i := rng.IntN(8)
		c.kinship = kin[0][i]
		if p.Female {
			c.kinship = kin[1][i]
		}
		c.filer = newPerson(rng, c.city)
	case byParent:
		c.plaintiffs = []Person{newPersonAged(rng, c.city, 1+rng.IntN(17))}
		c.kinship = "hijo"
		if c.plaintiffs[0].Female {
			c.kinship = "hija"
		}
		c.filer = newPersonAged(rng, c.city, 20+rng.IntN(30))
		c.filer.Surnames = c.filer.Surnames[:1]
		c.plaintiffs[0].Surnames = []string{c.filer.Surnames[0], pick(rng, names["surnames"])}
	case byAttorney:
		c.plaintiffs = []Person{newPerson(rng, c.city)}
		c.filer = newPersonAged(rng, c.city, 26+rng.IntN(40))
		c.barCard = strconv.Itoa(20_000 + rng.IntN(370_000))
	case together:
		c.plaintiffs = nil
		for range 2 + rng.IntN(3) {
			c.plaintiffs = append(c.plaintiffs, newPerson(rng, c.city))
		}
	}
	if c.capacity == inPerson || c.capacity == together {
		c.filer = c.plaintiffs[0]
	}
}

func (c *filingCase) chooseDefendants(rng *rand.Rand) {
	c.defendants, c.linked = nil, nil
	for _, category := range pick(rng, c.matter.against) {
		c.defendants = append(c.defendants, newParty(rng, category, c.city))
	}
	if matterType(c.matter.kind) == document.Tutela && rng.IntN(9) == 0 {
		third := newParty(rng, pick(rng, []string{"salud_territorial", "alcaldia", "icbf"}), c.city)
		if !slices.ContainsFunc(c.defendants, func(d Party) bool { return d.Full == third.Full }) { // nobody is on two sides
			c.linked = append(c.linked, third)
		}
	}
}

func (c *filingCase) newFact(rng *rand.Rand, slot string) fact {
	if list, ok := slotLists[strings.TrimRight(slot, "0123456789")]; ok {
		return fact{text: pick(rng, list)}
	}
	if list, ok := letterLists[c.values][strings.TrimRight(slot, "0123456789")]; ok {
		return fact{text: pick(rng, list)}
	}
	switch kind := strings.TrimRight(slot, "0123456789"); kind {
	case "fecha":
		return fact{day: c.filed} // spread by orderDates
	case "monto":
		return fact{pesos: (38 + rng.IntN([]int{300, 900, 900, 9000}[rng.IntN(4)])) * 1000}
	case "medico":
		p := newPersonAged(rng, c.city, 40)
		title := [2]string{"el doctor ", "la doctora "}
		if p.Female {
			return fact{text: title[1] + p.Name()}
		}
		return fact{text: title[0] + p.Name()}
	case "persona":
		return fact{text: newPerson(rng, c.city).Name()}
	case "intake":
		return fact{text: newIntake(rng, c.filed.Year())}
	case "ajeno":
		return fact{text: formatRadicado(rng, newRadicado(rng, newCourt(rng, c.city), c.filed.Year()-1-rng.IntN(4)))}
	case "corto":
		return fact{text: strconv.Itoa(c.filed.Year()-1) + "-" + digits(rng, 5)}
	case "n":
		most, _ := strconv.Atoi(slot[1:])
		return fact{text: cardinals[2+rng.IntN(most)]}
	case "edad":
		return fact{text: strconv.Itoa(c.plaintiffs[0].Age)}
	case "anio":
		return fact{text: strconv.Itoa(c.filed.Year() - 2 - rng.IntN(15))}
	case "dias":
		return fact{text: strconv.Itoa(30 + rng.IntN(400))}
	case "hora":
		return fact{text: strconv.Itoa(7+rng.IntN(10)) + ":" + pick(rng, []string{"00", "15", "30", "45"})}
	case "spoa":
		return fact{text: c.city.DANE + "6000" + digits(rng, 2) + strconv.Itoa(c.filed.Year()-1) + digits(rng, 6)}
	case "tutelat":
		return fact{text: "T-" + dotted(strconv.Itoa(6_000_000+rng.IntN(4_000_000)))}
	case "tarjeta":
		return fact{text: pick(rng, []func(string) string{dotted, func(s string) string { return s }})(strconv.Itoa(20_000 + rng.IntN(370_000)))}
	case "movil":
		return fact{text: formatPhone(rng, newMobile(rng))}
	case "nitde":
		return fact{text: formatNIT(rng, newNIT(rng))}
	case "ajena": // the number of somebody else's document
		return fact{text: pickCedulaForm(rng)(newCedula(rng, 20+rng.IntN(60), rng.IntN(2) == 0))}
	case "largo":
		return fact{text: digits(rng, 1) + strconv.Itoa(c.filed.Year()) + digits(rng, 13+rng.IntN(4))}
	case "pendiente", "cuenta", "comparendo", "resolucion", "obligacion":
		return fact{text: digits(rng, 5+rng.IntN(4))}
	case "ciudad":
		return fact{text: pickCity(rng).Short()}
	case "placa":
		return fact{text: string([]byte{'A' + byte(rng.IntN(26)), 'A' + byte(rng.IntN(26)), 'A' + byte(rng.IntN(26))}) + digits(rng, 3)}
	case "direccion":
		return fact{text: newAddress(rng, c.city)}
	}
	panic("filings: no facts for slot " + slot + " of " + c.matter.id)
}

// orderDates sets fecha1, fecha2, … to rising days before the filing.
func (c *filingCase) orderDates(rng *rand.Rand) {
	var slots []string
	for name := range c.facts {
		if strings.HasPrefix(name, "fecha") {
			slots = append(slots, name)
		}
	}
	slices.Sort(slots)
	day := c.filed.AddDate(0, 0, -20)
	for _, name := range slices.Backward(slots) {
		day = day.AddDate(0, 0, -3-rng.IntN(70))
		c.facts[name] = fact{day: day}
	}
}

// clone returns a copy whose facts and people can be changed.
func (c filingCase) clone() filingCase {
	c.facts = maps.Clone(c.facts)
	c.plaintiffs = slices.Clone(c.plaintiffs)
	c.defendants = slices.Clone(c.defendants)
	return c
}
