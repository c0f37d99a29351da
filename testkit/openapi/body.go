package openapi

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// drawBody adds a body of the media type that the operation takes. Seldom the type is another, or the
// body is damaged.
func (m *Maker) drawBody(t *rapid.T, op Operation, r *Request) {
	kinds := slices.Sorted(maps.Keys(op.Bodies))
	switch {
	case len(kinds) == 0 && !seldom(t, "a body that nobody wants"):
		return
	case len(kinds) == 0:
		kinds = []string{"application/json"}
	case seldom(t, "no body"):
		return
	}
	kind := sample(t, "media type", kinds...)
	var body string
	if strings.HasPrefix(kind, "multipart/") {
		body, kind = m.form(t, op.Bodies[kind])
	} else {
		body = m.json(t, "body", op.Bodies[kind], 0)
	}
	if seldom(t, "another media type") {
		kind = sample(t, "media type", "", "text/plain", "application/xml", "application/x-www-form-urlencoded", "application/json; charset=latin1",
			"APPLICATION/JSON", "application/problem+json", "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=b", "*/*", ";", "ñ")
	}
	if seldom(t, "damage") {
		switch rapid.IntRange(0, 4).Draw(t, "damage") {
		case 0:
			body = body[:rapid.IntRange(0, len(body)).Draw(t, "cut")]
		case 1:
			body += body
		case 2:
			body = "\xef\xbb\xbf" + body
		case 3:
			body = m.awkwardText(t)
		case 4:
			body += sample(t, "behind", " ", "\x00", "\n\n", "}", "//")
		}
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	r.Body = []byte(body)
}

// pdf is a small document of one page.
const pdf = "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n" +
	"3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n"

// form draws a form with its files.
func (m *Maker) form(t *rapid.T, s *Schema) (body, kind string) {
	boundary := sample(t, "boundary", "b", "----frontera", "a b", strings.Repeat("x", 70))
	var b strings.Builder
	part := func(name string, schema *Schema) {
		fmt.Fprintf(&b, "--%s\r\nContent-Disposition: form-data; name=%q", boundary, name)
		if schema == nil || schema.Format != "binary" {
			fmt.Fprintf(&b, "\r\n\r\n%s\r\n", m.text(t, name, schema))
			return
		}
		file := sample(t, "file name", "a.pdf", "a.pdf", "a.pdf", "A.PDF", "a.xlsx", "a.xls", "../../a.pdf", "a.pdf.exe", "", "á ñ.pdf", m.awkwardText(t)+".pdf")
		content := sample(t, "content", pdf, pdf, "", "%PDF-", "PK\x03\x04", "\xd0\xcf\x11\xe0", m.awkwardText(t), strings.Repeat("x", 100_000))
		fmt.Fprintf(&b, "; filename=\"%s\"\r\nContent-Type: %s\r\n\r\n%s\r\n", strings.NewReplacer("\r", "", "\n", "", `"`, "%22").Replace(file),
			sample(t, "part type", "application/pdf", "application/octet-stream", "text/html", ""), content)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if seldom(t, "without "+name) {
			continue
		}
		for range 1 + rapid.IntRange(0, 14).Draw(t, "times")/14 {
			part(name, s.Properties[name])
		}
	}
	if seldom(t, "one more") {
		part(m.awkwardText(t), sample(t, "kind", nil, &Schema{Format: "binary"}))
	}
	fmt.Fprintf(&b, "--%s--\r\n", boundary)
	return b.String(), fmt.Sprintf("multipart/form-data; boundary=%q", boundary)
}
