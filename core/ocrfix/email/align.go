package email

// block is a run in which two texts are the same, or differ.
type block struct {
	a, b string
	same bool
}

// aligned lays two texts side by side so that as little as possible differs. Case counts
// little, and a character is seldom read for "@".
func aligned(a, b string) (out []block) {
	n, m := len(a), len(b)
	cost := make([][]int, n+1)
	for i := n; i >= 0; i-- {
		cost[i] = make([]int, m+1)
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
	add := func(a, b string, same bool) {
		if k := len(out) - 1; k >= 0 && out[k].same == same {
			out[k].a, out[k].b = out[k].a+a, out[k].b+b
			return
		}
		out = append(out, block{a, b, same})
	}
	for i, j := 0, 0; i < n || j < m; {
		switch {
		case i < n && j < m && cost[i][j] == cost[i+1][j+1]+replacing(a[i], b[j]):
			add(a[i:i+1], b[j:j+1], a[i] == b[j])
			i, j = i+1, j+1
		case i < n && cost[i][j] == cost[i+1][j]+2:
			add(a[i:i+1], "", false)
			i++
		default:
			add("", b[j:j+1], false)
			j++
		}
	}
	return out
}

func replacing(a, b byte) int {
	switch {
	case a == b:
		return 0
	case lower(a) == lower(b):
		return 1
	case b == '@':
		return 3
	}
	return 2
}
