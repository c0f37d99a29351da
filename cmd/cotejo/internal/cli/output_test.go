package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/cotejo/cotejo/cmd/cotejo/internal/cli"
)

// Titles, colors, the clipboard and the eight-bit forms of control sequences, as a file or a server may name something.
const hostile = "a\x1b]0;título\x07b\x1b[31mc\x1b]52;c;YQ==\x1b\\d\u009b2Je\x7f\rf\u202eg"

func TestControlCharactersAreShownAsSigns(t *testing.T) {
	const want = "a␛]0;título␇b␛[31mc␛]52;c;YQ==␛\\d\ufffd2Je␡fg"
	if got := cli.Printable(hostile); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := cli.Printable("línea\n\tCalle\u00a05"); got != "línea\n\tCalle 5" {
		t.Errorf("%q", got)
	}
	var out bytes.Buffer
	cli.Say(&out, hostile)
	if out.String() != "cotejo: "+want+"\n" {
		t.Errorf("%q", out.String())
	}
}

func TestResultsHaveNoControlCharacters(t *testing.T) {
	for _, args := range [][]string{{}, {"--json"}} {
		var stdout bytes.Buffer
		c := &cobra.Command{Use: "x"}
		o := cli.NewOutput(c, "", false)
		c.RunE = func(*cobra.Command, []string) error { return o.Result(hostile, hostile) }
		c.SetArgs(args)
		c.SetOut(&stdout)
		if err := c.Execute(); err != nil {
			t.Fatal(err)
		}
		if got := stdout.String(); strings.ContainsAny(got, "\x1b\x07\x7f\u009b") || !strings.Contains(got, "título") {
			t.Errorf("%v: %q", args, got)
		}
	}
}
