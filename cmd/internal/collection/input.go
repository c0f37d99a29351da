package collection

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/dedup"
)

// input is a document as it was written.
type input struct {
	ID, Type, Text string
	Parties        *dedup.Parties // nil when nothing is said of them
}

// wireInput is a line: {"id", "text", "doc_type", "entities"}.
type wireInput struct {
	ID       json.RawMessage `json:"id"`
	Text     *string         `json:"text"`
	Type     string          `json:"doc_type"`
	Entities json.RawMessage `json:"entities"`
	Fields   json.RawMessage `json:"fields"` // as «cotejo extract» writes them
}

// parseLine reads a line. Its errors are Spanish.
func parseLine(line []byte) (in input, err error) {
	var w wireInput
	if !quickly(line, &w) {
		w = wireInput{}
		if err := json.Unmarshal(line, &w); err != nil {
			return input{}, lineFault(err)
		}
	}
	if w.Text == nil {
		return input{}, errors.New(`falta "text"`)
	}
	in = input{Text: *w.Text, Type: w.Type}
	if in.ID, err = parseID(w.ID); err != nil {
		return input{}, err
	}
	for _, raw := range []json.RawMessage{w.Fields, w.Entities} {
		if in.Parties != nil || len(raw) == 0 || string(raw) == "null" {
			continue
		}
		if in.Parties, err = parseEntities(raw); err != nil {
			return input{}, err
		}
	}
	return in, nil
}

func lineFault(err error) error {
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field != "":
		return fmt.Errorf(`%q debe ser un texto`, wrong.Field)
	case errors.As(err, &wrong):
		return errors.New(`debe ser un objeto como {"id": "1", "text": "…"}`)
	case errors.As(err, &syntax):
		return fmt.Errorf("no es JSON válido (byte %d)", syntax.Offset)
	}
	return errors.New("no es JSON válido")
}

func parseID(raw json.RawMessage) (string, error) {
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return "", nil
	case raw[0] == '"':
		var id string
		err := json.Unmarshal(raw, &id)
		return id, err
	case strings.IndexByte("{[tf", raw[0]) >= 0:
		return "", errors.New(`"id" debe ser un texto o un número`)
	}
	return string(raw), nil
}

// quickly reads an object whose values are strings, numbers and whatever is
// left as it is, without looking at a text twice as package json does. It
// answers false when in doubt: then package json reads the line, and says what
// is wrong with it.
func quickly(line []byte, w *wireInput) bool {
	p := parser{rest: line}
	if !p.take('{') {
		return false
	}
	for first := true; !p.take('}'); first = false {
		if !first && !p.take(',') {
			return false
		}
		key, ok := p.plainString()
		if !ok || !p.take(':') {
			return false
		}
		p.blanks()
		switch string(key) {
		case "text":
			s, ok := p.text()
			if !ok {
				return false
			}
			w.Text = &s
		case "doc_type":
			s, ok := p.plainString()
			if !ok {
				return false
			}
			w.Type = string(s)
		case "id", "entities", "fields":
			raw, ok := p.value()
			if !ok {
				return false
			}
			switch key[0] {
			case 'i':
				w.ID = raw
			case 'e':
				w.Entities = raw
			default:
				w.Fields = raw
			}
		default:
			// Package json matches keys in any case.
			for _, known := range []string{"id", "text", "doc_type", "entities", "fields"} {
				if strings.EqualFold(string(key), known) {
					return false
				}
			}
			if _, ok := p.value(); !ok {
				return false
			}
		}
	}
	p.blanks()
	return len(p.rest) == 0
}

// parser reads values off the front of a line.
type parser struct{ rest []byte }

func (p *parser) blanks() {
	for len(p.rest) > 0 && (p.rest[0] == ' ' || p.rest[0] == '\n' || p.rest[0] == '\r' || p.rest[0] == '\t') {
		p.rest = p.rest[1:]
	}
}

func (p *parser) take(c byte) bool {
	if p.blanks(); len(p.rest) == 0 || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

// plainString reads a string without escapes.
func (p *parser) plainString() ([]byte, bool) {
	if !p.take('"') {
		return nil, false
	}
	end := bytes.IndexByte(p.rest, '"')
	if end < 0 {
		return nil, false
	}
	s := p.rest[:end]
	p.rest = p.rest[end+1:]
	return s, plain(s)
}

// plain reports whether s is in a string for itself.
func plain(s []byte) bool {
	for _, c := range s {
		if c < ' ' || c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// value reads any value and leaves it as it is.
func (p *parser) value() (json.RawMessage, bool) {
	p.blanks()
	d := json.NewDecoder(bytes.NewReader(p.rest))
	var raw json.RawMessage
	if len(p.rest) > 0 && p.rest[0] == '"' {
		if s, ok := p.plainString(); ok {
			return append(append([]byte{'"'}, s...), '"'), true
		}
		return nil, false
	}
	if d.Decode(&raw) != nil {
		return nil, false
	}
	p.rest = p.rest[d.InputOffset():]
	return raw, true
}

// text reads a string with the escapes that texts have.
func (p *parser) text() (string, bool) {
	if !p.take('"') {
		return "", false
	}
	var b strings.Builder
	b.Grow(len(p.rest))
	for {
		n := ordinary(p.rest)
		b.Write(p.rest[:n])
		if n == len(p.rest) {
			return "", false
		}
		c := p.rest[n]
		p.rest = p.rest[n+1:]
		if c == '"' {
			return b.String(), utf8.ValidString(b.String())
		}
		if c != '\\' {
			return "", false
		}
		if len(p.rest) == 0 {
			return "", false
		}
		c, p.rest = p.rest[0], p.rest[1:]
		switch c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'f':
			b.WriteByte('\f')
		case '"', '\\', '/':
			b.WriteByte(c)
		case 'u':
			r, ok := p.hex()
			if !ok || r >= 0xd800 && r < 0xe000 {
				return "", false // half of a pair
			}
			b.WriteRune(r)
		default:
			return "", false
		}
	}
}

// ordinary returns how many bytes at the front of s are neither a quote nor a
// backslash nor a control character. It looks at eight at a time: a byte less
// than n borrows when n is taken from it, and the lowest that does is certain.
func ordinary(s []byte) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	n := 0
	for ; n+8 <= len(s); n += 8 {
		v := binary.LittleEndian.Uint64(s[n:])
		quote, backslash := v^'"'*each, v^'\\'*each
		if found := ((v-' '*each)&^v | (quote-each)&^quote | (backslash-each)&^backslash) & high; found != 0 {
			return n + bits.TrailingZeros64(found)>>3
		}
	}
	for n < len(s) && s[n] >= ' ' && s[n] != '"' && s[n] != '\\' {
		n++
	}
	return n
}

// hex reads four hexadecimal digits.
func (p *parser) hex() (r rune, ok bool) {
	if len(p.rest) < 4 {
		return 0, false
	}
	for _, c := range p.rest[:4] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	p.rest = p.rest[4:]
	return r, true
}
