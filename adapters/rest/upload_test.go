package rest

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/fault"
)

// streamOf is the body of a request that holds data, of unknown length.
func streamOf(data string) *Stream {
	return &Stream{contentType: "multipart/form-data; boundary=b", body: &body{stream: strings.NewReader(data), conn: noConn{}, length: -1}}
}

const twoParts = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\ncontent\r\n" +
	"--b\r\nContent-Disposition: form-data; name=\"doc_type\"\r\n\r\ntutela\r\n--b--"

func TestAnUploadIsAReader(t *testing.T) {
	u, err := streamOf(twoParts).Open("file", 100)
	if err != nil {
		t.Fatal(err)
	}
	if err := iotest.TestReader(u, []byte("content")); err != nil {
		t.Error(err)
	}
	if u.Field("doc_type") != "tutela" {
		t.Errorf("doc_type %q", u.Field("doc_type"))
	}
}

// However a form is cut off, its file does not look whole.
func TestEveryCutIsNoticed(t *testing.T) {
	for n := range len(twoParts) {
		u, err := streamOf(twoParts[:n]).Open("file", 100)
		if err == nil {
			_, err = io.ReadAll(u)
		}
		if fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("cut at %d: %v", n, err)
		}
		if errors.Is(err, io.EOF) {
			t.Errorf("cut at %d: the error looks like the end", n)
		}
	}
}

// FuzzUpload checks that a form is bounded, and that its file ends in io.EOF or in a fault.
func FuzzUpload(f *testing.F) {
	f.Add(twoParts)
	f.Add("--b\r\n\r\n--b--\r\n")
	f.Add("--b\nContent-Disposition: form-data; name=file; filename*=UTF-8''%zz\n\nx\n--b--\n")
	f.Fuzz(func(t *testing.T, data string) {
		const limit = 50
		u, err := streamOf(data).Open("file", limit)
		var content bytes.Buffer
		if err == nil {
			_, err = content.ReadFrom(u)
		}
		if kind := fault.KindOf(err); err != nil && kind != fault.Unprocessable && kind != fault.TooLarge {
			t.Errorf("%v", err)
		}
		if content.Len() > limit+1<<20 {
			t.Errorf("%d bytes of a file", content.Len())
		}
	})
}

// Whatever a part holds passes as it is, and the heads lose nothing but their
// control characters.
func TestPartHeads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"\r\n", "\n", "\x00", "--b", "-", "x", "\x7f", strings.Repeat("y", 40<<10), "\r\n\r\n", "á"})
		content := "c" + strings.Join(rapid.SliceOf(piece).Draw(t, "content"), "")
		for strings.Contains(content, "\n--b") {
			content = strings.ReplaceAll(content, "\n--b", "\n-b")
		}
		name := strings.NewReplacer("\r", "", "\n", "").Replace(strings.Join(rapid.SliceOfN(piece, 0, 3).Draw(t, "name"), ""))
		before := "--b\r\nX: " + name + "\r\nY: z\r\n\r\n"
		after := "--b\r\nX: " + strings.NewReplacer("\x00", "", "\x7f", "").Replace(name) + "\r\nY: z\r\n\r\n"
		want := after + content + "\r\n--b--\r\n"
		for name, from := range map[string]func(io.Reader) io.Reader{"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader} {
			got, err := io.ReadAll(newPartHeads(from(strings.NewReader(before+content+"\r\n--b--\r\n")), "b"))
			if err != nil || string(got) != want {
				t.Errorf("%s: %v: got %.300q, want %.300q", name, err, got, want)
			}
		}
	})
}

// A file of short lines, or of what looks like boundaries, is read in large pieces: each would else be written to the disk by itself.
func TestAFileIsReadInLargePieces(t *testing.T) {
	for rule, content := range map[string]string{
		"line ends":     strings.Repeat("\n", 1<<20),
		"near a mark":   strings.Repeat("\r\n--x", 1<<18),
		"an other mark": strings.Repeat("\r\n--b-", 1<<18),
	} {
		t.Run(rule, func(t *testing.T) {
			u, err := streamOf("--b\r\nContent-Disposition: form-data; name=file; filename=a.pdf\r\n\r\n"+content+"\r\n--b--\r\n").Open("file", 8<<20)
			if err != nil {
				t.Fatal(err)
			}
			reads, size, p := 0, 0, make([]byte, 32<<10)
			for err == nil {
				var n int
				n, err = u.Read(p)
				reads, size = reads+1, size+n
			}
			if err != io.EOF || size != len(content) || reads > 2+len(content)/len(p) {
				t.Errorf("%d of %d bytes in %d reads: %v", size, len(content), reads, err)
			}
		})
	}
}
