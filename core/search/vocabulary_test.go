package search_test

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/core/search"
)

// What is remembered of texts that were read before, until there is no more
// room, changes nothing of what is made of the next.
func TestEntriesDoNotDependOnOtherTexts(t *testing.T) {
	text := search.Fields{Identity: []string{"Ana Ruíz"}, Heading: []string{"tutelas"}, Text: "La tutela de Ana: vulnerados, vulneración; salud y tutelas 123. La TUTELA."}
	want := search.Entry{
		Terms: strings.Fields("123 : ana de h:ana h:rui h:ruiz h:tutel h:tutelas i:ana i:rui i:ruiz la rui ruiz salud " +
			"t:ana t:rui t:ruiz t:salud t:tutel t:tutelas t:vulner tutel tutela tutelas vulner vulneracion vulnerados y"),
		Words: strings.Fields("ana ruiz _ tutelas _ la tutela de ana vulnerados vulneracion salud y tutelas 123 la tutela"),
	}
	var readers sync.WaitGroup
	for reader := range 2 {
		readers.Go(func() {
			for i := range 40 {
				var other strings.Builder
				for n := range 1000 {
					fmt.Fprintf(&other, "palabra%dx%dx%d tutela ", reader, i, n)
				}
				search.Fields{Text: other.String()}.Entry()
				if got := text.Entry(); !reflect.DeepEqual(got, want) {
					t.Errorf("after %d texts:\n got %v\nwant %v", i+1, got, want)
					return
				}
			}
		})
	}
	readers.Wait()
}
