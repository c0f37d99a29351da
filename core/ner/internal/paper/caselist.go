package paper

import "github.com/cotejo/cotejo/core/ner/internal/doc"

// fewestRows is how many rows with numbers of cases make a list of cases.
const fewestRows = 3

// leastRowDigits is how many digits the number of a case has in a list; longestRowNumber bounds its letters and digits.
const leastRowDigits, longestRowNumber = 21, 40

// listsCases reports whether a paper lists cases, a row for each. None of them is its own.
func listsCases(t *doc.Text) bool {
	rows := 0
	for i := range t.Lines {
		if IsCaseRow(t, i) {
			if rows++; rows == fewestRows {
				return true
			}
		}
	}
	return false
}

// IsCaseRow reports whether line i begins with the number of a case, or with the number of the row before it, and
// continues behind it.
func IsCaseRow(t *doc.Text, i int) bool {
	line := t.Lines[i]
	digits, p := 0, line.Start
	for ; p < line.End && p < line.Start+longestRowNumber; p++ {
		switch c := t.Chars[p]; {
		case '0' <= c && c <= '9':
			digits++
		case c != ' ' && c != '-' && c != '.' && c != '|' && c != ')':
			return digits >= leastRowDigits
		}
	}
	return digits >= leastRowDigits && p < line.End
}
