package lex

import "testing"

func TestTidyTakesWhatBelongsToNoName(t *testing.T) {
	for raw, want := range map[string]string{
		" - NUEVA  EPS, ":            "NUEVA EPS",
		"DATACRÉDITO)":               "DATACRÉDITO",
		"TransUnion (CIFIN)":         "TransUnion (CIFIN)",
		"TransUnion (CIFIN":          "TransUnion",
		"Banco Azul S.A.":            "Banco Azul S.A.",
		"Banco Azul.":                "Banco Azul",
		`Fundación "El Alba"`:        `Fundación "El Alba"`,
		"Fiduprevisora (FOMAG)) ":    "Fiduprevisora (FOMAG)",
		"Hospital San Rafael E.S.E.": "Hospital San Rafael E.S.E.",
	} {
		if got := Tidy(raw); got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}
