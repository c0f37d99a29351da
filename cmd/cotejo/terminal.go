package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// isTerminal reports whether w is a terminal.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// forPeople reports whether a result goes to a person: to a terminal, and not as JSON.
func forPeople(out io.Writer, asJSON bool) bool { return isTerminal(out) && !asJSON }

// promptHidden asks on the terminal of stdin for a line that is not shown. When ctx
// ends, by Ctrl-C, the terminal is as it was.
func promptHidden(ctx context.Context, out io.Writer, question string) (string, error) {
	fmt.Fprint(out, question)
	defer fmt.Fprintln(out)
	terminal := int(os.Stdin.Fd())
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

// prompt asks on the terminal for a line.
func prompt(c *cobra.Command, question string) (string, error) {
	fmt.Fprint(c.ErrOrStderr(), question)
	return interruptible(c.Context(), func() (string, error) { return firstLine(c.InOrStdin()) })
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

// confirm asks a question on the terminal. Anything but a yes is a no.
func confirm(c *cobra.Command, question string) (bool, error) {
	answer, err := prompt(c, question+" [s/N] ")
	return slices.Contains([]string{"s", "si", "sí"}, strings.ToLower(strings.TrimSpace(answer))), err
}
