package tesseract

import (
	"fmt"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
)

// CodeUnavailable is the code of the fault of an engine that does not start.
const CodeUnavailable = "ocr_unavailable"

// unavailable is about an engine that does not start with trained data.
func unavailable(cause error, languages []string) error {
	packages := make([]string, len(languages))
	for i, l := range languages {
		packages[i] = "tesseract-ocr-" + l
	}
	return fault.Wrap(cause, fault.Unavailable, CodeUnavailable, fmt.Sprintf(
		"El reconocimiento de texto no está disponible: falta Tesseract con su idioma %s. Instálelo con «apt-get install %s» o, si está en otra carpeta, indíquela en TESSDATA_PREFIX.",
		strings.Join(languages, " y "), strings.Join(packages, " ")))
}
