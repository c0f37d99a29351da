package papers

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// IsName reports whether a value is one of the spellings of a name, which "|" separates: it has all
// words of one, in any order, and none that no spelling has; or its letters alone, however they are
// divided: E.P.S., EPS.
func IsName(value, spellings string) bool {
	words, known := wordsOf(value), wordsOf(spellings)
	isOther := slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(known, w) })
	for s := range strings.SplitSeq(spellings, "|") {
		spelling := wordsOf(s)
		switch {
		case len(spelling) == 0:
		case strings.Join(spelling, "") == strings.Join(words, ""):
			return true
		case !isOther && !slices.ContainsFunc(spelling, func(w string) bool { return !slices.Contains(words, w) }):
			return true
		}
	}
	return false
}

// IsNumber reports whether a value has the letters and digits of one of the numbers that "|" separates.
func IsNumber(value, numbers string) bool {
	return slices.ContainsFunc(strings.Split(numbers, "|"), func(n string) bool { return lettersAndDigits(n) == lettersAndDigits(value) })
}

// IsAddress reports whether a value is one of the e-mail addresses that "|" separates, in upper or lower case.
func IsAddress(value, addresses string) bool {
	return slices.ContainsFunc(strings.Split(addresses, "|"), func(a string) bool { return strings.EqualFold(strings.TrimSpace(a), value) })
}

// IsCourt reports whether a value names the court of one of the spellings that "|" separates: with the judge
// or the court in it ("Señor Juez", "Juzgado"), its number in words or digits, its department or none.
func IsCourt(value, spellings string) bool {
	have := courtWords(value)
	return slices.ContainsFunc(strings.Split(spellings, "|"), func(s string) bool {
		want, departments := courtWords(s), departmentsIn(s)
		return !slices.ContainsFunc(have, func(w string) bool { return !slices.Contains(want, w) }) &&
			!slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(have, w) && !departments[w] })
	})
}

// departmentsIn returns the words by which the name of a court says in which department its town is: Garzón, Huila.
// Behind "de" the name of a department is that of a town: Juzgado Penal de Arauca.
func departmentsIn(court string) map[string]bool {
	words, found := wordsOf(court), map[string]bool{}
	for i, w := range words {
		isTown := i > 0 && (words[i-1] == "de" || words[i-1] == "del") && !(i > 1 && found[words[i-2]])
		if departmentWords[w] && !isTown {
			found[w] = true
		}
	}
	return found
}

// courtWords are the words of the name of a court that make it different from others.
func courtWords(s string) (list []string) {
	for _, w := range wordsOf(s) {
		w = strings.TrimLeft(w, "0")
		if other, ok := courtForms[w]; ok {
			w = other
		}
		if w != "" && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// courtForms are words of courts' names in one form, empty for those that tell nothing.
var courtForms = map[string]string{
	"juez": "juzgado", "jueza": "juzgado", "jueces": "juzgado", "juzgados": "juzgado", "juzg": "juzgado", "magistrado": "tribunal", "magistrados": "tribunal",
	"municipales": "municipal", "penales": "penal", "civiles": "civil", "promiscuos": "promiscuo", "promiscua": "promiscuo", "unica": "unico", "administrativa": "administrativo", "administrativos": "administrativo", "laborales": "laboral",
	"primero": "1", "primera": "1", "segundo": "2", "segunda": "2", "tercero": "3", "tercera": "3", "cuarto": "4", "cuarta": "4", "quinto": "5", "quinta": "5",
	"sexto": "6", "sexta": "6", "septimo": "7", "septima": "7", "octavo": "8", "octava": "8", "noveno": "9", "novena": "9", "decimo": "10", "decima": "10",
	"once": "11", "doce": "12", "trece": "13", "catorce": "14", "quince": "15", "dieciseis": "16", "diecisiete": "17", "dieciocho": "18", "diecinueve": "19", "veinte": "20", "veintiuno": "21", "veintidos": "22", "veintitres": "23", "veinticuatro": "24",
	"de": "", "del": "", "la": "", "las": "", "el": "", "los": "", "y": "", "con": "", "en": "", "senor": "", "senora": "", "senores": "", "honorable": "", "honorables": "",
	"funciones": "funcion", "tutelas": "tutela", "constitucionales": "constitucional", "isla": "", "reparto": "", "turno": "", "oral": "", "d": "", "c": "", "dc": "", "ciudad": "",
}

// departmentWords are those of the names of departments.
var departmentWords = setOf("amazonas antioquia arauca atlantico bolivar boyaca caldas caqueta casanare cauca cesar choco cordoba cundinamarca guainia guaviare huila guajira " +
	"magdalena meta narino norte santander putumayo quindio risaralda san andres providencia sucre tolima valle vaupes vichada")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

func wordsOf(s string) (list []string) {
	for w := text.NewWords(s); w.Next(); {
		list = append(list, text.Fold(s[w.Start:w.End]))
	}
	return list
}

func lettersAndDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .-–", r) {
			return -1
		}
		return r
	}, text.Fold(s))
}

// Right returns how many of the values found are gold ones, each of which counts once.
func Right(found, gold []string, is func(value, gold string) bool) (n int) {
	left := slices.Clone(gold)
	for _, value := range found {
		if at := slices.IndexFunc(left, func(g string) bool { return is(value, g) }); at >= 0 {
			left = slices.Delete(left, at, at+1)
			n++
		}
	}
	return n
}

// AreRight reports whether the values found are the gold ones.
func AreRight(found, gold []string, is func(value, gold string) bool) bool {
	return len(found) == len(gold) && Right(found, gold, is) == len(gold)
}
