package spoolfiles

import (
	"fmt"

	"github.com/cotejo/cotejo/core/fault"
)

// failed is for what the disk refuses: no document is to blame for that.
func failed(doing string, err error) error {
	return fault.Wrap(fmt.Errorf("%s: %w", doing, err), fault.Unavailable, "storage_unavailable",
		"No se puede escribir en la carpeta de trabajo del servidor. Avise al administrador, que revise su disco, e intente más tarde.")
}
