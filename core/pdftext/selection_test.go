package pdftext

import (
	"errors"
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// Which pages are read of a document of six, of which some are damaged.
func TestPagesThatAreAskedFor(t *testing.T) {
	span := func(first, last int) document.PageRange { return document.PageRange{First: first, Last: last} }
	for _, c := range []struct {
		rule    string
		request document.ReadRequest
		broken  []int
		read    []int
		code    string
	}{
		{"all of them", document.ReadRequest{}, nil, []int{1, 2, 3, 4, 5, 6}, ""},
		{"a stretch and one", document.ReadRequest{Pages: []document.PageRange{span(1, 3), span(5, 5)}}, nil, []int{1, 2, 3, 5}, ""},
		{"in the order of the document, once each", document.ReadRequest{Pages: []document.PageRange{span(5, 6), span(2, 2), span(6, 6)}}, nil, []int{2, 5, 6}, ""},
		{"to the end", document.ReadRequest{Pages: []document.PageRange{span(5, 0)}}, nil, []int{5, 6}, ""},
		{"one that is not there", document.ReadRequest{Pages: []document.PageRange{span(1, 1), span(6, 7)}}, nil, nil, "page_not_found"},
		{"an end behind the end", document.ReadRequest{Pages: []document.PageRange{span(7, 0)}}, nil, nil, "page_not_found"},
		{"behind those that were read", document.ReadRequest{Done: 4, Readable: true}, nil, []int{5, 6}, ""},
		{"nothing behind the last", document.ReadRequest{Done: 6, Readable: true}, nil, nil, ""},
		{"a selection goes on", document.ReadRequest{Pages: []document.PageRange{span(1, 3), span(5, 5)}, Done: 2, Readable: true}, nil, []int{3, 5}, ""},
		{"the rest is damaged, what was read is not", document.ReadRequest{Done: 4, Readable: true}, []int{5, 6}, []int{5, 6}, ""},
		{"all is damaged, before and now", document.ReadRequest{Done: 4}, []int{5, 6}, []int{5, 6}, "pdf_damaged"},
		{"what is asked for is damaged", document.ReadRequest{Pages: []document.PageRange{span(2, 3)}}, []int{2, 3}, []int{2, 3}, "pdf_damaged"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			b := &book{broken: map[int]bool{}}
			for range 6 {
				b.layers = append(b.layers, layerOf(filing))
			}
			for _, n := range c.broken {
				b.broken[n] = true
			}
			var read []int
			err := New(Deps{PDF: b, OCR: &eye{}}, nil).Read(t.Context(), c.request, func(p document.Page, _ int) error {
				if p.Unreadable != b.broken[p.Number] {
					t.Errorf("page %d: unreadable is %v", p.Number, p.Unreadable)
				}
				read = append(read, p.Number)
				return nil
			})
			if f, ok := fault.As(err); ok && f.Code != c.code || ok == (c.code == "") || !ok && err != nil {
				t.Errorf("got %v, want %q", err, c.code)
			}
			if !slices.Equal(read, c.read) {
				t.Errorf("read %v, want %v", read, c.read)
			}
		})
	}
}

func TestWhoeverVisitsPagesMayStop(t *testing.T) {
	enough := errors.New("enough")
	b := &book{layers: []document.PageLayer{layerOf(filing), layerOf(filing)}}
	seen := 0
	err := New(Deps{PDF: b, OCR: &eye{}}, nil).Read(t.Context(), document.ReadRequest{}, func(document.Page, int) error { seen++; return enough })
	if !errors.Is(err, enough) || seen != 1 || b.closed != 1 {
		t.Errorf("%v after %d pages, closed %d times", err, seen, b.closed)
	}
}
