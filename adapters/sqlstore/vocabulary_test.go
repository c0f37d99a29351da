package sqlstore_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
)

// Few words with one beginning are distinguished, many are not: both databases find
// the same either way.
func TestBeginningsOfFewAndOfManyWordsAreFound(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db := open(t, fresh(t))
		for i := range 100 {
			text := fmt.Sprintf("medic%s salud", strings.Repeat("b", 1+i%3))
			if i%2 == 0 {
				text += fmt.Sprintf(" variante%cx%c", 'a'+i%26, 'a'+i/26)
			}
			if err := db.Documents().Create(t.Context(), document.Document{ID: fmt.Sprintf("%03d", i), Text: text, CreatedAt: time.UnixMicro(int64(i))}); err != nil {
				t.Fatal(err)
			}
		}
		for query, want := range map[string]int{"medic": 100, "medicbb": 66, "variante": 50, "variantea": 4, "variantey": 3, "salud medicbbb": 33, "-salud": 0, "ninguno": 0} {
			if got := find(t, db, query); got.Total != want {
				t.Errorf("%s: found %d, want %d", query, got.Total, want)
			}
		}
	})
}
