package main

import (
	"context"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// resumingReader reads documents to their end. After a crash of the reader, which may be the
// fault of the machine, it continues at the same page.
type resumingReader struct {
	ports.Reader
	attempts int
}

// read returns what r asks for. progress is reported how many pages of it are done.
func (p resumingReader) read(ctx context.Context, r document.ReadRequest, progress func(done, total int)) (document.Reading, error) {
	var reading document.Reading
	for attempt := 1; ; attempt++ {
		if r.Searchable != "" {
			reading.Pages = nil // the file that was cut off lacks its pages
		}
		err := p.Read(ctx, r.Resume(reading.Pages), func(page document.Page, total int) error {
			reading.Pages = append(reading.Pages, page)
			progress(len(reading.Pages), r.PageCount(total))
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
