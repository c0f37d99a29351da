package errorrate_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/testkit/errorrate"
)

func TestCount(t *testing.T) {
	tests := map[string]struct {
		printed, read string
		wrong, length int
	}{
		"the same":                        {"acción", "acción", 0, 6},
		"whitespace is folded":            {"uno  dos\n\ntres ", " uno dos tres\f", 0, 12},
		"rules to sign on are left out":   {"Firma: ____\nAna", "Firma: Ana", 0, 10},
		"a character for another":         {"acción", "accion", 1, 6},
		"a character too few":             {"cédula", "cédla", 1, 6},
		"a character too many":            {"tutela", "tuttela", 1, 6},
		"a torn word":                     {"demandante", "deman dante", 1, 10},
		"two for one":                     {"mm", "rnm", 2, 2},
		"nothing read":                    {"abc", "", 3, 3},
		"nothing printed, something read": {"", "abc", 3, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if wrong, length := errorrate.Count(tt.printed, tt.read); wrong != tt.wrong || length != tt.length {
				t.Errorf("%d of %d, want %d of %d", wrong, length, tt.wrong, tt.length)
			}
		})
	}
}

func TestCountWords(t *testing.T) {
	if wrong, length := errorrate.CountWords("Señor  Juez:\n____ Ana", "Señor Jucz: Ana María"); wrong != 2 || length != 3 {
		t.Errorf("%d of %d", wrong, length)
	}
}

func TestConfusionsMakeUpTheDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ab c]{0,12}`)
		printed, read := text.Draw(t, "printed"), text.Draw(t, "read")
		wrong, _ := errorrate.Count(printed, read)
		sum := 0
		for _, c := range errorrate.Confusions(printed, read) {
			sum += max(len(c.Printed), len(c.Read))
		}
		if sum != wrong {
			t.Fatalf("%q, %q: confusions of %d characters, distance %d", printed, read, sum, wrong)
		}
	})
}

func ExampleOf() {
	fmt.Printf("%.2f\n", errorrate.Of("acción de tutela", "accion de  tutela"))
	// Output: 0.06
}

func ExampleConfusions() {
	for _, c := range errorrate.Confusions("la acción de tutela", "la accion de tutcla") {
		fmt.Printf("%s → %s in %q\n", c.Printed, c.Read, strings.TrimSpace(c.Before)+c.Printed+c.After)
	}
	// Output:
	// ó → o in "la acción de tutela"
	// e → c in "cción de tutela"
}
