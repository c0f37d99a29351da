// Package word reads word processing documents (.docx, ECMA-376 part 1) into XHTML, which MuPDF lays
// out in pages.
//
// It is made for reading papers, not for printing them: what a reader sees in Word is there, with the
// numbers of lists, tables, pictures, text boxes, notes, headers and footers (once, at the beginning
// and the end). Deleted text is left out. Hidden text has the colour of the page.
package word

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/adapters/ooxml"
)

// Document is a document as XHTML.
type Document struct {
	HTML []byte // its images are named as in the package

	// Width and Height of a page, in points.
	Width, Height float64

	// LeftOut names what is not in HTML: embedded files, and pictures of a kind that is not read.
	LeftOut []string
}

// Errors of documents, apart from those of ooxml and encoding/xml.
var (
	ErrNotWord = errors.New("word: not a word processing document")
	ErrTooBig  = errors.New("word: the document is too big")
)

const (
	maxHTML    = 32 << 20 // bytes
	maxDepth   = 500      // of elements in elements
	maxLeftOut = 21
	maxParts   = 40 // headers and footers
)

// Read reads the document in a file of size bytes.
func Read(file io.ReaderAt, size int64) (Document, error) {
	p, err := ooxml.Open(file, size)
	if err != nil {
		return Document{}, err
	}
	main, err := p.Target("", "/officeDocument")
	if err != nil {
		return Document{}, err
	}
	if main == "" || !p.Has(main) {
		return Document{}, ErrNotWord
	}
	c := &converter{pack: p, width: LetterWidth, height: LetterHeight, notes: map[string]bool{}}
	if err := c.prepare(main); err != nil {
		return Document{}, err
	}
	if err := c.part(main); err != nil {
		return Document{}, err
	}
	if !c.isWord {
		return Document{}, ErrNotWord
	}
	return c.document()
}

// The size of a page of Letter, in points.
const LetterWidth, LetterHeight = 612, 792

// converter writes the XHTML of a document.
type converter struct {
	pack    *ooxml.Package
	styles  styles
	lists   lists
	isWord  bool
	depth   int
	decoder *xml.Decoder
	links   map[string]ooxml.Relation // of the current part
	out     *bytes.Buffer
	written int // bytes, in all buffers
	par     *paragraph
	run     format // of the text that is read
	shaded  bool   // a table style may set what is behind the text
	lead    string // of the next paragraph
	extent  [2]float64

	width, height float64
	leftOut       []string
	headers       []string // parts, as they are first named
	footers       []string
	notes         map[string]bool // parts with notes that are referred to: kind and number
}

// prepare reads the styles and the lists of a document.
func (c *converter) prepare(main string) error {
	links, err := c.pack.Relations(main)
	if err != nil {
		return err
	}
	for _, l := range links {
		switch {
		case !c.pack.Has(l.Part):
		case strings.HasSuffix(l.Kind, "/styles"):
			c.styles, err = readStyles(c.pack, l.Part)
		case strings.HasSuffix(l.Kind, "/numbering"):
			c.lists, err = readLists(c.pack, l.Part)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// part converts a part into a new c.out.
func (c *converter) part(name string) (err error) {
	if c.links, err = c.pack.Relations(name); err != nil {
		return err
	}
	c.out, c.par, c.run = &bytes.Buffer{}, nil, format{}
	return c.pack.Decode(name, func(d *xml.Decoder) error {
		c.decoder = d
		for {
			t, err := d.RawToken()
			if err != nil {
				if errors.Is(err, io.EOF) {
					err = io.ErrUnexpectedEOF // before the element of the part
				}
				return err
			}
			if t, ok := t.(xml.StartElement); ok {
				return c.element(t)
			}
		}
	})
}

// document puts the body between its headers, and its notes and footers.
func (c *converter) document() (Document, error) {
	body := c.out
	mainLinks := c.links
	var page bytes.Buffer
	page.WriteString(`<html><head><style>` + Style + `</style></head><body>`)
	add := func(names []string) error {
		for _, name := range names {
			if err := c.part(name); err != nil {
				return err
			}
			page.Write(c.out.Bytes())
		}
		return nil
	}
	if err := add(c.headers); err != nil {
		return Document{}, err
	}
	page.Write(body.Bytes())
	for _, kind := range []string{"footnotes", "endnotes"} {
		if err := c.addNotes(&page, mainLinks, kind); err != nil {
			return Document{}, err
		}
	}
	if err := add(c.footers); err != nil {
		return Document{}, err
	}
	page.WriteString(`</body></html>`)
	return Document{HTML: page.Bytes(), Width: c.width, Height: c.height, LeftOut: c.leftOut}, nil
}

// addNotes adds the notes to which the body refers.
func (c *converter) addNotes(page *bytes.Buffer, links map[string]ooxml.Relation, kind string) error {
	for _, l := range links {
		if !strings.HasSuffix(l.Kind, "/"+kind) || !c.pack.Has(l.Part) {
			continue
		}
		if err := c.part(l.Part); err != nil {
			return err
		}
		page.Write(c.out.Bytes())
	}
	return nil
}

// Style is the style sheet of all documents: that of Word without a style of its own.
const Style = `@page{margin:54pt}body{font-family:serif;font-size:11pt;line-height:1.2;margin:0}p{margin:0 0 5pt 0}` +
	`table{width:100%;margin:0 0 5pt 0}td{border:0.5pt solid #808080;padding:2pt;vertical-align:top}img{max-width:100%}`

// write writes XHTML to the current place.
func (c *converter) write(s string) error {
	if c.written += len(s); c.written > maxHTML {
		return ErrTooBig
	}
	if c.par != nil {
		c.par.inline.WriteString(s)
	} else {
		c.out.WriteString(s)
	}
	return nil
}

// leaveOut notes what is not converted.
func (c *converter) leaveOut(part string) {
	if name := path.Base(part); len(c.leftOut) < maxLeftOut && !slices.Contains(c.leftOut, name) {
		c.leftOut = append(c.leftOut, name)
	}
}

// refer notes a header or footer.
func (c *converter) refer(list *[]string, id string) {
	part := c.links[id].Part
	if c.pack.Has(part) && len(*list) < maxParts && !slices.Contains(*list, part) {
		*list = append(*list, part)
	}
}

// picture writes the picture of a relation; width and height are in points, 0 if they are unknown.
func (c *converter) picture(id string, width, height float64) error {
	link, ok := c.links[id]
	if !ok {
		return nil // it is outside, or nowhere
	}
	name := c.pack.Name(link.Part)
	if name == "" || !slices.Contains(picturesRead, strings.ToLower(path.Ext(name))) {
		c.leaveOut(link.Part)
		return nil
	}
	size := ""
	if width > 0 && height > 0 {
		scale := min(1, (c.width-2*margin)/width, (c.height-2*margin)/height)
		size = fmt.Sprintf(` style="width:%.1fpt;height:%.1fpt"`, width*scale, height*scale)
	}
	segments := strings.Split(name, "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	return c.write(`<img src="` + html.EscapeString(strings.Join(segments, "/")) + `"` + size + `/>`)
}

const margin = 54

var picturesRead = []string{".png", ".jpg", ".jpeg", ".jpe", ".gif", ".bmp", ".tif", ".tiff", ".jp2"}
