package once_test

import (
	"context"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/once"
	"github.com/cotejo/cotejo/testkit/memstore"
)

func ExampleDo() {
	ctx, made := context.Background(), 0
	keys := once.Keys{Claims: memstore.New().Claims(), Now: time.Now}
	enter := func(name string) (int, error) {
		return once.Do(ctx, &keys, "ana", "key-1", once.Digest("enter", name), func(note func(context.Context, int) error) (int, error) {
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
