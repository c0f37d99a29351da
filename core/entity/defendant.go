package entity

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/cotejo/cotejo/core/text"
)

// Bounds of what is compared of a defendant's field.
const maxDefendantWords = 48

// legalForms and linking words say nothing about who a defendant is.
var emptyDefendantWords = wordSet(`de del la las los el lo y e o u a al en para por con su sus
	s sa sas ltda limitada esp ese eps epss ips epsi sucursal colombia nacional colombiana entidad promotora empresa sociedad compania cia anonima
	representante legal quien haga veces gerente director directora señor señora senor senora doctor doctora
	accionado accionada accionados demandado demandada otro otros otra otras vinculado vinculada nit liquidacion liquidada`)

// broadWords name a kind of office that every town has: of them alone nothing
// follows, what is beside them decides.
var broadWords = wordSet(`alcaldia municipal municipio distrital departamental gobernacion departamento secretaria hospital clinica universidad
	juzgado fiscalia tribunal inspeccion policia institucion educativa colegio centro penitenciario carcelario carcel establecimiento
	complejo regional seccional unidad administrativa especial instituto fondo caja ministerio superintendencia direccion oficina
	banco cooperativa asociacion fundacion servicios publicos domiciliarios transito transporte movilidad salud educacion hacienda
	circuito civil penal laboral familia promiscuo administrativo primero segundo tercero cuarto quinto sexto septimo octavo noveno decimo`)

// Defendants compares the defendants of two filings; each field may name
// several, in any order. One defendant in common, by an alias of a known
// institution or by its words, makes them agree.
func Defendants(a, b string) Comparison {
	x, y := defendantOf(a), defendantOf(b)
	if x.empty() || y.empty() {
		return Comparison{}
	}
	for _, name := range x.known {
		if slices.Contains(y.known, name) {
			return Comparison{Agreement: Same, Reason: "mismo accionado (" + name + ")"}
		}
	}
	shared, onlyX, onlyY := overlap(x.words, y.words)
	if abbreviates(x.words, y.all) || abbreviates(y.words, x.all) {
		return Comparison{Agreement: Near, Reason: "mismo accionado, uno abreviado"}
	}
	if nearlyEqual(x.joined(), y.joined()) {
		return Comparison{Agreement: Near, Reason: "accionados casi iguales"}
	}
	if len(x.known) > 0 && len(y.known) > 0 && shared < 1 {
		return Comparison{Agreement: Different, Reason: "distinto accionado (" + x.known[0] + " y " + y.known[0] + ")"}
	}
	// What only one side says contradicts as far as the other side also says
	// something of its own.
	conflict := min(onlyX+float64(len(x.known)), onlyY+float64(len(y.known)))
	switch similarity := shared / (shared + conflict); {
	case shared == 0 && conflict == 0:
		return Comparison{}
	case similarity >= 0.99:
		return Comparison{Agreement: Same, Reason: "mismo accionado"}
	case similarity >= 0.6:
		return Comparison{Agreement: Near, Reason: "accionados casi iguales"}
	case similarity >= 0.4:
		return Comparison{Agreement: Doubtful, Reason: "accionados parecidos"}
	}
	return Comparison{Agreement: Different, Reason: "distinto accionado"}
}

// DefendantsConflict reports whether each of two fields has words of its own, and names no institution
// of the other. Of fields that are not misread, they are two defendants.
func DefendantsConflict(a, b string) bool {
	x, y := defendantOf(a), defendantOf(b)
	return !slices.ContainsFunc(x.known, func(name string) bool { return slices.Contains(y.known, name) }) &&
		!nearlyEqual(x.joined(), y.joined()) && x.hasOwn(y) && y.hasOwn(x)
}

// hasOwn reports whether d names an institution, or has a word that is neither in o nor an abbreviation of its words.
func (d defendant) hasOwn(o defendant) bool {
	return len(d.known) > 0 || slices.ContainsFunc(d.words, func(w string) bool {
		return !isComposed(w, o.all) && !slices.ContainsFunc(o.words, func(v string) bool { return w == v || misread(w, v) })
	})
}

// townOffices are the first words of the offices that towns and departments have.
var townOffices = wordSet(`alcaldia municipio gobernacion departamento distrito secretaria personeria`)

// IsTownOffice reports whether a defendant is an office of a town or a department: "Alcaldía de Mitú".
func IsTownOffice(s string) bool {
	d := defendantOf(s)
	return len(d.known) == 0 && len(d.all) > 0 && townOffices[d.all[0]]
}

// DefendantName returns the usual name of a known institution in s, or "".
func DefendantName(s string) string {
	if d := defendantOf(s); len(d.known) > 0 {
		return d.known[0]
	}
	return ""
}

// defendant is what a field says: known institutions and words of others.
type defendant struct {
	known []string // sorted
	words []string // sorted, distinct
	all   []string // every word as it stands
}

func (d defendant) empty() bool { return len(d.known) == 0 && len(d.words) == 0 }

// joined is the beginning of the field without spaces, which scanners lose
// and add.
func (d defendant) joined() string {
	s := strings.Join(d.all, "")
	return s[:min(len(s), text.LongestDistance)]
}

// nearlyEqual reports whether a letter in eight or fewer is misread, but at
// least one may be.
func nearlyEqual(a, b string) bool {
	n := min(len(a), len(b))
	limit := max(1, n/8)
	return n >= 4 && text.Distance(a, b, limit+1) <= limit
}

// defendants caches parsed defendants: a few hundred institutions are sued over and over,
// and a filing is compared with many others.
var defendants struct {
	sync.RWMutex
	parsed map[string]defendant
}

// Bounds of the cache, some 4 MB; a full cache is emptied.
const (
	mostDefendants   = 4096
	longestDefendant = 500 // bytes of a cached one
)

// defendantOf is parseDefendant with a cache. The result is shared: do not change it.
func defendantOf(s string) defendant {
	defendants.RLock()
	d, known := defendants.parsed[s]
	defendants.RUnlock()
	if known {
		return d
	}
	if d = parseDefendant(s); len(s) > longestDefendant {
		return d
	}
	defendants.Lock()
	defer defendants.Unlock()
	if defendants.parsed == nil || len(defendants.parsed) >= mostDefendants {
		defendants.parsed = make(map[string]defendant, 256)
	}
	defendants.parsed[strings.Clone(s)] = d
	return d
}

func parseDefendant(s string) defendant {
	words := fieldWords(text.Fold(s))
	if len(words) > maxDefendantWords {
		words = words[:maxDefendantWords]
	}
	d := defendant{all: words}
	for i := 0; i < len(words); {
		name, n := findAlias(words[i:])
		if n > 0 {
			d.known = append(d.known, name)
			i += n
			continue
		}
		if w := words[i]; w == "municipio" {
			d.words = append(d.words, "alcaldia") // a town is sued by either name
		} else if !emptyDefendantWords[w] && len(w) > 1 {
			d.words = append(d.words, w)
		}
		i++
	}
	slices.Sort(d.known)
	d.known = slices.Compact(d.known)
	slices.Sort(d.words)
	d.words = slices.Compact(d.words)
	return d
}

// fieldWords divides a folded field into words; points between single letters
// do not divide, so that e.p.s. is eps.
func fieldWords(s string) []string {
	runes := []rune(s)
	letter := func(i int) bool { return i >= 0 && i < len(runes) && unicode.IsLetter(runes[i]) }
	single := func(i int) bool { return letter(i) && !letter(i-1) && !letter(i+1) }
	var joined strings.Builder
	for i, r := range runes {
		if r == '.' && single(i-1) && single(i+1) {
			continue
		}
		joined.WriteRune(r)
	}
	return strings.FieldsFunc(joined.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// abbreviates reports whether the one word of short is put together from the
// beginnings of at least two words of long, in their order: DADIS, Comcaribe.
func abbreviates(short, long []string) bool {
	return len(short) == 1 && len(short[0]) >= 3 && isComposed(short[0], long)
}

// isComposed reports whether a word is put together from the beginnings of at least two words of long.
func isComposed(word string, long []string) bool {
	var compose func(rest string, words []string, used int) bool
	compose = func(rest string, words []string, used int) bool {
		if rest == "" {
			return used >= 2
		}
		for i, w := range words {
			for n := min(len(rest), len(w)); n > 0; n-- {
				if rest[:n] == w[:n] && compose(rest[n:], words[i+1:], used+1) {
					return true
				}
			}
		}
		return false
	}
	return len(word) <= 24 && compose(word, long[:min(len(long), 12)], 0)
}

// overlap sums the weights of the words that both have, fuzzily, and of those
// that only one has.
func overlap(x, y []string) (shared, onlyX, onlyY float64) {
	used := make([]bool, len(y))
	for _, exact := range []bool{true, false} {
		for i, w := range x {
			if w == "" {
				continue
			}
			for j, v := range y {
				if used[j] || !(w == v || !exact && misread(w, v)) {
					continue
				}
				used[j] = true
				shared += defendantWeight(w)
				x = slices.Clone(x)
				x[i] = ""
				break
			}
		}
	}
	for _, w := range x {
		onlyX += defendantWeight(w)
	}
	for j, v := range y {
		if !used[j] {
			onlyY += defendantWeight(v)
		}
	}
	return shared, onlyX, onlyY
}

func defendantWeight(w string) float64 {
	switch {
	case w == "":
		return 0
	case broadWords[w]:
		return 0.25
	}
	return 1
}

// misread reports whether two words are equal except a scanner's errors.
func misread(a, b string) bool {
	n := min(len(a), len(b))
	return n >= 4 && text.Distance(a, b, 3) <= 1+n/9
}

func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		set[text.Fold(w)] = true
	}
	return set
}

//go:embed data/defendants.txt
var defendantTable string

// alias is a way to name a known institution.
type alias struct {
	words []string
	name  string
}

// aliases by their first word, longest first.
var aliases = sync.OnceValue(func() map[string][]alias {
	t := map[string][]alias{}
	for line := range strings.Lines(defendantTable) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, others, _ := strings.Cut(line, ":")
		name = strings.TrimSpace(name)
		for _, a := range append(strings.Split(others, ";"), name) {
			words := strings.Fields(text.Fold(a))
			if len(words) > 0 {
				t[words[0]] = append(t[words[0]], alias{words, name})
			}
		}
	}
	for _, list := range t {
		slices.SortStableFunc(list, func(a, b alias) int { return len(b.words) - len(a.words) })
	}
	return t
})

// findAlias returns the institution that the words begin with and how many
// words name it; scanning errors inside longer words are forgiven.
func findAlias(words []string) (name string, n int) {
	for _, a := range aliases()[words[0]] {
		if len(a.words) <= len(words) && slices.EqualFunc(a.words, words[:len(a.words)], func(x, y string) bool { return x == y || misread(x, y) }) {
			return a.name, len(a.words)
		}
	}
	if len(words[0]) < 6 {
		return "", 0
	}
	// The first word itself may be misread.
	for first, list := range aliases() {
		if !misread(first, words[0]) {
			continue
		}
		for _, a := range list {
			if len(a.words) <= len(words) && len(a.words) > n &&
				slices.EqualFunc(a.words[1:], words[1:len(a.words)], func(x, y string) bool { return x == y || misread(x, y) }) {
				name, n = a.name, len(a.words)
			}
		}
	}
	return name, n
}
