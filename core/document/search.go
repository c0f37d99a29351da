package document

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/listing"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/text"
)

// SearchFields are the parts of the document that are searched.
func (d *Document) SearchFields() search.Fields {
	return search.Fields{
		Identity: []string{d.Plaintiff, d.Defendant, d.Radicado, d.Cedula, d.ActaNumber},
		Heading:  append([]string{d.Court, d.FileName, d.Remarks}, d.Tags...),
		Text:     d.Text,
	}
}

// SearchEntry is what an index keeps of the document.
func (d *Document) SearchEntry() search.Entry { return d.SearchFields().Entry() }

// SearchOrder is how found documents are sorted, by the name it has in every
// interface. What is equal comes newest first.
type SearchOrder string

const (
	ByRelevance SearchOrder = "Relevancia" // the ranks of search.Plan
	ByNewest    SearchOrder = "Fecha"
	ByOldest    SearchOrder = "Fecha_asc"
	ByPlaintiff SearchOrder = "Demandante" // without regard to case and accents; none last
	ByRadicado  SearchOrder = "Radicado"   // by digits; none last
)

// SearchOrders lists the orders.
func SearchOrders() []SearchOrder {
	return []SearchOrder{ByRelevance, ByNewest, ByOldest, ByPlaintiff, ByRadicado}
}

// ParseSearchOrder reads an order in any case; empty is ByRelevance. Any other value is
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

// SortKeys are what documents are sorted by, to be compared byte by byte.
type SortKeys struct{ Plaintiff, Radicado string }

// maxSortKey bounds a key, in bytes.
const maxSortKey = 200

// last sorts behind everything that is written.
const last = "\U0010FFFD"

// SortKeys returns the document's.
func (d *Document) SortKeys() SortKeys {
	return SortKeys{Plaintiff: sortKey(text.Fold(sanitize.Line(d.Plaintiff))), Radicado: sortKey(d.radicadoDigits())}
}

func sortKey(s string) string {
	if len(s) > maxSortKey {
		s = strings.ToValidUTF8(s[:maxSortKey], "")
	}
	return cmp.Or(strings.TrimSpace(s), last)
}

// Search asks for one page of the documents that a text finds; see search.Parse
// for what it may say. An empty text finds all.
type Search struct {
	Text  string
	Order SearchOrder
	Page  PageRequest
}

// Found is one page of what a search found.
type Found = listing.Of[Finding]

// Finding is a document that was found, and where in it.
type Finding struct {
	Summary
	Snippet search.Snippet
}
