package document

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

var (
	countedCopy = regexp.MustCompile(`^(.*\S) ?\((\d{1,4})\)$`)
	countedName = regexp.MustCompile(`^(.*?)(\d{1,9})$`)
)

// Continues reports whether the name of a photograph follows that of another, as IMG_0002.jpg does
// IMG_0001.jpg, and "foto (1).jpg" does foto.jpg. Of names with the time of day only copies do.
func Continues(before, name string) bool {
	a, b := stemOf(before), stemOf(name)
	if c := countedCopy.FindStringSubmatch(b); c != nil {
		n, _ := strconv.Atoi(c[2])
		if a == c[1] {
			return n == 1 || n == 2
		}
		d := countedCopy.FindStringSubmatch(a)
		return d != nil && d[1] == c[1] && isNext(d[2], c[2])
	}
	c, d := countedName.FindStringSubmatch(a), countedName.FindStringSubmatch(b)
	return c != nil && d != nil && c[1] == d[1] && isNext(c[2], d[2])
}

func stemOf(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// isNext reports whether b is the number behind a.
func isNext(a, b string) bool {
	n, errA := strconv.Atoi(a)
	m, errB := strconv.Atoi(b)
	return errA == nil && errB == nil && m == n+1
}
