package document_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func TestEveryFieldTakesWhatItIsGivenAndChangesTheRevision(t *testing.T) {
	for _, f := range document.Fields() {
		d := document.Document{ID: "d1"}
		before := d.Revision()
		value := "valor"
		if f == document.FieldDue {
			value = "2026-03-04"
		}
		if err := d.SetField(f, " "+value+" "); err != nil {
			t.Fatal(f, err)
		}
		if got := d.Field(f); got != value {
			t.Errorf("%s: got %q", f, got)
		}
		if d.Revision() == before {
			t.Errorf("%s: the revision is the same", f)
		}
	}
}

func TestTermsEndInAYearNearby(t *testing.T) {
	var d document.Document
	for _, value := range []string{"0202-03-04", "2206-03-04", "9999-12-31"} {
		if err := d.SetField(document.FieldDue, value); fault.KindOf(err) != fault.Unprocessable || d.Due != 0 {
			t.Errorf("%s: %v", value, err)
		}
	}
}

func TestRevisionDoesNotConfuseNeighbours(t *testing.T) {
	a := document.Document{Plaintiff: "AB", Defendant: "C"}
	b := document.Document{Plaintiff: "A", Defendant: "BC"}
	if a.Revision() == b.Revision() {
		t.Error("two states have one revision")
	}
}

func TestSetFieldRefuses(t *testing.T) {
	for _, c := range []struct {
		field document.Field
		value string
		code  string
	}{
		{"text", "x", "unknown_field"}, {"", "x", "unknown_field"}, {"status", "x", "unknown_field"}, {"id", "x", "unknown_field"},
		{document.FieldType, "con espacio", "invalid_document_type"}, {document.FieldType, " ", "invalid_document_type"}, {document.FieldType, "<b>", "invalid_document_type"},
		{document.FieldPlaintiff, strings.Repeat("ñ", 10_001), "field_too_long"},
		{document.FieldTags, strings.Repeat("x", 101), "invalid_tags"},
	} {
		d := document.Document{}
		err := d.SetField(c.field, c.value)
		if f, ok := fault.As(err); !ok || f.Kind != fault.Unprocessable || f.Code != c.code {
			t.Errorf("%s: got %v, want %s", c.field, err, c.code)
		}
		if !reflect.DeepEqual(d, document.Document{}) {
			t.Errorf("%s: the document was changed: %+v", c.field, d)
		}
	}
}

func TestTags(t *testing.T) {
	got, err := document.ParseTags(" salud, , menor de edad,salud,<b>urgente</b>,\n")
	if want := []string{"salud", "menor de edad", "urgente"}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestKeysIgnoreHowSomethingIsWritten(t *testing.T) {
	for _, c := range []struct {
		kind     document.KeyKind
		writings []string
	}{
		{document.KeyCedula, []string{"52418903", "52.418.903", "C.C. No. 52.418.903", " 52 418 903 ", "52,418,903", "052418903", "cédula 52-418-903"}},
		{document.KeyEmail, []string{"ana@x.co", "ANA@X.CO", " Ana@x.co. ", "<aná@x.co>", "ana @x.co"}},
		{document.KeyPlaintiff, []string{"José Peña", "JOSE PENA", "  Peña,  José.", "jose\u0301 pen\u0303a"}},
	} {
		want := document.KeysOf(c.kind, c.writings[0])
		for _, w := range c.writings {
			if got := document.KeysOf(c.kind, w); len(got) != 1 || !reflect.DeepEqual(got, want) {
				t.Errorf("%s %q has keys %v, want %v", c.kind, w, got, want)
			}
		}
	}
}

func TestKeysTellPeopleApart(t *testing.T) {
	for kind, writings := range map[document.KeyKind][]string{
		document.KeyCedula: {"52418903", "52418904", "AB52418903"}, document.KeyEmail: {"a.b@x.co", "ab@x.co", "a_b@x.co"},
		document.KeyPlaintiff: {"Ana López", "Ana López Ruiz", "Ana"},
	} {
		seen := map[document.Key]string{}
		for _, w := range writings {
			k := document.KeysOf(kind, w)[0]
			if other, ok := seen[k]; ok {
				t.Errorf("%q and %q have one key", w, other)
			}
			seen[k] = w
		}
	}
}

func TestWhatSaysNothingHasNoKey(t *testing.T) {
	for _, kind := range []document.KeyKind{document.KeyCedula, document.KeyEmail, document.KeyPlaintiff} {
		for _, s := range []string{"", " ", "...", ";;", "\xff"} {
			if got := document.KeysOf(kind, s); len(got) != 0 {
				t.Errorf("%s of %q: %v", kind, s, got)
			}
		}
	}
}

// "NO APLICA" in two rows makes no person of both.
func TestWordsForNoValueHaveNoKey(t *testing.T) {
	for kind, values := range map[document.KeyKind][]string{
		document.KeyEmail:     {"NO APLICA", "N/A", "sin correo", "no tiene"},
		document.KeyPlaintiff: {"NO APLICA", "No aplica.", "N/A", "n. a.", "Sin información", "DESCONOCIDO"},
		document.KeyCedula:    {"NO APLICA", "N/A", "sin cédula"},
	} {
		for _, s := range values {
			if got := document.KeysOf(kind, s); len(got) != 0 {
				t.Errorf("%s %q: %v", kind, s, got)
			}
		}
	}
}

func TestKeysAreBoundedAndStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, k := range document.KeysOf(document.KeyPlaintiff, rapid.String().Draw(t, "s")) {
			if len(k.Value) > 256 || strings.Contains(k.Value, ";") {
				t.Fatalf("key %q", k.Value)
			}
		}
	})
}

func ExampleKeysOf() {
	fmt.Println(document.KeysOf(document.KeyPlaintiff, "López, Ana; JOSÉ PEÑA"))
	// Output: [{demandante ana lopez} {demandante jose pena}]
}

func TestIsNoValue(t *testing.T) {
	for value, want := range map[string]bool{"NO APLICA": true, "N/A": true, "-": true, "SIN RADICADO": true, "sin correo electrónico": true, "No tiene": true,
		"0": false, "101": false, "ana@correo.co": false, "Juzgado 2": false, "sin-1@correo.co": false, "sinfonia@correo.co": false} {
		if got := document.IsNoValue(value); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
}
