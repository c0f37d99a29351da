package intakeapi

import (
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// enveloped is a body of the form {"data": …}.
type enveloped[T any] struct {
	Body struct {
		Data T `json:"data"`
	}
}

func envelope[T any](data T) *enveloped[T] {
	var e enveloped[T]
	e.Body.Data = data
	return &e
}

// paged is a body of the form {"data": […], "meta": …}.
type paged[T any] struct {
	Link string `header:"Link" doc:"Primera, anterior, siguiente y última página (RFC 8288)"`
	Body struct {
		Data []T  `json:"data" nullable:"false"`
		Meta Meta `json:"meta"`
	}
}

// Meta is where a page is in its list.
type Meta struct {
	Total      int   `json:"total"`
	TotalExact Exact `json:"total_exact,omitempty" doc:"Solo si la lista es más larga que total, y entonces false: de documentos con una q amplia se listan 10000"`
	Page       int   `json:"page"`
	PerPage    int   `json:"per_page"`
	TotalPages int   `json:"total_pages"`
}

// Exact is nil for a total that counts everything and false for one that stopped at a bound.
type Exact *bool

// exactUnless returns what is said of a total that may have stopped at a bound.
func exactUnless(bounded bool) Exact {
	if !bounded {
		return nil
	}
	return new(bool)
}

func metaOf(total int, page document.PageRequest) Meta {
	pages := document.Listing{Total: total, Page: page}.TotalPages()
	return Meta{Total: total, Page: page.Number, PerPage: page.Size, TotalPages: pages}
}

// pageOf returns a page of a list. The caller sets Link.
func pageOf[T any](items []T, total int, page document.PageRequest) *paged[T] {
	var p paged[T]
	p.Body.Data, p.Body.Meta = items, metaOf(total, page)
	return &p
}

// stampLayout is RFC 3339 in UTC with milliseconds.
const stampLayout = "2006-01-02T15:04:05.000Z"

func stamp(t time.Time) string { return t.UTC().Format(stampLayout) }

// stampOrNull returns nil for the zero time.
func stampOrNull(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := stamp(t)
	return &s
}

// orNull returns nil for the empty string.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// each converts a slice; the result is never nil, so that JSON shows a list.
func each[A, B any](in []A, convert func(A) B) []B {
	out := make([]B, len(in))
	for i, a := range in {
		out[i] = convert(a)
	}
	return out
}
