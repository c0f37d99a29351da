package align

import (
	"slices"

	"github.com/cotejo/cotejo/core/text"
)

// differ marks the words that two sequences have in common. As many are kept of
// one as of the other, and the n-th of one is the n-th of the other.
type differ struct {
	a, b         []uint64
	keepA, keepB []bool

	// Of the search in progress: the furthest point on each diagonal, after each
	// number of words left out.
	furthest [maxSteps + 1][]int32
}

const (
	// shingle is how many words make an anchor: four in a row that occur once in
	// each of two filings hardly ever do so by chance.
	shingle = 4
	// maxSteps is how many words a search leaves out before it settles for the
	// furthest point.
	maxSteps = 256
	// minCrumb is how many words in common it takes to part two passages that
	// are longer.
	minCrumb = 3
)

// align goes from anchor to anchor.
func (d *differ) align() {
	x, y := 0, 0
	for _, p := range anchors(d.a, d.b) {
		if p.x >= x && p.y >= y { // two shingles may overlap
			d.between(x, p.x, y, p.y)
			for i := range shingle {
				d.keepA[p.x+i], d.keepB[p.y+i] = true, true
			}
			x, y = p.x+shingle, p.y+shingle
		}
	}
	d.between(x, len(d.a), y, len(d.b))
}

type point struct{ x, y int }

// anchors returns the longest chain of shingles that occur once in each.
func anchors(a, b []uint64) []point {
	type place struct{ inA, inB, at int32 }
	seen := make(map[uint64]place, len(a))
	each := func(words []uint64, visit func(i int, hash uint64)) {
		for i := 0; i+shingle <= len(words); i++ {
			hash := uint64(0)
			for _, w := range words[i : i+shingle] {
				hash = text.Mix(hash, w)
			}
			visit(i, hash)
		}
	}
	each(a, func(i int, hash uint64) { seen[hash] = place{inA: seen[hash].inA + 1, at: int32(i)} })
	each(b, func(_ int, hash uint64) {
		if p, ok := seen[hash]; ok {
			p.inB++
			seen[hash] = p
		}
	})
	var points []point // by y
	each(b, func(i int, hash uint64) {
		p := seen[hash]
		if p.inA == 1 && p.inB == 1 && slices.Equal(a[p.at:p.at+shingle], b[i:i+shingle]) {
			points = append(points, point{int(p.at), i})
		}
	})
	return chain(points)
}

// chain returns a longest subsequence whose x rise, by patience sorting.
func chain(points []point) []point {
	var piles []int // index of the point on top of each
	before := make([]int, len(points))
	for i, p := range points {
		n, _ := slices.BinarySearchFunc(piles, p.x, func(top, x int) int { return points[top].x - x })
		before[i] = -1
		if n > 0 {
			before[i] = piles[n-1]
		}
		if n == len(piles) {
			piles = append(piles, i)
		} else {
			piles[n] = i
		}
	}
	var out []point
	if len(piles) > 0 {
		for i := piles[len(piles)-1]; i >= 0; i = before[i] {
			out = append(out, points[i])
		}
	}
	slices.Reverse(out)
	return out
}

// between aligns a[x0:x1] with b[y0:y1].
func (d *differ) between(x0, x1, y0, y1 int) {
	for {
		for x0 < x1 && y0 < y1 && d.same(x0, y0) {
			d.keepA[x0], d.keepB[y0] = true, true
			x0, y0 = x0+1, y0+1
		}
		for x0 < x1 && y0 < y1 && d.same(x1-1, y1-1) {
			x1, y1 = x1-1, y1-1
			d.keepA[x1], d.keepB[y1] = true, true
		}
		if x0 == x1 || y0 == y1 {
			return
		}
		x0, y0 = d.search(x0, x1, y0, y1)
	}
}

func (d *differ) same(x, y int) bool { return d.a[x] == d.b[y] && d.a[x] != 0 }

// search is Myers' greedy search from the upper left corner: it keeps the words
// on the way to the lower right one, or to the furthest point that it reached,
// which it returns.
func (d *differ) search(x0, x1, y0, y1 int) (x, y int) {
	n, m := x1-x0, y1-y0
	for steps := 0; ; steps++ {
		if len(d.furthest[steps]) == 0 {
			d.furthest[steps] = make([]int32, 2*steps+1)
		}
		row := d.furthest[steps]
		best := point{-1, 0}
		for k := -steps; k <= steps; k++ { // diagonal: x − y
			at := 0
			if steps > 0 {
				at = d.step(steps, k)
			}
			if at < 0 || at > n || at-k < 0 || at-k > m {
				row[k+steps] = -1 << 30 // outside
				continue
			}
			for at < n && at-k < m && d.same(x0+at, y0+at-k) {
				at++
			}
			row[k+steps] = int32(at)
			if 2*at-k > best.x {
				best = point{2*at - k, k}
			}
			if at == n && at-k == m {
				d.trace(x0, y0, steps, k)
				return x1, y1
			}
		}
		if steps == maxSteps {
			at := int(row[best.y+steps])
			d.trace(x0, y0, steps, best.y)
			return x0 + at, y0 + at - best.y
		}
	}
}

// step returns where diagonal k begins after so many steps: below the diagonal
// to its right or to the right of the one to its left, whichever is further.
func (d *differ) step(steps, k int) int {
	row := d.furthest[steps-1]
	get := func(k int) int {
		if k < -(steps-1) || k > steps-1 {
			return -1 << 30
		}
		return int(row[k+steps-1])
	}
	return max(get(k+1), get(k-1)+1)
}

// trace keeps the words on the way to diagonal k after so many steps.
func (d *differ) trace(x0, y0, steps, k int) {
	for ; ; steps-- {
		at, begins := int(d.furthest[steps][k+steps]), 0
		if steps > 0 {
			begins = d.step(steps, k)
		}
		for ; at > begins; at-- {
			d.keepA[x0+at-1], d.keepB[y0+at-1-k] = true, true
		}
		if steps == 0 {
			return
		}
		row := d.furthest[steps-1]
		if right := k + 1; right <= steps-1 && int(row[right+steps-1]) == begins {
			k = right
		} else {
			k--
		}
	}
}

// dropCrumbs gives up words in common that stand alone between longer passages
// which are not: a "de" in the middle of two different sentences says nothing.
func (d *differ) dropCrumbs() {
	changed := func(i, k int) (j, l int) {
		for j = i; j < len(d.keepA) && !d.keepA[j]; j++ {
		}
		for l = k; l < len(d.keepB) && !d.keepB[l]; l++ {
		}
		return j, l
	}
	i, k := changed(0, 0)
	before := i + k
	for i < len(d.keepA) || k < len(d.keepB) {
		j, l := i, k
		for j < len(d.keepA) && l < len(d.keepB) && d.keepA[j] && d.keepB[l] {
			j, l = j+1, l+1
		}
		nextI, nextK := changed(j, l)
		after := nextI - j + nextK - l
		if n := j - i; n < minCrumb && n < before && n < after {
			clear(d.keepA[i:j])
			clear(d.keepB[k:l])
			after += before + 2*n
		}
		i, k, before = nextI, nextK, after
	}
}
