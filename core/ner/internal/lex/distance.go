package lex

// How many letters two spellings differ in.

// CloseTo reports whether two strings may be scans of one name: they differ in one letter, or in at
// most an eighth of the letters of the longer.
func CloseTo(a, b string) bool {
	return Within(a, b, max(1, max(len(a), len(b))/8))
}

// maxCompared is the length of the longest strings that are compared letter by
// letter.
const maxCompared = 120

// Within reports whether no more than limit letters of two strings differ.
func Within(a, b string, limit int) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	if len(a)-len(b) > limit || len(a) > maxCompared {
		return false
	}
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) <= limit {
		return true
	}
	if len(b) == 0 {
		return false
	}
	var row [maxCompared + 1]int // of the table of distances, as far as it may be within the limit
	for j := range min(len(b), limit) + 1 {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		from, to := max(1, i-limit), min(len(b), i+limit)
		diagonal, least := row[from-1], limit+1
		if row[from-1] = limit + 1; from == 1 {
			row[0] = i
		}
		if i+limit <= len(b) {
			row[to] = limit + 1 // what was not reached before
		}
		for j := from; j <= to; j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost = 1 + min(diagonal, row[j], row[j-1])
			}
			diagonal, row[j] = row[j], cost
			least = min(least, cost)
		}
		if least > limit {
			return false
		}
	}
	return row[len(b)] <= limit
}
