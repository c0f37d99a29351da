package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cotejo/cotejo/core/text"
)

// strictJSON is JSON as RFC 8259 has it: one value, UTF-8, nothing behind it. As
// in I-JSON (RFC 7493) an object names a key once; keys are taken as they are
// written.
// Its errors are Spanish sentences for the client.
var strictJSON = huma.Format{Marshal: marshalJSON, Unmarshal: unmarshalJSON}

// malformed is a sentence about a body, for anyone who sent it.
type malformed string

func (m malformed) Error() string { return string(m) }

func marshalJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// byteOrderMark is what PowerShell and old editors put before a text (RFC 8259, section 8.1: it may be ignored).
const byteOrderMark = "\uFEFF"

const (
	// maxDepth and maxValues bound what a body may make of our memory: a byte
	// of it can cost thirty once it is decoded.
	maxDepth  = 64
	maxValues = 100_000
)

func unmarshalJSON(data []byte, v any) error {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	if !utf8.Valid(data) {
		return malformed("El cuerpo no es UTF-8 válido.")
	}
	if err := measure(data); err != nil {
		return err
	}
	if _, whole := v.(*any); whole { // what will be checked
		if err := uniqueKeys(data); err != nil {
			return err
		}
	} else {
		data = misspeltKeys(data, v)
	}
	err := json.Unmarshal(data, v)
	if err == nil {
		return wholeCharacters(data)
	}
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return malformed(fmt.Sprintf("El JSON está mal formado cerca del byte %d.", syntax.Offset))
	case errors.As(err, &mismatch):
		return malformed(fmt.Sprintf("El valor cerca del byte %d no es del tipo esperado.", mismatch.Offset))
	}
	return malformed("El JSON está mal formado.")
}

// wholeCharacters refuses half a character of UTF-16, of which encoding/json makes U+FFFD, and
// names the nearest key before it.
func wholeCharacters(data []byte) error {
	at := text.HalfEscape(data)
	if at < 0 {
		return nil
	}
	name := ""
	_ = eachKey(data, func(bracket) {}, func(k key) error {
		if k.start <= at {
			name = k.name
		}
		return nil
	})
	return malformed(fmt.Sprintf("El campo «%s» tiene un carácter dañado: la mitad de un par UTF-16.", shownKey(name)))
}

// measure counts brackets and commas outside strings, before anything is decoded.
func measure(data []byte) error {
	depth, values := 0, 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = endOfString(data, i)
		case '{', '[':
			depth++
			values++
		case '}', ']':
			depth--
		case ',':
			values++
		}
		if depth > maxDepth {
			return malformed(fmt.Sprintf("El JSON tiene más de %d niveles.", maxDepth))
		}
		if values > maxValues {
			return malformed(fmt.Sprintf("El JSON tiene más de %d valores.", maxValues))
		}
	}
	return nil
}
