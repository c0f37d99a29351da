package excel

import (
	"encoding/xml"
	"strings"

	"github.com/cotejo/cotejo/adapters/ooxml"
)

// stringTable holds the texts that cells share, end to end.
type stringTable struct {
	texts []byte
	ends  []uint32
}

const (
	maxStrings     = 4_000_000
	maxStringBytes = 128 << 20
)

func (s *stringTable) add(text string) error {
	if len(s.ends) == maxStrings || len(s.texts)+len(text) > maxStringBytes {
		return tooBig(nil)
	}
	s.texts = append(s.texts, text...)
	s.ends = append(s.ends, uint32(len(s.texts)))
	return nil
}

// at returns a text by its number; ok is false where there is none.
func (s *stringTable) at(i int) (text string, ok bool) {
	if i < 0 || i >= len(s.ends) {
		return "", false
	}
	start := uint32(0)
	if i > 0 {
		start = s.ends[i-1]
	}
	return string(s.texts[start:s.ends[i]]), true
}

// readStrings reads xl/sharedStrings.xml.
func (b *book) readStrings(part string) error {
	return b.Each(part, func(d *xml.Decoder, t xml.StartElement) error {
		if t.Name.Local != "si" {
			return nil
		}
		text, err := richText(d, "si")
		if err != nil {
			return err
		}
		return b.strings.add(text)
	})
}

// richText reads the text of an element that has begun, up to its end: a plain
// one, or runs of several formats. How it is pronounced (rPh) is not a part of it.
func richText(d *xml.Decoder, until string) (string, error) {
	var b strings.Builder
	inText, spoken := false, 0
	for {
		token, err := d.RawToken()
		if err != nil {
			return "", unexpectedEnd(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "t":
				inText = true
			case "rPh":
				spoken++
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "t":
				inText = false
			case "rPh":
				spoken--
			case until:
				return unescape(b.String()), nil
			}
		case xml.CharData:
			if inText && spoken == 0 {
				if b.Len()+len(t) > ooxml.MaxToken {
					return "", tooBig(nil)
				}
				b.Write(t)
			}
		}
	}
}
