package console

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/google/uuid"
	"golang.org/x/crypto/bcrypt"

	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/unpack"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/notify"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/program"
	"github.com/cotejo/cotejo/testkit/service"
	"github.com/cotejo/cotejo/testkit/smtptest"
)

// login is a user of a service, as specs log in.
type login struct {
	Username string `json:"username"`
	Password string `json:"password"`
	Admin    bool   `json:"admin"`
}

var (
	users     = map[string]login{"jefa": {"jefa", "la clave de jefa", true}, "ana": {"ana", "la clave de ana", false}, "eva": {"eva", "la clave de eva", false}}
	notifiers = map[string]login{"jefa": {"jefa@juzgado.gov.co", "la clave de jefa", true}, "ana": {"ana@juzgado.gov.co", "la clave de ana", false}}
)

// patience is how long a service may take to start, or to read a filing.
const patience = 3 * time.Minute

// seed is the folder of services that have read the filings of newSeed and stopped.
type seed struct {
	binary string
	folder string
	files  string // folder of PDFs, for uploads
}

// newSeed has services read filings: eight of their own, two that repeat one, a form
// letter of three people, a bad scan, and a file that is none. The register has six notifications.
func newSeed(t *testing.T) (*seed, error) {
	temp, err := os.MkdirTemp("", "cotejo-console-*")
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { os.RemoveAll(temp) })
	s := &seed{folder: filepath.Join(temp, "seed"), files: filepath.Join(temp, "files")}
	if s.binary, err = program.Build(temp, "./cmd/cotejod"); err != nil {
		return nil, err
	}
	for _, folder := range []string{s.folder, s.files} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
	}
	if err := writeUsers(filepath.Join(s.folder, "users.yaml")); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	intake, err := s.start(ctx, s.folder, "intake", 0)
	if err != nil {
		return nil, err
	}
	if err := writeProtected(filepath.Join(s.files, "protegido.pdf")); err != nil {
		return nil, err
	}
	if err := writeBundle(filepath.Join(s.files, "varios-escritos.pdf")); err != nil {
		return nil, err
	}
	if err := s.read(ctx, intake); err != nil {
		return nil, fmt.Errorf("%w; %v", err, intake.Stop(ctx))
	}
	if err := intake.Stop(ctx); err != nil {
		return nil, err
	}
	notify, err := s.start(ctx, s.folder, "notify", 0)
	if err != nil {
		return nil, err
	}
	if err := register(ctx, notify.URL); err != nil {
		return nil, fmt.Errorf("%w; %v", err, notify.Stop(ctx))
	}
	return s, notify.Stop(ctx)
}

// writeProtected writes a PDF that opens with «clave del pdf», which no service has read.
func writeProtected(path string) error {
	pdf := fpdf.New("P", "pt", "Letter", "")
	pdf.SetProtection(0, "clave del pdf", "")
	pdf.SetFont("Times", "", 12)
	pdf.AddPage()
	pdf.Text(72, 100, "Accionante: Rosa Protegida Mora")
	return pdf.OutputFileAndClose(path)
}

// writeBundle writes a file of three filings of different people.
func writeBundle(path string) error {
	g := filings.New(3, filings.Tuning())
	made, err := paper.BornDigital(filings.Bundle(g.Of(document.Tutela), g.Of(document.Tutela), g.Of(document.Tutela)), paper.Options{})
	if err != nil {
		return err
	}
	return os.WriteFile(path, made.PDF, 0o644)
}

// start starts a service in folder; port 0 is a free one. env is NAME=value.
func (s *seed) start(ctx context.Context, folder, command string, port int, env ...string) (*service.Process, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	jefa := notifiers["jefa"]
	return service.Start(ctx, service.Options{Binary: s.binary, Dir: folder, Args: []string{command}, Env: append([]string{
		"SVC_AUTH_CONFIG_PATH=users.yaml", "SVC_JWT_SECRET=a secret of these tests, long enough", "NOTIFY_JWT_SECRET=a secret of these tests, long enough",
		"NOTIFY_ADMIN_EMAIL=" + jefa.Username, "NOTIFY_ADMIN_PASSWORD=" + jefa.Password,
		fmt.Sprintf("SVC_PORT=%d", port), fmt.Sprintf("NOTIFY_PORT=%d", port),
	}, env...)})
}

func writeUsers(path string) error {
	var b strings.Builder
	b.WriteString("users:\n")
	for name, u := range users {
		hash, err := bcrypt.GenerateFromPassword([]byte(u.Password), 10)
		if err != nil {
			return err
		}
		role := map[bool]string{true: "admin", false: "user"}[u.Admin]
		fmt.Fprintf(&b, "  - {username: %s, role: %s, name: %q, password: %q}\n", name, role, strings.ToUpper(name[:1])+name[1:]+" Prueba", hash)
	}
	return os.WriteFile(path, []byte(b.String()), 0o600)
}

// read invents filings and has the service read them; each file is kept in files, too.
func (s *seed) read(ctx context.Context, p *service.Process) error {
	g := filings.New(29, filings.Options{})
	c, err := service.Login(ctx, p.URL, "jefa", users["jefa"].Password)
	if err != nil {
		return err
	}
	digital := func(f filings.Filing) ([]byte, error) {
		made, err := paper.BornDigital(f, paper.Options{})
		return made.PDF, err
	}
	scan := func(f filings.Filing, q paper.Quality) ([]byte, error) {
		made, err := paper.Scan(f, paper.Options{}, q, 1)
		return made.PDF, err
	}
	tutela := func() filings.Filing { return g.Of(document.Tutela) }
	first, letter := tutela(), tutela()
	people := g.FormLetter(letter, 2)
	number := 0
	send := func(name string, pdf []byte, err error) (string, error) {
		if err != nil {
			return "", err
		}
		number++
		name = fmt.Sprintf("%02d-%s.pdf", number, name)
		if err := os.WriteFile(filepath.Join(s.files, name), pdf, 0o644); err != nil {
			return "", err
		}
		return c.Upload(ctx, name, pdf, string(document.Tutela))
	}
	type file struct {
		name string
		make func() ([]byte, error)
	}
	waves := [][]file{
		{{"tutela", func() ([]byte, error) { return digital(first) }}, {"formato", func() ([]byte, error) { return digital(letter) }}},
		{
			{"copia", func() ([]byte, error) { return digital(g.Copy(first)) }},
			{"otra-redaccion", func() ([]byte, error) { return digital(g.Refile(first)) }},
			{"formato", func() ([]byte, error) { return digital(people[0]) }},
			{"formato", func() ([]byte, error) { return digital(people[1]) }},
			{"escaneo-malo", func() ([]byte, error) { return scan(tutela(), paper.Poor) }},
			{"danado", func() ([]byte, error) { return []byte("%PDF-1.7\nno es un PDF"), nil }},
		},
	}
	for range 7 {
		waves[1] = append(waves[1], file{"tutela", func() ([]byte, error) { return digital(tutela()) }})
	}
	for _, wave := range waves { // what repeats comes when the first was read
		var tasks []string
		for _, f := range wave {
			pdf, err := f.make()
			id, err := send(f.name, pdf, err)
			if err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			tasks = append(tasks, id)
		}
		for _, id := range tasks {
			if _, err := c.Wait(ctx, id, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// register fills the register of notifications.
func register(ctx context.Context, url string) error {
	token, err := tokenOf(ctx, url+"/auth/login", map[string]string{"email": notifiers["jefa"].Username, "password": notifiers["jefa"].Password})
	if err != nil {
		return err
	}
	post := func(method, path string, body any) (id string, err error) {
		var made struct{ ID string }
		err = send(ctx, method, url+path, token, body, &made)
		return made.ID, err
	}
	ana := notifiers["ana"]
	if _, err := post("POST", "/usuarios", map[string]string{"email": ana.Username, "password": ana.Password, "nombre": "Ana Prueba", "rol": "NOTIFICADOR"}); err != nil {
		return err
	}
	court, err := post("POST", "/juzgados", map[string]string{"nombre": "Juzgado 1 Civil Municipal de Bogotá"})
	if err != nil {
		return err
	}
	for i, channel := range []string{"EMAIL", "EMAIL", "WHATSAPP", "PRESENCIAL", "TELEFONO", "CORREO_FISICO"} {
		c, err := post("POST", "/procesos", map[string]string{"radicado": fmt.Sprintf("11001-40-03-001-2026-%05d-00", i+1), "descripcion": "Tutela por el derecho a la salud", "juzgado_id": court})
		if err != nil {
			return err
		}
		s, err := post("POST", "/sujetos", map[string]string{"nombre": fmt.Sprintf("Sujeto %d de Prueba", i+1), "correo": fmt.Sprintf("sujeto%d@ejemplo.co", i+1), "tipo": "DEMANDANTE"})
		if err != nil {
			return err
		}
		n, err := post("POST", "/notificaciones", map[string]string{"id_proceso": c, "id_sujeto": s, "canal": channel})
		if err == nil && i%2 == 1 {
			_, err = post("PATCH", "/notificaciones/"+n+"/estado", map[string]string{"nuevo_estado": "ENVIADA", "observacion": "Enviada"})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func tokenOf(ctx context.Context, url string, credentials map[string]string) (string, error) {
	var grant struct {
		AccessToken string `json:"access_token"`
	}
	err := send(ctx, "POST", url, "", credentials, &grant)
	return grant.AccessToken, err
}

// send sends JSON and decodes the answer, which must be a success.
func send(ctx context.Context, method, url, token string, body, into any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: status %d: %s", method, url, res.StatusCode, answer)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, into)
}

// office is the two services of one spec.
type office struct {
	seed           *seed
	folder         string
	intake, notify *desk
	control        string

	mail *smtptest.Server

	token, notifyToken string // of the administrators

	mu       sync.Mutex
	fresh    []*service.Process
	provider *exec.Cmd // of identities, once a spec has asked for one

	providerPort int // of the service whose users log in there
}

// desk is a service that may be stopped and started again at the same address.
type desk struct {
	command string
	port    int
	url     string
	process *service.Process
}

// open starts services on a copy of the seed. They end with the test.
func (s *seed) open(t *testing.T) *office {
	t.Helper()
	o := &office{seed: s, folder: t.TempDir(), mail: smtptest.Start(t), providerPort: program.FreePort(t), intake: &desk{command: "intake"}, notify: &desk{command: "notify"}}
	o.mail.Answer("RCPT lleno@ejemplo.co", "452 4.2.2 mailbox full") // what goes there waits in the queue
	if err := os.CopyFS(o.folder, os.DirFS(s.folder)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, d := range []*desk{o.intake, o.notify} {
			if err := o.stop(d); err != nil {
				t.Errorf("stopping %s: %v", d.command, err)
			}
		}
		for _, p := range o.fresh {
			p.Kill()
		}
		if o.provider != nil {
			_ = o.provider.Process.Kill()
			_ = o.provider.Wait()
		}
	})
	for _, d := range []*desk{o.intake, o.notify} {
		d.port = program.FreePort(t)
		d.url = fmt.Sprintf("http://127.0.0.1:%d", d.port)
		if err := o.begin(d); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if o.token, err = tokenOf(t.Context(), o.intake.url+"/api/v1/auth/login", map[string]string{"username": users["jefa"].Username, "password": users["jefa"].Password}); err != nil {
		t.Fatal(err)
	}
	if o.notifyToken, err = tokenOf(t.Context(), o.notify.url+"/auth/login", map[string]string{"email": notifiers["jefa"].Username, "password": notifiers["jefa"].Password}); err != nil {
		t.Fatal(err)
	}
	control := httptest.NewServer(http.HandlerFunc(o.serveControl))
	t.Cleanup(control.Close)
	o.control = control.URL
	return o
}

func (o *office) begin(d *desk) (err error) {
	env := []string{"NOTIFY_SMTP_URL=" + o.mail.URL(), "NOTIFY_MAIL_FROM=Juzgado de Prueba <juzgado@ejemplo.co>"}
	if *stored != "" {
		env = append(env, "SVC_DATABASE_PATH="+*stored)
	}
	d.process, err = o.seed.start(context.Background(), o.folder, d.command, d.port, env...)
	return err
}

func (o *office) stop(d *desk) error {
	if d.process == nil || d.process.Ended() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return d.process.Stop(ctx)
}

// serveControl does what a spec asks of its services: POST /stop/intake,
// /start/intake, /kill/intake and the same of notify; /fresh/intake starts one that nobody
// has opened yet, and answers its address and first password; /oidc/intake starts one whose
// users log in at an identity provider, and answers both addresses; /mail/notify answers
// the e-mails that were sent; /receive/notify takes the body as a message that came back for one.
func (o *office) serveControl(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, rest, _ := strings.Cut(r.URL.Path, "/")
	what, command, _ := strings.Cut(rest, "/")
	d, known := map[string]*desk{"intake": o.intake, "notify": o.notify}[command]
	if !known {
		http.NotFound(w, r)
		return
	}
	answer := map[string]any{}
	var err error
	switch what {
	case "stop":
		err = o.stop(d)
	case "kill":
		d.process.Kill()
	case "start":
		err = o.begin(d)
	case "mail":
		answer["messages"] = o.mail.Messages()
	case "receive":
		var message []byte
		if message, err = io.ReadAll(r.Body); err == nil {
			err = o.receive(r.Context(), message)
		}
	case "fresh":
		var p *service.Process
		if p, err = o.startFresh(r.Context(), command); err == nil {
			answer["url"], answer["password"] = p.URL, p.Password
		}
	case "oidc":
		var p *service.Process
		var issuer string
		if p, issuer, err = o.startWithProvider(r.Context(), command); err == nil {
			answer["url"], answer["provider"] = p.URL, issuer
		}
	default:
		err = fmt.Errorf("what is %q?", what)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// receive stores a message that came back for an e-mail, as the reader of a mailbox does.
func (o *office) receive(ctx context.Context, message []byte) error {
	db, err := notifystore.Open(ctx, sqldb.Options{Path: filepath.Join(o.folder, "data", "database", "cotejo-notify.db")})
	if err != nil {
		return err
	}
	defer db.Close()
	s := notify.New(notify.Deps{Tx: db, Notifications: db.Notifications(), Outbox: db.Outbox(), Attachments: db.Attachments(), Receipts: db.Receipts(),
		ReceiptReader: unpack.ReceiptReader{}, Now: time.Now, NewID: func() string { return uuid.Must(uuid.NewV7()).String() }}, nil)
	_, err = s.TakeReceipt(ctx, message)
	return err
}

func (o *office) startFresh(ctx context.Context, command string) (*service.Process, error) {
	folder, err := os.MkdirTemp(o.folder, "fresh-*")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	p, err := service.Start(ctx, service.Options{Binary: o.seed.binary, Dir: folder, Args: []string{command}})
	if err == nil {
		o.fresh = append(o.fresh, p)
	}
	return p, err
}

// startWithProvider starts an identity provider and a service of its own that knows it.
func (o *office) startWithProvider(ctx context.Context, command string) (*service.Process, string, error) {
	binary, err := program.Tool("testkit/oidcprovider", "oidcprovider")
	if err != nil {
		return nil, "", err
	}
	prefix, path := "SVC_", "/api/v1/auth/oidc/callback"
	if command == "notify" {
		prefix, path = "NOTIFY_", "/auth/oidc/callback"
	}
	redirect := fmt.Sprintf("http://127.0.0.1:%d%s", o.providerPort, path)
	o.provider = exec.Command(binary, redirect)
	o.provider.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	_, err = o.provider.StdinPipe() // it ends with this program
	if err != nil {
		return nil, "", err
	}
	said, err := o.provider.StdoutPipe()
	if err == nil {
		err = o.provider.Start()
	}
	if err != nil {
		return nil, "", err
	}
	issuer, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		return nil, "", fmt.Errorf("starting the identity provider: %w", err)
	}
	issuer = strings.TrimSpace(issuer)
	folder, err := os.MkdirTemp(o.folder, "oidc-*")
	if err != nil {
		return nil, "", err
	}
	if err := writeUsers(filepath.Join(folder, "users.yaml")); err != nil {
		return nil, "", err
	}
	p, err := o.seed.start(ctx, folder, command, o.providerPort, prefix+"OIDC_ISSUER="+issuer, prefix+"OIDC_CLIENT_ID=cotejo",
		prefix+"OIDC_CLIENT_SECRET=secreto", prefix+"OIDC_REDIRECT_URL="+redirect)
	if err == nil {
		o.fresh = append(o.fresh, p)
	}
	return p, issuer, err
}
