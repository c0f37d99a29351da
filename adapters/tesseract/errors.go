package tesseract

import "github.com/cotejo/cotejo/core/fault"

func unavailable(cause error) error {
	return fault.Wrap(cause, fault.Unavailable, "ocr_unavailable",
		"El reconocimiento de texto no está disponible: falta Tesseract o sus datos de español (spa) e inglés (eng). Avise a quien administra el servicio.")
}
