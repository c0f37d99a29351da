package sqlstore_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
)

func ExampleOpen() {
	folder, err := os.MkdirTemp("", "cotejo")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)

	ctx := context.Background()
	db, err := sqlstore.Open(ctx, sqlstore.Options{Path: filepath.Join(folder, "cotejo.db")})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()

	// A document and its task are stored together or not at all.
	err = db.InTx(ctx, func(ctx context.Context) error {
		if err := db.Documents().Create(ctx, document.Document{ID: "d1", Plaintiff: "Ana Ruiz", CreatedAt: time.Now()}); err != nil {
			return err
		}
		return db.Tasks().Create(ctx, document.Task{ID: "t1", DocumentID: "d1", Status: document.TaskCompleted})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := db.Documents().List(ctx, document.Filter{}, document.PageRequest{Number: 1, Size: 20})
	fmt.Println(list.Total, list.Items[0].Plaintiff, err)
	// Output: 1 Ana Ruiz <nil>
}
