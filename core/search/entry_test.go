package search_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/core/search"
)

// What is remembered of texts that were read before, until there is no more
// room, changes nothing of what is made of the next.
func TestEntriesDoNotDependOnOtherTexts(t *testing.T) {
	text := search.Fields{Identity: []string{"Ana Ruíz"}, Heading: []string{"tutelas"}, Text: "La tutela de Ana: vulnerados, vulneración; salud y tutelas 123. La TUTELA."}
	wantTerms := strings.Fields("123 : ana de la rui ruiz salud tutel tutela tutelas vulner vulneracion vulnerados y")
	const wantParts = " ana ruiz rui | tutelas tutel | vulner salud "
	const wantWords = " ana ruiz _ tutelas _ la tutela de ana vulnerados vulneracion salud y tutelas 123 la tutela "
	var readers sync.WaitGroup
	for reader := range 2 {
		readers.Go(func() {
			for i := range 40 {
				var other strings.Builder
				for n := range 1000 {
					fmt.Fprintf(&other, "palabra%dx%dx%d tutela ", reader, i, n)
				}
				search.Fields{Text: other.String()}.Entry()
				got := text.Entry()
				if terms := slices.Sorted(strings.FieldsSeq(got.Terms)); !slices.Equal(terms, wantTerms) || got.Parts != wantParts || got.Words != wantWords {
					t.Errorf("after %d texts:\n got %v %v %v\nwant %v %v %v", i+1, terms, got.Parts, got.Words, wantTerms, wantParts, wantWords)
					return
				}
			}
		})
	}
	readers.Wait()
}
