package filings

// Relations between filings. Each method returns a filing that stands in a
// known relation to its argument.

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/text"
)

// Relation is how two filings are related.
type Relation string

const (
	Duplicate Relation = "duplicate" // the same person telling the same facts against the same party
	Mass      Relation = "mass"      // the same letter and defendant, another person
	Other     Relation = "other"
)

// Kind is how a related filing came about.
type Kind string

const (
	KindCopy        Kind = "copy"         // the same paper
	KindNoisy       Kind = "noisy"        // the same paper, badly read
	KindRefiled     Kind = "refiled"      // the same case in other words and another layout
	KindEdited      Kind = "edited"       // the same paper with one fact changed
	KindFormLetter  Kind = "form_letter"  // the same letter, another person
	KindOtherMatter Kind = "other_matter" // the same person, something else
	KindNamesake    Kind = "namesake"     // another person of the same name, a matter of the same kind
	KindSameMatter  Kind = "same_matter"  // other people, a matter of the same kind, another letter
	KindOtherClaim  Kind = "other_claim"  // the same letter by the same person about another illness, drug, request and days
	KindOtherChild  Kind = "other_child"  // the same letter by the same parent for another child
	KindAlias       Kind = "alias"        // the same paper under the defendant's other name, without accents and a surname, badly read
)

// Relation returns the label of a kind.
func (k Kind) Relation() Relation {
	switch k {
	case KindCopy, KindNoisy, KindRefiled, KindEdited, KindAlias:
		return Duplicate
	case KindFormLetter:
		return Mass
	}
	return Other
}

// Copy returns the same paper under another ID, for scanning once more.
func (g *Generator) Copy(f Filing) Filing {
	g.next()
	return g.render(f.recipe)
}

// Noisy returns the same paper as a bad reading of it: rate is the share of
// code points in error.
func (g *Generator) Noisy(f Filing, rate float64) Filing {
	rng := g.next()
	n := g.render(f.recipe)
	return n.WithNoise(rate, rng)
}

// IsAsked reports whether the filing asks a court or an office for something, and so may be filed again in other
// words. A ruling may only be copied.
func (f Filing) IsAsked() bool { return f.Type != document.Sentencia }

// Refile returns the same case in a new filing some weeks later: another layout and
// wording, other phrasings of the facts, neighbouring facts exchanged. Now
// and then the plaintiff abridges a given name. The filing must be asked, see IsAsked.
func (g *Generator) Refile(f Filing) Filing {
	rng := g.next()
	c := f.recipe.kase.clone()
	c.filed = c.filed.AddDate(0, 0, 5+rng.IntN(60))
	if rng.IntN(10) == 0 && c.capacity == inPerson {
		c.plaintiffs[0] = c.plaintiffs[0].initialled()
		c.filer = c.plaintiffs[0]
	}
	if !c.underWay() {
		c.court = newCourt(rng, c.city)
		c.assigned = rng.IntN(3) == 0
		c.radicado = newRadicado(rng, c.court, c.filed.Year())
	}
	var r recipe
	for try := range 40 { // another layout and wording, or one of them where the options leave no choice of the other
		r = newRecipe(rng, c.matter, c, g.options)
		if otherLayout, otherWording := r.layout != f.Layout, r.wording != f.Wording; otherLayout && otherWording || try > 20 && (otherLayout || otherWording) {
			break
		}
	}
	r.shuffle = !f.recipe.shuffle
	return g.render(r)
}

// Edit returns the same paper with one fact changed, not what is asked for and no date or number
// that identifies the case; the paper as it was where it tells no such fact.
func (g *Generator) Edit(f Filing) Filing {
	rng := g.next()
	r := f.recipe
	r.kase = r.kase.clone()
	c := &r.kase
	requested := c.requested()
	slots := slices.DeleteFunc(c.slots(), func(s string) bool {
		return s == "edad" || isClaimed(s) || isReference(s) || isDate(s) || slices.Contains(requested, s)
	})
	if len(slots) == 0 {
		slots = []string{"edad"}
	}
	for range 50 {
		slot := pick(rng, slots)
		was := c.facts[slot]
		c.facts[slot] = c.newFact(rng, slot)
		if e := r.render(); e.Text != f.Text {
			break
		}
		c.facts[slot] = was // this letter does not mention that fact
	}
	return g.render(r)
}

// FormLetter returns the letter of f as n other people fill it in: only names,
// numbers, addresses, dates and the diagnosis differ.
func (g *Generator) FormLetter(f Filing, n int) []Filing {
	var out []Filing
	for range n {
		rng := g.next()
		r := f.recipe
		r.kase = r.kase.clone()
		c := &r.kase
		c.newPlaintiffs(rng)
		c.filed = c.filed.AddDate(0, 0, rng.IntN(40)-20)
		c.radicado = newRadicado(rng, c.court, c.filed.Year())
		for _, slot := range c.slots() {
			if isPersonal(slot) {
				c.facts[slot] = c.newFact(rng, slot)
			}
		}
		c.orderDates(rng)
		out = append(out, g.render(r))
	}
	return out
}

// isPersonal reports whether people who fill in a form letter write something
// of their own in the slot.
func isPersonal(slot string) bool {
	switch strings.TrimRight(slot, "0123456789") {
	case "edad", "diagnostico", "dolencia", "resolucion", "motivo", "intake", "pendiente", "cuenta", "comparendo", "obligacion", "placa", "direccion", "ajeno", "corto":
		return true
	}
	return false
}

// OtherMatter returns a filing of the same person about something else,
// against somebody else.
func (g *Generator) OtherMatter(f Filing) Filing {
	rng := g.next()
	m := pickMatterOf(rng, g.options, f.Type)
	for range 50 {
		if m.id != f.Matter {
			break
		}
		m = pickMatterOf(rng, g.options, f.Type)
	}
	c := newCase(rng, m)
	old := f.recipe.kase
	c.city, c.capacity, c.plaintiffs, c.filer, c.kinship, c.barCard = old.city, old.capacity, old.plaintiffs, old.filer, old.kinship, old.barCard
	c.court.City = c.city
	for range 20 {
		if c.chooseDefendants(rng); !slices.ContainsFunc(c.defendants, func(p Party) bool {
			return slices.ContainsFunc(old.defendants, func(q Party) bool { return p.Short == q.Short })
		}) {
			break
		}
	}
	return g.render(newRecipe(rng, m, c, g.options))
}

// Namesake returns a filing of another person who happens to have the same
// name, in a matter of the same kind with facts of its own.
func (g *Generator) Namesake(f Filing) Filing {
	rng := g.next()
	c := newCaseOf(rng, f.recipe.kase.matter, f.recipe.kase.values)
	name := f.recipe.kase.plaintiffs[0]
	p := &c.plaintiffs[0]
	p.Given, p.Surnames, p.Female = name.Given, name.Surnames, name.Female
	p.Email = p.newEmail(rng)
	if c.capacity == inPerson || c.capacity == together {
		c.filer = *p
	}
	return g.render(newRecipe(rng, c.matter, c, g.options))
}

// SameMatter returns a filing of other people in a matter of the same kind,
// told in a letter of its own.
func (g *Generator) SameMatter(f Filing) Filing {
	rng := g.next()
	m := f.recipe.kase.matter
	return g.render(newRecipe(rng, m, newCaseOf(rng, m, f.recipe.kase.values), g.options))
}

// OtherClaim returns the same letter, filed by the same person against the same
// party some months later for something else of the same kind: another drug, another
// request, other days and sums, and two times in three another illness.
func (g *Generator) OtherClaim(f Filing) Filing {
	rng := g.next()
	r := f.recipe
	r.kase = r.kase.clone()
	c := &r.kase
	c.filed = c.filed.AddDate(0, 2+rng.IntN(10), rng.IntN(28))
	c.radicado = newRadicado(rng, c.court, c.filed.Year())
	chronic := rng.IntN(3) == 0
	for _, slot := range c.slots() {
		if isConstant(slot) || chronic && isIllness(slot) && c.asksForMoreThanIllness() {
			continue
		}
		was := c.facts[slot]
		for range 20 {
			if c.facts[slot] = c.newFact(rng, slot); c.facts[slot] != was {
				break
			}
		}
	}
	c.orderDates(rng)
	return g.render(r)
}

// isClaimed reports whether a slot holds what is asked for.
func isClaimed(slot string) bool {
	switch strings.TrimRight(slot, "0123456789") {
	case "medicamento", "dosis", "procedimiento", "diagnostico", "pedido",
		"dolencia", "remedio", "intervencion", "insumo", "solicitud", "prestacion", "motivo", "estudio":
		return true
	}
	return false
}

// isDate reports whether a slot holds the date of a fact.
func isDate(slot string) bool { return strings.HasPrefix(slot, "fecha") }

// isReference reports whether a slot holds the number of a paper or an account, which
// identifies the case.
func isReference(slot string) bool {
	switch strings.TrimRight(slot, "0123456789") {
	case "intake", "resolucion", "obligacion", "pendiente", "comparendo", "cuenta", "ajeno", "corto":
		return true
	}
	return false
}

// requested returns the slots that the request names.
func (c *filingCase) requested() []string {
	return slotsOf(strings.Join(slices.Concat(c.matter.claims...), " "))
}

// isIllness reports whether a slot holds what somebody suffers from.
func isIllness(slot string) bool {
	slot = strings.TrimRight(slot, "0123456789")
	return slot == "diagnostico" || slot == "dolencia"
}

// asksForMoreThanIllness reports whether something else than an illness determines what
// is asked for.
func (c *filingCase) asksForMoreThanIllness() bool {
	return slices.ContainsFunc(c.slots(), func(slot string) bool { return isClaimed(slot) && !isIllness(slot) && slot != "dosis" })
}

// isConstant reports whether a slot holds the same in all that one person files.
func isConstant(slot string) bool {
	switch strings.TrimRight(slot, "0123456789") {
	case "edad", "regimen", "calidad", "anio", "ocupacion", "oficio", "direccion", "vereda", "movil":
		return true
	}
	return false
}

// ForChild makes the next filing of a parent for a child.
func (g *Generator) ForChild() Filing {
	for {
		if f := g.Filing(); f.recipe.kase.capacity == byParent {
			return f
		}
	}
}

// LetterForChild makes the next form letter of a parent for a child.
func (g *Generator) LetterForChild() Filing {
	for {
		if f := g.Letter(); f.recipe.kase.capacity == byParent {
			return f
		}
	}
}

// OtherChild returns the letter that a parent filed for a child, filed for another
// child of the same parent; now and then with the same illness and drug.
func (g *Generator) OtherChild(f Filing) Filing {
	rng := g.next()
	r := f.recipe
	r.kase = r.kase.clone()
	c := &r.kase
	child := newPersonAged(rng, c.city, 1+rng.IntN(17))
	for child.Given[0] == c.plaintiffs[0].Given[0] {
		child = newPersonAged(rng, c.city, 1+rng.IntN(17))
	}
	child.Surnames, child.Address, child.Phone, child.Email = c.plaintiffs[0].Surnames, c.plaintiffs[0].Address, c.plaintiffs[0].Phone, c.plaintiffs[0].Email
	c.plaintiffs = []Person{child}
	c.kinship = map[bool]string{false: "hijo", true: "hija"}[child.Female]
	c.filed = c.filed.AddDate(0, 1+rng.IntN(10), rng.IntN(28))
	c.radicado = newRadicado(rng, c.court, c.filed.Year())
	sameIllness := rng.IntN(3) == 0
	for _, slot := range c.slots() {
		if slot == "edad" || !isConstant(slot) && !sameIllness {
			c.facts[slot] = c.newFact(rng, slot)
		}
	}
	if !sameIllness {
		c.orderDates(rng)
	}
	return g.render(r)
}

// Alias returns the same paper with the defendants under their other names, the
// plaintiff without the last of several surnames, all without accents, and read with
// rate of its code points in error.
func (g *Generator) Alias(f Filing, rate float64) Filing {
	rng := g.next()
	r := f.recipe
	r.kase = r.kase.clone()
	c := &r.kase
	for i := range c.defendants {
		d := &c.defendants[i]
		d.Full, d.Short = d.Short, d.Full
	}
	p := &c.plaintiffs[0]
	if len(p.Surnames) > 1 {
		p.Surnames = p.Surnames[:1]
	}
	if c.capacity == inPerson || c.capacity == together {
		c.filer = *p
	}
	return g.render(r).WithoutAccents().WithNoise(rate, rng)
}

// Pair is a labelled pair of a Set.
type Pair struct {
	A, B string // IDs
	Kind Kind
}

// Relation returns the label of the pair.
func (p Pair) Relation() Relation { return p.Kind.Relation() }

// Set is a labelled corpus. Filings of different groups are strangers; within
// a group every pair is in Pairs.
type Set struct {
	Filings []Filing
	Pairs   []Pair
}

// NewSet makes a corpus of at least size filings in groups around one paper
// each: copies, noisy readings, re-filings, edits, form letters, other matters
// and namesakes, and papers that stand alone.
func NewSet(seed uint64, size int, o Options) Set {
	g := New(seed, o)
	rng := rand.New(rand.NewPCG(seed, 1<<63))
	var s Set
	for len(s.Filings) < size {
		f := g.Filing()
		s.Filings = append(s.Filings, f)
		switch rng.IntN(11) {
		case 0:
			s.add(f, KindCopy, g.Copy(f))
		case 1:
			s.add(f, KindNoisy, g.Noisy(f, []float64{.005, .01, .02}[rng.IntN(3)]))
		case 2, 3:
			if f.IsAsked() {
				s.add(f, KindRefiled, g.Refile(f))
			} else {
				s.add(f, KindCopy, g.Copy(f))
			}
		case 4:
			s.add(f, KindEdited, g.Edit(f))
		case 5:
			s.addForm(f, g.FormLetter(f, 2+rng.IntN(4)))
		case 6:
			s.add(f, KindOtherMatter, g.OtherMatter(f))
		case 7:
			s.add(f, KindNamesake, g.Namesake(f))
		case 8:
			s.add(f, KindSameMatter, g.SameMatter(f))
		case 9:
			s.add(f, KindOtherClaim, g.OtherClaim(f))
		case 10:
			s.add(f, KindAlias, g.Alias(f, .02))
		}
	}
	return s
}

func (s *Set) add(f Filing, k Kind, related Filing) {
	s.Filings = append(s.Filings, related)
	s.Pairs = append(s.Pairs, Pair{A: f.ID, B: related.ID, Kind: k})
}

func (s *Set) addForm(f Filing, letters []Filing) {
	group := append([]Filing{f}, letters...)
	for i, a := range group {
		for _, b := range group[i+1:] {
			s.Pairs = append(s.Pairs, Pair{A: a.ID, B: b.ID, Kind: KindFormLetter})
		}
	}
	s.Filings = append(s.Filings, letters...)
}

// OtherDetail is a change that makes another case of a filing.
type OtherDetail string

const (
	OtherDate      OtherDetail = "date of the fact"
	OtherReference OtherDetail = "authorisation or number of a paper"
	OtherRequest   OtherDetail = "drug or other thing that is asked for"
	OtherDefendant OtherDetail = "defendant"
)

// Change returns the same paper with one detail that makes it another case, and false where the paper
// has no such detail.
func (g *Generator) Change(f Filing, detail OtherDetail) (Filing, bool) {
	rng := g.next()
	r := f.recipe
	r.kase = r.kase.clone()
	c := &r.kase
	if detail == OtherDefendant {
		for range 50 {
			if c.chooseDefendants(rng); len(c.linked) == 0 && !slices.ContainsFunc(c.defendants, func(p Party) bool {
				return slices.ContainsFunc(f.recipe.kase.defendants, p.mayBe)
			}) {
				return g.render(r), true
			}
		}
		return Filing{}, false
	}
	requested := c.requested()
	has := map[OtherDetail]func(string) bool{OtherDate: isDate, OtherReference: isReference, OtherRequest: func(s string) bool {
		return isClaimed(s) && !isIllness(s) && slices.Contains(requested, s)
	}}[detail]
	slots := slices.DeleteFunc(c.slots(), func(s string) bool { return !has(s) || s == "dosis" })
	slices.Sort(slots)
	rng.Shuffle(len(slots), func(i, j int) { slots[i], slots[j] = slots[j], slots[i] })
	for _, slot := range slots {
		was := c.facts[slot]
		if c.facts[slot] = c.newFact(rng, slot); detail == OtherDate {
			c.facts[slot] = fact{day: was.day.AddDate(0, 0, -2-rng.IntN(60))}
		}
		if text.Fold(r.render().Text) != text.Fold(f.Text) {
			return g.render(r), true
		}
		c.facts[slot] = was // this letter does not mention that fact
	}
	return Filing{}, false
}
