package rest

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestMisspeltKeysWarn(t *testing.T) {
	known := []string{"correo", "descripcion", "doc_type", "nombre", "tipo"}
	for name, c := range map[string]struct {
		body string
		want []string // the keys as shown and the proposed ones, in turns
	}{
		"all known":                   {`{"correo":"a","descripcion":"b","tipo":null}`, nil},
		"a letter too many":           {`{"correeo":"a"}`, []string{"correeo", "correo"}},
		"two letters swapped":         {`{"corroe":"a"}`, []string{"corroe", "correo"}},
		"an accent":                   {`{"descripción":"a"}`, []string{"descripci%C3%B3n", "descripcion"}},
		"an accent as an escape":      {`{"descripci\u00f3n":"a"}`, []string{"descripci%C3%B3n", "descripcion"}},
		"capitals":                    {`{"Nombre":"a"}`, []string{"Nombre", "nombre"}},
		"an English name":             {`{"email":"a"}`, []string{"email", "correo"}},
		"another name of the service": {`{"document_type":"a"}`, []string{"document_type", "doc_type"}},
		"in their order":              {`{"Tipo":"a","name":"b"}`, []string{"Tipo", "tipo", "name", "nombre"}},
		"not near to any":             {`{"fecha_creacion":"a","id":"b","":"c"}`, nil},
		"of an inner object":          {`{"datos":{"email":"a"},"lista":[{"email":"b"}]}`, nil},
		"a value like a key":          {`{"correo":"email","tipo":["email","email"]}`, nil},
		"within a string":             {`{"correo":"{\"email\":1"}`, nil},
		"behind an inner object":      {`{"datos":{"a":[{}]} , "email" : "a"}`, []string{"email", "correo"}},
		"a quote and a line break":    {`{"nom\"\nbre":"a"}`, []string{"nom%22%0Abre", "nombre"}},
		"a list":                      {`[{"email":"a"}]`, nil},
		"no JSON":                     {`email: a`, nil},
		"a string that does not end":  {`{"email`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, len(c.body)} { // however the body arrives
				k := unknownKeys{known: known}
				for piece := range slices.Chunk([]byte(c.body), size) {
					_, _ = k.Write(piece)
				}
				var got []string
				for _, w := range k.warnings() {
					got = append(got, shownKeys.FindStringSubmatch(w)[1:]...)
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("%q, want %q", got, c.want)
				}
			}
		})
	}
}

// shownKeys is the form of RFC 9110 and RFC 7234 for a warning, in ASCII.
var shownKeys = regexp.MustCompile(`^299 - "El campo '([!#-&(-\[\]-~]+)' no se conoce y no tiene efecto; quiso decir '([a-z_]+)'\?"$`)

// Whatever is sent, little of it is kept, and nothing of what is no key: neither time nor memory
// depends on more than the length of the body.
func TestKeyWarningsAreBounded(t *testing.T) {
	body := func(format string, n int) []byte {
		var b strings.Builder
		b.WriteByte('{')
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return []byte(b.String())
	}
	for name, c := range map[string]struct {
		body           []byte
		kept, warnings int
	}{
		"many near ones":             {body(`"correo%d":1,`, 1000), maxUnknownKeys, maxKeyWarnings},
		"near ones behind many":      {append(body(`"otra cosa %d":1,`, 1_000_000), body(`"correo%d":1,`, 3)[1:]...), maxUnknownKeys, 0},
		"long ones":                  {body(`"`+strings.Repeat("é", 100_000)+`%d":1,`, 9), 0, 0},
		"a long value before a near": {append(body(`"nombre":"`+strings.Repeat("x", 100_000)+`%d",`, 1), `"email":1`...), 1, 1},
		"colons behind a long key":   {append(body(`"`+strings.Repeat("x", 1000)+`%d"`, 1), bytes.Repeat([]byte(":"), 1<<20)...), 0, 0},
		"colons behind a key":        {append(body(`"correeo%d"`, 1), bytes.Repeat([]byte(": "), 1<<20)...), 1, 1},
		"known ones again and again": {bytes.Repeat([]byte(`{"correo":1}`), 1<<16), 0, 0},
	} {
		k := unknownKeys{known: []string{"correo", "nombre"}}
		_, _ = k.Write(c.body)
		found := k.warnings()
		if len(k.kept) != c.kept || len(found) != c.warnings || cap(k.last) > 1<<10 {
			t.Errorf("%s: %d unknown keys, want %d; %d warnings, want %d; %d bytes kept", name, len(k.kept), c.kept, len(found), c.warnings, cap(k.last))
		}
		if n := len(strings.Join(found, ", ")); n > 2000 {
			t.Errorf("%s: %d bytes", name, n)
		}
	}
}
