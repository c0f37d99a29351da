// Package rewriting rewrites filings without changing what they say.
package rewriting

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/testkit/filings"
)

// Edit changes nothing that a filing says.
type Edit struct {
	Name  string
	Apply func(s string, rng *rand.Rand) string
}

var months = []string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}

var (
	dayPattern    = regexp.MustCompile(`(?i)\b(\d{1,2}) de (` + strings.Join(months, "|") + `)( (?:de|del) (\d{4}))?\b`)
	groupsPattern = regexp.MustCompile(`\b\d{1,3}(?:\.\d{3}){2,}\b`)
	mobilePattern = regexp.MustCompile(`\b3\d{2} \d{3} \d{4}\b`)
	factPattern   = regexp.MustCompile(`(?m)^(\d{1,2})[.)] .*$`)
)

// Edits are all of them.
var Edits = []Edit{
	{"spacing", func(s string, _ *rand.Rand) string {
		return strings.ReplaceAll(strings.ReplaceAll(s, " ", "  "), "\n\n", "\n")
	}},
	{"capitals", func(s string, _ *rand.Rand) string { return strings.ToUpper(s) }},
	{"accents", func(s string, _ *rand.Rand) string {
		return strings.Map(func(r rune) rune {
			if r < 0x80 || text.FoldRune(r) == r {
				return r
			}
			if upper := strings.ToUpper(string(r)); upper == string(r) {
				return []rune(strings.ToUpper(string(text.FoldRune(r))))[0]
			}
			return text.FoldRune(r)
		}, s)
	}},
	{"no points in numbers", func(s string, _ *rand.Rand) string {
		return groupsPattern.ReplaceAllStringFunc(s, func(n string) string { return strings.ReplaceAll(n, ".", "") })
	}},
	{"blanks in numbers", func(s string, _ *rand.Rand) string {
		return groupsPattern.ReplaceAllStringFunc(s, func(n string) string { return strings.ReplaceAll(n, ".", " ") })
	}},
	{"telephone in pairs", func(s string, _ *rand.Rand) string {
		return mobilePattern.ReplaceAllStringFunc(s, func(n string) string { return "+57 " + n[:3] + "-" + n[4:7] + "-" + n[8:10] + "-" + n[10:] })
	}},
	{"no years", func(s string, _ *rand.Rand) string { return dayPattern.ReplaceAllString(s, "$1 de $2") }},
	{"one day without its year", func(s string, rng *rand.Rand) string {
		days := dayPattern.FindAllString(s, -1)
		if len(days) == 0 {
			return s
		}
		day := days[rng.IntN(len(days))]
		return strings.Replace(s, day, dayPattern.ReplaceAllString(day, "$1 de $2"), 1)
	}},
	{"days in digits", func(s string, _ *rand.Rand) string {
		return dayPattern.ReplaceAllStringFunc(s, func(day string) string {
			parts := dayPattern.FindStringSubmatch(day)
			if parts[4] == "" {
				return day
			}
			return fmt.Sprintf("%s/%02d/%s", parts[1], 1+slices.Index(months, strings.ToLower(parts[2])), parts[4])
		})
	}},
	{"page numbers", func(s string, _ *rand.Rand) string {
		lines := strings.SplitAfter(s, "\n")
		lines = slices.Insert(lines, len(lines)/2, "\nPágina 1 de 2\n\n")
		return strings.Join(lines, "") + "\nPágina 2 de 2"
	}},
	{"letterhead", func(s string, _ *rand.Rand) string {
		return "PERSONERÍA MUNICIPAL\nAtención al ciudadano\nCarrera 7 # 12-34\n\n" + s
	}},
	{"order of facts", func(s string, rng *rand.Rand) string {
		pairs := neighbours(s)
		if len(pairs) == 0 {
			return s
		}
		pair := pairs[rng.IntN(len(pairs))]
		a, b := pair[0], pair[1]
		return s[:a[0]] + s[b[0]:b[1]] + s[a[1]:b[0]] + s[a[0]:a[1]] + s[b[1]:]
	}},
	{"misread at 1 %", func(s string, rng *rand.Rand) string { return filings.Noise(s, .01, rng) }},
}

// neighbours returns the pairs of lines that are two numbered items of one list, such as two facts. Sections are
// numbered, too, but other lines stand between them.
func neighbours(s string) (pairs [][2][]int) {
	found := factPattern.FindAllStringSubmatchIndex(s, -1)
	for i := 1; i < len(found); i++ {
		a, b := found[i-1], found[i]
		first, _ := strconv.Atoi(s[a[2]:a[3]])
		second, _ := strconv.Atoi(s[b[2]:b[3]])
		if second == first+1 && strings.TrimSpace(s[a[1]:b[0]]) == "" && isWholeItem(s, b[1]) {
			pairs = append(pairs, [2][]int{a, b})
		}
	}
	return pairs
}

// isWholeItem reports whether the item that ends its line at byte i does not run on in the next line.
func isWholeItem(s string, i int) bool {
	rest := strings.TrimPrefix(s[i:], "\n")
	return rest == "" || rest[0] == '\n' || factPattern.MatchString(strings.SplitN(rest, "\n", 2)[0])
}

// Swapped returns s with a name as forms write it: surnames first. Names of fewer than three words stay.
func Swapped(s, name string) string {
	words := strings.Fields(name)
	if len(words) < 3 {
		return s
	}
	given := len(words) - 2
	return replaceName(s, name, strings.Join(append(slices.Clone(words[given:]), words[:given]...), " "))
}

// Abbreviated returns s with the second given name of a name of four words cut to its initial.
func Abbreviated(s, name string) string {
	words := strings.Fields(name)
	if len(words) != 4 {
		return s
	}
	words[1] = string([]rune(words[1])[:1]) + "."
	return replaceName(s, name, strings.Join(words, " "))
}

// replaceName replaces a name, as it is and in capitals.
func replaceName(s, name, other string) string {
	return strings.NewReplacer(name, other, strings.ToUpper(name), strings.ToUpper(other)).Replace(s)
}

// Month writes a month of 2026, the first of which is 0, in one of three ways.
func Month(month, way int) string {
	return []string{months[month] + " de 2026", months[month], fmt.Sprintf("%02d/2026", 1+month)}[way]
}
