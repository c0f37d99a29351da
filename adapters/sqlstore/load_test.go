package sqlstore

import (
	"testing"
	"time"
)

// A transaction adds as many keys as take four fifths of what others have patience
// for, at most twice as many as the one before.
func TestHowManyKeysComeNext(t *testing.T) {
	file, server := loader{db: &DB{Base: &Base{engine: sqlite{}}}}, loader{db: &DB{Base: &Base{engine: postgres{}}}}
	patience := file.Patience()
	for name, c := range map[string]struct {
		l    loader
		n    int
		took time.Duration
		want int
	}{
		"as many as fit":          {file, 100_000, patience, 80_000},
		"twice as many, no more":  {file, 50_000, patience / 100, 100_000},
		"never too many":          {file, 150_000, patience / 100, mostKeys},
		"never too few":           {file, 50_000, 10 * patience, fewestKeys},
		"of a clock that is back": {file, 50_000, -time.Second, fewestKeys},
		"where nobody waits":      {server, 50_000, time.Minute, mostKeys},
	} {
		if got := c.l.keysNext(c.n, c.took); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
