package notifyapi

import (
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/pagination"
)

// Paging is which page of a list is asked for.
type Paging struct {
	Page     int `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	PageSize int `query:"page_size" default:"20" minimum:"1" maximum:"100"`
}

func (p Paging) request() pagination.Request {
	return pagination.Request{Number: p.Page, Size: p.PageSize}
}

// IDPath is the part of a path that names something.
type IDPath struct {
	ID string `path:"id" format:"uuid" pattern:"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$" patternDescription:"un identificador UUID"`
}

func (p IDPath) id() string { return strings.ToLower(p.ID) }

// paged is one page of a list.
type paged[T any] struct {
	Body struct {
		Items    []T `json:"items" nullable:"false"`
		Total    int `json:"total" doc:"De toda la lista"`
		Page     int `json:"page"`
		PageSize int `json:"page_size"`
	}
}

func pageOf[A, T any](list pagination.Of[A], convert func(A) T) *paged[T] {
	var p paged[T]
	p.Body.Items = each(list.Items, convert)
	p.Body.Total, p.Body.Page, p.Body.PageSize = list.Total, list.Page.Number, list.Page.Size
	return &p
}

// each converts a slice; the result is never nil, so that JSON shows a list.
func each[A, T any](in []A, convert func(A) T) []T {
	out := make([]T, len(in))
	for i, a := range in {
		out[i] = convert(a)
	}
	return out
}

// created is the answer to a request that created something, with its location.
type created[T any] struct {
	Location string `header:"Location"`
	Body     T
}

// one answers one thing.
type one[T any] struct{ Body T }

// Stamp is a time in UTC, as ISO 8601 without a zone.
type Stamp string

const stampLayout = "2006-01-02T15:04:05.000"

func stamp(t time.Time) Stamp { return Stamp(t.UTC().Format(stampLayout)) }

// stampOrNull returns nil for the zero time.
func stampOrNull(t time.Time) *Stamp {
	if t.IsZero() {
		return nil
	}
	s := stamp(t)
	return &s
}

// orNull returns nil for what is empty.
func orNull[S ~string](s S) *string {
	if s == "" {
		return nil
	}
	text := string(s)
	return &text
}
