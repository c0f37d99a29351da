package blackbox

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	_ "github.com/mattn/go-sqlite3"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

// sheet prints a filing, scanned or not.
func sheet(t *testing.T, f filings.Filing, scanned bool) []byte {
	t.Helper()
	p, err := paper.BornDigital(f, paper.Options{})
	if err == nil && scanned {
		p, err = paper.Scan(f, paper.Options{}, paper.Fair, 1)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p.PDF
}

// count is the number of documents in the list.
func count(t *testing.T, c *service.Client) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	res, err := c.Do(ctx, "GET", "/documents?per_page=1", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Meta struct {
			Total int `json:"total"`
		} `json:"meta"`
	}
	if err := res.Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list.Meta.Total
}

// sound has SQLite check all of a database that nobody uses.
func sound(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var verdict string
	var dangling int
	err = db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict)
	if err == nil {
		err = db.QueryRowContext(t.Context(), "SELECT count(*) FROM pragma_foreign_key_check").Scan(&dangling)
	}
	if err != nil || verdict != "ok" || dangling != 0 {
		t.Errorf("the database: %q, %d dangling rows, %v", verdict, dangling, err)
	}
}

// namesInList counts the documents in the list by the name of their file.
func namesInList(t *testing.T, c *service.Client) map[string]int {
	t.Helper()
	found := map[string]int{}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for page := 1; ; page++ {
		res, err := c.Do(ctx, "GET", fmt.Sprintf("/documents?per_page=100&page=%d", page), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Data []service.Document `json:"data"`
		}
		if err := res.Decode(&list); err != nil {
			t.Fatal(err)
		}
		for _, d := range list.Data {
			found[d.FileName]++
		}
		if len(list.Data) < 100 {
			return found
		}
	}
}
