package batch

import (
	"context"
	"log/slog"

	"github.com/cotejo/cotejo/cmd/internal/app"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Reader reads documents to their end. After a crash of the reader, which may be the
// fault of the machine, it continues at the same page.
type Reader struct {
	ports.Reader
	attempts int
	Close    func() error
}

// Open starts what reads PDFs and images. The caller closes it.
func Open(in config.Intake, without ...string) (Reader, error) {
	pool, err := app.Readers(in, slog.New(slog.DiscardHandler), without...)
	if err != nil {
		return Reader{}, err
	}
	return Reader{pool, in.ReadAttempts, pool.Close}, nil
}

// ReadAll returns what r asks for. progress is reported how many pages of it are done.
func (p Reader) ReadAll(ctx context.Context, r document.ReadRequest, progress func(done, total int)) (document.Reading, error) {
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

// Settings are the settings that reading PDFs depends on.
var Settings = []string{
	"SVC_OCR_WORKERS", "SVC_OCR_MODE", "SVC_OCR_LANGUAGES", "SVC_MAX_PAGES", "SVC_PAGE_TIMEOUT_SECONDS", "SVC_READ_TIMEOUT_MINUTES",
	"SVC_READER_MEMORY_MB", "SVC_READ_ATTEMPTS", "SVC_TMP_DIR",
}
