package cli

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

// IsTerminal reports whether w is a terminal.
func IsTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// ForPeople reports whether a result goes to a person: to a terminal, and not as JSON.
func ForPeople(out io.Writer, asJSON bool) bool { return IsTerminal(out) && !asJSON }

// PromptHidden asks on the terminal of stdin for a line that is not shown. When ctx
// ends, by Ctrl-C, the terminal is as it was.
func PromptHidden(ctx context.Context, out io.Writer, question string) (string, error) {
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

// Prompt asks on the terminal for a line.
func Prompt(c *cobra.Command, question string) (string, error) {
	fmt.Fprint(c.ErrOrStderr(), question)
	return interruptible(c.Context(), func() (string, error) { return FirstLine(c.InOrStdin()) })
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

// FirstLine reads a line without its end.
func FirstLine(in io.Reader) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(in, 1<<16)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("no se pudo leer la entrada: %w", err)
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), nil
}

// confirm asks a question on the terminal. Anything but a yes is a no.
func confirm(c *cobra.Command, question string) (bool, error) {
	answer, err := Prompt(c, question+" [s/N] ")
	return slices.Contains([]string{"s", "si", "sí"}, strings.ToLower(strings.TrimSpace(answer))), err
}
