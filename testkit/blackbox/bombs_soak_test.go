//go:build soak

package blackbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/hostilebook"
	"github.com/cotejo/cotejo/testkit/hostilepdf"
	"github.com/cotejo/cotejo/testkit/proc"
	"github.com/cotejo/cotejo/testkit/program"
	"github.com/cotejo/cotejo/testkit/service"
)

// hostileInput is one thing that a stranger with a login may send. send returns how
// the service answered: a code, or "ok".
type hostileInput struct {
	name string
	send func(t *testing.T, c *service.Client) string
}

// hostileInputs are hostile PDFs, images, workbooks and requests.
func hostileInputs(t *testing.T) (all []hostileInput) {
	t.Helper()
	for _, h := range append(hostilepdf.Cases(), hostilepdf.Images()...) {
		all = append(all, hostileInput{"file: " + h.Name, func(t *testing.T, c *service.Client) string {
			code := sendPDF(t, c, h.Content)
			if h.Readable && code != "ok" {
				t.Errorf("%s: its page is sound, got %s", h.Name, code)
			}
			return code
		}})
	}
	books, err := hostilebook.Books()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range books {
		all = append(all, hostileInput{"workbook: " + b.Name, func(t *testing.T, c *service.Client) string {
			return refusal(t, sendBook(t, c, b.File, b.Content, ""))
		}})
	}
	for _, r := range hostileRequests() {
		all = append(all, hostileInput{"request: " + r.name, func(t *testing.T, c *service.Client) string {
			res, err := c.Do(t.Context(), r.method, r.path, r.kind, strings.NewReader(r.body))
			if err != nil {
				return "connection closed" // what is too large is not read to its end
			}
			return refusal(t, res)
		}})
	}
	return all
}

// sendPDF uploads a PDF and waits for its task.
func sendPDF(t *testing.T, c *service.Client, pdf []byte) string {
	t.Helper()
	id, err := c.Upload(t.Context(), "a.pdf", pdf, "")
	var no *service.Refused
	if errors.As(err, &no) {
		return refusal(t, no.Response)
	}
	if err != nil {
		t.Fatal(err)
	}
	task := ended(t, c, id)
	if task.Status == "completed" {
		return "ok"
	}
	if !understandable[task.ErrorCode] || task.Error == nil || !strings.HasSuffix(*task.Error, ".") {
		t.Errorf("the task ended as %+v", task)
	}
	return task.ErrorCode
}

// refusal returns the code of a refusal; "ok" for a success.
func refusal(t *testing.T, res service.Response) string {
	t.Helper()
	if res.Status < 300 {
		return "ok"
	}
	var problem struct{ Code, Detail string }
	if err := json.Unmarshal(res.Body, &problem); err != nil || problem.Code == "" || !strings.HasSuffix(problem.Detail, ".") || res.Status >= 500 && res.Status != http.StatusServiceUnavailable {
		t.Errorf("%d %.300s, %v", res.Status, res.Body, err)
	}
	return problem.Code
}

type hostileRequest struct{ name, method, path, kind, body string }

// hostileRequests are as large, as deep or as many as the limits take, and beyond.
func hostileRequests() []hostileRequest {
	const kind = "application/json"
	text := func(s string) string {
		b, _ := json.Marshal(map[string]string{"text": s})
		return string(b)
	}
	words := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "w%x ", i*2654435761)
		}
		return b.String()
	}
	form := func(write func(w *multipart.Writer)) (string, string) {
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		write(w)
		w.Close()
		return w.FormDataContentType(), b.String()
	}
	fields, manyFields := form(func(w *multipart.Writer) {
		for i := range 100_000 {
			w.WriteField(fmt.Sprint(i), "x")
		}
	})
	long, longName := form(func(w *multipart.Writer) {
		part, _ := w.CreateFormFile("file", strings.Repeat("n", 1<<20)+".pdf")
		io.WriteString(part, "%PDF-1.7\n")
	})
	password, longPassword := form(func(w *multipart.Writer) {
		w.WriteField("password", strings.Repeat("x", 8<<20))
		part, _ := w.CreateFormFile("file", "a.pdf")
		io.WriteString(part, "%PDF-1.7\n")
	})
	const verify, manual = "/duplicates/verify", "/documents/manual"
	return []hostileRequest{
		{"a million of one letter", "POST", verify, kind, text(strings.Repeat("a", 1_000_000))},
		{"100,000 different words", "POST", verify, kind, text(words(100_000))},
		{"a million opened tags", "POST", verify, kind, text(strings.Repeat("<", 1_000_000))},
		{"tags in tags", "POST", verify, kind, text(strings.Repeat("<b", 300_000) + strings.Repeat(">", 300_000))},
		{"combining marks", "POST", verify, kind, text("a" + strings.Repeat("\u0301", 900_000))},
		{"one word repeated with numbers of identity", "POST", verify, kind, text(strings.Repeat("C.C. 52418903 ", 70_000))},
		{"names in capitals without end", "POST", verify, kind, text(strings.Repeat("ANA LOPEZ RUIZ ", 66_000))},
		{"e-mail addresses without end", "POST", verify, kind, text(strings.Repeat("a.b@c.co ", 110_000))},
		{"a body of 60 MB", "POST", verify, kind, text(strings.Repeat("a", 60<<20))},
		{"nested lists", "POST", verify, kind, strings.Repeat("[", 1_000_000)},
		{"nested objects", "POST", verify, kind, strings.Repeat(`{"text":`, 300_000)},
		{"a million keys", "POST", verify, kind, "{" + strings.Repeat(`"a":1,`, 1_000_000) + `"text":"x"}`},
		{"a number of a megabyte", "POST", verify, kind, `{"text":` + strings.Repeat("9", 1<<20) + "}"},
		{"a plaintiff of a megabyte", "POST", manual, kind, `{"demandante":"` + strings.Repeat("x", 1<<20) + `","demandado":"y"}`},
		{"a million labels", "POST", manual, kind, `{"demandante":"x","demandado":"y","etiquetas":[` + strings.Repeat(`"e",`, 1_000_000) + `"e"]}`},
		{"a search of a thousand words", "GET", "/documents/search?q=" + strings.ReplaceAll(words(1000), " ", "+"), "", ""},
		{"a search of quotes", "GET", "/documents/search?q=" + strings.Repeat("%22a+", 1000), "", ""},
		{"a search of denials", "GET", "/documents/search?q=" + strings.Repeat("-a+", 1000), "", ""},
		{"a search of beginnings", "GET", "/documents/search?q=" + strings.Repeat("a*+OR+", 500) + "a", "", ""},
		{"100,000 parts of a form", "POST", "/documents/process", fields, manyFields},
		{"a file name of a megabyte", "POST", "/documents/process", long, longName},
		{"a password of eight megabytes", "POST", "/documents/process", password, longPassword},
		{"a page of lists beyond all", "GET", "/documents?page=999999999&page_size=100", "", ""},
	}
}

// used is what the processes of a service took for one input: memory in MB at most,
// and processor time.
type used struct {
	server, reader       int
	serverCPU, readerCPU time.Duration
}

// observed runs act and looks at the processes of p in the meantime.
func observed(t *testing.T, p *service.Process, act func()) used {
	t.Helper()
	if err := proc.ForgetPeak(p.PID()); err != nil {
		t.Fatal(err)
	}
	before := proc.Busy(p.PID())
	var u used
	readers := map[int]time.Duration{}
	for _, pid := range p.Readers() { // those that wait for work have a past
		readers[pid] = -proc.Busy(pid)
		_ = proc.ForgetPeak(pid)
	}
	past := map[int]time.Duration{}
	for pid, busy := range readers {
		past[pid] = busy
	}
	look := func() {
		for _, pid := range p.Readers() {
			if busy := proc.Busy(pid); busy > 0 {
				readers[pid] = busy + past[pid]
			}
			u.reader = max(u.reader, proc.MemoryOf(pid).Most)
		}
	}
	done := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		for {
			look()
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	act()
	close(done)
	watching.Wait()
	u.server, u.serverCPU = proc.MemoryOf(p.PID()).Most, proc.Busy(p.PID())-before
	for _, busy := range readers {
		u.readerCPU += max(busy, 0)
	}
	return u
}

// TestHostileInputsAreBounded sends what may take memory or time without end, one
// after the other; without -slow every eighth. The server stays within 150 MB of what
// it takes at rest, each reader within its limit, and no file is read for longer than
// three attempts at a page may take.
func TestHostileInputsAreBounded(t *testing.T) {
	t.Parallel()
	const readerMB, pageTimeout = 512, 4 * time.Second
	const startMB = 130 // what a reader has mapped at its start; its limit counts from there
	p := start(t, t.TempDir(), fmt.Sprintf("SVC_PAGE_TIMEOUT_SECONDS=%d", pageTimeout/time.Second), fmt.Sprintf("SVC_READER_MEMORY_MB=%d", readerMB))
	c := login(t, p, p.Password)
	c.HTTP.Timeout = 0 // a busy machine takes its time
	idle := proc.MemoryOf(p.PID()).Now
	for i, input := range hostileInputs(t) {
		if !*slow && i%8 != 2 {
			continue
		}
		answer := ""
		u := observed(t, p, func() { answer = input.send(t, c) })
		t.Logf("%-60s %-20s server %4d MB %5.1f s, reader %4d MB %5.1f s", input.name, answer, u.server-idle, u.serverCPU.Seconds(), u.reader, u.readerCPU.Seconds())
		if u.server-idle > program.Memory(150) {
			t.Errorf("%s: the server took %d MB beyond the %d it has at rest", input.name, u.server-idle, idle)
		}
		if u.reader > program.Memory(readerMB*1_048_576/1_000_000+startMB) {
			t.Errorf("%s: a reader took %d MB", input.name, u.reader)
		}
		// Counting pages has two seconds of its own; a page may be looked at by two readers.
		if most := 3*2*pageTimeout + 6*time.Second; u.readerCPU > most {
			t.Errorf("%s: readers computed for %v", input.name, u.readerCPU)
		}
	}
	id, err := c.Upload(t.Context(), "después.pdf", sheet(t, filings.New(4, filings.Options{}).Filing(), false), "")
	if err != nil {
		t.Fatal(err)
	}
	if task := ended(t, c, id); task.Status != "completed" || p.Ended() {
		t.Errorf("the filing after them: %+v", task)
	}
}

// TestFiftyHostileInputsAtOnce sends fifty of them at the same time.
func TestFiftyHostileInputsAtOnce(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "SVC_PAGE_TIMEOUT_SECONDS=4", "SVC_READER_MEMORY_MB=512", "SVC_OCR_WORKERS=2")
	c := login(t, p, p.Password)
	c.HTTP.Timeout = 0 // a busy machine takes its time
	idle := proc.MemoryOf(p.PID()).Now
	inputs := hostileInputs(t)
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[string]int{}
	for i := range 50 {
		input := inputs[i*len(inputs)/50]
		all.Go(func() {
			answer := input.send(t, c)
			mu.Lock()
			defer mu.Unlock()
			answers[answer]++
		})
	}
	all.Wait()
	most := proc.MemoryOf(p.PID()).Most - idle
	t.Logf("at most %d MB above %d, answers %v", most, idle, answers)
	if most > program.Memory(400) {
		t.Errorf("the server took %d MB beyond the %d it has at rest", most, idle)
	}
	id, err := c.Upload(t.Context(), "después.pdf", sheet(t, filings.New(4, filings.Options{}).Filing(), false), "")
	if err != nil {
		t.Fatal(err)
	}
	if task := ended(t, c, id); task.Status != "completed" || p.Ended() {
		t.Errorf("the filing after them: %+v", task)
	}
}

// TestRegistryIsBounded sends the notification service bodies that are as large, as
// deep or as many as strangers like, sixty at a time, with a login and without.
func TestRegistryIsBounded(t *testing.T) {
	t.Parallel()
	p := startNotify(t, t.TempDir())
	admin := enter(t, p.URL, adminEmail, p.Password)
	idle := proc.MemoryOf(p.PID()).Now
	bodies := map[string]string{
		"60 MB":              `{"radicado":"` + strings.Repeat("1", 60<<20) + `"}`,
		"an e-mail of 1 MB":  `{"email":"` + strings.Repeat("a", 1<<20) + `@x.co","password":"x"}`,
		"a password of 1 MB": `{"email":"a@x.co","password":"` + strings.Repeat("x", 1<<20) + `"}`,
		"nested lists":       strings.Repeat("[", 1_000_000),
		"a million keys":     "{" + strings.Repeat(`"a":1,`, 1_000_000) + `"radicado":"1"}`,
		"marks":              `{"nombre":"a` + strings.Repeat("\u0301", 300_000) + `"}`,
		"tags":               `{"nombre":"` + strings.Repeat("<b", 400_000) + `"}`,
	}
	var all sync.WaitGroup
	for name, body := range bodies {
		for _, path := range []string{"/auth/login", "/procesos", "/sujetos"} {
			for _, token := range []string{"", admin.token, admin.token} {
				all.Go(func() {
					req, err := http.NewRequestWithContext(t.Context(), "POST", p.URL+path, strings.NewReader(body))
					if err != nil {
						t.Error(err)
						return
					}
					req.Header.Set("Content-Type", "application/json")
					req.Header.Set("Authorization", "Bearer "+token)
					res, err := http.DefaultClient.Do(req)
					if err != nil {
						return // what is too large is not read to its end
					}
					defer res.Body.Close()
					if res.StatusCode < 400 || res.StatusCode >= 500 && res.StatusCode != http.StatusServiceUnavailable {
						t.Errorf("%s to %s: %d", name, path, res.StatusCode)
					}
				})
			}
		}
	}
	all.Wait()
	most := proc.MemoryOf(p.PID()).Most - idle
	t.Logf("at most %d MB above %d", most, idle)
	if most > program.Memory(150) {
		t.Errorf("the server took %d MB beyond the %d it has at rest", most, idle)
	}
}
