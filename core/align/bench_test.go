package align_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/align"
)

// made returns a text of a megabyte or so; few words to choose from are the
// hardest, since there are many ways to align them.
func made(seed uint64, vocabulary int) string {
	random := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	for b.Len() < 1<<20 {
		fmt.Fprintf(&b, "w%d ", random.IntN(vocabulary))
	}
	return b.String()
}

func BenchmarkTexts(b *testing.B) {
	text := made(1, 20_000)
	for _, c := range []struct{ name, left, right string }{
		{"the same", text, text},
		{"a word in fifty changed", text, strings.ReplaceAll(text, "w1", "x1")},
		{"nothing in common", text, strings.ReplaceAll(text, "w", "x")},
		{"many words by chance", made(1, 500), made(2, 500)},
		{"two words by chance", made(1, 2), made(2, 2)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.left) + len(c.right)))
			b.ReportAllocs()
			for b.Loop() {
				align.Texts(c.left, c.right)
			}
		})
	}
}
