package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/collection"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/fault"
)

// filePassword is what opens protected PDFs, as flags say it.
type filePassword struct {
	file string
	ask  bool
}

func (p *filePassword) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&p.file, "password-file", "", "`ARCHIVO` cuya primera línea es la contraseña de los PDF protegidos; - es la entrada estándar")
	c.Flags().BoolVar(&p.ask, "ask-password", false, "pide en la terminal la contraseña de los PDF protegidos")
}

// get returns the password, "" when no flag is set.
func (p *filePassword) get(c *cobra.Command) (string, error) {
	switch {
	case p.ask && p.file != "":
		return "", spanish.Usagef("--ask-password y --password-file no van juntas; elija una")
	case p.ask:
		return promptPassword(c.Context(), c.ErrOrStderr())
	case p.file != "":
		return passwordIn(p.file, c.InOrStdin())
	}
	return "", nil
}

// namingOption says of a PDF that its password did not open how to give it.
func namingOption(err error) error {
	f, ok := fault.As(err)
	if !ok {
		return err
	}
	return fault.Wrap(errors.Unwrap(f), f.Kind, f.Code, withOption(f.Code, f.Message))
}

func withOption(code, message string) string {
	switch code {
	case "pdf_encrypted":
		return "El archivo PDF está protegido con contraseña: désela con --password-file o --ask-password."
	case "pdf_password_wrong":
		return "La contraseña no abre el archivo PDF: compruebe la que dio con --password-file o --ask-password."
	}
	return message
}

func promptPassword(ctx context.Context, out io.Writer) (string, error) {
	if !cli.IsTerminal(os.Stdin) {
		return "", spanish.Usagef("no hay terminal para pedir la contraseña; désela con --password-file")
	}
	password, err := cli.PromptHidden(ctx, out, "Contraseña de los PDF: ")
	if err != nil {
		return "", fmt.Errorf("no se pudo leer la contraseña: %w", err)
	}
	return password, nil
}

// passwordIn returns the first line of a file.
func passwordIn(path string, stdin io.Reader) (string, error) {
	in := stdin
	if path != collection.Stdin {
		if err := cli.CheckFile(path); err != nil {
			return "", spanish.Usagef("--password-file %s: %v", cli.DisplayName(path), err)
		}
		f, err := os.Open(path)
		if err != nil {
			return "", spanish.Usagef("--password-file %s: %v", cli.DisplayName(path), err)
		}
		defer f.Close()
		in = f
	}
	password, err := cli.FirstLine(in)
	if err == nil && password == "" {
		err = spanish.Usagef("--password-file %s: la primera línea está vacía", cli.DisplayName(path))
	}
	return password, err
}
