package excel

import (
	"fmt"

	"github.com/cotejo/cotejo/core/fault"
)

func tooManyRows() error {
	return fault.New(fault.Unprocessable, "too_many_rows",
		fmt.Sprintf("Una hoja de Excel admite %d filas; exporte un rango de fechas más corto.", maxRows))
}
