package blackbox

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/bcrypt"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

// Everything personal in the next test has one of these marks in it.
var marks = []string{"zutaneja", "quimbayuelo", "98765432", "98.765.432", "aguamarina", "203.0.113.77", "contrasena-de-prueba"}

// TestNothingPersonalIsLoggedOrMeasured sends marked names, texts, file names,
// numbers and addresses along every way into the service, well-formed and not.
// None of them may be in a line of the log, at its most talkative, or in the
// metrics; what the operator needs to see must be.
func TestNothingPersonalIsLoggedOrMeasured(t *testing.T) {
	t.Parallel()
	hash, err := bcrypt.GenerateFromPassword([]byte("contrasena-de-prueba"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	log := &record{}
	p, err := service.Start(t.Context(), service.Options{Binary: cotejod(t), Dir: t.TempDir(), Log: log, Env: []string{
		"SVC_LOG_LEVEL=debug", "SVC_LOG_FORMAT=json", `SVC_TRUSTED_PROXIES=["127.0.0.1"]`,
		`AUTH_USERS={"ana.zutaneja":{"password":"` + string(hash) + `","role":"admin","name":"Ana Zutaneja","email":"ana@zutaneja.co"}}`,
	}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := service.Login(t.Context(), p.URL, "ana.zutaneja", "contrasena-de-prueba")
	if err != nil {
		t.Fatal(err)
	}
	made, err := paper.BornDigital(marked, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var document string
	for name, pdf := range map[string][]byte{
		"Tutela de Quimbayuelo.pdf": made.PDF,
		"rota de Quimbayuelo.pdf":   []byte("%PDF-1.7\n1 0 obj\n<< /Zutaneja (Quimbayuelo) /Pages (Zutaneja) >>\nstream\nQUIMBAYUELO BT 'ZUTANEJA' Tj"),
		"otra de Quimbayuelo.pdf":   bytes.Replace(made.PDF, []byte("endobj"), []byte("zutaneja"), 3),
	} {
		id, err := c.Upload(t.Context(), name, pdf, "")
		if err != nil {
			t.Fatal(err)
		}
		if task := ended(t, c, id); task.Result != nil {
			document = task.Result.ID
		}
	}
	if _, err := c.Upload(t.Context(), "zutaneja.exe", []byte("MZ zutaneja"), "Zutaneja!"); err == nil {
		t.Error("a program is taken for a PDF")
	}
	send := func(method, path, body string) {
		req, err := http.NewRequestWithContext(t.Context(), method, p.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header = http.Header{"Authorization": {"Bearer " + c.Token}, "Content-Type": {"application/json"},
			"X-Forwarded-For": {"203.0.113.77"}, "User-Agent": {"zutaneja"}, "Referer": {"http://zutaneja.co"}, "Cookie": {"a=zutaneja"}, "X-Request-Id": {"de zutaneja"}}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
	}
	const api = "/api/v1"
	send("PUT", api+"/documents/"+document+"/validate", `{"validated_fields":{"demandante":"Zutaneja Quimbayuelo","cedula":"98.765.432"},"corrected_by":"Zutaneja"}`)
	send("PUT", api+"/documents/zutaneja/validate", `{"validated_fields":{"zutaneja":"Zutaneja"}}`)
	send("POST", api+"/documents/"+document+"/recurring", `{"demandante":"Zutaneja Quimbayuelo","correo":"ana@zutaneja.co"}`)
	send("POST", api+"/documents/"+document+"/duplicates", "")
	send("POST", api+"/documents/manual", `{"numero_acta":"98765432","demandante":"Zutaneja","demandado":"Quimbayuelo","direccion_demandante":"Calle Aguamarina"}`)
	send("POST", api+"/documents/manual", `{"demandante":"Zutaneja","zutaneja":`)
	send("POST", api+"/duplicates/verify", `{"text":"Zutaneja Quimbayuelo cuenta unos hechos","document_type":"zutaneja quimbayuelo"}`)
	send("POST", api+"/auth/login", `{"username":"quimbayuelo","password":"contrasena-de-prueba"}`)
	send("GET", api+"/documents?q=zutaneja&status=zutaneja&date_from=zutaneja", "")
	send("GET", api+"/documents/search?q=zutaneja", "")
	send("GET", "/zutaneja/quimbayuelo?q=aguamarina", "")
	send("ZUTANEJA", api+"/documents", "")
	send("GET", api+"/documents/"+document+"/original", "")
	send("GET", api+"/health", "")

	page := metricsOf(t, p.URL)
	stop(t, p)
	for _, mark := range append(marks, c.Token) {
		for place, text := range map[string]string{"log": log.String(), "metrics": page} {
			if at := strings.Index(strings.ToLower(text), strings.ToLower(mark)); at >= 0 {
				t.Errorf("%q is in the %s: …%s…", mark, place, text[max(0, at-200):min(len(text), at+100)])
			}
		}
	}

	for _, want := range []string{
		`cotejo_build_info\{.*service="intake".*\} 1`,
		`cotejo_http_requests_total\{method="POST",route="/api/v1/documents/process",status="2xx"\} 3`,
		`cotejo_http_requests_total\{method="other",route="",status="4xx"\} 1`,
		`cotejo_http_requests_in_flight 1`, // this one
		`cotejo_tasks_total\{code="",outcome="completed"\} [12]`,
		`cotejo_tasks_total\{code="pdf_\w+",outcome="failed"\} [12]`,
		`cotejo_page_reading_duration_seconds_count\{source="text"\} [12]`,
		`cotejo_login_refusals_total\{code="bad_credentials"\} 1`,
		`cotejo_dedup_lookup_duration_seconds_count [3-9]`,
		`cotejo_queue_tasks 0`,
		`cotejo_queue_oldest_task_age_seconds 0`,
		`cotejo_reader_starts_total [1-9]\d*`,
		`go_sql_open_connections\{db_name="reader"\} [1-9]\d*`,
		`go_sql_max_open_connections\{db_name="writer"\} 1`,
		`go_goroutines \d+`,
		`process_resident_memory_bytes \S+`,
	} {
		if !regexp.MustCompile(`(?m)^` + want + `$`).MatchString(page) {
			t.Errorf("no metric %s", want)
		}
	}
	// Buckets and sums aside, what is alerted on is what there is.
	shown := regexp.MustCompile(`cotejo_\w+`).FindAllString(page, -1)
	for _, file := range []string{"../../docs/operations/alerts.yaml", "../../docs/operations.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`cotejo_\w+`).FindAllString(string(text), -1) {
			if !slices.Contains(shown, name) {
				t.Errorf("%s names %s, which is no metric", file, name)
			}
		}
	}
	for _, want := range []string{`"msg":"task accepted","task":"`, `"msg":"task completed","task":"`, `"msg":"task failed","task":"`, `"route":"/api/v1/documents/process","status":202`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no line of the log has %s", want)
		}
	}
	if t.Failed() {
		t.Logf("log:\n%s", log)
	}
}

// marked is a filing of somebody who cannot be overlooked.
var marked = filings.Filing{Blocks: []filings.Block{
	{Style: filings.Body, Text: "Señor JUEZ DE REPARTO\nE. S. D."},
	{Style: filings.Labels, Text: "ACCIONANTE: MARINA ZUTANEJA QUIMBAYUELO\nACCIONADA: EPS AGUAMARINA S.A."},
	{Style: filings.Body, Text: "MARINA ZUTANEJA QUIMBAYUELO, identificada con cédula de ciudadanía No. 98.765.432 de Bogotá, correo marina@zutaneja.co, " +
		"interpongo acción de tutela contra EPS AGUAMARINA S.A. por la vulneración de mi derecho a la salud."},
	{Style: filings.Body, Text: "HECHOS. Mi médico me ordenó una cirugía de rodilla hace ocho meses y la EPS AGUAMARINA no la ha autorizado."},
}}

// metricsOf returns the page as Prometheus asks for it.
func metricsOf(t *testing.T, url string) string {
	t.Helper()
	res, err := http.Get(url + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	page, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Fatalf("%d %s %v", res.StatusCode, res.Header.Get("Content-Type"), err)
	}
	return string(page)
}

// record keeps all that is written to it.
type record struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.Write(p)
}

func (r *record) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.String()
}
