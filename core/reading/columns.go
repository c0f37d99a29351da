package reading

import "unicode"

// Two readings of the same print, laid side by side.

// block is a run in which two texts are the same, or differ.
type block struct {
	a, b string
	same bool
}

// aligned lays two texts side by side so that as little as can be differs; case
// does not count.
func aligned(a, b []rune) []block {
	var out []block
	for _, c := range columns(a, b) {
		same := c.a != 0 && c.b != 0 && alike(c.a, c.b)
		if k := len(out) - 1; k < 0 || out[k].same != same {
			out = append(out, block{same: same})
		}
		x := &out[len(out)-1]
		if c.a != 0 {
			x.a += string(c.a)
		}
		if c.b != 0 {
			x.b += string(c.b)
		}
	}
	return out
}

// column is what two texts have in one place; 0 where one has nothing.
type column struct{ a, b rune }

// columns is aligned, rune by rune.
func columns(a, b []rune) (out []column) {
	n, m := len(a), len(b)
	cost := make([][]int, n+1)
	for i := range cost {
		cost[i] = make([]int, m+1)
	}
	for i := n; i >= 0; i-- {
		for j := m; j >= 0; j-- {
			switch {
			case i == n:
				cost[i][j] = 2 * (m - j)
			case j == m:
				cost[i][j] = 2 * (n - i)
			default:
				cost[i][j] = min(cost[i+1][j+1]+replacing(a[i], b[j]), cost[i+1][j]+2, cost[i][j+1]+2)
			}
		}
	}
	for i, j := 0, 0; i < n || j < m; {
		switch {
		case i < n && j < m && cost[i][j] == cost[i+1][j+1]+replacing(a[i], b[j]):
			out = append(out, column{a[i], b[j]})
			i, j = i+1, j+1
		case i < n && cost[i][j] == cost[i+1][j]+2:
			out = append(out, column{a: a[i]})
			i++
		default:
			out = append(out, column{b: b[j]})
			j++
		}
	}
	return out
}

// alike reports whether two runes are the same but for their case.
func alike(a, b rune) bool { return unicode.ToLower(a) == unicode.ToLower(b) }

// replacing is the cost of one rune for another: a letter is seldom read for "@".
func replacing(a, b rune) int {
	switch {
	case a == b:
		return 0
	case alike(a, b):
		return 1
	case b == '@' && a < 0x80 && plain(string(a)):
		return 3
	}
	return 2
}
