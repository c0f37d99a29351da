// Command beside measures how long light requests of one member take while another
// member's heavy requests are in work:
//
//	go run ./testkit/quality/beside -bin bin -collection filings.jsonl
//
// The service has the collection, in a temporary folder; with -database in an empty one of PostgreSQL, on which two
// servers work. Requests go to one and the other in turn.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/xuri/excelize/v2"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/service"
)

func main() {
	bin := flag.String("bin", "bin", "folder of the programs to measure")
	collection := flag.String("collection", "filings.jsonl", "documents of the service")
	database := flag.String("database", "", "postgres://… of two servers; a file of one by default")
	only := flag.String("only", "", "one kind of heavy requests; all by default")
	flag.Parse()
	folder, err := os.MkdirTemp("", "cotejo-beside-*")
	if err == nil {
		err = fill(*bin, folder, *collection, *database)
	}
	if err == nil {
		err = run(context.Background(), filepath.Join(*bin, "cotejod"), folder, *database, *only)
	}
	if err = errors.Join(err, os.RemoveAll(folder)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// fill imports the collection into a new database in the folder.
func fill(bin, folder, collection, database string) error {
	program, err := filepath.Abs(filepath.Join(bin, "cotejo"))
	if err != nil {
		return err
	}
	if collection, err = filepath.Abs(collection); err != nil {
		return err
	}
	c := exec.Command(program, "import", "--create", "--json", collection)
	c.Dir, c.Stderr = folder, os.Stderr
	c.Env = append(os.Environ(), "SVC_DATABASE_URL="+database)
	return c.Run()
}

// request is a kind of heavy requests, of which so many are made at once.
type request struct {
	name  string
	times int
	send  func(ctx context.Context, c *service.Client, number int) (service.Response, error)
	// probes are what the other member does meanwhile, after a second.
	probes []probe
}

type probe struct {
	name string
	do   func(ctx context.Context, c *service.Client) error
}

// party is a member at each of the servers.
type party []*service.Client

func (p party) at(n int) *service.Client { return p[n%len(p)] }

func run(ctx context.Context, server, folder, database, only string) error {
	var light, heavy party
	var password string
	for number := range servers(database) {
		p, err := service.Start(ctx, service.Options{Binary: server, Dir: folder, Env: []string{"SVC_DATABASE_URL=" + database,
			"SVC_TMP_DIR=" + filepath.Join(folder, fmt.Sprint("tmp", number))}})
		if err != nil {
			return err
		}
		defer p.Kill()
		password = cmp.Or(p.Password, password)
		admin, err := service.Login(ctx, p.URL, "admin", password)
		if err != nil {
			return err
		}
		member, err := another(ctx, admin)
		if err != nil {
			return err
		}
		light, heavy = append(light, admin), append(heavy, member)
	}
	requests, err := heavyRequests(ctx, heavy.at(0), password, only)
	if err != nil {
		return err
	}
	fmt.Println("| beside | /auth/me median, ms | p99 | worst | heavy requests, s | refused |\n|---|---|---|---|---|---|")
	for _, r := range requests {
		if only != "" && r.name != only {
			continue
		}
		if err := measure(ctx, light, heavy, r); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	return nil
}

func servers(database string) int {
	if database == "" {
		return 1
	}
	return 2
}

// another returns the client of a second member.
func another(ctx context.Context, admin *service.Client) (*service.Client, error) {
	const name, password = "pesado", "una-clave-larga-42"
	body, err := json.Marshal(map[string]string{"username": name, "password": password})
	if err != nil {
		return nil, err
	}
	res, err := admin.Do(ctx, http.MethodPost, "/users", "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if res.Status != http.StatusCreated && res.Status != http.StatusConflict {
		return nil, fmt.Errorf("adding a user: status %d: %s", res.Status, res.Body)
	}
	return service.Login(ctx, admin.URL, name, password)
}

func heavyRequests(ctx context.Context, c *service.Client, password, only string) ([]request, error) {
	get := func(path string) func(context.Context, *service.Client, int) (service.Response, error) {
		return func(ctx context.Context, c *service.Client, _ int) (service.Response, error) {
			return c.Do(ctx, http.MethodGet, path, "", nil)
		}
	}
	requests := []request{
		{name: "nothing"},
		{name: "exports", times: 16, send: get("/export/excel")},
		{name: "searches", times: 16, send: get("/documents/search?page_size=200&q=%22derecho+a+la+salud%22+OR+tutela")},
	}
	if only == "" || slices.Contains([]string{"comparisons", "archives", "pages"}, only) {
		bundles, err := uploadBundles(ctx, c)
		if err != nil {
			return nil, err
		}
		requests = append(requests, request{name: "comparisons", times: 16, send: get("/documents/" + bundles[0] + "/compare/" + bundles[1])},
			request{name: "archives", times: 16, send: get("/cases/archive?id=" + bundles[0] + "&id=" + bundles[1])},
			request{name: "pages", times: 16, send: func(ctx context.Context, c *service.Client, number int) (service.Response, error) {
				return c.Do(ctx, http.MethodGet, fmt.Sprintf("/documents/%s/pages/%d?dpi=200&color=true", bundles[0], number+1), "", nil)
			}})
	}
	pdf, err := bundle(uint64(time.Now().UnixNano()))
	if err != nil {
		return nil, err
	}
	requests = append(requests, request{name: "entries of ten documents", times: 100, send: enterTen, // connections
		probes: []probe{
			{"login", func(ctx context.Context, c *service.Client) error {
				_, err := service.Login(ctx, c.URL, "admin", password)
				return err
			}},
			{"entry", func(ctx context.Context, c *service.Client) error {
				res, err := enter(ctx, c)
				if err == nil && res.Status != http.StatusCreated {
					err = fmt.Errorf("status %d: %s", res.Status, res.Body)
				}
				return err
			}},
			{"upload", func(ctx context.Context, c *service.Client) error {
				_, err := c.Upload(ctx, "escritos.pdf", pdf, "tutela")
				return err
			}},
		}})
	return append(requests, request{name: "imports", times: 8, send: func(ctx context.Context, c *service.Client, number int) (service.Response, error) {
		book, err := longBook(number)
		if err != nil {
			return service.Response{}, err
		}
		return sendBook(ctx, c, book)
	}, probes: []probe{{"import of one row", importRow}}}), nil
}

// enterTen enters ten documents one after the other.
func enterTen(ctx context.Context, c *service.Client, _ int) (res service.Response, err error) {
	for range 10 {
		if res, err = enter(ctx, c); err != nil || res.Status >= http.StatusBadRequest {
			break
		}
	}
	return res, err
}

// enter enters a document of a few lines, as a clerk types it.
func enter(ctx context.Context, c *service.Client) (service.Response, error) {
	body, err := json.Marshal(map[string]string{"doc_type": "tutela", "numero_acta": fmt.Sprint("E-", time.Now().UnixNano()), "demandante": "Ana Ruiz Mora",
		"demandado": "Nueva EPS", "observaciones": "Pide que le entreguen los medicamentos que ordenó su médico el 3 de marzo y que no le nieguen las citas de control."})
	if err != nil {
		return service.Response{}, err
	}
	return c.Do(ctx, http.MethodPost, "/documents/manual", "application/json", bytes.NewReader(body))
}

// measure makes heavy requests at once and, until the last is answered, light ones of another member.
func measure(ctx context.Context, light, heavy party, r request) error {
	var work sync.WaitGroup
	var mu sync.Mutex
	var failures []error
	refused := 0
	begin := time.Now()
	for i := range r.times {
		work.Go(func() {
			res, err := r.send(ctx, heavy.at(i), i)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				failures = append(failures, err)
			case res.Status == http.StatusServiceUnavailable:
				refused++
			case res.Status >= http.StatusBadRequest:
				failures = append(failures, fmt.Errorf("status %d: %.300s", res.Status, res.Body))
			}
		})
	}
	done := make(chan struct{})
	go func() { work.Wait(); close(done) }()
	probed := make(chan error, 1)
	durations := make([]time.Duration, len(r.probes))
	go func() {
		time.Sleep(time.Second)
		var failed error
		for i, o := range r.probes {
			begin := time.Now()
			failed = errors.Join(failed, o.do(ctx, light.at(i)))
			durations[i] = time.Since(begin)
		}
		probed <- failed
	}()
	var took []time.Duration
	for running := true; running; {
		at := time.Now()
		res, err := light.at(len(took)).Do(ctx, http.MethodGet, "/auth/me", "", nil)
		if err != nil || res.Status != http.StatusOK {
			return errors.Join(err, fmt.Errorf("status %d", res.Status))
		}
		took = append(took, time.Since(at))
		select {
		case <-done:
			running = r.times == 0 && len(took) < 400
		case <-time.After(5 * time.Millisecond):
		}
	}
	all := time.Since(begin)
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	fmt.Printf("| %d %s | %.1f | %.1f | %.1f | %.1f | %d |\n", r.times, r.name,
		ms(took[len(took)/2]), ms(took[len(took)*99/100]), ms(took[len(took)-1]), all.Seconds(), refused)
	failures = append(failures, <-probed)
	for i, o := range r.probes {
		fmt.Printf("| %s beside them | | | | %.2f | |\n", o.name, durations[i].Seconds())
	}
	return errors.Join(failures...)
}

func importRow(ctx context.Context, c *service.Client) error {
	book, err := bookOf([][]any{{fmt.Sprint("U-", time.Now().UnixNano()), "Ana Ruiz", "Nueva EPS", "Pide un examen."}})
	if err != nil {
		return err
	}
	res, err := sendBook(ctx, c, book)
	if err == nil && res.Status != http.StatusCreated {
		err = fmt.Errorf("status %d: %s", res.Status, res.Body)
	}
	return err
}

// longBook is a small workbook whose rows share remarks of 32,000 characters.
func longBook(number int) ([]byte, error) {
	g := filings.New(uint64(number+1), filings.Options{})
	var text strings.Builder
	for text.Len() < 40_000 {
		text.WriteString(g.Filing().Text + " ")
	}
	remarks := string([]rune(text.String())[:32_000])
	stamp := time.Now().UnixNano()
	var rows [][]any
	for i := range 600 {
		rows = append(rows, []any{fmt.Sprintf("L-%d-%d", stamp, i), "Ana Ruiz", "Nueva EPS", remarks})
	}
	return bookOf(rows)
}

func bookOf(rows [][]any) ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	for i, row := range append([][]any{{"Número de acta", "Demandante", "Demandado", "Observaciones"}}, rows...) {
		if err := f.SetSheetRow("Sheet1", fmt.Sprint("A", i+1), &row); err != nil {
			return nil, err
		}
	}
	var book bytes.Buffer
	err := f.Write(&book)
	return book.Bytes(), err
}

func sendBook(ctx context.Context, c *service.Client, book []byte) (service.Response, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "libro.xlsx")
	if err == nil {
		_, err = part.Write(book)
	}
	if err = cmp.Or(err, form.Close()); err != nil {
		return service.Response{}, err
	}
	return c.Do(ctx, http.MethodPost, "/import/excel", form.FormDataContentType(), &body)
}

// uploadBundles sends two files of 64 filings and returns their documents.
func uploadBundles(ctx context.Context, c *service.Client) (ids []string, err error) {
	for seed := range uint64(2) {
		pdf, err := bundle(100 + seed)
		if err != nil {
			return nil, err
		}
		id, err := c.Upload(ctx, "legajo.pdf", pdf, "tutela")
		if err != nil {
			return nil, err
		}
		task, err := c.Wait(ctx, id, func(service.Task) {})
		if err != nil {
			return nil, err
		}
		if task.Result == nil {
			return nil, fmt.Errorf("a file of filings failed: %s", task.ErrorCode)
		}
		ids = append(ids, task.Result.ID)
	}
	return ids, nil
}

func bundle(seed uint64) ([]byte, error) {
	g := filings.New(seed, filings.Options{})
	p := fpdf.New("P", "mm", "A4", "")
	latin := p.UnicodeTranslatorFromDescriptor("")
	p.SetFont("Helvetica", "", 9)
	for range 64 {
		p.AddPage()
		p.MultiCell(0, 4, latin(g.Filing().Text), "", "L", false)
	}
	var out bytes.Buffer
	err := p.Output(io.Writer(&out))
	return out.Bytes(), err
}
