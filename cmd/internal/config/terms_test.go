package config

import (
	"strings"
	"testing"
)

func TestTermsOfACourt(t *testing.T) {
	const queja = `SVC_TERMS=[{"type":"queja","purpose":"Respuesta","days":5,"basis":"Acuerdo 1"}]`
	c, _, err := setup{environ: []string{queja, `SVC_EXTRA_DOC_TYPES=["queja"]`}}.load(t)
	if err != nil || len(c.Terms) != 1 || c.Terms[0].Days != 5 {
		t.Errorf("%+v, %v", c.Terms, err)
	}
	for environ, why := range map[string]string{
		queja: "nombra un tipo de escrito que no existe",
		`SVC_TERMS=[{"type":"tutela","purpose":"Fallo","days":-1,"basis":"Acuerdo 1"}]`: "de 0 a 1000",
		`SVC_TERMS=[{"type":"tutela","dias":4}]`:                                        "debe ser una lista JSON de términos",
		"SVC_TERMS=8":                                                                   "debe ser una lista JSON de términos",
	} {
		if _, _, err := (setup{environ: []string{environ}}).load(t); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", environ, err)
		}
	}
}
