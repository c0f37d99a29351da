package dedup

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// periodWords stand before the months that are paid for, cut to six letters.
var periodWords = map[string]bool{"mesada": true, "mes": true, "meses": true, "cuota": true, "cuotas": true, "period": true,
	"ciclo": true, "ciclos": true, "canon": true, "canone": true, "nomina": true, "salari": true}

// periodReach bounds the words between a period and the one of periodWords before it,
// listReach those between two months of a list.
const periodReach, listReach = 6, 5

// rangeWords stand between the first and the last month of a range.
var rangeWords = map[string]bool{"a": true, "al": true, "hasta": true}

// appendMonth appends what the name of a month at words[i] belongs to: a day in words ("tres de
// junio", "junio 3"), or a period with the months between it and the beginning of its range. It
// returns how many words from words[i] on it took.
func appendMonth(found []figure, s string, words []word, i int) ([]figure, int) {
	month, _ := monthOf(s, words[i])
	year, n := yearAfter(s, words[i:])
	if i >= 2 && strings.EqualFold(words[i-1].In(s), "de") {
		if d, from := spelledBefore(s, words, i-1); d > 0 {
			if f, ok := dayOf(year, month, d, words[from:i+n]); ok {
				f.worded, f.spelled, f.from, f.to = true, true, from, i+n
				return append(found, f), n
			}
		}
	}
	if f, n, ok := readMonthFirst(s, words[i:]); ok {
		f.from, f.to = i, i+n
		return append(found, f), n
	}
	f := figure{kind: period, named: isNamedPeriod(found, s, words, i),
		value: year*100 + month, start: int(words[i].Start), end: int(words[i].End), from: i, to: i + 1}
	return appendPeriod(found, s, words, f), 1
}

// appendPeriod appends a period, after the months between it and the beginning of its range.
func appendPeriod(found []figure, s string, words []word, f figure) []figure {
	if first := lastPeriod(found, f.from); first != nil && isRange(s, words, first.to, f.from) {
		found = appendBetween(found, *first, f)
	}
	return append(found, f)
}

// isNamedPeriod reports whether a period at words[i] follows one of periodWords or another that does.
func isNamedPeriod(found []figure, s string, words []word, i int) bool {
	last := lastPeriod(found, i)
	return last != nil && last.named || follows(s, words, i, periodReach, periodWords)
}

// readNumericPeriod reads a period in digits after one of periodWords or another period: 03/2026,
// 2026-03, 202603.
func readNumericPeriod(found []figure, s string, words []word, i int) (f figure, n int, ok bool) {
	first, second := numeral(s, words[i]), ""
	n = 1
	if i+1 < len(words) {
		if sep := s[words[i].End:words[i+1].Start]; sep == "/" || sep == "-" {
			second, n = numeral(s, words[i+1]), 2
		}
	}
	var year, month string
	switch {
	case n == 1 && len(first) == 6:
		year, month = first[:4], first[4:]
	case len(first) <= 2 && len(second) == 4:
		year, month = second, first
	case len(first) == 4 && second != "" && len(second) <= 2:
		year, month = first, second
	default:
		return figure{}, 0, false
	}
	m := parse(month)
	if !isYear(year) || m < 1 || m > 12 || !isNamedPeriod(found, s, words, i) {
		return figure{}, 0, false
	}
	return figure{kind: period, named: true, value: parse(year)*100 + m, start: int(words[i].Start), end: int(words[i+n-1].End), from: i, to: i + n}, n, true
}

// lastPeriod returns the period that ends shortly before words[i], or nil.
func lastPeriod(found []figure, i int) *figure {
	if len(found) == 0 {
		return nil
	}
	if f := &found[len(found)-1]; f.kind == period && i-f.to <= listReach {
		return f
	}
	return nil
}

// isRange reports whether words[from:to] join the first and the last month of a range.
func isRange(s string, words []word, from, to int) bool {
	if from == to {
		return strings.Trim(s[words[from-1].End:words[to].Start], " -–") == ""
	}
	return slices.ContainsFunc(words[from:to], func(w word) bool { return isOneOf(s, w, rangeWords) })
}

// appendBetween appends the months between two, at most eleven, at the place of the last.
func appendBetween(found []figure, first, last figure) []figure {
	year, month := first.value/100, first.value%100
	for f := last; ; found = append(found, f) {
		if month++; month > 12 {
			month = 1
			if year != 0 {
				year++
			}
		}
		if month == last.value%100 || month == first.value%100 {
			return found
		}
		f.value = year*100 + month
	}
}

// periodParticular returns a period as a particular: "2026-03", and "marzo de 2026" for showing.
func periodParticular(f figure) particular {
	year, month := f.value/100, f.value%100
	written := text.Months[month-1]
	if year != 0 {
		written = fmt.Sprintf("%s de %d", written, year)
	}
	return particular{fmt.Sprintf("%04d-%02d", year, month), written}
}

// isPeriod reports whether a particular is a period.
func (w particular) isPeriod() bool {
	return len(w.folded) == len("2026-03") && w.folded[4] == '-' && isDigit(w.folded[0])
}

// periods returns those of p that are periods.
func (p particulars) periods() (periods particulars) {
	for _, w := range p {
		if w.isPeriod() {
			periods = append(periods, w)
		}
	}
	return periods
}

// hasPeriod reports whether one of p is the period w; a missing year agrees with any.
func (p particulars) hasPeriod(w particular) bool {
	const unknown = "0000"
	year, month := w.folded[:4], w.folded[4:]
	return slices.ContainsFunc(p, func(o particular) bool {
		return o.folded[4:] == month && (o.folded[:4] == year || year == unknown || o.folded[:4] == unknown)
	})
}

// comparePeriods compares the periods of both lists. Those that one side leaves out differ in nothing.
func (p particulars) comparePeriods(o particulars) Verdict {
	ours, theirs := p.periods(), o.periods()
	lacks := func(of, in particulars) bool {
		return slices.ContainsFunc(of, func(w particular) bool { return !in.hasPeriod(w) })
	}
	switch {
	case len(ours) == 0 || len(theirs) == 0:
		return Unknown
	case lacks(ours, theirs) && lacks(theirs, ours):
		return Different
	}
	return Same
}
