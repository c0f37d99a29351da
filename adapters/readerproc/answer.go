package readerproc

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// Bounds of what is in an answer. The reader keeps to them; one that a document has taken
// over may not, and two bytes of JSON can become a hundred bytes of memory.
const (
	maxWords       = document.MaxPageWords
	maxEmendations = document.MaxPageWords
	maxSteps       = 100
	maxRows        = rowsPerFrame
	maxCells       = cellsPerFrame + maxColumns

	maxFaultText = 16 << 10 // bytes that are stored and shown to people
)

// readAnswer reads an answer of a reader that may be hostile. It decodes the frame as it comes
// in and stops at the first list with too many elements, so that the memory it takes is bounded
// by the bytes of the frame plus the largest lists that are allowed. Unknown and repeated keys
// are errors. It returns io.EOF when the reader has ended between two frames.
func readAnswer(r io.Reader) (answer, error) {
	n, err := readLength(r)
	if err != nil {
		return answer{}, err
	}
	frame := &io.LimitedReader{R: r, N: int64(n)}
	d := answerDecoder{json: json.NewDecoder(frame), cells: maxCells}
	d.json.DisallowUnknownFields()
	a, err := d.answer()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), err == nil && frame.N > 0:
		return answer{}, io.ErrUnexpectedEOF // within a frame, unlike the end between two
	case err == nil:
		return a, nil
	}
	return answer{}, fmt.Errorf("decoding a frame: %w", err)
}

// answerDecoder decodes one answer.
type answerDecoder struct {
	json  *json.Decoder
	cells int // that the rows of the answer may still have
}

// answer decodes the whole frame.
func (d *answerDecoder) answer() (a answer, err error) {
	_, err = d.object(map[string]any{
		"ID": &a.ID, "Begun": &a.Begun, "Picture": &a.Picture, "Total": &a.Total, "Fault": &a.Fault, "Sandbox": &a.Sandbox,
		"Page": func() (err error) { a.Page, err = d.page(); return err },
		"Rows": func() (err error) { a.Rows, err = decodeList(d, maxRows, d.row); return err },
	})
	if err != nil {
		return answer{}, err
	}
	if f := a.Fault; f != nil && len(f.Kind)+len(f.Code)+len(f.Message) > maxFaultText {
		return answer{}, errFaultTooLong
	}
	if _, err := d.json.Token(); !errors.Is(err, io.EOF) {
		return answer{}, errors.Join(errTrailingData, err)
	}
	return a, nil
}

// page decodes a page, nil for null.
func (d *answerDecoder) page() (*document.Page, error) {
	var p document.Page
	found, err := d.object(map[string]any{
		"Number": &p.Number, "Source": &p.Source, "DPI": &p.DPI, "Width": &p.Width, "Height": &p.Height, "Text": &p.Text,
		"Confidence": &p.Confidence, "Millis": &p.Millis, "Turn": &p.Turn, "Unreadable": &p.Unreadable, "Blank": &p.Blank,
		"AdobeForm": &p.AdobeForm, "Hidden": &p.Hidden,
		"Attachments": func() (err error) {
			p.Attachments, err = decodeList(d, document.MaxAttachments+1, decodeElement[string](d))
			return err
		},
		"Words": func() (err error) {
			p.Words, err = decodeList(d, maxWords, decodeElement[document.Word](d))
			return err
		},
		"Emended": func() (err error) {
			p.Emended, err = decodeList(d, maxEmendations, decodeElement[document.Emendation](d))
			return err
		},
		"Steps": func() (err error) { p.Steps, err = decodeList(d, maxSteps, decodeElement[string](d)); return err },
	})
	if err != nil || !found {
		return nil, err
	}
	return &p, nil
}

// row decodes a row; its keys are those of the tags of spreadsheet.Row.
func (d *answerDecoder) row(r *spreadsheet.Row) error {
	_, err := d.object(map[string]any{
		"s": &r.Sheet, "t": &r.SheetName, "h": &r.Hidden, "n": &r.Number, "m": &r.Since1904,
		"c": func() (err error) {
			r.Cells, err = decodeList(d, d.cells, decodeElement[spreadsheet.Cell](d))
			d.cells -= len(r.Cells)
			return err
		},
	})
	return err
}

// object decodes the next value, an object with some of the given fields, each at most once. A
// field is a pointer to decode into, or a function that decodes the value. found is false for null.
func (d *answerDecoder) object(fields map[string]any) (found bool, err error) {
	if found, err = d.opens('{'); !found || err != nil {
		return false, err
	}
	for d.json.More() {
		token, err := d.json.Token()
		if err != nil {
			return false, err
		}
		key, _ := token.(string)
		field, known := fields[key]
		if !known {
			return false, errWrongKey
		}
		delete(fields, key)
		if decode, ok := field.(func() error); ok {
			err = decode()
		} else {
			err = d.json.Decode(field)
		}
		if err != nil {
			return false, err
		}
	}
	_, err = d.json.Token()
	return true, err
}

// opens takes the delimiter that begins the next value; false for null.
func (d *answerDecoder) opens(delimiter json.Delim) (bool, error) {
	switch token, err := d.json.Token(); {
	case err != nil:
		return false, err
	case token == delimiter:
		return true, nil
	case token == nil:
		return false, nil
	}
	return false, fmt.Errorf("the value does not begin with %v", delimiter)
}

// decodeList decodes the next value, a list of at most so many elements, each with element. A
// list is nil for null only, as encoding/json has it.
func decodeList[T any](d *answerDecoder, most int, element func(*T) error) ([]T, error) {
	if found, err := d.opens('['); !found || err != nil {
		return nil, err
	}
	list := []T{}
	for d.json.More() {
		if len(list) >= most {
			return nil, errListTooLong
		}
		var v T
		if err := element(&v); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := d.json.Token()
	return list, err
}

// decodeElement decodes elements of lists that hold no lists themselves.
func decodeElement[T any](d *answerDecoder) func(*T) error {
	return func(v *T) error { return d.json.Decode(v) }
}

// What is wrong with a frame. The messages do not repeat it: it may be as long as a frame.
var (
	errWrongKey     = errors.New("an unknown or repeated key")
	errListTooLong  = errors.New("a list with too many elements")
	errFaultTooLong = errors.New("a fault with too long a text")
	errTrailingData = errors.New("more than one value")
)
