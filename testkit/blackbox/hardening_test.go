package blackbox

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/openapi"
	"github.com/cotejo/cotejo/testkit/service"
)

// hardened are the answers of a service to requests of all kinds, by what was
// asked for.
func hardened(t *testing.T, c *service.Client) map[string]openapi.Answer {
	t.Helper()
	answers := map[string]openapi.Answer{}
	send := func(name, method, path, body string, header ...string) openapi.Answer {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, c.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+c.Token)
		for i := 0; i < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		defer res.Body.Close()
		data, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		a := openapi.Answer{Status: res.StatusCode, Header: res.Header, Body: data}
		answers[fmt.Sprintf("%s: %d", name, a.Status)] = a
		return a
	}
	const api = "/api/v1"
	id, err := c.Upload(t.Context(), "a.pdf", onePage("0 0 200 200", "1"), "")
	if err != nil {
		t.Fatal(err)
	}
	document := ended(t, c, id).Result.ID
	send("public", "GET", api+"/health", "")
	send("head", "HEAD", api+"/health", "")
	send("made", "POST", api+"/documents/manual", `{"numero_acta":"7","demandante":"ANA","demandado":"EPS"}`)
	original := send("file", "GET", api+"/documents/"+document+"/original", "")
	send("part of a file", "GET", api+"/documents/"+document+"/original", "", "Range", "bytes=0-1")
	send("no part of a file", "GET", api+"/documents/"+document+"/original", "", "Range", "bytes=999999-")
	send("file that is known", "GET", api+"/documents/"+document+"/original", "", "If-None-Match", original.Header.Get("ETag"))
	send("bad token", "GET", api+"/documents", "", "Authorization", "Bearer x")
	send("unknown document", "GET", api+"/documents/0195f0a0-0000-7000-8000-00000000ffff", "")
	send("unknown route", "GET", "/nada", "")
	send("other method", "PUT", api+"/health", "")
	send("unknown method", "BREW", api+"/health", "")
	send("options", "OPTIONS", api+"/documents", "")
	send("preflight", "OPTIONS", api+"/documents", "", "Origin", "https://cotejo.example", "Access-Control-Request-Method", "GET")
	send("changed meanwhile", "PUT", api+"/documents/"+document+"/validate", `{"validated_fields":{"cedula":"1"}}`, "If-Match", `"x"`)
	send("large", "POST", api+"/documents/manual", `{"x":"`+strings.Repeat("x", 2<<20)+`"}`)
	send("malformed", "POST", api+"/documents/manual", `{`)
	send("large head", "GET", api+"/health", "", "X-Long", strings.Repeat("x", 40<<10))
	send("description", "GET", "/openapi.json", "")
	send("description in YAML", "GET", "/openapi.yaml", "")
	send("deleted", "DELETE", api+"/documents/"+document, "")
	for range 6 {
		send("login", "POST", api+"/auth/login", `{"username":"x","password":"y"}`)
	}
	send("logged out", "POST", api+"/auth/logout", "")
	return answers
}

// everyAnswer are the headers of all answers, files among them.
var everyAnswer = map[string]string{
	"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "X-Xss-Protection": "0", "Referrer-Policy": "no-referrer",
	"Permissions-Policy": "", "X-Request-Id": "", "Cache-Control": "no-", "Content-Security-Policy": "default-src 'none';",
}

func TestHeadersAreOnEveryAnswer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	users := filepath.Join(folder, "users.yaml")
	writeUsers(t, users, "admin:admin")
	for environment, transport := range map[string]bool{"development": false, "production": true} {
		t.Run(environment, func(t *testing.T) {
			p := start(t, t.TempDir(), "ENVIRONMENT="+environment, "SVC_AUTH_CONFIG_PATH="+users, "SVC_JWT_SECRET="+tokenSecret,
				`SVC_CORS_ORIGINS=["https://cotejo.example"]`)
			statuses := map[int]bool{}
			for name, a := range hardened(t, login(t, p, passwordOf("admin"))) {
				statuses[a.Status] = true
				for header, want := range everyAnswer {
					if got := a.Header.Get(header); got == "" || !strings.HasPrefix(got, want) {
						t.Errorf("%s: %s is %q, want %q", name, header, got, want)
					}
				}
				if got := a.Header.Get("Strict-Transport-Security"); (got != "") != transport {
					t.Errorf("%s: Strict-Transport-Security is %q", name, got)
				}
				if got := a.Header.Get("Server"); got != "" {
					t.Errorf("%s: Server is %q", name, got)
				}
			}
			for _, status := range []int{200, 201, 204, 206, 304, 401, 404, 405, 412, 413, 416, 422, 429, 431} {
				if !statuses[status] {
					t.Errorf("no answer had status %d", status)
				}
			}
			docs := ask(t, p.URL, openapi.Operation{Path: "/docs"}, "GET", "")
			if policy := docs.Header.Get("Content-Security-Policy"); (docs.Status == 200) == transport || transport && docs.Status != 404 ||
				!transport && (!strings.Contains(policy, "script-src 'self';") || !strings.Contains(policy, "default-src 'none'")) {
				t.Errorf("the documentation is answered %d under %q", docs.Status, policy)
			}
		})
	}
}

func TestOriginsComeFromTheSetting(t *testing.T) {
	t.Parallel()
	for setting, origins := range map[string]map[string]bool{
		"": {"http://localhost:3000": true, "http://localhost:8501": true, "http://localhost:3001": false},
		`SVC_CORS_ORIGINS=["https://cotejo.example","https://otro.example"]`: {"https://cotejo.example": true, "https://otro.example": true,
			"http://cotejo.example": false, "https://cotejo.example.evil.example": false, "http://localhost:3000": false, "null": false},
		`SVC_CORS_ORIGINS=[]`: {"http://localhost:3000": false, "null": false},
	} {
		p := start(t, t.TempDir(), "SVC_AUTH_ENABLED=false", setting)
		for origin, allowed := range origins {
			req, err := http.NewRequestWithContext(t.Context(), "OPTIONS", p.URL+"/api/v1/documents", nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Origin", origin)
			req.Header.Set("Access-Control-Request-Method", "PUT")
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			want := map[string]string{"Access-Control-Allow-Origin": ""}
			if allowed {
				want = map[string]string{"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Methods": "GET,POST,PUT,DELETE,OPTIONS",
					"Access-Control-Allow-Headers": "Authorization,Content-Type,Accept"}
			}
			for header, value := range want {
				if got := res.Header.Get(header); got != value {
					t.Errorf("%s, asked from %s: %s is %q, want %q", setting, origin, header, got, value)
				}
			}
		}
	}
}

// However an upload ends, nothing of it stays but the original of one that was
// accepted; and an answer reaches anyone who sends all before he listens.
func TestUploadsLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	temp := filepath.Join(folder, "tmp")
	p := start(t, folder, "SVC_TMP_DIR="+temp, "SVC_MAX_UPLOAD_SIZE_MB=1")
	c := login(t, p, p.Password)
	whole := string(onePage("0 0 200 200", "1"))
	large := whole + strings.Repeat("x", 8<<20)
	form := func(name, content string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name + "\"\r\n\r\n" + content + "\r\n--b--\r\n"
	}
	for _, u := range []struct {
		name      string
		body      string
		announced int // 0: its length
		chunked   bool
		status    int // 0: the client hangs up
	}{
		{name: "accepted", body: form("a.pdf", whole), status: 202},
		{name: "another extension", body: form("a.exe", whole), status: 422},
		{name: "a way out", body: form("../../../../etc/cron.d/x.pdf", whole), status: 202},
		{name: "a way out by backslashes", body: form(`..\\..\\x.pdf`, whole), status: 202},
		{name: "no PDF", body: form("a.pdf", "MZ"+whole[5:]), status: 422},
		{name: "too large", body: form("a.pdf", large), status: 413},
		{name: "too large, in chunks", body: form("a.pdf", large), chunked: true, status: 413},
		{name: "a broken form", body: form("a.pdf", whole)[:200], status: 422},
		{name: "a hang-up", body: form("a.pdf", large)[:500_000], announced: 900_000},
		{name: "a hang-up in chunks", body: form("a.pdf", large)[:500_000], chunked: true},
	} {
		t.Run(u.name, func(t *testing.T) {
			conn, err := net.Dial("tcp", strings.TrimPrefix(p.URL, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "POST /api/v1/documents/process HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=b\r\n", c.Token)
			if u.chunked {
				fmt.Fprintf(conn, "Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", len(u.body), u.body)
				if u.status != 0 {
					fmt.Fprint(conn, "0\r\n\r\n")
				}
			} else {
				fmt.Fprintf(conn, "Content-Length: %d\r\n\r\n%s", max(u.announced, len(u.body)), u.body)
			}
			if u.status == 0 {
				return
			}
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			if body, _ := io.ReadAll(res.Body); res.StatusCode != u.status {
				t.Errorf("status %d, want %d: %s", res.StatusCode, u.status, body)
			}
		})
	}
	tasks := call(t, c, "GET", "/tasks", "", 200)
	if n := bytes.Count(tasks, []byte(`"task_id"`)); n != 3 {
		t.Errorf("%d uploads became tasks, want 3", n)
	}
	stop(t, p)
	originals := files(t, folder, ".pdf")
	if len(originals) != 3 {
		t.Errorf("the originals are %q, want 3", originals)
	}
	for _, path := range originals {
		if !strings.HasPrefix(path, filepath.Join(folder, "data", "originals")) {
			t.Errorf("an original is in %s", path)
		}
	}
	if left := files(t, temp, ""); len(left) > 0 {
		t.Errorf("temporary files are left: %q", left)
	}
}

// files lists the files below a folder whose names end in extension.
func files(t *testing.T, folder, extension string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, extension) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return paths
}
