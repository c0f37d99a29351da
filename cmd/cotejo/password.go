package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/cotejo/cotejo/adapters/bcrypt"
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
		ask = func() (string, error) { return firstLine(c.InOrStdin()) }
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
	stdin := int(os.Stdin.Fd())
	if !term.IsTerminal(stdin) {
		return "", spanish.Usagef("no hay terminal para pedir la contraseña; désela por la entrada estándar con --password-stdin")
	}
	var answers [2]string
	for i, prompt := range []string{"Contraseña: ", "Otra vez: "} {
		fmt.Fprint(f.err, prompt)
		answer, err := readHidden(ctx, stdin)
		fmt.Fprintln(f.err)
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

// readHidden reads a line from a terminal without showing it. When ctx ends,
// by Ctrl-C, the terminal is as it was.
func readHidden(ctx context.Context, terminal int) (string, error) {
	before, err := term.GetState(terminal)
	if err != nil {
		return "", err
	}
	password, err := interruptible(ctx, func() (string, error) {
		text, err := term.ReadPassword(terminal)
		return string(text), err
	})
	if ctx.Err() != nil {
		err = errors.Join(err, term.Restore(terminal, before))
	}
	return password, err
}

// interruptible returns what read does, or the error of ctx once that ends:
// reading from a terminal cannot be interrupted.
func interruptible(ctx context.Context, read func() (string, error)) (string, error) {
	type answer struct {
		text string
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		text, err := read()
		done <- answer{text, err}
	}()
	select {
	case a := <-done:
		return a.text, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// firstLine reads a line without its end.
func firstLine(in io.Reader) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(in, 1<<16)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("no se pudo leer la entrada: %w", err)
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), nil
}
