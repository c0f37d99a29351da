package mupdf

import (
	"errors"
	"fmt"

	"github.com/cotejo/cotejo/core/fault"
)

// errNoContext means that this build is broken, or that there is no memory.
var errNoContext = errors.New("mupdf: cannot start: the linked library has another version than its headers, or memory is short")

func damaged(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "pdf_damaged",
		"El archivo PDF está dañado o incompleto y no se puede leer. Ábralo en su equipo, guárdelo de nuevo como PDF y vuelva a enviarlo.")
}

func encrypted() error {
	return fault.New(fault.Unprocessable, "pdf_encrypted",
		"El archivo PDF está protegido con contraseña. Envíelo junto con su contraseña, o quítesela, guárdelo de nuevo y vuelva a enviarlo.")
}

func wrongPassword() error {
	return fault.New(fault.Unprocessable, "pdf_password_wrong",
		"La contraseña no abre el archivo PDF. Compruébela y vuelva a enviar el archivo con ella.")
}

func empty() error {
	return fault.New(fault.Unprocessable, "pdf_empty",
		"El archivo PDF no tiene páginas. Compruebe que sea el archivo correcto y vuelva a enviarlo.")
}

func imageDamaged(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "image_damaged",
		"La imagen está dañada o incompleta y no se puede leer. Ábrala en su equipo, guárdela de nuevo y vuelva a enviarla.")
}

func imageTooLarge(width, height int) error {
	return fault.New(fault.Unprocessable, "image_too_large", fmt.Sprintf(
		"La imagen es demasiado grande: tiene %d × %d píxeles. Escanéela con menos resolución, por ejemplo 300 ppp, y vuelva a enviarla.", width, height))
}

func wordDamaged(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "word_damaged",
		"El documento de Word está dañado o no es uno. Ábralo en su equipo, guárdelo de nuevo como .docx o como PDF y vuelva a enviarlo.")
}

func wordEncrypted() error {
	return fault.New(fault.Unprocessable, "word_encrypted",
		"El documento de Word está protegido con contraseña. Ábralo con ella, quítesela o guárdelo como PDF y vuelva a enviarlo.")
}

func wordTooBig() error {
	return fault.New(fault.Unprocessable, "word_too_big",
		"El documento de Word es demasiado grande. Guárdelo como PDF y vuelva a enviarlo.")
}
