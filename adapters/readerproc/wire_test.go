package readerproc

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// pages reads every document as the words of its path.
type pages struct{}

func (pages) Draw(_ context.Context, path string, d document.Drawing) ([]byte, error) {
	return fmt.Appendf(nil, "%s %d %g", path, d.Page, d.DPI), nil
}

func (pages) Excerpt(context.Context, string, document.PageRange, string) error { return nil }

func (pages) Check(context.Context) (document.Sandbox, error) { return document.Sandbox{}, nil }

func (pages) Count(_ context.Context, path, password string) (int, error) {
	return len(strings.Fields(path)) + len(password), nil
}

func (pages) Read(_ context.Context, r document.ReadRequest, visit func(document.Page, int) error) error {
	path := r.Path
	if path == "locked" {
		return fault.Wrap(errors.New("cause"), fault.Unprocessable, "pdf_encrypted", "Quite la contraseña.")
	}
	words := strings.Fields(path)
	for i, w := range words {
		p := document.Page{Number: i + 1, Text: w, Words: []document.Word{{Text: w, End: len(w), Box: document.Box{X1: 1.25}}}}
		if err := visit(p, len(words)); err != nil {
			return err
		}
	}
	return nil
}

func TestServeAnswersRequestAfterRequest(t *testing.T) {
	var in, out bytes.Buffer
	for _, path := range []string{"uno dos", "locked", "tres"} {
		if err := writeFrame(&in, request{ReadRequest: document.ReadRequest{Path: path}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := Serve(&in, &out, pages{}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for {
		a, err := readAnswer(&out)
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		switch {
		case a.Begun:
		case a.Fault != nil:
			got = append(got, fmt.Sprint(a.Fault.fault()))
		case a.Page != nil:
			got = append(got, fmt.Sprintf("%s %d/%d %v", a.Page.Text, a.Page.Number, a.Total, a.Page.Words[0].Box.X1))
		default:
			got = append(got, "end")
		}
	}
	want := []string{"uno 1/2 1.25", "dos 2/2 1.25", "end", "pdf_encrypted: Quite la contraseña.: cause", "tres 1/1 1.25", "end"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("answers %q, want %q", got, want)
	}
}

func TestFramesAreBounded(t *testing.T) {
	if err := writeFrame(io.Discard, strings.Repeat("x", maxFrame)); err == nil {
		t.Error("a frame over the limit was written")
	}
	var v any
	if err := readFrame(bytes.NewReader(binary.BigEndian.AppendUint32(nil, maxFrame+1)), &v); err == nil {
		t.Error("a frame over the limit was read")
	}
	if err := readFrame(strings.NewReader("\x00\x00\x00\x09{}"), &v); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a torn frame: %v", err)
	}
}

// frameOf returns a frame with that body, however long it is.
func frameOf(body string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), body...)
}

// fullFrame returns a frame of almost maxFrame bytes: a list of one element, repeated, between
// before and after.
func fullFrame(before, element, after string) []byte {
	n := (maxFrame-len(before)-len(after))/(len(element)+1) - 1
	return frameOf(before + strings.Repeat(element+",", n) + element + after)
}

// allocated returns how many bytes do allocates, freed ones included.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A reader that a document has taken over may send a frame of the largest size whose lists would
// take a hundred times its memory.
func TestReadAnswerBoundsMemory(t *testing.T) {
	const limit = 2 * maxFrame
	for name, c := range map[string]struct {
		frame []byte
		want  error
	}{
		"words":               {fullFrame(`{"Page":{"Words":[`, `{}`, `]}}`), errListTooLong},
		"words that are null": {fullFrame(`{"Page":{"Words":[`, `null`, `]}}`), errListTooLong},
		"emendations":         {fullFrame(`{"Page":{"Emended":[`, `{}`, `]}}`), errListTooLong},
		"steps":               {fullFrame(`{"Page":{"Steps":[`, `""`, `]}}`), errListTooLong},
		"rows":                {fullFrame(`{"Rows":[`, `{}`, `]}`), errListTooLong},
		"cells of a row":      {fullFrame(`{"Rows":[{"c":[`, `{}`, `]}]}`), errListTooLong},
		"cells of many rows":  {fullFrame(`{"Rows":[`, `{"c":[`+strings.Repeat("{},", 999)+`{}]}`, `]}`), errListTooLong},
		"pages":               {fullFrame(`{"Page":{},`, `"Page":{}`, `}`), errWrongKey},
		"lists of words":      {fullFrame(`{"Page":{"Words":[{}],`, `"Words":[{}]`, `}}`), errWrongKey},
		"unknown lists":       {fullFrame(`{"X":[`, `{}`, `]}`), errWrongKey},
		"answers":             {fullFrame(`{}`, ` {}`, ``), errTrailingData},
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			n := allocated(func() { _, err = readAnswer(bytes.NewReader(c.frame)) })
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if n > limit {
				t.Errorf("%d bytes were allocated for a frame of %d", n, len(c.frame))
			}
		})
	}
}

func TestReadAnswerTakesLargestPageAndRows(t *testing.T) {
	page := document.Page{Number: 7, Text: "ñ", Confidence: .5, Turn: 1, Words: make([]document.Word, maxWords),
		Emended: []document.Emendation{{Start: 1, End: 2, From: "0", To: "o", Rule: "digit"}}, Steps: []string{"level"},
		Attachments: slices.Repeat([]string{"a.pdf"}, document.MaxAttachments+1), AdobeForm: true, Hidden: true}
	for i := range page.Words {
		page.Words[i] = document.Word{Text: "palabra", End: i, Box: document.Box{X1: 1.25}}
	}
	rows := make([]spreadsheet.Row, maxRows)
	for i := range rows {
		rows[i] = spreadsheet.Row{Number: i + 1, Sheet: 1, Since1904: true, Cells: make([]spreadsheet.Cell, maxCells/maxRows)}
	}
	for name, want := range map[string]answer{
		"page":    {ID: 3, Page: &page, Total: 9},
		"rows":    {ID: 3, Rows: rows},
		"picture": {ID: 3, Picture: []byte("PNG")},
		"fault":   {ID: 3, Fault: &wireFault{Kind: fault.Timeout, Code: "late", Message: "Tarde.", Cause: "late"}},
		"ready":   {Sandbox: document.Sandbox{Calls: true, Files: true}},
		"begun":   {ID: 3, Begun: true},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := writeFrame(&b, want); err != nil {
				t.Fatal(err)
			}
			if got, err := readAnswer(&b); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%v, or another answer than was sent", err)
			}
		})
	}
}

func TestReadAnswerBoundsFault(t *testing.T) {
	for length, want := range map[int]error{maxFaultText: nil, maxFaultText + 1: errFaultTooLong} {
		var b bytes.Buffer
		if err := writeFrame(&b, answer{Fault: &wireFault{Message: strings.Repeat("x", length)}}); err != nil {
			t.Fatal(err)
		}
		if _, err := readAnswer(&b); !errors.Is(err, want) {
			t.Errorf("%d bytes: %v, want %v", length, err, want)
		}
	}
}

func TestReadAnswerTellsTornFrameFromEnd(t *testing.T) {
	whole := frameOf(`{"ID":1,"Page":{"Words":[{"Text":"uno"}]}} `)
	for n := range whole {
		want := io.ErrUnexpectedEOF
		if n == 0 {
			want = io.EOF
		}
		if _, err := readAnswer(bytes.NewReader(whole[:n])); err != want {
			t.Errorf("after %d bytes: %v, want %v", n, err, want)
		}
	}
	if a, err := readAnswer(bytes.NewReader(whole)); err != nil || a.Page == nil {
		t.Errorf("the whole frame: %+v, %v", a, err)
	}
}

// FuzzReadAnswer lets a reader send anything. Whatever is accepted keeps to the bounds and is what
// encoding/json finds in the frame.
func FuzzReadAnswer(f *testing.F) {
	for _, a := range []answer{
		{Page: &document.Page{Text: "tutela", Words: []document.Word{{Text: "tutela", End: 6}}, Steps: []string{"level"}}, Total: 3},
		{Rows: []spreadsheet.Row{{Number: 1, Cells: []spreadsheet.Cell{{Kind: spreadsheet.Text, Value: "ñ"}}}}},
		{Fault: &wireFault{Kind: fault.Timeout}, Picture: []byte("x"), Sandbox: document.Sandbox{Calls: true}},
	} {
		var b bytes.Buffer
		if err := writeFrame(&b, a); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte("\xff\xff\xff\xff"))
	f.Add(frameOf(`{"Page":{"Words":[{},{},null]},"Rows":[]}`))
	f.Add(frameOf(`{"Page":null,"Page":{}} {}`))
	f.Fuzz(func(t *testing.T, frame []byte) {
		got, err := readAnswer(bytes.NewReader(frame))
		if err != nil {
			return
		}
		var want answer
		if err := readFrame(bytes.NewReader(frame), &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("accepted %+v, want %+v, %v", got, want, err)
		}
		if p := got.Page; p != nil && (len(p.Words) > maxWords || len(p.Emended) > maxEmendations || len(p.Steps) > maxSteps) || len(got.Rows) > maxRows {
			t.Fatal("a list is beyond its bound")
		}
		var again bytes.Buffer
		if err := writeFrame(&again, got); err != nil {
			t.Fatal(err)
		}
	})
}

func ExampleServe() {
	var requests, answers bytes.Buffer
	writeFrame(&requests, request{ReadRequest: document.ReadRequest{Path: "tutela"}})
	if err := Serve(&requests, &answers, pages{}); err != nil {
		panic(err)
	}
	var a answer
	for a.Page == nil { // the first says that the request was taken up
		a, _ = readAnswer(&answers)
	}
	fmt.Println(a.Page.Number, a.Page.Text, a.Total)
	// Output: 1 tutela 1
}
