package blobstore_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/cotejo/cotejo/adapters/blobstore"
)

func ExampleOpen() {
	folder, err := os.MkdirTemp("", "originals")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)

	ctx := context.Background()
	originals, err := blobstore.Open(ctx, "file://"+folder, blobstore.Keys{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer originals.Close()

	if err := originals.Put(ctx, "2026/tutela.pdf", strings.NewReader("%PDF-1.7")); err != nil {
		fmt.Println(err)
		return
	}
	r, size, err := originals.Open(ctx, "2026/tutela.pdf")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	content, _ := io.ReadAll(r)
	fmt.Println(size, string(content))
	// Output: 8 %PDF-1.7
}
