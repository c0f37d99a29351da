package unpack

import "github.com/cotejo/cotejo/core/fault"

func tooLarge() error {
	return fault.New(fault.Unprocessable, "unpacks_too_large", "El archivo contiene más de 200 MB; saque los archivos que contiene y envíelos por separado.")
}

func tooManyFiles() error {
	return fault.New(fault.Unprocessable, "too_many_parts", "El archivo contiene más de 200 archivos; envíelos por separado.")
}

func tooDeep() error {
	return fault.New(fault.Unprocessable, "too_deep", "Está dentro de varios archivos, uno dentro de otro; sáquelo y envíelo por separado.")
}

func archiveDamaged(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "archive_damaged", "El archivo comprimido está dañado; comprímalo de nuevo, o envíe por separado los archivos que contiene.")
}

func archiveEncrypted() error {
	return fault.New(fault.Unprocessable, "archive_encrypted", "El archivo comprimido está protegido con contraseña; sáquelo con ella y envíelo por separado.")
}

func messageDamaged(cause error) error {
	return fault.Wrap(cause, fault.Unprocessable, "message_damaged", "El correo está dañado y no se puede leer; guárdelo de nuevo, o envíe por separado sus archivos adjuntos.")
}
