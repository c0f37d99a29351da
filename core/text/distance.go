package text

// LongestDistance is the length in bytes of the longest strings that Distance
// compares letter by letter.
const LongestDistance = 64

// Distance is the number of insertions, deletions, substitutions and swaps of
// neighbours (Damerau's, each place edited once) that turn a into b, or limit
// when it is at least that. Both are compared byte by byte; of strings
// longer than LongestDistance only equality is seen.
func Distance(a, b string, limit int) int {
	if a == b {
		return 0
	}
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	const longest = LongestDistance
	if len(a) > longest || len(b) > longest {
		return limit
	}
	var rows [3][longest + 1]int
	before, last, now := &rows[0], &rows[1], &rows[2]
	for j := 0; j <= len(b); j++ {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			now[j] = d
			least = min(least, d)
		}
		if least >= limit {
			return limit
		}
		before, last, now = last, now, before
	}
	return min(last[len(b)], limit)
}

// OneEdit reports whether Distance(a, b) is 1, for strings of any length.
func OneEdit(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	for a != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	swapped := len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
	return len(b) == 1 || swapped
}

// Nearest returns the known name with the smallest Distance from name; the first of several, and
// empty if more than a third of name would have to change.
func Nearest(name string, known []string) string {
	best, fewest := "", len(name)/3+1
	for _, k := range known {
		if d := Distance(name, k, fewest); d < fewest {
			best, fewest = k, d
		}
	}
	return best
}
