package intakeapi

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/core/document"
)

// links returns the Link header (RFC 8288) of a page of the list at path: the
// first, previous, next and last page, as far as they exist, under the same
// filters.
func links(path string, filters url.Values, page document.PageRequest, total int) string {
	last := max(1, document.Listing{Total: total, Page: page}.TotalPages())
	var parts []string
	add := func(rel string, number int) {
		query := url.Values{}
		for name, values := range filters {
			if values[0] != "" {
				query[name] = values
			}
		}
		query.Set("page", strconv.Itoa(number))
		query.Set("per_page", strconv.Itoa(page.Size))
		parts = append(parts, fmt.Sprintf(`<%s?%s>; rel="%s"`, path, query.Encode(), rel))
	}
	add("first", 1)
	if page.Number > 1 {
		add("prev", min(page.Number-1, last))
	}
	if page.Number < last {
		add("next", page.Number+1)
	}
	add("last", last)
	return strings.Join(parts, ", ")
}
