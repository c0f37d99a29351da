package dedup

import "context"

// maxExplained is how many pairs of unrelated filings Closest compares in full.
const maxExplained = 64

// Closest returns the places of the two filings that match best, and their match as Explain
// returns it. Of many unrelated filings it takes those whose words agree most. The error is that
// of ctx. Neither list is empty.
func (d *Detector) Closest(ctx context.Context, left, right []Fingerprint) (i, j int, best Match, err error) {
	ones, others := d.sidesOf(left), d.sidesOf(right)
	isRelated := false
	for x := range ones {
		if err := ctx.Err(); err != nil {
			return 0, 0, Match{}, err
		}
		for y := range others {
			if m, ok := d.compare(&ones[x], &others[y]); ok && (!isRelated || m.Compare(best) < 0) {
				i, j, best, isRelated = x, y, m, true
			}
		}
	}
	if isRelated {
		return i, j, best, nil
	}
	if len(left)*len(right) > maxExplained {
		i, j = mostSimilar(left, right)
		return i, j, d.Explain(left[i], right[j]), ctx.Err()
	}
	for x := range left {
		for y := range right {
			if m := d.Explain(left[x], right[y]); x+y == 0 || m.Compare(best) < 0 {
				i, j, best = x, y, m
			}
		}
	}
	return i, j, best, ctx.Err()
}

func (d *Detector) sidesOf(prints []Fingerprint) []side {
	sides := make([]side, len(prints))
	for i := range prints {
		sides[i].load(&prints[i], d)
	}
	return sides
}

// mostSimilar returns the places of the two filings whose signatures agree most.
func mostSimilar(left, right []Fingerprint) (i, j int) {
	most := -1.0
	for x := range left {
		for y := range right {
			if s := left[x].signature.Jaccard(&right[y].signature); s > most {
				i, j, most = x, y, s
			}
		}
	}
	return i, j
}
