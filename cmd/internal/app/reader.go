package app

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/cotejo/cotejo/adapters/excel"
	"github.com/cotejo/cotejo/adapters/mupdf"
	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/adapters/tesseract"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/pdftext"
	"github.com/cotejo/cotejo/core/scanprep"
)

// ReaderCommand is the hidden subcommand that makes a program a reader. Both
// binaries have it, so that each can start itself again.
const ReaderCommand = "reader"

// WorkbookReaderCommand makes a program a reader of workbooks.
const WorkbookReaderCommand = "workbook-reader"

// Hidden runs what a program does that was started by itself with those
// arguments; ok is false for one that a person has started.
func Hidden(args []string) (status int, ok bool) {
	if len(args) < 2 {
		return 0, false
	}
	switch args[1] {
	case ReaderCommand:
		return ReaderMain(), true
	case WorkbookReaderCommand:
		return readerproc.MainRows(excel.Reader{}), true
	}
	return 0, false
}

// Protect keeps the program's secrets from other processes of its user. Where
// the system does not allow it there is nothing that anybody could do.
func Protect() { _ = readerproc.Protect() }

// Limits of the processes that read workbooks.
const (
	workbookMemory   = 512              // MB, beyond what the process starts with
	workbookPatience = time.Minute      // to find the next rows
	workbookCPU      = 10 * time.Minute // for a workbook
	workbookSlots    = 2
)

// Workbooks returns the readers of workbooks, apart from those of PDFs so that
// nobody waits for a long scan to be read. What they write while they work is
// in tempDir. The caller closes them.
func Workbooks(tempDir string, log *slog.Logger) (readerproc.Workbooks, error) {
	self, err := os.Executable()
	if err != nil {
		return readerproc.Workbooks{}, fmt.Errorf("finding the program to start readers with: %w", err)
	}
	return readerproc.NewWorkbooks(readerproc.Options{
		Command:         []string{self, WorkbookReaderCommand},
		Slots:           workbookSlots,
		MemoryMB:        workbookMemory,
		PageTimeout:     workbookPatience,
		DocumentTimeout: workbookCPU,
		TempDir:         tempDir,
		Logger:          log,
	}), nil
}

// Readers returns the pool of reader processes that c asks for; they run
// this program. The caller closes it. without names steps of image preparation to skip, for
// measurements.
func Readers(c config.Intake, log *slog.Logger, without ...string) (*readerproc.Pool, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the program to start readers with: %w", err)
	}
	return readerproc.New(readerproc.Options{
		Command:         []string{self, ReaderCommand},
		Slots:           c.OCRWorkers,
		MemoryMB:        int(c.ReaderMemory >> 20),
		PageTimeout:     c.PageTimeout,
		DocumentTimeout: c.ReadTimeout + 2*c.PageTimeout, // the worker stops earlier, at the page that exceeds its limit
		MaxPages:        c.MaxPages,
		Mode:            c.OCRMode,
		Languages:       c.OCRLanguages,
		Without:         without,
		TempDir:         c.TempDir,
		Logger:          log,
	}), nil
}

// Drawing pages for people has readers of its own, so that it takes no slot
// from those that read. A clerk who opens a document asks for six pages at once,
// thumbnails among them.
const (
	drawSlots   = 2
	drawWaiting = 40
	drawTimeout = 10 * time.Second
	drawMemory  = 512 // MB

	excerptTimeout = time.Minute
)

// Drawers returns the pool of processes that draw pages. The caller closes it.
func Drawers(c config.Intake, log *slog.Logger) (*readerproc.Pool, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the program to start readers with: %w", err)
	}
	return readerproc.New(readerproc.Options{
		Command:         []string{self, ReaderCommand},
		Slots:           drawSlots,
		MaxWaiting:      drawWaiting,
		MemoryMB:        drawMemory,
		PageTimeout:     drawTimeout,
		DocumentTimeout: excerptTimeout,
		Mode:            string(pdftext.Never),
		TempDir:         c.TempDir,
		Logger:          log,
	}), nil
}

// ReaderMain is what a program does that was started as a reader. It returns
// the exit status.
func ReaderMain() int {
	return readerproc.Main(func(s readerproc.Settings) (readerproc.PageReader, error) {
		deps := pdftext.Deps{PDF: mupdf.New(), Now: time.Now}
		if s.Mode != string(pdftext.Never) {
			deps.OCR = tesseract.New(tesseract.Options{Languages: s.Languages})
		}
		options := pdftext.Options{Mode: pdftext.Mode(s.Mode), MaxPages: s.MaxPages}
		for _, step := range s.Without {
			options.Without = append(options.Without, scanprep.Step(step))
		}
		return pdftext.New(deps, &options), nil
	})
}
