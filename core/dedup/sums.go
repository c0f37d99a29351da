package dedup

import "strings"

// numberWords are the values of the words of numbers.
var numberWords = map[string]uint64{"un": 1, "uno": 1, "una": 1, "primero": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7,
	"ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "trece": 13, "catorce": 14, "quince": 15, "dieciseis": 16, "diecisiete": 17,
	"dieciocho": 18, "diecinueve": 19, "veinte": 20, "veintiun": 21, "veintiuno": 21, "veintidos": 22, "veintitres": 23, "veinticuatro": 24,
	"veinticinco": 25, "veintiseis": 26, "veintisiete": 27, "veintiocho": 28, "veintinueve": 29, "treinta": 30, "cuarenta": 40, "cincuenta": 50,
	"sesenta": 60, "setenta": 70, "ochenta": 80, "noventa": 90, "cien": 100, "ciento": 100, "doscientos": 200, "trescientos": 300,
	"cuatrocientos": 400, "quinientos": 500, "seiscientos": 600, "setecientos": 700, "ochocientos": 800, "novecientos": 900,
	"mil": thousand, "millon": million, "millones": million}

const thousand, million = 1000, 1_000_000

// Less than leastSum is a number of other things; mostSum keeps arithmetic from overflowing.
const leastSum, mostSum = thousand, million * million

// maxSpelled bounds the words of a sum.
const maxSpelled = 16

// numberWord returns the value of a word of a number; 0 is no such word.
func numberWord(s string, w word) uint64 {
	var buffer [longestFolded]byte
	return numberWords[string(fold(buffer[:0], w.In(s)))]
}

// appendSum appends the sum of money that ends at words[i] or before it, if words write it or a part
// of it: "850 mil pesos", "1,25 millones de pesos", "ochocientos cincuenta mil pesos", "$ 850 mil". It
// takes the place of the numbers that are its parts.
func appendSum(found []figure, s string, words []word, i int) []figure {
	end := i + 1
	if money := strings.HasPrefix(strings.ToLower(words[i].In(s)), "peso"); money {
		if end = i; end > 0 && strings.EqualFold(words[end-1].In(s), "de") {
			end--
		}
	}
	value, from := spelledBefore(s, words, end)
	if value < leastSum {
		return found
	}
	if end > i && !strings.HasSuffix(strings.TrimRight(s[:words[from].Start], " "), "$") {
		return found // "mil" without "$" before it waits for "pesos"
	}
	for len(found) > 0 && found[len(found)-1].from >= from {
		found = found[:len(found)-1]
	}
	return append(found, figure{kind: number, value: value, start: int(words[from].Start), end: int(words[end-1].End), from: from, to: end})
}

// spelledBefore reads the number before words[end] that words write, or digits and words; from is
// its first word. It returns 0 where digits alone write it.
func spelledBefore(s string, words []word, end int) (value uint64, from int) {
	from = end
	worded := false
	for j := end - 1; j >= max(0, end-maxSpelled); j-- {
		if j+1 < end && !joinsNumber(s[words[j].End:words[j+1].Start], words[j].Digits && words[j+1].Digits) {
			break
		}
		if numeral(s, words[j]) != "" {
			from = j
		} else if numberWord(s, words[j]) != 0 {
			from, worded = j, true
		} else if !strings.EqualFold(words[j].In(s), "y") {
			break
		}
	}
	if !worded {
		return 0, from
	}
	return spelled(s, words[:end], from), from
}

// joinsNumber reports whether what stands between two words of a number leaves it one.
func joinsNumber(gap string, digits bool) bool {
	gap = strings.TrimSpace(gap)
	return gap == "" || digits && strings.Trim(gap, ".,'’´") == ""
}

// spelled returns the number that words[from:] write, or 0 for one that is too great.
func spelled(s string, words []word, from int) uint64 {
	var total, group uint64 // before and after the last factor
	for i := from; i < len(words); i++ {
		factor := numberWord(s, words[i])
		switch {
		case factor == million:
			total, group = max(total+group, 1)*million, 0
		case factor == thousand:
			total, group = total+max(group, 1)*thousand, 0
		case words[i].Digits:
			f, n := readNumber(s, words, i)
			group += f.value
			if i += n - 1; i+2 < len(words) && words[i+1].Digits { // 1,25 millones
				fraction, factor := numeral(s, words[i+1]), numberWord(s, words[i+2])
				total, group = total+group*factor+parse((fraction + "00")[:3])*factor/1000, 0
				i += 2
			}
		default:
			group += factor
		}
		if total > mostSum || group > mostSum/million {
			return 0
		}
	}
	return total + group
}
