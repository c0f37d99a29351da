package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/document"
)

// CheckFile says in Spanish why a file cannot be read at all.
func CheckFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no existe el archivo")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("no hay permiso para leer el archivo")
	case err != nil:
		return fmt.Errorf("no se puede leer el archivo: %w", errors.Unwrap(err))
	case info.IsDir():
		return errors.New("es una carpeta; indique los archivos que contiene, por ejemplo con CARPETA/*.pdf")
	case !info.Mode().IsRegular():
		return errors.New("no es un archivo corriente")
	case info.Size() == 0:
		return errors.New("el archivo está vacío")
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return errors.New("no hay permiso para leer el archivo")
	}
	if err != nil {
		return fmt.Errorf("no se puede abrir el archivo: %w", errors.Unwrap(err))
	}
	return f.Close()
}

// formats are the extensions that say what a file is.
var formats = []string{".xlsx", ".xls", ".xlsm", ".ods", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".txt", ".md", ".html", ".xml", ".yaml", ".yml",
	".pdf", ".doc", ".docx", ".odt", ".rtf", ".png", ".jpg", ".jpeg", ".tif", ".tiff", ".tar", ".tgz", ".gz", ".zst", ".xz", ".bz2", ".zip", ".7z", ".db", ".sqlite", ".sql"}

// CheckExtension refuses a name of an output that says it is something else than
// one of written.
func CheckExtension(path string, written ...string) error {
	end := strings.ToLower(filepath.Ext(path))
	if slices.Contains(written, end) || !slices.Contains(formats, end) {
		return nil
	}
	return spanish.Usagef("%s: esta orden no escribe archivos %s; use un nombre que termine en %s", DisplayName(path), end, strings.Join(written, " o "))
}

// CompleteFiles completes arguments with files of those extensions.
func CompleteFiles(extensions ...cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(extensions, cobra.ShellCompDirectiveFilterFileExt)
}

// CompleteType completes a flag with the known types of documents.
func CompleteType(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, t := range document.Types() {
		names = append(names, string(t))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
