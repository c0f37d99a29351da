package filings

// Wordings: how one hand phrases every part of a filing. Each is a file of
// "key: template" lines; a key that stands several times offers alternatives.

import (
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
)

type wording struct {
	id    string
	parts map[string][]string
}

var wordings = func() (out []wording) {
	names, err := fs.Glob(files, "data/wordings/*.txt")
	if err != nil {
		panic(err)
	}
	slices.Sort(names)
	for _, name := range names {
		w := wording{id: strings.TrimSuffix(strings.TrimPrefix(name, "data/wordings/"), ".txt"), parts: map[string][]string{}}
		for _, line := range lines(strings.TrimPrefix(name, "data/")) {
			key, template, ok := strings.Cut(line, ": ")
			if !ok {
				panic("filings: " + name + ": " + line)
			}
			w.parts[key] = append(w.parts[key], template)
		}
		out = append(out, w)
	}
	return out
}()

// get picks a phrasing of a part; it panics when the wording has none.
func (w wording) get(rng *rand.Rand, key string) string {
	options := w.parts[key]
	if len(options) == 0 {
		panic("filings: wording " + w.id + " lacks " + key)
	}
	return pick(rng, options)
}

// heldOutWordings are never used by Tuning.
var heldOutWordings = []string{"antiguo", "sentido", "defensoria", "veeduria"}
