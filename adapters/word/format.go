package word

import (
	"encoding/xml"
	"html"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/adapters/ooxml"
)

// format is how a paragraph or its text looks, as far as it matters. Its zero value says nothing.
type format struct {
	bold, italic, caps, hidden state
	colour                     string  // six hexadecimal digits
	size                       float64 // in points

	list      string // number of a list; "0" is none
	level     string
	align     string
	onNewPage state
}

type state int8

const (
	unset state = iota
	no
	yes
)

// with returns f with what o says in its place.
func (f format) with(o format) format {
	for _, p := range []struct {
		to   *state
		from state
	}{{&f.bold, o.bold}, {&f.italic, o.italic}, {&f.caps, o.caps}, {&f.hidden, o.hidden}, {&f.onNewPage, o.onNewPage}} {
		if p.from != unset {
			*p.to = p.from
		}
	}
	for _, p := range []struct {
		to   *string
		from string
	}{{&f.colour, o.colour}, {&f.list, o.list}, {&f.level, o.level}, {&f.align, o.align}} {
		if p.from != "" {
			*p.to = p.from
		}
	}
	if o.size != 0 {
		f.size = o.size
	}
	return f
}

// wrap returns text as XHTML. Hidden text has the colour of the page. What is behind text on a
// shade is not known, so that its colour is that of other text.
func (f format) wrap(text string, isShaded bool) string {
	if f.caps == yes {
		text = strings.ToUpper(text)
	}
	s := html.EscapeString(text)
	style := ""
	if f.hidden == yes {
		style = "color:#ffffff;"
	} else if f.colour != "" && !isShaded {
		style = "color:#" + f.colour + ";"
	}
	if f.size > 0 {
		style += "font-size:" + strconv.FormatFloat(f.size, 'f', 1, 64) + "pt;"
	}
	if style != "" {
		s = `<span style="` + style + `">` + s + `</span>`
	}
	if f.italic == yes {
		s = "<i>" + s + "</i>"
	}
	if f.bold == yes {
		s = "<b>" + s + "</b>"
	}
	return s
}

// readFormat reads the properties in the element whose start was read.
func readFormat(d *xml.Decoder, known styles) (format, error) {
	var sheet, own format
	err := children(d, func(t xml.StartElement) error {
		if t.Name.Local == "rStyle" {
			sheet = known.of(ooxml.Attribute(t, "val"))
		}
		return readProperty(d, t, &own)
	})
	return sheet.with(own), err
}

// readProperty reads a property to its end.
func readProperty(d *xml.Decoder, t xml.StartElement, f *format) error {
	value := ooxml.Attribute(t, "val")
	is := yes
	if value == "0" || value == "false" || value == "off" {
		is = no
	}
	switch t.Name.Local {
	case "b":
		f.bold = is
	case "i":
		f.italic = is
	case "caps":
		f.caps = is
	case "vanish":
		f.hidden = is
	case "pageBreakBefore":
		f.onNewPage = is
	case "jc":
		f.align = value
	case "color":
		if isColour(value) {
			f.colour = value
		}
	case "sz":
		if n, err := strconv.ParseFloat(value, 64); err == nil && n >= 1 && n <= 400 {
			f.size = n / 2
		}
	case "numPr":
		return children(d, func(t xml.StartElement) error {
			switch t.Name.Local {
			case "numId":
				f.list = ooxml.Attribute(t, "val")
			case "ilvl":
				f.level = ooxml.Attribute(t, "val")
			}
			return skip(d)
		})
	}
	return skip(d)
}

// isColour reports whether s is a colour of six hexadecimal digits.
func isColour(s string) bool {
	_, err := strconv.ParseUint(s, 16, 32)
	return len(s) == 6 && err == nil
}

// styles are the styles of a document.
type styles struct {
	byID     map[string]sheet
	defaults format
	usual    string // the style of paragraphs without one
}

type sheet struct {
	format
	basedOn string
}

const maxStyles = 5000

func readStyles(p *ooxml.Package, part string) (styles, error) {
	s := styles{byID: map[string]sheet{}}
	err := p.Each(part, func(d *xml.Decoder, t xml.StartElement) error {
		switch t.Name.Local {
		case "docDefaults":
			return readDefaults(d, &s.defaults)
		case "style":
			if len(s.byID) == maxStyles {
				return ErrTooBig
			}
			id := ooxml.Attribute(t, "styleId")
			if ooxml.Attribute(t, "type") == "paragraph" && ooxml.IsTrue(ooxml.Attribute(t, "default")) {
				s.usual = id
			}
			var err error
			s.byID[id], err = readSheet(d)
			return err
		}
		return nil
	})
	return s, err
}

// readDefaults reads the format of everything: rPrDefault and pPrDefault each hold properties.
func readDefaults(d *xml.Decoder, f *format) error {
	return children(d, func(xml.StartElement) error {
		return children(d, func(xml.StartElement) error {
			return children(d, func(t xml.StartElement) error { return readProperty(d, t, f) })
		})
	})
}

func readSheet(d *xml.Decoder) (s sheet, err error) {
	err = children(d, func(t xml.StartElement) error {
		switch t.Name.Local {
		case "basedOn":
			s.basedOn = ooxml.Attribute(t, "val")
		case "pPr", "rPr":
			return children(d, func(t xml.StartElement) error { return readProperty(d, t, &s.format) })
		}
		return skip(d)
	})
	return s, err
}

// of returns the format of a style with those on which it is based.
func (s styles) of(id string) format {
	const mostLinks = 20
	var chain []sheet
	for len(chain) < mostLinks {
		one, ok := s.byID[id]
		if !ok {
			break
		}
		chain = append(chain, one)
		id = one.basedOn
	}
	var f format
	for i := len(chain) - 1; i >= 0; i-- {
		f = f.with(chain[i].format)
	}
	return f
}

// ofParagraph returns the format of a paragraph of a style; "" is the usual one.
func (s styles) ofParagraph(id string) format {
	if _, ok := s.byID[id]; !ok {
		id = s.usual
	}
	return s.defaults.with(s.of(id))
}
