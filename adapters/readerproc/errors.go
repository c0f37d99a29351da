package readerproc

import (
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

func closed() error {
	return fault.New(fault.Unavailable, "reader_closed",
		"El servicio se está deteniendo y no lee más documentos. Vuelva a intentarlo en unos minutos.")
}

func cannotStart(cause error) error {
	return fault.Wrap(cause, fault.Unavailable, "reader_unavailable",
		"El lector de documentos no pudo iniciarse. Vuelva a intentarlo en unos minutos; si se repite, avise a quien administra el servicio.")
}

const codeCrashed = "reader_crashed"

func crashed(cause error) error {
	return fault.Wrap(cause, fault.Unavailable, codeCrashed,
		"El lector de documentos se cerró inesperadamente con este archivo. Vuelva a intentarlo; si se repite, abra el PDF en su equipo, guárdelo de nuevo y envíelo otra vez.")
}

func pageTimeout(page int, limit time.Duration) error {
	return fault.New(fault.Timeout, "page_timeout",
		fmt.Sprintf("La lectura de la página %d tardó más de %.0f segundos y se detuvo. Escanee de nuevo esa página o guarde el PDF de nuevo y vuelva a enviarlo.", page, limit.Seconds()))
}

// frameTooLarge is for an answer that the document made too long: it would be
// each time.
func frameTooLarge(bytes int) error {
	return fault.Wrap(fmt.Errorf("a frame of %d bytes is over the limit of %d", bytes, maxFrame), fault.Unprocessable, "page_too_large",
		"Una página del archivo tiene más contenido del que se puede procesar. Imprima el documento, escanéelo y envíe el escaneado.")
}

func drawTimeout(page int, limit time.Duration) error {
	return fault.New(fault.Timeout, "page_timeout",
		fmt.Sprintf("Dibujar la página %d tardó más de %.0f segundos y se detuvo. Descargue el original y ábralo en su equipo.", page, limit.Seconds()))
}

func countTimeout(limit time.Duration) error {
	return fault.New(fault.Timeout, "page_timeout",
		fmt.Sprintf("Abrir el archivo tardó más de %.0f segundos y se detuvo. Guarde el PDF de nuevo y vuelva a enviarlo.", limit.Seconds()))
}

func excerptTimeout(limit time.Duration) error {
	return fault.New(fault.Timeout, "excerpt_timeout",
		fmt.Sprintf("Separar las páginas tardó más de %.0f segundos y se detuvo. Descargue el original, divídalo en su equipo y envíe las partes por separado.", limit.Seconds()))
}

func busy() error {
	return fault.New(fault.Unavailable, "reader_busy",
		"Otras personas están viendo páginas en este momento. Vuelva a intentarlo en unos segundos.").RetryIn(2 * time.Second)
}

func documentTimeout(limit time.Duration) error {
	return fault.New(fault.Timeout, "document_timeout",
		fmt.Sprintf("La lectura del documento tardó más de %.0f minutos y se detuvo. Divídalo en partes y envíelas por separado.", limit.Minutes()))
}

// failed is for what is neither the document's fault nor foreseen.
func failed(cause error) error {
	return fault.Wrap(cause, fault.Internal, "reading_failed",
		"No se pudo leer el documento por un error del servicio. Vuelva a intentarlo; si se repite, avise a quien administra el servicio.")
}

// Workbooks whose reading ended the reader, or took too long, are not tried
// again: the file is to blame.

func workbookCrashed(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "workbook_unreadable",
		"El libro de Excel no se pudo leer: es demasiado grande o está dañado. Ábralo en Excel, guárdelo de nuevo como .xlsx o divídalo, y envíelo otra vez.")
}

func workbookTimeout(limit time.Duration) error {
	return fault.New(fault.Unprocessable, "workbook_too_slow",
		fmt.Sprintf("La lectura del libro de Excel se detuvo porque pasaron %.0f segundos sin hallar una fila. Guárdelo de nuevo como .xlsx o divídalo, y envíelo otra vez.", limit.Seconds()))
}
