package dedup

import (
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// months are the numbers of the months by their folded names, abbreviations those of their short names.
var months, abbreviations = func() (names, short map[string]uint64) {
	names, short = map[string]uint64{"setiembre": 9}, map[string]uint64{"set": 9, "sept": 9}
	for i, name := range text.Months {
		names[name], short[name[:3]] = uint64(i)+1, uint64(i)+1
	}
	return names, short
}()

// monthOf returns the number of the month that a word names; 0 is none. short: it is abbreviated.
func monthOf(s string, w word) (month uint64, short bool) {
	var buffer [longestFolded]byte
	name := fold(buffer[:0], w.In(s))
	if m := months[string(name)]; m != 0 {
		return m, false
	}
	m := abbreviations[string(name)]
	return m, m != 0
}

// readDay reads a date at the beginning of words; n is how many words it took.
func readDay(s string, words []word) (f figure, n int, ok bool) {
	if f, ok = readNumericDay(s, words); ok {
		return f, 3, true
	}
	d := dayNumber(s, words[0])
	if d == 0 || numbersItem(s, words) {
		return figure{}, 0, false
	}
	// 12 [días del mes] de marzo [de|del año] [dos mil veinticuatro] [(]2024, 12 mar. 2024, 12-MAR-24
	const beforeMonth = 5
	for i := 1; i < len(words) && i <= beforeMonth && numeral(s, words[i]) == ""; i++ {
		m, short := monthOf(s, words[i])
		if m == 0 || short && i > 1 && !(i == 2 && strings.EqualFold(words[1].In(s), "de")) {
			continue
		}
		year, n := yearAfter(s, words[i:])
		if n == 1 && i == 1 {
			year, n = shortYear(s, words)
		}
		f, ok = dayOf(year, m, d, words[:i+n])
		f.worded = true
		return f, i + n, ok
	}
	return figure{}, 0, false
}

// dayNumber returns the day of a month that a word is the number of; 0 is none.
func dayNumber(s string, w word) uint64 {
	digits := numeral(s, w)
	if isFirst(s, w) {
		digits = "1"
	}
	if d := parse(digits); d >= 1 && d <= 31 && len(digits) <= 2 {
		return d
	}
	return 0
}

// dayJoiners may stand between a day and its month behind a speck: "12. de marzo".
var dayJoiners = newCueTable(map[cueKind]string{monthCue: "de del dia dias mes"})

// numbersItem reports whether words begin with the number of an item of a list: "1. El quince de enero", "2) Enero 3".
func numbersItem(s string, words []word) bool {
	if len(words) < 2 || words[0].Start > 0 && s[words[0].Start-1] == '(' {
		return false
	}
	gap := s[words[0].End:words[1].Start]
	return strings.ContainsAny(gap, ".)") && strings.ContainsAny(gap, " -\n") && !dayJoiners.has(words[1].Hash)
}

// readMonthFirst reads a date at the beginning of words that names its month first: "Enero 15 de 2026", "abril 14 2023".
func readMonthFirst(s string, words []word) (f figure, n int, ok bool) {
	if len(words) < 2 || strings.Trim(s[words[0].End:words[1].Start], " ") != "" {
		return figure{}, 0, false
	}
	m, _ := monthOf(s, words[0])
	d := dayNumber(s, words[1])
	if m == 0 || d == 0 {
		return figure{}, 0, false
	}
	year, n := yearAfter(s, words[1:])
	f, ok = dayOf(year, m, d, words[:1+n])
	f.worded = true
	return f, 1 + n, ok
}

// isFirst reports whether a word writes the first of a month: 1º, 1o.
func isFirst(s string, w word) bool {
	switch w.In(s) {
	case "1º", "1o", "1O", "1ro", "1RO":
		return true
	}
	return false
}

// thisYear are the words of "del año en curso", "de la presente anualidad".
var (
	thisYear  = newCueTable(map[cueKind]string{monthCue: "de del la el los presente corriente corrientes este mismo ano anualidad en curso"})
	yearNames = newCueTable(map[cueKind]string{monthCue: "ano anualidad corriente corrientes curso"})
)

// yearAfter reads the year that follows words[0], the name of a month; n is how many words both
// take. The year is 0 where none follows, or the current one in words.
func yearAfter(s string, words []word) (year uint64, n int) {
	if year, n = writtenYear(s, words); year > 0 {
		return year, n
	}
	n = 1
	for i := 1; i < len(words) && thisYear.has(words[i].Hash) && !endsClause(s[words[i-1].End:words[i].Start]); i++ {
		if yearNames.has(words[i].Hash) {
			n = i + 1
		}
	}
	return 0, n
}

// writtenYear reads the digits of the year that follows words[0]. It returns 0 and 1 where there are none.
func writtenYear(s string, words []word) (year uint64, n int) {
	const beforeYear = 7
	for j := 1; j < len(words) && j <= beforeYear; j++ {
		d := numeral(s, words[j])
		switch {
		case isYear(d):
			return parse(d), j + 1
		case d != "", strings.ContainsAny(s[words[j-1].End:words[j].Start], ";:\n"):
			return 0, 1
		}
	}
	return 0, 1
}

// shortYear reads the two digits of the year of "12-mar-24". It returns 0 and 1 where there are none.
func shortYear(s string, words []word) (year uint64, n int) {
	if len(words) < 3 {
		return 0, 1
	}
	sep := s[words[0].End:words[1].Start]
	if sep != "-" && sep != "/" || s[words[1].End:words[2].Start] != sep || len(numeral(s, words[2])) != 2 {
		return 0, 1
	}
	return parse(numeral(s, words[2])), 2
}

// readNumericDay reads a date of three numbers: 12/03/2024, 2024-03-12.
func readNumericDay(s string, words []word) (figure, bool) {
	if len(words) < 3 || numeral(s, words[1]) == "" || numeral(s, words[2]) == "" {
		return figure{}, false
	}
	sep := s[words[0].End:words[1].Start]
	if len(sep) != 1 || !strings.Contains("/-.", sep) || s[words[1].End:words[2].Start] != sep {
		return figure{}, false
	}
	first, last := numeral(s, words[0]), numeral(s, words[2])
	a, b, c := parse(first), parse(numeral(s, words[1])), parse(last)
	switch l := len(last); {
	case len(first) == 4:
		return dayOf(a, b, c, words[:3])
	case l == 4 || l == 2 && sep != ".":
		return dayOf(c, b, a, words[:3])
	}
	return figure{}, false
}

// dayOf returns the day that words write, if there is such a day.
func dayOf(y, m, d uint64, words []word) (figure, bool) {
	if y < 100 && y > 0 {
		y += 2000
	}
	if m < 1 || m > 12 || d < 1 || d > 31 || y != 0 && (y < 1900 || y > 2100) {
		return figure{}, false
	}
	return figure{kind: day, value: y*10000 + m*100 + d, start: int(words[0].Start), end: int(words[len(words)-1].End)}, true
}

// The day on which a paper was written or filed is no fact.

var (
	todayWords = newCueTable(map[cueKind]string{monthCue: "hoy"})
	stampWords = newCueTable(map[cueKind]string{monthCue: "recibido recibida"})
	filesWords = newCueTable(map[cueKind]string{monthCue: "presento presentamos interpongo interponemos instauro instauramos radico radicamos formulo promuevo"})
	paperNames = newCueTable(map[cueKind]string{monthCue: "esta presente tutela accion demanda escrito"})
	givenWords = newCueTable(map[cueKind]string{monthCue: "dado dada firmado firmada"})
	inCues     = newCueTable(map[cueKind]string{monthCue: "en"})
	// clauseWords begin a clause of its own: "presento tutela porque el 3 de mayo…".
	clauseWords = newCueTable(map[cueKind]string{monthCue: "que porque cuando desde pues donde quien cual ya ante contra"})
	placeParts  = newCueTable(map[cueKind]string{monthCue: "de del la las los el en y a d c"})
)

// A verb of filing stands at most filesReach words before the day, "hoy" shortReach. A line with a day that is no fact has
// at most mostAlone other words and stands within edge bytes of one end of the text.
const filesReach, shortReach, mostAlone, edge = 7, 2, 5, 400

// isDateline reports whether a day is the one on which a paper was written or filed: "Tunja, 3 de junio", "a los 3 días",
// "hasta hoy 3 de junio", "presento esta tutela el 3 de junio", "RECIBIDO 3 JUN 2026", "Tunja 3 de junio" on a line.
func (r *reading) isDateline(f figure) bool {
	from := f.from
	for from > 0 && numberWord(r.text, r.words[from-1]) != 0 {
		from-- // "a los ocho (8) días"
	}
	if from == 0 {
		return true
	}
	before := r.words[from-1]
	gap := strings.TrimSpace(r.text[before.End:r.words[from].Start])
	if capitalised(before.In(r.text)) && strings.Trim(gap, "(") != "" || strings.EqualFold(before.In(r.text), "los") {
		return true
	}
	return r.isFiled(from) || r.isAlone(f)
}

// isFiled reports whether the words before words[from] say that the day is today's, or that of filing.
func (r *reading) isFiled(from int) bool {
	ofPaper := false
	for i, n := from-1, 1; i >= 0 && n <= filesReach; i, n = i-1, n+1 {
		w := r.words[i]
		word := w.In(r.text)
		switch {
		case endsSentence(r.text[w.End:r.words[i+1].Start]), clauseWords.has(w.Hash):
			return false
		case n <= shortReach && todayWords.has(w.Hash), n == 1 && stampWords.has(w.Hash) && allCapitals(word),
			filesWords.has(w.Hash) && ofPaper && !strings.HasSuffix(word, "ó"), // "presentó" tells a fact
			givenWords.has(w.Hash) && capitalised(word) && inCues.has(r.words[i+1].Hash):
			return true
		}
		ofPaper = ofPaper || paperNames.has(w.Hash)
	}
	return false
}

// isAlone reports whether a day stands on a line near an end of the text with hardly more than the name of a place.
func (r *reading) isAlone(f figure) bool {
	if f.start > edge && len(r.text)-f.end > edge {
		return false
	}
	others := 0
	for i := f.from - 1; i >= 0 && !breaksLine(r.text[r.words[i].End:r.words[i+1].Start]); i-- {
		if others++; others > mostAlone || !r.isOfPlace(i) {
			return false
		}
	}
	for i := f.to; i < len(r.words) && !breaksLine(r.text[r.words[i-1].End:r.words[i].Start]); i++ {
		if others++; others > mostAlone || !r.isOfPlace(i) {
			return false
		}
	}
	return others > 0
}

// isOfPlace reports whether words[i] may belong to the name of a place.
func (r *reading) isOfPlace(i int) bool {
	w := r.words[i]
	return placeParts.has(w.Hash) || capitalised(w.In(r.text)) && !orderVerbs.has(w.Hash) && !requestVerbs.has(w.Hash)
}

// breaksLine reports whether a line or a sentence ends between two words.
func breaksLine(gap string) bool {
	return strings.ContainsAny(gap, "\n\f;") || strings.Contains(gap, ". ")
}
