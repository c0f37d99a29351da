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
	wantTerms := strings.Fields("123 : ana de h:ana h:rui h:ruiz h:tutel h:tutelas i:ana i:rui i:ruiz la rui ruiz salud " +
		"t:ana t:rui t:ruiz t:salud t:tutel t:tutelas t:vulner tutel tutela tutelas vulner vulneracion vulnerados y")
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
				if terms := slices.Sorted(strings.FieldsSeq(got.Terms)); !slices.Equal(terms, wantTerms) || got.Words != wantWords {
					t.Errorf("after %d texts:\n got %v\n     %v\nwant %v\n     %v", i+1, terms, got.Words, wantTerms, wantWords)
					return
				}
			}
		})
	}
	readers.Wait()
}
