package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/adapters/tesseract"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/pdftext"
	"github.com/cotejo/cotejo/ports"
)

// CheckOCR returns a fault that says what to install if Tesseract's trained data for a language are
// missing. If they are not where distributions put them, it asks a reader: a reader's rights may
// differ from those of this process.
func CheckOCR(ctx context.Context, c config.Intake, readers ports.Reader) error {
	if c.OCRMode == string(pdftext.Never) || os.Getenv("TESSDATA_PREFIX") == "" && !slices.ContainsFunc(tesseract.Languages(c.OCRLanguages...), isMissing) {
		return nil
	}
	_, err := readers.Check(ctx)
	if f, ok := fault.As(err); ok && f.Code == tesseract.CodeUnavailable {
		return err
	}
	return nil // what else is wrong may pass
}

// isMissing reports whether the trained data of a language are in none of the folders that readers look in.
func isMissing(language string) bool {
	for _, folder := range readerproc.LanguageData() {
		for _, below := range []string{"", "*", "*/tessdata"} {
			if found, _ := filepath.Glob(filepath.Join(folder, below, language+".traineddata")); len(found) > 0 {
				return false
			}
		}
	}
	return true
}
