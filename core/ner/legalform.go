package ner

import "strings"

// Legal forms at the end of institutions' names, as scanners leave them.

// forms are legal forms by their letters.
var forms = map[string]string{"sas": "S.A.S.", "saas": "S.A.S.", "sa": "S.A.", "esp": "E.S.P.", "ese": "E.S.E."}

// wholeForm writes the legal form at the end of a name as it is written, when
// its points are out of order: VÍAS DEL ORIENTE S.A S.., 5.A.S.
func wholeForm(name string) string {
	fields := strings.Fields(name)
	for take := 1; take <= 3 && take < len(fields); take++ {
		tail := fields[len(fields)-take:]
		letters := strings.ToLower(strings.Map(formLetter, strings.Join(tail, "")))
		form, ok := forms[letters]
		if written := strings.Join(tail, " "); !ok || written == form || !disordered(written) {
			continue
		}
		return strings.Join(append(fields[:len(fields)-take:len(fields)-take], form), " ")
	}
	return name
}

// disordered reports whether points, blanks or a digit stand in an abbreviation
// where nobody writes them; E.S.P, ESP and E.S.P. are as people write.
func disordered(s string) bool {
	plain := strings.Map(func(r rune) rune {
		if r == '.' {
			return -1
		}
		return r
	}, s)
	if strings.ContainsAny(plain, "5 ,;") {
		return strings.ContainsAny(s, ".5")
	}
	points := strings.Count(strings.TrimRight(s, "."), ".")
	return strings.Contains(s, "..") || points != 0 && points != len(plain)-1
}

func formLetter(r rune) rune {
	switch r {
	case '.', ',', ' ', ';':
		return -1
	case '5':
		return 'S'
	}
	return r
}
