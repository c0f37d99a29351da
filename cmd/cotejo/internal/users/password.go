package users

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/adapters/bcrypt"
	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
	"github.com/cotejo/cotejo/cmd/internal/spanish"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

// password asks for a password and returns its hash.
func (f *userFlags) password(c *cobra.Command) (hash string, err error) {
	password, err := f.ask(c)
	if err != nil {
		return "", err
	}
	hasher, err := bcrypt.New(nil)
	if err != nil {
		return "", err
	}
	return hasher.Hash(password)
}

// ask returns a password that can be one.
func (f *userFlags) ask(c *cobra.Command) (password string, err error) {
	ask := func() (string, error) { return f.askTwice(c.Context()) }
	if f.stdin {
		ask = func() (string, error) { return cli.FirstLine(c.InOrStdin()) }
	}
	if password, err = ask(); err != nil {
		return "", err
	}
	if f, refused := fault.As(account.CheckPassword(password)); refused {
		return "", spanish.Usagef("%s", f.Message)
	}
	return password, nil
}

// askTwice asks for a password on the terminal without showing it.
func (f *userFlags) askTwice(ctx context.Context) (string, error) {
	if !cli.IsTerminal(os.Stdin) {
		return "", spanish.Usagef("no hay terminal para pedir la contraseña; désela por la entrada estándar con --password-stdin")
	}
	var answers [2]string
	for i, question := range []string{"Contraseña: ", "Otra vez: "} {
		answer, err := cli.PromptHidden(ctx, f.Err, question)
		if err != nil {
			return "", fmt.Errorf("no se pudo leer la contraseña: %w", err)
		}
		answers[i] = answer
	}
	if answers[0] != answers[1] {
		return "", spanish.Usagef("las dos contraseñas no son iguales")
	}
	return answers[0], nil
}
