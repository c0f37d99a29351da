package users_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/docx"
	"github.com/cotejo/cotejo/testkit/service"
)

// clientMachine is a machine without the database, and a server elsewhere.
type clientMachine struct {
	server *service.Process
	home   string // folder of the server
	folder string
	config string // folder of the user's settings
}

func newClientMachine(t *testing.T, files map[string]string) clientMachine {
	t.Helper()
	binary, err := cotejo.Server()
	if err != nil {
		t.Fatal(err)
	}
	d := clientMachine{home: t.TempDir(), folder: cotejo.Inbox(t, files), config: t.TempDir()}
	if d.server, err = service.Start(t.Context(), service.Options{Binary: binary, Dir: d.home}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.server.Kill)
	return d
}

func (d clientMachine) invocation(args ...string) cotejo.Invocation {
	return cotejo.Invocation{Folder: d.folder, Env: []string{"XDG_CONFIG_HOME=" + d.config, "COTEJO_SERVER=" + d.server.URL}, Args: args}
}

func (d clientMachine) run(t *testing.T, args ...string) cotejo.Result {
	t.Helper()
	return d.invocation(args...).Run(t)
}

func (d clientMachine) login(t *testing.T, password string, args ...string) cotejo.Result {
	t.Helper()
	i := d.invocation(append([]string{"login", "--user", "admin", "--password-stdin"}, args...)...)
	i.Stdin = password + "\n"
	return i.Run(t)
}

// session is the file of the only session on the machine.
func (d clientMachine) session(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.config, "cotejo", "sessions", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("sessions: %v, %v", files, err)
	}
	return files[0]
}

func TestLoginKeepsASessionUntilLogout(t *testing.T) {
	t.Parallel()
	d := newClientMachine(t, map[string]string{"a.pdf": cotejo.Digital(t, 1)})
	if got := d.run(t, "process", "in"); got.Status != 4 || !strings.Contains(got.Stderr, "cotejo login --server "+d.server.URL) {
		t.Errorf("before the login: %+v", got)
	}
	if got := d.login(t, "otra contraseña"); got.Status != 4 || strings.Contains(got.Stderr, "cotejo login") || cotejo.Exists(filepath.Join(d.config, "cotejo")) {
		t.Errorf("a wrong password: %+v", got)
	}
	if got := d.login(t, d.server.Password); got.Status != 0 || !strings.Contains(got.Stdout, "admin: sesión abierta en "+d.server.URL) {
		t.Fatalf("login: %+v", got)
	}
	file := d.session(t)
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the session is kept with %v, %v", info.Mode(), err)
	}
	content, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(content), d.server.Password) {
		t.Errorf("%s, %v", content, err)
	}
	if got := d.run(t, "logout"); got.Status != 0 || cotejo.Exists(file) {
		t.Errorf("logout: %+v", got)
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := d.run(t, "search", "salud"); got.Status != 4 || !strings.Contains(got.Stderr, "Vuelva a entrar con «cotejo login") {
		t.Errorf("after the logout: %+v", got)
	}
}

// TestProcessSendsWordDocuments to a server, as PDFs and images.
func TestProcessSendsWordDocuments(t *testing.T) {
	t.Parallel()
	paper := docx.Body(docx.Text("Derecho de petición, artículo 23 de la Constitución\nSolicito copia del acta.")).Bytes()
	d := newClientMachine(t, map[string]string{"peticion.docx": string(paper)})
	if got := d.login(t, d.server.Password); got.Status != 0 {
		t.Fatalf("login: %+v", got)
	}
	got := d.run(t, "process", "in", "--settle", "50ms", "--type", "auto", "--json")
	if !strings.Contains(got.Stdout, `"document_type":"derecho_peticion"`) {
		t.Errorf("%+v", got)
	}
}

func TestLoginAsksOnATerminal(t *testing.T) {
	t.Parallel()
	d := newClientMachine(t, nil)
	seen, err := d.invocation("login").Typing(t, []string{"admin", d.server.Password})
	if err != nil || strings.Contains(seen, d.server.Password) || !strings.Contains(seen, "admin: sesión abierta") {
		t.Errorf("%v\n%s", err, seen)
	}
}

func TestSessionIsRenewedInItsSecondHalf(t *testing.T) {
	t.Parallel()
	d := newClientMachine(t, nil)
	if got := d.login(t, d.server.Password); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	read := func() (s map[string]string) {
		content, err := os.ReadFile(d.session(t))
		if err == nil {
			err = json.Unmarshal(content, &s)
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	fresh := read()
	if got := d.run(t, "search", "salud"); got.Status != 0 || read()["granted"] != fresh["granted"] {
		t.Errorf("a fresh session: %+v", got)
	}
	old := read()
	old["granted"] = "2020-01-01T00:00:00Z"
	content, err := json.Marshal(old)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.session(t), content, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := d.run(t, "search", "salud"); got.Status != 0 || read()["granted"] == old["granted"] {
		t.Errorf("an old session: %+v", got)
	}
}

func TestDeskOverTheNetworkPrintsWhatTheServersMachineDoes(t *testing.T) {
	t.Parallel()
	paper := cotejo.Digital(t, 1)
	d := newClientMachine(t, map[string]string{"a.pdf": paper, "b.pdf": cotejo.Digital(t, 2), "foto.png": "no es una imagen", "sub/copia.pdf": paper})
	if got := d.login(t, d.server.Password); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	if got := d.run(t, "process", "in/b.pdf", "--settle", "50ms", "--json"); got.Status != 0 || cotejo.Lines(t, got.Stdout)["in/b.pdf"].Status != "processed" {
		t.Fatalf("a file: %+v", got)
	}
	first := d.run(t, "process", "in", "--settle", "50ms", "--json")
	taken := cotejo.Lines(t, first.Stdout)
	if first.Status != 1 || taken["in/a.pdf"].Status != "processed" || taken["in/b.pdf"].Status != "known" || taken["in/foto.png"].Status != "failed" ||
		taken["in/sub/copia.pdf"].Status != "processed" || len(taken["in/sub/copia.pdf"].Duplicates) != 1 {
		t.Errorf("the first time: %+v", first)
	}
	if again := d.run(t, "process", "in/a.pdf", "--settle", "50ms", "--json"); cotejo.Lines(t, again.Stdout)["in/a.pdf"].Status != "known" {
		t.Errorf("a second time: %+v", again)
	}
	id, other := taken["in/a.pdf"].DocumentID, taken["in/b.pdf"].DocumentID
	for _, args := range [][]string{
		{"search", "tutela"}, {"search", "--json", "tutela"}, {"search", "--sort", "Fecha", "--limit", "1", "tutela"},
		{"show", id}, {"show", "--json", id}, {"show", "--text", other}, {"show", "nada"}, {"compare", id, other}, {"compare", "--json", id, other},
	} {
		here, there := cotejo.Run(t, d.home, args...), d.run(t, args...)
		if here != there || here.Stdout == "" && args[1] != "nada" {
			t.Errorf("%v:\non the machine %+v\nover the network %+v", args, here, there)
		}
	}
	if got := d.run(t, "export", "todo.xlsx"); got.Status != 0 || !strings.HasPrefix(got.Stdout, "todo.xlsx: 3 documentos, ") || !cotejo.Exists(filepath.Join(d.folder, "todo.xlsx")) {
		t.Errorf("export: %+v", got)
	}
	if got := d.run(t, "export", "todo.csv"); got.Status != 0 || !strings.HasPrefix(got.Stdout, "todo.csv: 3 documentos, ") {
		t.Errorf("export: %+v", got)
	}
	local := cotejo.Run(t, d.home, "export", "todo.csv")
	here, err := os.ReadFile(filepath.Join(d.home, "todo.csv"))
	there, err2 := os.ReadFile(filepath.Join(d.folder, "todo.csv"))
	if local.Status != 0 || err != nil || err2 != nil || len(here) == 0 || string(here) != string(there) {
		t.Errorf("values separated by commas: %+v; %v, %v; %d bytes on the machine, %d over the network", local, err, err2, len(here), len(there))
	}
	if got := d.run(t, "export", "nada.xlsx", "--from", "2001-01-01", "--to", "2001-01-02"); got.Status != 3 || cotejo.Exists(filepath.Join(d.folder, "nada.xlsx")) {
		t.Errorf("export of nothing: %+v", got)
	}
	if cotejo.Exists(filepath.Join(d.folder, "data")) {
		t.Error("the client machine has a database")
	}
}

// A file that failed is read again with the password that it came with.
func TestRetryOverTheNetworkKeepsThePassword(t *testing.T) {
	t.Parallel()
	d := newClientMachine(t, map[string]string{"cerrado.pdf": cotejo.Numbered(t, 1, "clave secreta")})
	cotejo.Write(t, d.folder, "otra", "otra\n")
	if got := d.login(t, d.server.Password); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	for _, time := range []string{"first", "second"} {
		got := d.run(t, "process", "in", "--settle", "50ms", "--json", "--password-file", "otra")
		if l := cotejo.Lines(t, got.Stdout)["in/cerrado.pdf"]; l.Status != "failed" || !strings.Contains(l.Error, "compruebe la que dio") {
			t.Errorf("the %s time: %+v", time, got)
		}
	}
}

func TestWhatDoesNotGoOverTheNetwork(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v1/documents/search" {
			http.Redirect(w, r, "https://otro.invalid/", http.StatusMovedPermanently)
			return
		}
		fmt.Fprint(w, "<html>")
	}))
	t.Cleanup(elsewhere.Close)
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1)})
	for _, tc := range []struct {
		rule, server string
		args         []string
		status       int
		says         string
	}{
		{"a local database", elsewhere.URL, []string{"search", "x", "--database-path", "x.db"}, 2, "--database-path es para los datos de esta máquina"},
		{"a dry run", elsewhere.URL, []string{"process", "in", "--dry-run"}, 2, "--dry-run es para"},
		{"a new database", elsewhere.URL, []string{"process", "in", "--create"}, 2, "--create es para"},
		{"another command", elsewhere.URL, []string{"reindex"}, 2, "«cotejo reindex» no se hace por la red"},
		{"a command that begins a database", elsewhere.URL, []string{"import", "t.jsonl"}, 2, "«cotejo import» no se hace por la red"},
		{"no server", "", []string{"login"}, 2, "falta --server"},
		{"no address", "ftp://x", []string{"search", "x"}, 2, "debe ser como https://"},
		{"no terminal", elsewhere.URL, []string{"login"}, 2, "--password-stdin"},
		{"a redirection", elsewhere.URL, []string{"search", "x"}, 2, "remite a https://otro.invalid/"},
		{"another program", elsewhere.URL, []string{"show", "x"}, 7, "No se entendió lo que respondió el servidor"},
		{"another path", elsewhere.URL + "/cotejo", []string{"search", "x"}, 7, "No se entendió"},
		{"nobody", "https://127.0.0.1:1", []string{"process", "in"}, 7, "No se pudo hablar con el servidor 127.0.0.1:1"},
		{"an exposed connection", "http://cotejo.invalid", []string{"search", "x"}, 7, "aviso: la conexión con cotejo.invalid no va cifrada"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			cotejo.Write(t, folder, "t.jsonl", `{"text": "x"}`+"\n")
			got := cotejo.Invocation{Folder: folder, Env: []string{"XDG_CONFIG_HOME=" + t.TempDir(), "COTEJO_SERVER=" + tc.server}, Args: tc.args}.Run(t)
			if got.Status != tc.status || !strings.Contains(got.Stderr, tc.says) || got.Stdout != "" {
				t.Errorf("%+v, want status %d and %q", got, tc.status, tc.says)
			}
		})
	}
}

func TestProcessOutlastsAnOutageButNotItsSession(t *testing.T) {
	t.Parallel()
	d := newClientMachine(t, map[string]string{"a.pdf": cotejo.Digital(t, 1)})
	target, err := url.Parse(d.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	var expired atomic.Bool
	proxy := httputil.NewSingleHostReverseProxy(target)
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/v1/tasks/") && asked.Add(1) == 2 { // the first answers to the upload
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		if expired.Load() && r.Method == http.MethodPost {
			r.Header.Set("Authorization", "Bearer expired")
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(gateway.Close)
	if got := d.login(t, d.server.Password, "--server", gateway.URL); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	got := d.run(t, "process", "in", "--settle", "50ms", "--server", gateway.URL)
	if got.Status != 0 || !strings.Contains(got.Stdout, "in/a.pdf: documento ") || !strings.Contains(got.Stderr, "Se sigue intentando") {
		t.Errorf("%d requests: %+v", asked.Load(), got)
	}

	expired.Store(true)
	got = d.run(t, "process", "in", "--settle", "50ms", "--server", gateway.URL, "--again", "--move", "hecho")
	if got.Status != 4 || !strings.Contains(got.Stderr, "Vuelva a entrar") || !cotejo.Exists(filepath.Join(d.folder, "in", "a.pdf")) {
		t.Errorf("when the session ends: %+v", got)
	}
}
