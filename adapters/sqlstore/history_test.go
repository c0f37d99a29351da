package sqlstore_test

import (
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
)

func TestTheHistoryCannotBeRewritten(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db := open(t, fresh(t))
		if err := db.History().Append(t.Context(), []document.Change{{DocumentID: "d1", To: "x"}}); err != nil {
			t.Fatal(err)
		}
		overwrite := map[string]string{
			"sqlite":   "REPLACE INTO document_history SELECT 1, 'd2', 0, '', '', '', '', ''",
			"postgres": "TRUNCATE document_history",
		}[db.Engine()]
		for _, statement := range []string{"DELETE FROM document_history", "UPDATE document_history SET new_value = 'y'", overwrite} {
			if _, err := db.Writer().Exec(statement); err == nil {
				t.Errorf("%s was done", statement)
			}
		}
		l, err := db.History().List(t.Context(), "d1", document.PageRequest{Number: 1, Size: 10})
		if err != nil || l.Total != 1 || l.Items[0].To != "x" {
			t.Errorf("%v, %v", l, err)
		}
	})
}
