package document_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

func TestRadicadoWarnings(t *testing.T) {
	// New Year's Eve in Colombia, next year in UTC.
	now := time.Date(2027, 1, 1, 3, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, number string
		odd          int
	}{
		{"nothing", "11001-31-03-001-2026-00123-00", 0},
		{"a short one", "2026-00123", 0},
		{"letters among 23", "11001-31-03-001-2O26-00123-00", 0},
		{"no such department", "01001-31-03-001-2026-00123-00", 1},
		{"a year to come", "11001-31-03-001-2027-00123-00", 1},
		{"a year long gone", "11001-31-03-001-1026-00123-00", 1},
		{"no serial", "11001-31-03-001-2026-00000-00", 1},
		{"no such instance", "11001-31-03-001-2026-00123-99", 1},
		{"everything", strings.Repeat("0", 21) + "99", 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			if odd := document.RadicadoWarnings(c.number, now); len(odd) != c.odd {
				t.Errorf("%q", odd)
			}
		})
	}
}

func TestFieldWarnings(t *testing.T) {
	for _, c := range []struct {
		field document.Field
		value string
		odd   []string // what each warning mentions
	}{
		{document.FieldCedula, "", nil},
		{document.FieldCedula, "52.418.903", nil},
		{document.FieldCedula, "C.C. No. 52418903 de Bogotá", nil},
		{document.FieldCedula, "NIT 900.123.456-7", nil},
		{document.FieldCedula, "AV123456", nil},
		{document.FieldCedula, "52.418.903; 1.020.304.050;", nil},
		{document.FieldCedula, "abc", []string{"«abc»"}},
		{document.FieldCedula, "0000000000", []string{"«0000000000»"}},
		{document.FieldCedula, "52.418.903; 12", []string{"«12»"}},
		{document.FieldCedula, "52.418.903, 1.020.304.050", []string{"punto y coma"}},
		{document.FieldCedula, strings.Repeat("x", 9000), []string{"«" + strings.Repeat("x", 50) + "»"}},
		{document.FieldEmail, "ana@ejemplo.co", nil},
		{document.FieldEmail, "Ana.Lopez@ejemplo.gov.co; luis@ejemplo.co", nil},
		{document.FieldEmail, "ana.ejemplo.co", []string{"«ana.ejemplo.co»"}},
		{document.FieldEmail, "ana@ejemplo", []string{"«ana@ejemplo»"}},
		{document.FieldEmail, "a; b", []string{"«a»", "«b»"}},
		{document.FieldRadicado, "11001-31-03-001-2026-00123-00", nil},
		{document.FieldRadicado, "2026-00123", nil},
		{document.FieldRadicado, "01001-31-03-001-1900-00123-00", []string{"empieza por 01", "es 1900"}},
		{document.FieldPlaintiff, "abc", nil},
		{document.FieldRemarks, "a; b", nil},
	} {
		d := document.Document{CreatedAt: time.Date(2026, 3, 4, 15, 0, 0, 0, time.UTC), Type: document.Tutela}
		if err := d.SetField(c.field, c.value); err != nil {
			t.Fatal(err)
		}
		got := d.FieldWarnings()
		ok := len(got) == len(c.odd)
		for i := range min(len(got), len(c.odd)) {
			ok = ok && strings.Contains(got[i], c.odd[i])
		}
		if !ok {
			t.Errorf("%s %.60q: %q, want %q", c.field, c.value, got, c.odd)
		}
	}
}
