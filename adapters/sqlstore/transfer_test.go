package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/sqlstore/transfer"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// TestATransferThereAndBack copies a database to the other kind and back. Every
// table has rows: one that is new gets some of its own accord, and fails the
// test when the transfer does not know it.
func TestATransferThereAndBack(t *testing.T) {
	t.Parallel()
	from, server, back := inFile(t), sqlstore.Options{URL: postgres.New(t)}, inFile(t)
	db := open(t, from)
	ids := fillAll(t, db)
	found, counted := searched(t, db), days(t, db)

	there := transferred(t, from, server, 0)
	copied := open(t, server)
	if got := searched(t, copied); !reflect.DeepEqual(got, found) {
		t.Errorf("the copy finds\n%v\nand the source\n%v", got, found)
	}
	if got := days(t, copied); !slices.Equal(got, counted) {
		t.Errorf("the copy counts\n%v\nand the source\n%v", got, counted)
	}
	if got, want := schema(t, copied, serverSchema), schema(t, open(t, onServer(t)), serverSchema); !slices.Equal(got, want) {
		t.Errorf("the copy has\n%s\nand a new database\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if err := copied.Close(); err != nil {
		t.Fatal(err)
	}
	and := transferred(t, server, back, 0)
	if !slices.Equal(and, there) {
		t.Errorf("there %v\nback %v", there, and)
	}
	for _, tb := range there {
		if tb.Rows == 0 {
			t.Errorf("%s had no row to be copied", tb.Name)
		}
	}
	last := open(t, back)
	if got := searched(t, last); !reflect.DeepEqual(got, found) {
		t.Errorf("the copy of the copy finds %v", got)
	}
	for name, query := range map[string]string{"tables": fileSchema, "counters": "SELECT name || ' ' || seq FROM sqlite_sequence", "days": "SELECT name || ' ' || n FROM totals"} {
		if got, want := schema(t, last, query), schema(t, db, query); !slices.Equal(got, want) {
			t.Errorf("%s: the copy of the copy has\n%s\nand the source\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	for _, id := range ids {
		want, err := db.Documents().Get(t.Context(), id)
		got, err2 := last.Documents().Get(t.Context(), id)
		if err := errors.Join(err, err2); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %+v, %v, want %+v", id, got, err, want)
		}
	}
}

// A transfer that is cut short starts again, at every eighth report of its progress, and until it
// has ended nobody else opens the target.
func TestInterruptedTransferStartsAgain(t *testing.T) {
	t.Parallel()
	from := inFile(t)
	db := open(t, from)
	fillAll(t, db)
	found := searched(t, db)
	for name, to := range map[string]sqlstore.Options{"SQLite": inFile(t), "PostgreSQL": {URL: postgres.New(t)}} {
		t.Run(name, func(t *testing.T) {
			transferred(t, from, to, 8)
			if got := searched(t, open(t, to)); !reflect.DeepEqual(got, found) {
				t.Errorf("the copy finds\n%v\nand the source\n%v", got, found)
			}
		})
	}
}

func TestATransferRefuses(t *testing.T) {
	t.Parallel()
	from, other := inFile(t), inFile(t)
	db := open(t, from)
	fillAll(t, db)
	if err := open(t, other).Documents().Create(t.Context(), document.Document{ID: "d1"}); err != nil {
		t.Fatal(err)
	}
	want := func(from, to sqlstore.Options, code string) {
		t.Helper()
		copying, err := sqlstore.BeginTransfer(t.Context(), from, to)
		if f, ok := fault.As(err); !ok || f.Code != code {
			t.Errorf("got %v, want %s", err, code)
		}
		if err == nil {
			copying.Close()
		}
	}
	want(from, other, "target_not_empty")

	running := onServer(t)
	server := open(t, running)
	want(running, inFile(t), "database_in_use")
	server.Close()

	// The source changes while it is copied.
	begun := inFile(t)
	copying, err := sqlstore.BeginTransfer(t.Context(), from, begun)
	if err != nil {
		t.Fatal(err)
	}
	defer copying.Close()
	if err := copying.Copy(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.Documents().Update(t.Context(), "filing-0003", func(d *document.Document) error { d.Remarks = "otra"; return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := copying.Finish(t.Context(), nil); fault.KindOf(err) != fault.Stale || !strings.Contains(err.Error(), "documents") {
		t.Errorf("a source that changed: %v", err)
	}
	if err := copying.Close(); err != nil {
		t.Fatal(err)
	}
	want(begun, inFile(t), "database_unfinished")
	if _, err := sqlstore.Open(t.Context(), begun); fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "cotejo migrate") {
		t.Errorf("what differs from its source was opened: %v", err)
	}
}

func TestTransferNamesEveryOriginal(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, _ func(t *testing.T) sqlstore.Options) {
		from := inFile(t)
		if strings.Contains(t.Name(), "PostgreSQL") {
			from = sqlstore.Options{URL: postgres.New(t)}
		}
		db, err := sqlstore.Open(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		ctx := t.Context()
		err = errors.Join(db.Documents().Create(ctx, document.Document{ID: "d1", OriginalKey: "a", SHA256: "1"}),
			db.Tasks().Create(ctx, document.Task{ID: "t1", OriginalKey: "a"}), db.Tasks().Create(ctx, document.Task{ID: "t2", OriginalKey: "b", SHA256: "2"}),
			db.Deliveries().Create(ctx, document.Delivery{ID: "m1", OriginalKey: "c", SHA256: "3"}),
			db.Deliveries().Create(ctx, document.Delivery{ID: "m2"}),
			db.Bin().Put(ctx, document.BinEntry{Document: document.Document{ID: "d2", OriginalKey: "d", SHA256: "4"}}), db.Close())
		if err != nil {
			t.Fatal(err)
		}
		copying, err := sqlstore.BeginTransfer(ctx, from, inFile(t))
		if err != nil {
			t.Fatal(err)
		}
		defer copying.Close()
		n, err := copying.CountOriginals(ctx)
		if err != nil || n != 4 {
			t.Errorf("%d originals, %v", n, err)
		}
		got, err := copying.Originals(ctx, "", 10)
		if want := []sqlstore.Original{{Key: "a", SHA256: "1"}, {Key: "b", SHA256: "2"}, {Key: "c", SHA256: "3"}, {Key: "d", SHA256: "4"}}; err != nil || !slices.Equal(got, want) {
			t.Errorf("got %v, %v", got, err)
		}
	})
}

// A new attempt drops what the unfinished copy made, of whatever source, and
// nothing else that is in the database.
func TestTransferDiscardsOnlyAnUnfinishedCopy(t *testing.T) {
	t.Parallel()
	from, other := inFile(t), inFile(t)
	fillAll(t, open(t, from))
	if err := open(t, other).Documents().Create(t.Context(), document.Document{ID: "d1"}); err != nil {
		t.Fatal(err)
	}
	onEach(t, func(t *testing.T, _ func(t *testing.T) sqlstore.Options) {
		to := inFile(t)
		if strings.Contains(t.Name(), "PostgreSQL") {
			to = sqlstore.Options{URL: postgres.New(t)}
		}
		cut, err := sqlstore.BeginTransfer(t.Context(), other, to)
		if err != nil {
			t.Fatal(err)
		}
		if got := cut.Discarded(); got != "" {
			t.Errorf("of an empty target a copy of %s was discarded", got)
		}
		if err := cut.Copy(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := cut.Target().Writer().Exec("CREATE TABLE notas (texto TEXT NOT NULL PRIMARY KEY)"); err != nil {
			t.Fatal(err)
		}
		if _, err := cut.Target().Writer().Exec("INSERT INTO notas VALUES ('de otro')"); err != nil {
			t.Fatal(err)
		}
		if err := cut.Close(); err != nil {
			t.Fatal(err)
		}

		if again, err := sqlstore.BeginTransfer(t.Context(), from, to); err == nil {
			again.Close()
			t.Fatal("a table that only the target has was accepted")
		} else if !strings.Contains(err.Error(), "notas") {
			t.Fatal(err)
		}
		db, err := sqldb.Connect(t.Context(), to)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var texts int
		if err := db.Writer().QueryRow("SELECT count(*) FROM notas").Scan(&texts); err != nil || texts != 1 {
			t.Errorf("%d rows of another's table are left, %v", texts, err)
		}
		if marked, err := db.HasTable(t.Context(), db.BunReader(), sqldb.UnfinishedMark); err != nil || marked {
			t.Errorf("marked: %v, %v", marked, err)
		}
	})
}

// transferred copies a database; with step, it is cut short after that many
// reports of progress, then after twice as many, and so on.
func transferred(t *testing.T, from, to sqlstore.Options, step int) []transfer.Table {
	t.Helper()
	for limit := step; ; limit += step {
		ctx, cut := context.WithCancel(t.Context())
		copying, err := sqlstore.BeginTransfer(ctx, from, to)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := copying.Discarded() != "", step > 0 && limit > step; got != want {
			t.Errorf("after %d reports of progress an unfinished copy was discarded: %v, want %v", limit-step, got, want)
		}
		told := 0
		copying.Progress = func(string, int, int) {
			if told++; told == limit {
				cut()
			}
		}
		err = copying.Copy(ctx)
		var tables []transfer.Table
		if err == nil {
			tables, err = copying.Finish(ctx, nil)
		}
		interrupted := ctx.Err() != nil
		cut()
		if err := copying.Close(); err != nil {
			t.Fatal(err)
		}
		if err == nil {
			return tables
		}
		if !interrupted {
			t.Fatal(err)
		}
		if _, err := sqlstore.Open(t.Context(), to); err == nil || !strings.Contains(err.Error(), "cotejo migrate") {
			t.Fatalf("an unfinished copy was opened: %v", err)
		}
	}
}

// fillAll fills every table: documents as they come in, and rows with awkward
// values where those leave none.
func fillAll(t *testing.T, db *sqlstore.DB) (ids []string) {
	t.Helper()
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	g := filings.New(7, filings.Options{})
	err = db.InTx(t.Context(), func(ctx context.Context) error {
		for i := range 40 {
			f := g.Filing()
			d := document.Document{ID: fmt.Sprintf("filing-%04d", i), Type: f.Type, Status: document.Processed, Text: f.Text, FileName: "Ñandú.pdf",
				Plaintiff: "José Ibáñez", CreatedAt: time.UnixMicro(1_700_000_000_123_456 + int64(i)*40_000_000_000), OCRConfidence: 1. / 3,
				SHA256: fmt.Sprint("sha", i), ProcessingTime: 1234567891, Duplicates: i % 2, Tags: []string{"a", "«ñ»"}}
			if err := db.Documents().Create(ctx, d); err != nil {
				return err
			}
			if err := db.Index().Put(ctx, detector.Fingerprint(d.Filing())); err != nil {
				return err
			}
			ids = append(ids, d.ID)
		}
		return nil
	})
	if err == nil {
		err = db.Documents().Delete(t.Context(), ids[39]) // its numbers are used up
	}
	if err != nil {
		t.Fatal(err)
	}
	probe, err := sqlstore.BeginTransfer(t.Context(), inFile(t), inFile(t))
	if err != nil {
		t.Fatal(err)
	}
	defer probe.Close()
	empty, err := probe.Finish(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tb := range empty {
		fillEmpty(t, db, tb.Name)
	}
	return ids[:39]
}

// fillEmpty adds rows to a table that has none. Texts are in an order that
// databases differ in.
func fillEmpty(t *testing.T, db *sqlstore.DB, table string) {
	t.Helper()
	w := db.Writer()
	var full bool
	if err := w.QueryRow(`SELECT EXISTS (SELECT 1 FROM "` + table + `")`).Scan(&full); err != nil || full {
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	rows, err := w.Query(`SELECT * FROM "` + table + `"`)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := rows.ColumnTypes()
	rows.Close()
	if err != nil {
		t.Fatal(err)
	}
	marks := strings.TrimSuffix(strings.Repeat("?,", len(columns)), ",")
	for i, text := range []string{"Zeta", "alfa", "Ángel", "a'b\"?\\ñ\n\t😀", ""} {
		var values []any
		for n, c := range columns {
			switch kind := strings.ToUpper(c.DatabaseTypeName()); kind {
			case "TEXT":
				values = append(values, text)
			case "BLOB":
				values = append(values, []byte{0, byte(i), 255})
			case "BIGINT", "INTEGER":
				values = append(values, int64(1)<<(60-i)-int64(n)) // expiries lie far ahead
			case "DOUBLE PRECISION":
				values = append(values, float64(i)/7)
			case "BOOLEAN":
				values = append(values, i%2 == 0)
			default:
				t.Fatalf("%s.%s is %s: say what it may hold", table, c.Name(), kind)
			}
		}
		if _, err := w.Exec(`INSERT INTO "`+table+`" VALUES (`+marks+`)`, values...); err != nil {
			t.Fatalf("filling %s: %v", table, err)
		}
	}
}

func searched(t *testing.T, db *sqlstore.DB) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, query := range []string{"tutela", "salud", "jose ibañez", `"acción de tutela"`, "derech*", "-salud", "eps", `"a la salud"`} {
		for _, order := range []document.SearchOrder{document.ByRelevance, document.ByNewest, document.ByPlaintiff} {
			list, err := db.Search().Find(t.Context(), search.Parse(query), document.Filter{}, order, document.PageRequest{Number: 1, Size: 50})
			if err != nil {
				t.Fatal(err)
			}
			all := []string{fmt.Sprint(list.Total)}
			for _, item := range list.Items {
				all = append(all, item.ID)
			}
			found[query+" "+string(order)] = all
		}
	}
	return found
}

func days(t *testing.T, db *sqlstore.DB) []string {
	return schema(t, db, `SELECT day || ' ' || type || ' ' || status || ' ' || sum(documents) || ' ' || sum(reads) || ' ' || sum(legible) || ' ' || sum(typed) || ' ' || sum(duplicated) || ' ' ||
		sum(processing_micros) || ' ' || sum(confidence) FROM document_days GROUP BY day, type, status HAVING sum(documents) <> 0`)
}

const (
	fileSchema   = "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master"
	serverSchema = `SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid::regclass::text NOT LIKE 'pg_%'
		UNION ALL SELECT translate(pg_get_triggerdef(oid), '()', '') FROM pg_trigger WHERE NOT tgisinternal
		UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid <> 0
		UNION ALL SELECT relname || ' ' || relkind::text FROM pg_class WHERE relnamespace = current_schema::regnamespace`
)

// schema returns what a query of one column says, in order.
func schema(t *testing.T, db *sqlstore.DB, query string) (all []string) {
	t.Helper()
	rows, err := db.Writer().Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		all = append(all, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

func ExampleBeginTransfer() {
	ctx := context.Background()
	copying, err := sqlstore.BeginTransfer(ctx, sqlstore.Options{Path: "cotejo.db"}, sqlstore.Options{URL: "postgres://cotejo@db.example.org/cotejo"})
	if err != nil {
		return
	}
	defer copying.Close()
	if err := copying.Copy(ctx); err != nil {
		return // the next call starts again
	}
	tables, err := copying.Finish(ctx, nil)
	fmt.Println(len(tables), "tables are alike", err)
}
