package intakeapi_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/apitest"
)

// part is a piece of a form: a file when it has a file name.
type part struct{ field, file, content string }

const boundary = "frontera"

// form writes parts as multipart/form-data, byte for byte.
func form(parts ...part) string {
	var b strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&b, "--%s\r\nContent-Disposition: form-data; name=\"%s\"", boundary, p.field)
		if p.file != "" {
			fmt.Fprintf(&b, "; filename=\"%s\"\r\nContent-Type: application/pdf", p.file)
		}
		fmt.Fprintf(&b, "\r\n\r\n%s\r\n", p.content)
	}
	fmt.Fprintf(&b, "--%s--\r\n", boundary)
	return b.String()
}

var (
	pdf         = part{"file", "a.pdf", "%PDF-1.7 …"}
	formHeader  = map[string]string{"Content-Type": "multipart/form-data; boundary=" + boundary}
	processPath = prefix + "/documents/process"
)

func TestProcess(t *testing.T) {
	h := build(t, nil)
	whole := form(pdf)
	rows := []apitest.Row{
		{Name: "accepted", Body: form(pdf), Status: 202,
			WantHeader: map[string]string{"Location": prefix + "/tasks/" + knownTask, "Retry-After": "1"},
			JSON:       `{"task_id":"` + knownTask + `","status":"pending","data":{"task_id":"` + knownTask + `","status":"pending"}}`},
		{Name: "type before the file", Body: form(part{"doc_type", "", "habeas_corpus"}, pdf), Status: 202},
		{Name: "type behind the file", Body: form(pdf, part{"doc_type", "", "habeas_corpus"}), Status: 202},
		{Name: "type that is no slug, behind the file", Body: form(pdf, part{"doc_type", "", "<x>"}), Status: 422, JSON: `{"code":"invalid_document_type"}`},
		{Name: "extension in capitals", Body: form(part{"file", "A.PDF", "%PDF-"}), Status: 202},
		{Name: "file name with a path", Body: form(part{"file", `..\..\etc/../x/ñandú.pdf`, "%PDF-"}), Status: 202},
		{Name: "file name with control characters", Body: form(part{"file", "a\x00b\x1b[31m\x7f.pdf", "%PDF-"}), Status: 202},
		{Name: "unknown fields and files are ignored", Body: form(part{"x", "", "y"}, part{"other", "b.txt", "z"}, pdf, part{"other", "c.txt", "z"}), Status: 202},
		{Name: "cut off within a file of another kind", Body: form(part{"file", "a.gif", "GIF89a"})[:120], Status: 422, JSON: `{"code":"upload_interrupted"}`},
		{Name: "several files", Body: form(pdf, pdf), Status: 422, JSON: `{"code":"several_files"}`},
		{Name: "no file", Body: form(part{"doc_type", "", "tutela"}), Status: 422, JSON: `{"code":"file_missing"}`},
		{Name: "file without a name", Body: form(part{"file", "", "%PDF-"}), Status: 422, JSON: `{"code":"file_missing"}`},
		{Name: "empty form", Body: form(), Status: 422, JSON: `{"code":"file_missing"}`},
		{Name: "no body", Status: 422},
		{Name: "field that is not UTF-8", Body: form(part{"password", "", "a\xf1o"}, pdf), Status: 422, JSON: `{"code":"field_not_utf8"}`},
		{Name: "field that is very long", Body: form(part{"doc_type", "", repeat("x", 5000)}, pdf), Status: 422, JSON: `{"code":"field_too_long"}`},
		{Name: "very many fields", Body: form(append(make([]part, 1000), pdf)...), Status: 422},
		{Name: "cut off within the file", Body: whole[:len(whole)-20], Status: 422, JSON: `{"code":"upload_interrupted"}`},
		{Name: "cut off behind the file", Body: form(pdf, part{"doc_type", "", "tutela"})[:len(whole)+20], Status: 422, JSON: `{"code":"upload_interrupted"}`},
		{Name: "cut off before the file", Body: whole[:40], Status: 422},
		{Name: "another boundary", Body: whole, Header: map[string]string{"Content-Type": "multipart/form-data; boundary=otra"}, Status: 422},
		{Name: "no boundary", Body: whole, Header: map[string]string{"Content-Type": "multipart/form-data"}, Status: 422, JSON: `{"code":"not_multipart"}`},
		{Name: "no form", Body: "%PDF-", Header: map[string]string{"Content-Type": "application/pdf"}, Status: 422, JSON: `{"code":"not_multipart"}`},
		{Name: "of the largest size", Body: form(part{"file", "a.pdf", repeat("x", 2<<20)}), Status: 202},
		{Name: "a form larger than its bound", Body: form(part{"file", "a.pdf", repeat("x", 3<<20)}), Status: 413, JSON: `{"code":"upload_too_large"}`},
		{Name: "a form larger than its bound, size not announced", Body: unsized(form(part{"file", "a.pdf", repeat("x", 3<<20)})), Status: 413},
		{Name: "much too large", Body: form(part{"file", "a.pdf", repeat("x", 20<<20)}), Status: 413},
		{Name: "much too large, size not announced", Body: unsized(form(part{"file", "a.pdf", repeat("x", 20<<20)})), Status: 413},
		{Name: "much too large behind the file", Body: unsized(form(pdf, part{"other", "b.pdf", repeat("x", 20<<20)})), Status: 413},
	}
	for i := range rows {
		r := &rows[i]
		r.Method, r.Path, r.Token = "POST", processPath, goodToken
		if r.Header == nil {
			r.Header = formHeader
		}
	}
	h.Run(t, rows)
}

// TestFiles sends several files, of which each is a document; what is refused leaves the others.
func TestFiles(t *testing.T) {
	h := build(t, nil)
	var got []string
	h.intake.SubmitFunc = func(_ context.Context, _ account.Actor, u document.Upload) (document.Task, error) {
		if strings.HasSuffix(u.FileName, ".gif") {
			return document.Task{}, fault.New(fault.Unprocessable, "not_a_pdf", "El archivo es una imagen GIF.")
		}
		if strings.HasSuffix(u.FileName, ".full") {
			return document.Task{}, fault.New(fault.Unavailable, "queue_full", "Hay demasiados documentos en espera.")
		}
		content, err := io.ReadAll(u.Content)
		if err != nil {
			return document.Task{}, err
		}
		got = append(got, fmt.Sprintf("%s %s %s %t", u.FileName, content, u.TypeName(), len(u.Key) == 64))
		return document.Task{ID: knownTask, Status: document.TaskPending}, nil
	}
	pdf, word, gif := part{"files", "a.pdf", "uno"}, part{"files", "b.docx", "dos"}, part{"files", "c.gif", "GIF89a"}
	kind := func(name string) part { return part{"doc_type", "", name} }
	accepted := func(name string) string {
		return `{"file_name":"` + name + `","delivery_id":null,"task_id":"` + knownTask + `","status":"pending"}`
	}
	const delivery = "01980000-0000-7000-8000-000000000001"
	h.intake.DeliverFunc = func(_ context.Context, _ account.Actor, u document.Upload) (document.Delivered, error) {
		content, err := io.ReadAll(u.Content)
		got = append(got, fmt.Sprintf("%s %s %s", u.FileName, content, u.TypeName()))
		return document.Delivered{Delivery: document.Delivery{ID: delivery, Subject: "Tutela de Ana", Parts: []document.DeliveredPart{
			{Name: "1.jpg", Outcome: document.PartAccepted, TaskID: knownTask}, {Name: "2.jpg", Outcome: document.PartAccepted, TaskID: knownTask},
			{Name: "a.doc", Outcome: document.PartRefused, Code: "not_a_pdf", Reason: "Es de Word."}, {Name: "logo.png", Outcome: document.PartLeftOut},
		}}, Known: strings.HasSuffix(u.FileName, ".ZIP")}, err
	}
	for _, tc := range []struct {
		apitest.Row
		got string
	}{
		{apitest.Row{Name: "one", Body: form(pdf), Status: 202, JSON: `{"data":{"accepted":[` + accepted("a.pdf") + `],"refused":[],"deliveries":[]}}`}, "a.pdf uno auto true"},
		{apitest.Row{Name: "a message", Body: form(part{"files", "a.eml", "From:"}, word), Status: 202, JSON: `{"data":{"accepted":[{"file_name":"1.jpg","delivery_id":"` + delivery +
			`"},` + accepted("b.docx") + `],"refused":[{"file_name":"a.doc","delivery_id":"` + delivery + `","code":"not_a_pdf","message":"Es de Word."}],"deliveries":[{"file_name":"a.eml","delivery_id":"` +
			delivery + `","known":false}]}}`}, "a.eml From: auto|b.docx dos auto true"},
		{apitest.Row{Name: "an archive that was sent before", Body: form(part{"files", "a.ZIP", "PK"}), Status: 202, JSON: `{"data":{"accepted":[],"refused":[],"deliveries":[{"known":true}]}}`}, "a.ZIP PK auto"},
		{apitest.Row{Name: "several", Body: form(pdf, word), Status: 202, JSON: `{"data":{"accepted":[` + accepted("a.pdf") + `,` + accepted("b.docx") + `],"refused":[]}}`},
			"a.pdf uno auto true|b.docx dos auto true"},
		{apitest.Row{Name: "the type is that of what follows", Body: form(kind("desacato"), pdf, kind("sentencia"), word), Status: 202}, "a.pdf uno desacato true|b.docx dos sentencia true"},
		{apitest.Row{Name: "the type behind a single one", Body: form(pdf, kind("desacato")), Status: 202}, "a.pdf uno desacato true"},
		{apitest.Row{Name: "one of another kind", Body: form(gif, word), Status: 202,
			JSON: `{"data":{"accepted":[` + accepted("b.docx") + `],"refused":[{"file_name":"c.gif","delivery_id":null,"code":"not_a_pdf","message":"El archivo es una imagen GIF."}]}}`}, "b.docx dos auto true"},
		{apitest.Row{Name: "the last one of another kind", Body: form(word, gif), Status: 202}, "b.docx dos auto true"},
		{apitest.Row{Name: "all of another kind", Body: form(gif, gif), Status: 422, JSON: `{"code":"no_file_accepted"}`}, ""},
		{apitest.Row{Name: "a single one of another kind", Body: form(gif), Status: 422, JSON: `{"code":"not_a_pdf"}`}, ""},
		{apitest.Row{Name: "no room for the second", Body: form(pdf, part{"files", "b.full", "dos"}), Status: 202,
			JSON: `{"data":{"accepted":[` + accepted("a.pdf") + `],"refused":[{"file_name":"b.full","delivery_id":null,"code":"queue_full","message":"Hay demasiados documentos en espera."}]}}`}, "a.pdf uno auto true"},
		{apitest.Row{Name: "no room for any", Body: form(part{"files", "b.full", "dos"}, gif), Status: 503, JSON: `{"code":"queue_full"}`}, ""},
		{apitest.Row{Name: "none", Body: form(part{"file", "a.pdf", "x"}), Status: 422, JSON: `{"code":"file_missing"}`}, ""},
		{apitest.Row{Name: "too many", Body: form(slices.Repeat([]part{pdf}, document.MaxFiles+1)...), Status: 422, JSON: `{"code":"too_many_files"}`}, ""},
		{apitest.Row{Name: "cut off within a refused one", Body: form(pdf, gif)[:len(form(pdf))+90], Status: 422, JSON: `{"code":"upload_interrupted"}`}, ""},
	} {
		t.Run(tc.Name, func(t *testing.T) {
			got = nil
			tc.Method, tc.Path, tc.Token = "POST", prefix+"/documents/files", goodToken
			tc.Header = map[string]string{"Content-Type": formHeader["Content-Type"], "Idempotency-Key": "k"}
			h.Do(t, tc.Row)
			if tc.got != "" && strings.Join(got, "|") != tc.got {
				t.Errorf("got %q, want %q", got, tc.got)
			}
		})
	}
}

func TestImages(t *testing.T) {
	h := build(t, nil)
	var got []string
	h.intake.SubmitFunc = func(_ context.Context, _ account.Actor, u document.Upload) (document.Task, error) {
		got = nil
		for {
			image, err := u.Images()
			if err == io.EOF {
				break
			}
			content, err := io.ReadAll(image.Content)
			if err != nil {
				return document.Task{}, err
			}
			got = append(got, image.FileName+" "+string(content))
		}
		got = append(got, u.TypeName(), u.Key)
		return document.Task{ID: knownTask, Status: document.TaskPending}, nil
	}
	a, b, c := part{"files", "1.jpg", "uno"}, part{"files", "2.png", ""}, part{"files", "3.tif", "tres\r\n"}
	whole := form(a, b)
	for _, tc := range []struct {
		apitest.Row
		got string
	}{
		{apitest.Row{Name: "one", Body: form(a), Status: 202,
			WantHeader: map[string]string{"Location": prefix + "/tasks/" + knownTask, "Retry-After": "1"},
			JSON:       `{"task_id":"` + knownTask + `","status":"pending","data":{"task_id":"` + knownTask + `","status":"pending"}}`}, "1.jpg uno||k"},
		{apitest.Row{Name: "several in their order", Body: form(a, b, c), Status: 202}, "1.jpg uno|2.png |3.tif tres\r\n||k"},
		{apitest.Row{Name: "the type between them", Body: form(a, part{"doc_type", "", "desacato"}, part{"x", "x.txt", "x"}, b), Status: 202}, "1.jpg uno|2.png |desacato|k"},
		{apitest.Row{Name: "the type behind them", Body: form(a, b, part{"doc_type", "", "desacato"}), Status: 202}, "1.jpg uno|2.png |desacato|k"},
		{apitest.Row{Name: "none", Body: form(part{"file", "1.jpg", "x"}), Status: 422, JSON: `{"code":"file_missing"}`}, ""},
		{apitest.Row{Name: "cut off within the second", Body: whole[:len(whole)-20], Status: 422, JSON: `{"code":"upload_interrupted"}`}, ""},
		{apitest.Row{Name: "cut off behind the second", Body: form(a, b, c)[:len(whole)+20], Status: 422, JSON: `{"code":"upload_interrupted"}`}, ""},
		{apitest.Row{Name: "together larger than the bound", Body: form(part{"files", "1.jpg", repeat("x", 2<<20)}, part{"files", "2.jpg", repeat("x", 2<<20)}), Status: 413,
			JSON: `{"code":"upload_too_large"}`}, ""},
	} {
		t.Run(tc.Name, func(t *testing.T) {
			got = nil
			tc.Method, tc.Path, tc.Token = "POST", prefix+"/documents/images", goodToken
			tc.Header = map[string]string{"Content-Type": formHeader["Content-Type"], "Idempotency-Key": "k"}
			h.Do(t, tc.Row)
			if tc.got != "" && strings.Join(got, "|") != tc.got {
				t.Errorf("got %q, want %q", got, tc.got)
			}
		})
	}
}

// unsized hides the length of a body, so that it is sent in chunks.
func unsized(s string) io.Reader { return io.MultiReader(strings.NewReader(s)) }

func TestWhatTheServiceGetsOfAnUpload(t *testing.T) {
	h := build(t, nil)
	var got document.Upload
	var content []byte
	h.intake.SubmitFunc = func(_ context.Context, by account.Actor, u document.Upload) (document.Task, error) {
		got = u
		content, _ = io.ReadAll(u.Content)
		if by.Username != "ana" {
			t.Errorf("the actor is %q", by.Username)
		}
		return document.Task{ID: knownTask, Status: document.TaskPending}, nil
	}
	h.Do(t, apitest.Row{Method: "POST", Path: processPath, Token: goodToken, Status: 202,
		Header: map[string]string{"Content-Type": formHeader["Content-Type"], "Idempotency-Key": "k-1"},
		Body:   form(part{"file", "\x01á\x00.pdf", "%PDF-\x00\r\n--front\r\n"}, part{"doc_type", "", "desacato"})})
	if got.Key != "k-1" {
		t.Errorf("key %q", got.Key)
	}
	if got.FileName != "á.pdf" || string(content) != "%PDF-\x00\r\n--front\r\n" || got.TypeName() != "desacato" ||
		!slices.Equal(got.Kinds, []document.FileKind{document.PDF}) {
		t.Errorf("file %q, content %q, type %q", got.FileName, content, got.TypeName())
	}
}

// An answer that comes before the body was read must reach a client that sends
// everything before it listens, and the connection must be good for more.
func TestRefusedUploadsAreReadAway(t *testing.T) {
	h := build(t, nil)
	h.intake.SubmitFunc = func(context.Context, account.Actor, document.Upload) (document.Task, error) {
		return document.Task{}, fault.New(fault.Unavailable, "draining", "Espere.")
	}
	body := form(part{"file", "a.pdf", repeat("x", 1<<20)})
	for name, token := range map[string]string{"busy": goodToken, "not logged in": "x"} {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, h.addr)
			in := bufio.NewReader(conn)
			want := map[string]int{"busy": 503, "not logged in": 401}[name]
			for range 3 {
				fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
					processPath, token, formHeader["Content-Type"], len(body), body)
				res, err := http.ReadResponse(in, nil)
				if err != nil {
					t.Fatal(err)
				}
				if res.StatusCode != want {
					t.Fatalf("status %d, want %d", res.StatusCode, want)
				}
				if want == 503 && res.Header.Get("Retry-After") == "" {
					t.Error("503 without Retry-After")
				}
				_, _ = io.Copy(io.Discard, res.Body)
			}
		})
	}
}

// What follows a body that was read to its end is the next request, and what
// is left of one that was not is never taken for a request.
func TestABodyIsNeverTakenForARequest(t *testing.T) {
	h := build(t, nil)
	smuggled := "GET " + prefix + "/smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
	for name, request := range map[string]string{
		"of a route that takes none": "GET " + prefix + "/health HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s",
		"of an unknown route":        "POST /nada HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s",
		"of an unknown method":       "BREW /nada HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s",
		"in chunks":                  "POST /nada HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, h.addr)
			fmt.Fprintf(conn, request, len(smuggled), smuggled)
			fmt.Fprintf(conn, "GET %s/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", prefix)
			_, _ = io.Copy(io.Discard, conn)
		})
	}
	if strings.Contains(h.log.String(), "smuggled") {
		t.Errorf("a body was taken for a request:\n%s", h.log)
	}
}

func TestATruncatedRequestStoresNothing(t *testing.T) {
	h := build(t, nil)
	stored := make(chan error, 1)
	h.intake.SubmitFunc = func(_ context.Context, _ account.Actor, u document.Upload) (document.Task, error) {
		_, err := io.Copy(io.Discard, u.Content)
		stored <- err
		return document.Task{}, err
	}
	conn := dial(t, h.addr)
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: 100000\r\n\r\n%s",
		processPath, goodToken, formHeader["Content-Type"], form(part{"file", "a.pdf", repeat("x", 20_000)})[:20_000])
	conn.Close()
	select {
	case err := <-stored:
		if err == nil {
			t.Error("a file that was cut off was read as a whole one")
		}
	case <-time.After(10 * time.Minute):
		t.Fatal("the service was not told")
	}
}

// A body that is shorter than announced is not a whole one, even if it reads so.
func TestABodyShorterThanAnnounced(t *testing.T) {
	h := build(t, nil)
	conn := dial(t, h.addr)
	fmt.Fprintf(conn, "POST %s/duplicates/verify HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 20000\r\n\r\n%s{\"text\":\"x\"}",
		prefix, goodToken, repeat(" ", 10_000))
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answer, _ := io.ReadAll(conn)
	if !strings.HasPrefix(string(answer), "HTTP/1.1 422 ") || !strings.Contains(string(answer), "body_incomplete") {
		t.Errorf("%.300s", answer)
	}
}

// What announces itself as too large never reaches the service.
func TestAnUploadThatIsTooLargeIsNotBegun(t *testing.T) {
	h := build(t, nil)
	h.Do(t, apitest.Row{Method: "POST", Path: processPath, Token: goodToken, Header: formHeader, Status: 413,
		Body: form(part{"file", "a.pdf", repeat("x", 4<<20)})})
	if calls := len(h.intake.SubmitCalls()); calls != 0 {
		t.Errorf("Submit was called %d times", calls)
	}
}

func TestExpectContinue(t *testing.T) {
	h := build(t, nil)
	h.Do(t, apitest.Row{Method: "POST", Path: processPath, Token: goodToken, Status: 202,
		Header: map[string]string{"Content-Type": formHeader["Content-Type"], "Expect": "100-continue"},
		Body:   form(part{"file", "a.pdf", repeat("x", 1<<20)})})
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(10 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// An upload is never held in memory: one of 40 MB allocates little.
func TestUploadsAreNotHeldInMemory(t *testing.T) {
	h := build(t, func(_ *optionsOf, d *depsOf, _ *house) { d.MaxUploadBytes = 50 << 20 })
	body := []byte(form(part{"file", "a.pdf", repeat("x", 40<<20)}))
	before := allocated()
	req, err := http.NewRequest("POST", h.Base+processPath, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", formHeader["Content-Type"])
	req.Header.Set("Authorization", "Bearer "+goodToken)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if used := allocated() - before; res.StatusCode != 202 || used > 8<<20 {
		t.Errorf("status %d; %d bytes allocated", res.StatusCode, used)
	}
}
