package main

import (
	"context"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// patient reads documents to their end, and goes on where a reader crashed:
// that may have been the fault of the machine and not of the document.
type patient struct {
	ports.Reader
	attempts int
}

// read returns what r asks for. progress is told how many pages of it are done.
func (p patient) read(ctx context.Context, r document.ReadRequest, progress func(done, total int)) (document.Reading, error) {
	var reading document.Reading
	for attempt := 1; ; attempt++ {
		if r.Searchable != "" {
			reading.Pages = nil // the file that was cut off lacks its pages
		}
		err := p.Read(ctx, r.Resume(reading.Pages), func(page document.Page, total int) error {
			reading.Pages = append(reading.Pages, page)
			progress(len(reading.Pages), r.Of(total))
			return nil
		})
		if err == nil {
			return reading, nil
		}
		if fault.KindOf(err) != fault.Unavailable || attempt >= p.attempts || ctx.Err() != nil {
			return document.Reading{}, err
		}
	}
}
