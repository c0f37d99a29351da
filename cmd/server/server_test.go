package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

func TestMain(m *testing.M) {
	Init() // the readers of the tests are this program
	os.Exit(m.Run())
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// serve puts a service behind HTTP.
func serve(t *testing.T, start func(context.Context, Options) (*Service, error), o Options) (*Service, string) {
	t.Helper()
	s, err := start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	host := httptest.NewServer(s)
	t.Cleanup(host.Close)
	return s, host.URL
}

func TestIntakeIsEmbeddedWhole(t *testing.T) {
	folder := t.TempDir()
	options := Options{Folder: folder, Logger: quiet(), Settings: map[string]string{"SVC_TMP_DIR": filepath.Join(folder, "tmp")}}
	s, url := serve(t, Intake, options)
	if s.FirstUser != "admin" || s.FirstPassword == "" {
		t.Fatalf("the first user is %q", s.FirstUser)
	}
	c, err := service.Login(t.Context(), url, s.FirstUser, s.FirstPassword)
	if err != nil {
		t.Fatal(err)
	}
	filing := filings.New(23, filings.Options{}).Of(document.Tutela)
	made, err := paper.BornDigital(filing, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, 2)
	for i := range ids {
		task, err := c.Upload(t.Context(), "tutela.pdf", made.PDF, "tutela")
		if err != nil {
			t.Fatal(err)
		}
		done, err := c.Wait(t.Context(), task, func(service.Task) {})
		if err != nil || done.Status != "completed" {
			t.Fatalf("%+v, %v", done, err)
		}
		if ids[i] = done.Result.ID; i == 1 && (len(done.Result.Duplicates) != 1 || done.Result.Duplicates[0].DocumentID != ids[0]) {
			t.Errorf("the same paper again: %+v", done.Result)
		}
	}
	original, err := c.Do(t.Context(), "GET", "/documents/"+ids[0]+"/original", "", nil)
	if err != nil || original.Status != 200 || len(original.Body) != len(made.PDF) {
		t.Errorf("the original: %d, %d bytes, %v", original.Status, len(original.Body), err)
	}

	if err := s.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
	if res, err := http.Get(url + "/api/v1/health"); err != nil || res.StatusCode != http.StatusBadGateway {
		t.Errorf("closed, it answers %v, %v", res, err)
	}
	again, url := serve(t, Intake, options)
	defer again.Close()
	c, err = service.Login(t.Context(), url, "admin", s.FirstPassword)
	if err != nil || again.FirstPassword != "" {
		t.Fatalf("opened again: %v", err)
	}
	if kept, err := c.Do(t.Context(), "GET", "/documents/"+ids[1], "", nil); err != nil || kept.Status != 200 {
		t.Errorf("opened again: %d, %v", kept.Status, err)
	}
}

func TestNotifyIsEmbeddedWhole(t *testing.T) {
	s, url := serve(t, Notify, Options{Folder: t.TempDir(), Logger: quiet()})
	defer s.Close()
	body := strings.NewReader(`{"email":"` + s.FirstUser + `","password":"` + s.FirstPassword + `"}`)
	res, err := http.Post(url+"/auth/login", "application/json", body)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	var answer struct {
		Token string `json:"access_token"`
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.Token == "" {
		t.Fatalf("%d %s", res.StatusCode, text)
	}
	req, _ := http.NewRequestWithContext(t.Context(), "GET", url+"/procesos", nil)
	req.Header.Set("Authorization", "Bearer "+answer.Token)
	if res, err := http.DefaultClient.Do(req); err != nil || res.StatusCode != 200 {
		t.Errorf("%v, %v", res, err)
	}
}

// Logins are limited by the address that spoke to the program, and what a
// stranger says of itself counts for nothing.
func TestServiceSeesTheClient(t *testing.T) {
	s, err := Intake(t.Context(), Options{Folder: t.TempDir(), Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	login := func(from, said string) int {
		r := httptest.NewRequest("POST", "http://cotejo.example.org/api/v1/auth/login", strings.NewReader(`{"username":"x","password":"y"}`))
		r.RemoteAddr = from + ":999"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Forwarded-For", said)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
	refused := 0
	for i := range 20 {
		if login("203.0.113.7", fmt.Sprint("198.51.100.", i)) == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused == 0 {
		t.Error("one client may guess on under other names")
	}
	if status := login("203.0.113.8", "203.0.113.7"); status != http.StatusUnauthorized {
		t.Errorf("another client gets %d", status)
	}
}

func TestStartRefuses(t *testing.T) {
	var faults config.Faults
	if _, err := Intake(t.Context(), Options{Folder: t.TempDir(), Logger: quiet(), Settings: map[string]string{"SVC_OCR_WORKERS": "muchos"}}); !errors.As(err, &faults) {
		t.Errorf("a setting at fault: %v", err)
	}
	for name, start := range map[string]func(context.Context, Options) (*Service, error){"intake": Intake, "notify": Notify} {
		for setting, near := range map[string]string{"SVC_MAX_UPLOAD_MB": "SVC_MAX_UPLOAD_SIZE_MB", "svc_port": "SVC_PORT", "DATABASE_PATH": "", "COTEJO_CONFIG": ""} {
			_, err := start(t.Context(), Options{Folder: t.TempDir(), Logger: quiet(), Settings: map[string]string{setting: "1"}})
			if err == nil || !strings.Contains(err.Error(), setting+": no es un ajuste conocido") || !strings.Contains(err.Error(), near) {
				t.Errorf("%s with %s: %v", name, setting, err)
			}
		}
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, ".env"), []byte("SVC_OCR_WORKERS=muchos\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Intake(t.Context(), Options{Folder: folder, Logger: quiet()})
	if err != nil {
		t.Fatalf("a file that is not read: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	initialised.Store(false)
	defer initialised.Store(true)
	if _, err := Notify(t.Context(), Options{Folder: t.TempDir(), Logger: quiet()}); !errors.Is(err, errNotInitialised) {
		t.Errorf("without Init: %v", err)
	}
}

func Example() {
	Init() // first of all in main
	ctx := context.Background()
	intake, err := Intake(ctx, Options{Settings: map[string]string{"SVC_DATABASE_PATH": "/var/lib/app/cotejo.db"}})
	if err != nil {
		panic(err)
	}
	defer intake.Close()
	_ = http.ListenAndServe("127.0.0.1:8000", intake)
}
