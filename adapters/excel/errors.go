package excel

import (
	"errors"
	"fmt"

	"github.com/cotejo/cotejo/adapters/ooxml"
	"github.com/cotejo/cotejo/core/fault"
)

func tooManyRows() error {
	return fault.New(fault.Unprocessable, "too_many_rows",
		fmt.Sprintf("Una hoja de Excel admite %d filas; exporte un rango de fechas más corto.", maxRows))
}

func emptyFile() error {
	return fault.New(fault.Unprocessable, "empty_file", "El archivo está vacío; elija el libro de Excel con los datos.")
}

func notASpreadsheet(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "not_a_spreadsheet",
		"El archivo no es un libro de Excel, aunque su nombre lo diga; ábralo en Excel, guárdelo como libro (.xlsx) y envíelo de nuevo.")
}

func encrypted(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "workbook_encrypted",
		"El libro pide una contraseña para abrirse. Ábralo en Excel con ella, bórrela en Archivo, Información, Proteger libro, Cifrar con contraseña, "+
			"guárdelo y envíelo de nuevo.")
}

func tooOld() error {
	return fault.New(fault.Unprocessable, "workbook_too_old",
		"El libro es de Excel 95 o anterior; ábralo en Excel, guárdelo como .xlsx y envíelo de nuevo.")
}

func damaged(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "workbook_damaged",
		"El libro de Excel está dañado; ábralo en Excel, guárdelo de nuevo como .xlsx y envíelo otra vez.")
}

func tooBig(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "workbook_too_big",
		"El contenido del libro es demasiado grande; divídalo en varios libros y envíelos por separado.")
}

func cellTooLong(row int) error {
	return fault.New(fault.Unprocessable, "cell_too_long",
		fmt.Sprintf("Una celda de la fila %d tiene más de 32.767 caracteres, el máximo de Excel; acórtela o reparta su texto en varias celdas, y envíe el libro de nuevo.", row))
}

// translate makes a fault of whatever a workbook does to its readers.
func translate(err error) error {
	if err == nil {
		return nil
	}
	if f, ok := fault.As(err); ok {
		return f
	}
	switch {
	case errors.Is(err, ooxml.ErrTooBig):
		return tooBig(nil)
	case errors.Is(err, ooxml.ErrEncrypted):
		return encrypted(nil)
	}
	return damaged(err)
}
