package document

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/text"
)

// SearchFields returns the searchable parts of the document.
func (d *Document) SearchFields() search.Fields {
	return search.Fields{
		Identity: []string{d.Plaintiff, d.Defendant, d.Radicado, d.Cedula, d.ActaNumber},
		Heading:  append([]string{d.Court, d.FileName, d.Remarks}, d.Tags...),
		Text:     d.Text,
	}
}

// SearchEntry returns the document's entry in a search index.
func (d *Document) SearchEntry() search.Entry { return d.SearchFields().Entry() }

// SearchOrder is the order of search results; its value is the name in every interface. Equal
// documents are sorted newest first.
type SearchOrder string

const (
	ByRelevance SearchOrder = "Relevancia" // the ranks of search.Plan
	ByNewest    SearchOrder = "Fecha"
	ByOldest    SearchOrder = "Fecha_asc"
	ByPlaintiff SearchOrder = "Demandante" // without regard to case and accents; none last
	ByRadicado  SearchOrder = "Radicado"   // by digits; none last

	// ByDue is the order of Filter.ByDue: the first to fall due first. It is not among SearchOrders.
	ByDue SearchOrder = "Vence"
)

// SearchOrders lists the orders.
func SearchOrders() []SearchOrder {
	return []SearchOrder{ByRelevance, ByNewest, ByOldest, ByPlaintiff, ByRadicado}
}

// ParseSearchOrder parses an order, ignoring case; empty means ByRelevance. Any other value is
// fault.Unprocessable.
func ParseSearchOrder(s string) (SearchOrder, error) {
	if s == "" {
		return ByRelevance, nil
	}
	names := make([]string, len(SearchOrders()))
	for i, o := range SearchOrders() {
		if strings.EqualFold(s, string(o)) {
			return o, nil
		}
		names[i] = string(o)
	}
	return "", fault.New(fault.Unprocessable, "invalid_sort_by",
		fmt.Sprintf("No se puede ordenar así; elija uno de: %s.", strings.Join(names, ", ")))
}

// SortKeys are the keys that sort documents, compared byte by byte.
type SortKeys struct{ Plaintiff, Radicado string }

// maxSortKey bounds a key, in bytes.
const maxSortKey = 200

// last sorts after every value.
const last = "\U0010FFFD"

// SortKeys returns the document's keys.
func (d *Document) SortKeys() SortKeys {
	return SortKeys{Plaintiff: sortKey(text.Fold(sanitize.Line(d.Plaintiff))), Radicado: sortKey(d.radicadoDigits())}
}

func sortKey(s string) string {
	if len(s) > maxSortKey {
		s = strings.ToValidUTF8(s[:maxSortKey], "")
	}
	return cmp.Or(strings.TrimSpace(s), last)
}

// Search requests one page of search results; search.Parse documents the syntax. An empty text
// matches all documents.
type Search struct {
	Text   string
	Filter Filter // its Query is ignored
	Order  SearchOrder
	Page   PageRequest
}

// Found is one page of search results.
type Found = pagination.Of[Finding]

// Finding is a search result with the matching passages.
type Finding struct {
	Summary
	Snippet search.Snippet
}
