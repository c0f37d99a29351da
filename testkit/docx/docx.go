// Package docx makes Word documents for tests.
package docx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"
)

// Parts are the parts of a document by their names; word/document.xml is its body.
type Parts map[string]string

const namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ` +
	`xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ` +
	`xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"`

// Body returns the parts of a document with that content of its body.
func Body(content string) Parts {
	return Parts{"word/document.xml": Root("document", "<w:body>"+content+"</w:body>")}
}

// Root returns a part whose root is w:name.
func Root(name, content string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><w:` + name + " " + namespaces + ">" + content + "</w:" + name + ">"
}

// Text returns a paragraph for each line of s.
func Text(s string) string {
	var out strings.Builder
	for line := range strings.SplitSeq(s, "\n") {
		out.WriteString(Paragraph(Run(line)))
	}
	return out.String()
}

// Paragraph returns a paragraph with that content.
func Paragraph(content string) string { return "<w:p>" + content + "</w:p>" }

// Run returns a run of text with those properties, such as <w:b/>.
func Run(text string, properties ...string) string {
	p := ""
	if len(properties) > 0 {
		p = "<w:rPr>" + strings.Join(properties, "") + "</w:rPr>"
	}
	return "<w:r>" + p + `<w:t xml:space="preserve">` + html.EscapeString(text) + "</w:t></w:r>"
}

// Link adds a part that the body refers to with a relation; kind is such as image or numbering.
func (p Parts) Link(id, kind, name, content string) Parts {
	const file = "word/_rels/document.xml.rels"
	before := strings.TrimSuffix(p[file], "</Relationships>")
	if before == "" {
		before = relationships
	}
	p[file] = before + fmt.Sprintf(`<Relationship Id="%s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s"/></Relationships>`,
		id, kind, strings.TrimPrefix(name, "word/"))
	p[name] = content
	return p
}

const relationships = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`

// Bytes returns the document as a file, the same for the same parts.
func (p Parts) Bytes() []byte {
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	add := func(name, content string) {
		w, err := archive.Create(name)
		if err == nil {
			_, err = w.Write([]byte(content))
		}
		if err != nil {
			panic(err) // of a buffer
		}
	}
	add("[Content_Types].xml", `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`+
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`+
		`<Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`)
	add("_rels/.rels", relationships+`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`)
	names := make([]string, 0, len(p))
	for name := range p {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		add(name, p[name])
	}
	if err := archive.Close(); err != nil {
		panic(err)
	}
	return file.Bytes()
}
