package readerproc

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// pages reads every document as the words of its path.
type pages struct{}

func (pages) Draw(_ context.Context, path string, d document.Drawing) ([]byte, error) {
	return fmt.Appendf(nil, "%s %d %g", path, d.Page, d.DPI), nil
}

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
		var a answer
		if err := readFrame(&out, &a); err == io.EOF {
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

func FuzzReadFrame(f *testing.F) {
	var b bytes.Buffer
	writeFrame(&b, answer{Page: &document.Page{Text: "tutela"}, Total: 3})
	f.Add(b.Bytes())
	f.Add([]byte("\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, frame []byte) {
		var a answer
		if err := readFrame(bytes.NewReader(frame), &a); err != nil {
			return
		}
		var again bytes.Buffer
		if err := writeFrame(&again, a); err != nil {
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
		readFrame(&answers, &a)
	}
	fmt.Println(a.Page.Number, a.Page.Text, a.Total)
	// Output: 1 tutela 1
}
