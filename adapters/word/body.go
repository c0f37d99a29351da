package word

import (
	"bytes"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/adapters/ooxml"
)

// paragraph is the paragraph that is read.
type paragraph struct {
	inline bytes.Buffer
	boxes  bytes.Buffer // text boxes in it, which follow it
	format format
}

// element converts an element whose start was read, to its end. What it does not know it enters.
func (c *converter) element(t xml.StartElement) error {
	if c.depth++; c.depth > maxDepth {
		return ErrTooBig
	}
	defer func() { c.depth-- }()
	switch name := t.Name.Local; name {
	case "document", "hdr", "ftr", "footnotes", "endnotes":
		c.isWord = true
	case "p":
		return c.paragraph()
	case "tbl":
		outer := c.shaded
		defer func() { c.shaded = outer }()
		return c.between("<table>", "</table>")
	case "tblStyle":
		c.shaded = true
	case "tr":
		return c.between("<tr>", "</tr>")
	case "tc":
		return c.cell()
	case "pPr":
		return c.paragraphProperties()
	case "r":
		return c.textRun()
	case "rPr":
		f, err := readFormat(c.decoder, c.styles)
		c.run = c.run.with(f)
		return err
	case "t":
		return c.text()
	case "br":
		if ooxml.Attribute(t, "type") == "page" {
			return c.mark("</p>" + pageEnd + "<p>")
		}
		return c.mark("<br/>")
	case "footnote", "endnote":
		return c.note(t)
	case "footnoteReference", "endnoteReference":
		c.notes[strings.TrimSuffix(name, "Reference")+ooxml.Attribute(t, "id")] = true
		return c.mark(" [" + html.EscapeString(ooxml.Attribute(t, "id")) + "]")
	case "txbxContent":
		return c.textBox()
	case "extent":
		c.readExtent(t)
	case "blip":
		if err := c.picture(ooxml.Attribute(t, "embed"), c.extent[0], c.extent[1]); err != nil {
			return err
		}
	case "imagedata":
		if err := c.picture(ooxml.Attribute(t, "id"), 0, 0); err != nil {
			return err
		}
	case "OLEObject", "altChunk":
		if part := c.links[ooxml.Attribute(t, "id")].Part; part != "" {
			c.leaveOut(part)
		}
	case "headerReference":
		c.refer(&c.headers, ooxml.Attribute(t, "id"))
	case "footerReference":
		c.refer(&c.footers, ooxml.Attribute(t, "id"))
	case "pgSz":
		c.pageSize(t)
	case "sdt":
		return c.contentControl()
	default:
		if skipped[name] {
			return c.skip()
		}
		if s := marks[name]; s != "" {
			return c.mark(s)
		}
	}
	return c.children(c.element)
}

// marks are what stands for an element. The sign of sym is one of a font of signs.
var marks = map[string]string{"tab": " ", "ptab": " ", "cr": "<br/>", "noBreakHyphen": "-", "sym": "•"}

// skipped are elements with nothing that is seen. Fallback says again what Choice says.
var skipped = map[string]bool{"del": true, "moveFrom": true, "instrText": true, "delText": true, "delInstrText": true, "Fallback": true,
	"tblGrid": true, "trPr": true, "sdtEndPr": true, "rPrChange": true}

// children calls visit for each element in the one whose start was read, to its end.
func (c *converter) children(visit func(xml.StartElement) error) error {
	return children(c.decoder, visit)
}

func children(d *xml.Decoder, visit func(xml.StartElement) error) error {
	for {
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if err := visit(t); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		}
	}
}

// skip reads to the end of the element whose start was read.
func (c *converter) skip() error { return skip(c.decoder) }

func skip(d *xml.Decoder) error {
	for depth := 1; depth > 0; {
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	return nil
}

// between converts what is in an element, between two tags.
func (c *converter) between(open, end string) error {
	if err := c.write(open); err != nil {
		return err
	}
	if err := c.children(c.element); err != nil {
		return err
	}
	return c.write(end)
}

// cell converts a cell of a table.
func (c *converter) cell() error {
	outer, par := c.out, c.par
	c.out, c.par = &bytes.Buffer{}, nil
	attributes := ""
	err := c.children(func(t xml.StartElement) error {
		if t.Name.Local != "tcPr" {
			return c.element(t)
		}
		return c.children(func(t xml.StartElement) error {
			switch t.Name.Local {
			case "gridSpan":
				if n, err := strconv.Atoi(ooxml.Attribute(t, "val")); err == nil && n > 1 && n < 100 {
					attributes += ` colspan="` + strconv.Itoa(n) + `"`
				}
			case "shd":
				if fill := ooxml.Attribute(t, "fill"); isColour(fill) {
					attributes += ` style="background-color:#` + fill + `"`
				}
			}
			return c.skip()
		})
	})
	content := c.out
	c.out, c.par = outer, par
	if err != nil {
		return err
	}
	return c.write("<td" + attributes + ">" + content.String() + "</td>")
}

// paragraph converts a paragraph, and behind it the text boxes in it.
func (c *converter) paragraph() error {
	outer, run := c.par, c.run
	p := &paragraph{format: c.styles.ofParagraph("")}
	c.par, c.run = p, p.format
	err := c.children(c.element)
	c.par, c.run = outer, run
	if err != nil {
		return err
	}
	c.label(p)
	if c.lead != "" {
		p.prepend(c.lead)
		c.lead = ""
	}
	if err := c.write(p.open()); err != nil {
		return err
	}
	if p.inline.Len() == 0 {
		p.inline.WriteString("&#160;")
	}
	return c.write(p.inline.String() + "</p>" + p.boxes.String())
}

// label puts the number of a list before a paragraph.
func (c *converter) label(p *paragraph) {
	label := c.lists.next(p.format.list, p.format.level)
	if label == "" || p.format.hidden == yes {
		return
	}
	p.prepend(html.EscapeString(label) + " ")
}

func (p *paragraph) prepend(s string) {
	rest := p.inline.String()
	p.inline.Reset()
	p.inline.WriteString(s + rest)
}

// open returns the tag of a paragraph.
func (p *paragraph) open() string {
	var style strings.Builder
	switch p.format.align {
	case "center", "right", "left":
		style.WriteString("text-align:" + p.format.align + ";")
	case "end":
		style.WriteString("text-align:right;")
	case "both", "distribute":
		style.WriteString("text-align:justify;")
	}
	before := ""
	if p.format.onNewPage == yes {
		before = pageEnd
	}
	if style.Len() == 0 {
		return before + "<p>"
	}
	return before + `<p style="` + style.String() + `">`
}

// pageEnd ends a page. MuPDF ends none before an element.
const pageEnd = `<div style="page-break-after:always"></div>`

// paragraphProperties reads the format of the current paragraph.
func (c *converter) paragraphProperties() error {
	var own format
	sheet := ""
	err := c.children(func(t xml.StartElement) error {
		switch t.Name.Local {
		case "pStyle":
			sheet = ooxml.Attribute(t, "val")
		case "sectPr":
			return c.element(t) // the section ends here
		case "rPr":
			return c.skip() // of the mark at the end of the paragraph
		}
		return readProperty(c.decoder, t, &own)
	})
	if c.par != nil {
		c.par.format = c.styles.ofParagraph(sheet).with(own)
		c.run = c.par.format
	}
	return err
}

// textRun converts a run of text of one format.
func (c *converter) textRun() error {
	outer := c.run
	err := c.children(c.element)
	c.run = outer
	return err
}

// text writes the text of a run in its format.
func (c *converter) text() error {
	var text strings.Builder
	for {
		t, err := c.decoder.RawToken()
		if errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			if err := c.skip(); err != nil {
				return err
			}
		case xml.EndElement:
			if text.Len() == 0 {
				return nil
			}
			return c.emit(c.run.wrap(text.String(), c.shaded))
		}
	}
}

// mark writes XHTML that stands for an element, and reads to the end of that.
func (c *converter) mark(s string) error {
	if err := c.emit(s); err != nil {
		return err
	}
	return c.skip()
}

// emit writes XHTML that stands in a paragraph.
func (c *converter) emit(s string) error {
	if c.par == nil {
		s = "<p>" + s + "</p>"
	}
	return c.write(s)
}

// contentControl converts a form field, without the words that ask to fill it in.
func (c *converter) contentControl() error {
	isPlaceholder := false
	return c.children(func(t xml.StartElement) error {
		switch {
		case t.Name.Local == "sdtPr":
			return c.children(func(t xml.StartElement) error {
				isPlaceholder = isPlaceholder || t.Name.Local == "showingPlcHdr"
				return c.skip()
			})
		case isPlaceholder:
			return c.skip()
		}
		return c.element(t)
	})
}

// note converts a note that the body refers to.
func (c *converter) note(t xml.StartElement) error {
	id := ooxml.Attribute(t, "id")
	if !c.notes[t.Name.Local+id] {
		return c.skip()
	}
	c.lead = "[" + html.EscapeString(id) + "] "
	return c.children(c.element)
}

// textBox converts what stands in a text box; it follows the paragraph that has the box.
func (c *converter) textBox() error {
	outer, par, run := c.out, c.par, c.run
	if par != nil {
		c.out = &par.boxes
	}
	c.par, c.run = nil, format{}
	err := c.children(c.element)
	c.out, c.par, c.run = outer, par, run
	return err
}

// readExtent reads the size of a drawing in English Metric Units, of which a point has 12,700.
func (c *converter) readExtent(t xml.StartElement) {
	const perPoint = 12_700
	points := func(name string) float64 {
		n, _ := strconv.ParseFloat(ooxml.Attribute(t, name), 64)
		return max(0, n/perPoint)
	}
	c.extent = [2]float64{points("cx"), points("cy")}
}

// pageSize reads the size of the pages of a section, in twentieths of a point. The last section counts.
func (c *converter) pageSize(t xml.StartElement) {
	const perPoint, least, most = 20, 200, 5000
	w, errW := strconv.ParseFloat(ooxml.Attribute(t, "w"), 64)
	h, errH := strconv.ParseFloat(ooxml.Attribute(t, "h"), 64)
	if w, h = w/perPoint, h/perPoint; errW == nil && errH == nil && w >= least && h >= least && w <= most && h <= most {
		c.width, c.height = w, h
	}
}
