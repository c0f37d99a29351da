package idempotency_test

import (
	"context"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/idempotency"
	"github.com/cotejo/cotejo/testkit/memstore"
)

func ExampleDo() {
	ctx, made := context.Background(), 0
	keys := idempotency.Keys{Claims: memstore.New().Claims(), Now: time.Now}
	enter := func(name string) (int, error) {
		return idempotency.Do(ctx, &keys, "ana", "key-1", idempotency.Digest("enter", name), func(note func(context.Context, int) error) (int, error) {
			made++
			return made, note(ctx, made)
		})
	}
	fmt.Println(enter("Juan"))
	fmt.Println(enter("Juan"))
	_, err := enter("Eva")
	fmt.Println(err)
	// Output:
	// 1 <nil>
	// 1 <nil>
	// idempotency_key_reused: Esa Idempotency-Key ya se usó con otros datos; envíe estos con una clave nueva.
}
