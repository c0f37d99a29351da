package listing_test

import (
	"fmt"

	"github.com/cotejo/cotejo/core/listing"
)

func Example() {
	page := listing.Of[string]{Items: []string{"c"}, Total: 3, Page: listing.Request{Number: 2, Size: 2}}
	fmt.Println(page.Page.Offset(), page.TotalPages())
	// Output: 2 2
}
