package tesseract

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
)

// CodeUnavailable is the code of the fault of an engine that does not start.
const CodeUnavailable = "ocr_unavailable"

// unavailable is about an engine that does not start with trained data in a folder.
func unavailable(cause error, folder string, languages []string) error {
	for _, l := range languages {
		if f, err := os.Open(filepath.Join(folder, l+".traineddata")); err == nil {
			f.Close()
		} else if folder != "" && errors.Is(err, fs.ErrPermission) {
			return fault.Wrap(cause, fault.Unavailable, CodeUnavailable, fmt.Sprintf(
				"El reconocimiento de texto no está disponible: el usuario %d, con el que se leen los documentos, no puede abrir %s. "+
					"Dele permiso con «chmod o+rx» para la carpeta de TESSDATA_PREFIX y las que la contienen, y con «chmod o+r» para sus archivos.",
				os.Geteuid(), filepath.Join(folder, l+".traineddata")))
		}
	}
	return fault.Wrap(cause, fault.Unavailable, CodeUnavailable, fmt.Sprintf(
		"El reconocimiento de texto no está disponible: falta Tesseract con su idioma %s. Instálelo con «apt-get install %s» o, si está en otra carpeta, indíquela en TESSDATA_PREFIX.",
		strings.Join(languages, " y "), strings.Join(Packages(languages...), " ")))
}

// Packages are Debian's of the trained data for languages.
func Packages(languages ...string) []string {
	packages := make([]string, len(languages))
	for i, l := range languages {
		packages[i] = "tesseract-ocr-" + strings.ReplaceAll(l, "_", "-")
	}
	return packages
}
