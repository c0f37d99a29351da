package readerproc

import (
	"fmt"
	"strings"
	"testing"
)

func TestExcerptKeepsBothEnds(t *testing.T) {
	for name, c := range map[string]struct {
		writes []string
		want   string
	}{
		"nothing":          {nil, ""},
		"a line":           {[]string{"panic: ", "x\n"}, "panic: x"},
		"what is no UTF-8": {[]string{"a\xffb"}, "a?b"},
		"just as much as fits": {[]string{strings.Repeat("a", excerptBytes), strings.Repeat("b", excerptBytes)},
			strings.Repeat("a", excerptBytes) + strings.Repeat("b", excerptBytes)},
		"more than fits": {[]string{"panic: x\n" + strings.Repeat("a", 9000), strings.Repeat("b", 5000), "\nSIGSEGV"},
			"panic: x\n" + strings.Repeat("a", excerptBytes-9) + "\n…\n" + strings.Repeat("b", excerptBytes-8) + "\nSIGSEGV"},
	} {
		t.Run(name, func(t *testing.T) {
			var e excerpt
			for _, w := range c.writes {
				fmt.Fprint(&e, w)
			}
			if got := e.String(); got != c.want {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
			if e.reset(); e.String() != "" {
				t.Errorf("after reset: %q", e.String())
			}
		})
	}
}

func TestDiscreetKeepsNoWordsOfTheDocument(t *testing.T) {
	for complaint, want := range map[string]string{
		"exit status 2":                        "exit status 2",
		"unknown keyword: 'ANA'":               "unknown keyword: '…'",
		"unknown keyword: 'O'NEIL' at 7":       "unknown keyword: '…' at 7",
		"no font \"ANA LÓPEZ\"\nno key `EPS`.": "no font '…'\nno key '…'.",
		strings.Repeat("ñ", 5000):              strings.Repeat("ñ", discreetBytes/2) + "…",
	} {
		if got := discreet(complaint); got != want {
			t.Errorf("discreet(%.60q) = %.90q, want %.90q", complaint, got, want)
		}
	}
}
