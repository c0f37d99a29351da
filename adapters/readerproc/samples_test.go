package readerproc_test

import (
	"flag"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/samples"
)

var slow = flag.Bool("slow", false, "read the samples that take seconds, too")

// Real PDFs, where they are at hand: good ones read, broken ones end in a
// reading or in a fault that says what is wrong.
func TestSamples(t *testing.T) {
	folders := []struct {
		name    string
		allowed map[fault.Kind]bool
	}{
		{samples.Good, nil},
		{samples.Broken, map[fault.Kind]bool{fault.Unprocessable: true}},
	}
	pool := newPool(t, realReader, readerproc.Options{})
	for _, folder := range folders {
		files, err := samples.Paths(folder.name, *slow)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			t.Run(folder.name+"/"+filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				r, err := read(t.Context(), pool, file)
				if err != nil && !folder.allowed[fault.KindOf(err)] {
					t.Fatal(err)
				}
				if err == nil && len(r.Pages) == 0 {
					t.Error("a reading without pages and without a fault")
				}
			})
		}
	}
}
