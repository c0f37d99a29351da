package riverqueue_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/core/document"
)

func ExampleQueue() {
	folder, err := os.MkdirTemp("", "queue")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	db, err := open(filepath.Join(folder, "queue.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()

	ctx, stop := context.WithCancel(context.Background())
	q, err := riverqueue.New(ctx, riverqueue.Options{DB: db.DB, TxFrom: txFrom, Worker: workFunc(
		func(_ context.Context, taskID string) error {
			fmt.Println("working", taskID)
			stop()
			return nil
		})})
	if err != nil {
		fmt.Println(err)
		return
	}
	// The task is in the queue once the transaction is committed.
	if err := db.InTx(ctx, func(ctx context.Context) error { return q.Enqueue(ctx, "t1", "", document.Interactive) }); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(q.Run(ctx)) // returns when the context ends and the task is done
	// Output:
	// working t1
	// <nil>
}
