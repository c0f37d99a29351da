package sqlstore_test

import (
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
)

func TestTheHistoryCannotBeRewritten(t *testing.T) {
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

// Documents of a time without keys, or with others, get theirs when the database is
// opened.
func TestKeysAreDerivedWhereTheyAreMissing(t *testing.T) {
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		o := fresh(t)
		db := open(t, o)
		for _, id := range []string{"d1", "d2"} {
			if err := db.Documents().Create(t.Context(), document.Document{ID: id, Plaintiff: "Ana"}); err != nil {
				t.Fatal(err)
			}
		}
		execute(t, db, "DELETE FROM document_keys WHERE document_id = 'd1'", "UPDATE document_keys SET value = 'ANNA' WHERE document_id = 'd2'", "UPDATE settings SET value = '0' WHERE name = 'document_keys'")
		db = open(t, o)
		for name, want := range map[string]int{"ana": 2, "anna": 0} {
			m, err := db.Recurrences().WithKeys(t.Context(), document.KeysOf(document.KeyPlaintiff, name), "", 10)
			if err != nil || m.Total != want {
				t.Errorf("%s: %v, %v", name, m, err)
			}
		}
	})
}
