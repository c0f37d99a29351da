package pagination_test

import (
	"fmt"

	"github.com/cotejo/cotejo/core/pagination"
)

func Example() {
	page := pagination.Of[string]{Items: []string{"c"}, Total: 3, Page: pagination.Request{Number: 2, Size: 2}}
	fmt.Println(page.Page.Offset(), page.TotalPages())
	// Output: 2 2
}
