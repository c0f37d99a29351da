package wire

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/cotejo/cotejo/adapters/mupdf"
	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/adapters/tesseract"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/reading"
)

// ReaderCommand is the hidden subcommand that makes a program a reader. Both
// binaries have it, so that each can start itself again.
const ReaderCommand = "reader"

// Readers returns the pool of reader processes that c asks for, made of this
// very program. The caller closes it.
func Readers(c config.Intake, log *slog.Logger) (*readerproc.Pool, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the program to start readers with: %w", err)
	}
	return readerproc.New(readerproc.Options{
		Command:     []string{self, ReaderCommand},
		Slots:       c.OCRWorkers,
		MemoryMB:    int(c.ReaderMemory >> 20),
		PageTimeout: c.PageTimeout,
		MaxPages:    c.MaxPages,
		TempDir:     c.TempDir,
		Logger:      log,
	}), nil
}

// ReaderMain is what a program does that was started as a reader. It returns
// the exit status.
func ReaderMain() int {
	return readerproc.Main(func(s readerproc.Settings) (readerproc.PageReader, error) {
		ocr, err := tesseract.New(tesseract.Options{})
		if err != nil {
			return nil, err
		}
		deps := reading.Deps{PDF: mupdf.New(), OCR: ocr, Now: time.Now}
		return reading.New(deps, &reading.Options{Mode: reading.Mode(s.Mode), MaxPages: s.MaxPages}), nil
	})
}
