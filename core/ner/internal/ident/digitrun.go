package ident

import (
	"slices"
	"strings"
)

// DigitRun is a number: groups of digits with single separators between them.
type DigitRun struct {
	Start, End int    // code points
	Digits     string // letters that stand for digits replaced
	repaired   int    // how many were replaced
	seps       string // the separator before each group but the first, '\n' after a hyphen counts as '-'
	groups     []int  // digits in each group
	ends       []int  // where each group ends
}

// withoutSign drops a first digit that stands apart when only the rest can be the
// number: N.2 86.352.355, where N.º was printed; or behind N. the rest is written in
// thousands: N.2 4.713.702.
func (r DigitRun) withoutSign(kind string, behindN bool) DigitRun {
	if len(r.groups) < 2 || r.groups[0] != 1 || r.seps[0] != ' ' || plausibleID(kind, r.Digits) && !(behindN && strings.HasPrefix(r.seps, " .") && r.groups[1] < 3) {
		return r
	}
	rest := r
	rest.Digits, rest.groups, rest.seps, rest.ends = r.Digits[1:], r.groups[1:], r.seps[1:], r.ends[1:]
	rest.Start = r.ends[1] - r.groups[1]
	if !rest.grouped() || !plausibleID(kind, rest.Digits) {
		return r
	}
	return rest
}

// whole joins the groups of three digits of a number with points in which a
// scanner saw a blank: 1.1 17.910.465.
func (r DigitRun) whole() DigitRun {
	if !strings.Contains(r.seps, ".") {
		return r
	}
	for i := 1; i+1 < len(r.groups); i++ {
		if r.seps[i] == ' ' && r.groups[i]+r.groups[i+1] == 3 {
			r.groups = slices.Concat(r.groups[:i], []int{3}, r.groups[i+2:])
			r.ends = slices.Concat(r.ends[:i], r.ends[i+1:])
			r.seps = r.seps[:i] + r.seps[i+1:]
		}
	}
	return r
}

// trimGroups cuts groups parted by a blank or comma from the end until ok
// holds: a number may be followed by another one.
func (r DigitRun) trimGroups(ok func(DigitRun) bool) DigitRun {
	if ok(r) {
		return r
	}
	cut := r
	for n := len(r.groups) - 1; n > 0; n-- {
		cut.Digits = cut.Digits[:max(0, len(cut.Digits)-r.groups[n])]
		cut.groups, cut.seps, cut.End = r.groups[:n], r.seps[:n-1], r.ends[n-1]
		if sep := r.seps[n-1]; (sep == ' ' || sep == ',' || sep == '\n') && ok(cut) {
			return cut
		}
	}
	return r
}

// torn reports whether digits of a number that has points were lost: behind one
// stand three, or six whose point was lost.
func (r DigitRun) torn() bool {
	if !strings.Contains(r.seps, ".") {
		return false
	}
	for _, n := range r.groups[1:] {
		if n%3 != 0 {
			return true
		}
	}
	return false
}

// grouped reports whether a number is written in one piece or in thousands.
func (r DigitRun) grouped() bool {
	for _, n := range r.groups[min(1, len(r.groups)):] {
		if n != 3 {
			return false
		}
	}
	return len(r.groups) == 1 || len(r.groups) > 1 && r.groups[0] <= 3
}

// window returns the groups from up to to as a run of their own.
func (r DigitRun) window(from, to int) DigitRun {
	first := 0
	for _, n := range r.groups[:from] {
		first += n
	}
	w := DigitRun{groups: r.groups[from:to], ends: r.ends[from:to], seps: r.seps[from : to-1], repaired: r.repaired}
	w.Start, w.End = w.ends[0]-w.groups[0], w.ends[len(w.ends)-1]
	last := first
	for _, n := range w.groups {
		last += n
	}
	w.Digits = r.Digits[first:last]
	return w
}

// cutAtLine returns the run without what follows a line end, when that leaves
// it with just so many digits: the next line may begin with another number.
func (r DigitRun) cutAtLine(digits int) DigitRun {
	n := 0
	for i := range r.groups {
		if n += r.groups[i]; n == digits && i < len(r.seps) && r.seps[i] == '\n' {
			r.Digits, r.groups, r.seps, r.ends, r.End = r.Digits[:n], r.groups[:i+1], r.seps[:i], r.ends[:i+1], r.ends[i]
			return r
		}
	}
	return r
}
