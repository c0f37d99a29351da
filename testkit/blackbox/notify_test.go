package blackbox

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/cotejo/cotejo/adapters/console"
	"github.com/cotejo/cotejo/adapters/usersfile"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/testkit/postgres"
	"github.com/cotejo/cotejo/testkit/program"
	"github.com/cotejo/cotejo/testkit/service"
)

const adminEmail = "admin@localhost"

// startNotify runs the notification service in folder until the test ends.
func startNotify(t *testing.T, folder string, env ...string) *service.Process {
	t.Helper()
	return startAs(t, folder, "notify", env...)
}

func startAs(t *testing.T, folder, command string, env ...string) *service.Process {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	p, err := service.Start(ctx, service.Options{Binary: cotejod(t), Dir: folder, Args: []string{command}, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !p.Ended() {
			stop(t, p)
		}
	})
	return p
}

// onEachRegistry is onEachDatabase for the notification service.
func onEachRegistry(t *testing.T, test func(t *testing.T, database ...string)) {
	onDatabases(t, "NOTIFY_DATABASE_URL", true, true, test)
}

// registry is the notification service as one of its users sees it.
type registry struct{ url, token string }

// send returns status and body of an answer; an error when there is none.
func (r registry) send(method, path string, body any) (int, []byte, error) {
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return 0, nil, err
		}
		content = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, r.url+path, content)
	if err != nil {
		return 0, nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	return res.StatusCode, answer, err
}

// want sends a request that must be answered with status and decodes the body.
func (r registry) want(t testing.TB, status int, method, path string, body, into any) {
	t.Helper()
	got, answer, err := r.send(method, path, body)
	if err != nil || got != status {
		t.Fatalf("%s %s: status %d, want %d, %v: %s", method, path, got, status, err, answer)
	}
	if into != nil {
		if err := json.Unmarshal(answer, into); err != nil {
			t.Fatalf("%s %s: %v: %s", method, path, err, answer)
		}
	}
}

type fields = map[string]any

// enter logs in.
func enter(t testing.TB, url, email, password string) registry {
	t.Helper()
	var grant struct {
		AccessToken string `json:"access_token"`
	}
	registry{url: url}.want(t, 200, "POST", "/auth/login", fields{"email": email, "password": password}, &grant)
	return registry{url, grant.AccessToken}
}

// made is something new.
type made struct{ ID string }

// notification registers a case, a subject and a notification between them.
func (r registry) notification(t testing.TB, number int, channel string) string {
	t.Helper()
	var c, s, n made
	r.want(t, 201, "POST", "/procesos", fields{"radicado": fmt.Sprintf("2026-%05d", number), "descripcion": "Tutela",
		"juzgado_id": "0195f0a0-0000-7000-8000-00000000c0c0"}, &c)
	r.want(t, 201, "POST", "/sujetos", fields{"nombre": "Juan Pérez", "correo": "juan@x.co"}, &s)
	r.want(t, 201, "POST", "/notificaciones", fields{"id_proceso": c.ID, "id_sujeto": s.ID, "canal": channel}, &n)
	return n.ID
}

// notified is a notification as the service shows it.
type notified struct {
	Estado    string
	Historial []struct{ De, A, Observacion string }
}

func TestANotificationIsRegisteredAndFollowed(t *testing.T) {
	onEachRegistry(t, registerAndFollow)
}

func registerAndFollow(t *testing.T, database ...string) {
	folder := t.TempDir()
	p := startNotify(t, folder, database...)
	boss := enter(t, p.URL, " Admin@LOCALHOST ", p.Password)
	boss.want(t, 201, "POST", "/usuarios", fields{"email": "ana@x.co", "password": "una clave larga", "nombre": "Ana", "rol": "NOTIFICADOR"}, nil)
	ana := enter(t, p.URL, "ana@x.co", "una clave larga")
	id := ana.notification(t, 1, "EMAIL")
	ana.want(t, 200, "PATCH", "/notificaciones/"+id+"/estado", fields{"nuevo_estado": "ENVIADA", "observacion": "por correo"}, nil)
	ana.want(t, 403, "GET", "/usuarios", nil, nil)
	stop(t, p)

	p = startNotify(t, folder, database...) // nothing is lost, and no second administrator made
	if p.Password != "" {
		t.Error("a second start made an administrator")
	}
	ana.url = p.URL // the session outlives the process
	var n notified
	ana.want(t, 200, "GET", "/notificaciones/"+id, nil, &n)
	if n.Estado != "ENVIADA" || len(n.Historial) != 1 || n.Historial[0].Observacion != "por correo" {
		t.Errorf("%+v", n)
	}
	for path, status := range map[string]int{"/health": 200, "/ready": 200, "/docs": 200, "/redoc": 200, "/openapi.json": 200, "/nada": 404} {
		registry{url: p.URL}.want(t, status, "GET", path, nil, nil)
	}
}

// Every credential is sent to every operation of the published description:
// anyone who adds a route adds it here.
func TestEachRouteOfTheRegistryIsOpenToWhomItsDescriptionSays(t *testing.T) {
	t.Parallel()
	p := startNotify(t, t.TempDir(), "NOTIFY_JWT_SECRET="+tokenSecret)
	boss := enter(t, p.URL, adminEmail, p.Password)
	for _, name := range []string{"ana", "eva"} {
		boss.want(t, 201, "POST", "/usuarios", fields{"email": name + "@x.co", "password": passwordOf(name), "nombre": name, "rol": "NOTIFICADOR"}, nil)
	}
	bad := forged(t, boss.token)
	bad["a disabled user"] = enter(t, p.URL, "eva@x.co", passwordOf("eva")).token
	var users struct{ Items []struct{ ID, Email string } }
	boss.want(t, 200, "GET", "/usuarios", nil, &users)
	for _, u := range users.Items {
		if u.Email == "eva@x.co" {
			boss.want(t, 200, "POST", "/usuarios/"+u.ID+"/desactivar", nil, nil)
		}
	}
	ended := enter(t, p.URL, "ana@x.co", passwordOf("ana"))
	ended.want(t, 204, "POST", "/auth/logout", nil, nil)
	bad["an ended session"] = ended.token
	good := map[string]string{"a notifier": enter(t, p.URL, "ana@x.co", passwordOf("ana")).token, "an administrator": boss.token}

	admin := 0
	for _, op := range describe(t, p.URL).Operations {
		if op.ID == "logout" || op.ID == "closeSession" {
			continue // they would end the good sessions
		}
		if op.Admin {
			admin++
		}
		for _, method := range op.Methods() {
			for who, token := range bad {
				got := ask(t, p.URL, op, method, token)
				welcome := op.Public || op.Anonymous && token == ""
				check(t, op, method, who, got, welcome == (got.Status == http.StatusUnauthorized))
			}
			for who, token := range good {
				got := ask(t, p.URL, op, method, token)
				refused := (got.Status == http.StatusForbidden) != (op.Admin && who == "a notifier")
				check(t, op, method, who, got, refused || got.Status == http.StatusUnauthorized)
			}
		}
	}
	if admin != 10 {
		t.Errorf("%d operations are for administrators, want the 7 on users, the one on their sessions and the two that change the template of a court", admin)
	}
}

// Two dozen guesses at once get five checks, however they are answered and
// whichever server is asked, and the lock outlives the processes.
func TestParallelGuessesGetFiveChecks(t *testing.T) {
	onEachRegistry(t, checkFiveGuesses)
}

func checkFiveGuesses(t *testing.T, database ...string) {
	folder := t.TempDir()
	settings := append(database, "NOTIFY_JWT_SECRET="+tokenSecret, "NOTIFY_ADMIN_EMAIL=jefa@x.co", "NOTIFY_ADMIN_PASSWORD=una clave larga")
	servers := []*service.Process{startNotify(t, folder, settings...)}
	if len(database) > 0 {
		servers = append(servers, startNotify(t, t.TempDir(), settings...))
	}
	var all sync.WaitGroup
	for i := range 24 {
		all.Go(func() {
			email := []string{"jefa@x.co", " JEFA@x.co", "Jefa@X.CO\n"}[i%3]
			status, body, err := registry{url: servers[i%len(servers)].URL}.send("POST", "/auth/login", fields{"email": email, "password": fmt.Sprint("clave ", i)})
			if err != nil || status != 401 && status != 503 {
				t.Errorf("status %d, %v: %s", status, err, body)
			}
		})
	}
	all.Wait()
	right := fields{"email": "jefa@x.co", "password": "una clave larga"}
	for _, p := range servers {
		registry{url: p.URL}.want(t, 401, "POST", "/auth/login", right, nil)
		p.Kill()
	}

	driver, source := "sqlite3", filepath.Join(folder, "data", "database", "cotejo-notify.db")
	if len(database) > 0 {
		driver, source = "pgx", strings.TrimPrefix(database[0], "NOTIFY_DATABASE_URL=")
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var slots int
	if err := db.QueryRow("SELECT gen FROM lockouts WHERE username = 'jefa@x.co'").Scan(&slots); err != nil || slots != 5 {
		t.Errorf("%d passwords were checked, want 5 (%v)", slots, err)
	}
	p := startNotify(t, folder, settings...)
	registry{url: p.URL}.want(t, 401, "POST", "/auth/login", right, nil)
}

func TestBothServicesInOneProcess(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, database ...string) {
		if len(database) > 0 {
			database = append(database, "NOTIFY_DATABASE_URL="+postgres.New(t))
		}
		runBoth(t, database...)
	})
}

// aboutConsole returns what a service says of itself to its console.
func aboutConsole(t *testing.T, url string) (about console.About) {
	t.Helper()
	res, err := http.Get(url + "/console.json")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&about); err != nil {
		t.Fatal(err)
	}
	return about
}

func TestConsolesLinkToEachOther(t *testing.T) {
	t.Parallel()
	intakePort, notifyPort := program.FreePort(t), program.FreePort(t)
	p := startAs(t, t.TempDir(), "all", fmt.Sprint("SVC_PORT=", intakePort), fmt.Sprint("NOTIFY_PORT=", notifyPort), "NOTIFY_INTAKE_URL=https://cotejo.example.org")
	if got := aboutConsole(t, p.URL).OtherURL; got != fmt.Sprint(":", notifyPort) {
		t.Errorf("the intake console links to %q", got)
	}
	if got := aboutConsole(t, p.NotifyURL).OtherURL; got != "https://cotejo.example.org" {
		t.Errorf("the console of the register links to %q", got)
	}
}

func runBoth(t *testing.T, databases ...string) {
	folder := t.TempDir()
	p := startAs(t, folder, "all", databases...)
	intake := login(t, p, p.Password)
	boss := enter(t, p.NotifyURL, adminEmail, p.NotifyPassword)
	boss.want(t, 200, "GET", "/procesos", nil, nil)
	call(t, intake, "GET", "/documents", "", 200)

	// A token of one opens nothing of the other.
	registry{p.NotifyURL, intake.Token}.want(t, 401, "GET", "/procesos", nil, nil)
	intake.Token = boss.token
	call(t, intake, "GET", "/documents", "", 401)

	// Each measures itself.
	for service, url := range map[string]string{"intake": p.URL, "notify": p.NotifyURL} {
		page := metricsOf(t, url)
		for _, want := range []string{`cotejo_build_info{goversion="`, `service="` + service + `"`, "cotejo_http_requests_total{"} {
			if !strings.Contains(page, want) {
				t.Errorf("the metrics of %s lack %s", service, want)
			}
		}
	}
	stop(t, p)
	if len(databases) > 0 {
		return
	}
	sound(t, filepath.Join(folder, "data", "database", "cotejo.db"))
	sound(t, filepath.Join(folder, "data", "database", "cotejo-notify.db"))
}

// Of two services one that cannot start takes the other with it, in order.
func TestOneServiceThatCannotStartStopsBoth(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := fmt.Sprint(taken.Addr().(*net.TCPAddr).Port)
	for name, c := range map[string]struct{ env, tells string }{
		"the port of the first is taken":           {"SVC_PORT=" + port, "SVC_PORT"},
		"the port of the second is taken":          {"NOTIFY_PORT=" + port, "NOTIFY_PORT"},
		"the second is set up wrongly":             {"NOTIFY_LOCKOUT_MINUTES=x", "NOTIFY_LOCKOUT_MINUTES"},
		"the second has the database of the first": {"NOTIFY_DATABASE_PATH=data/database/cotejo.db", "NOTIFY_DATABASE_PATH"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			p, err := service.Start(ctx, service.Options{Binary: cotejod(t), Dir: t.TempDir(), Args: []string{"all"}, Env: []string{c.env}})
			if err == nil {
				p.Kill()
				t.Fatal("it started")
			}
			if ctx.Err() != nil || !strings.Contains(err.Error(), c.tells) || strings.Contains(err.Error(), "panic") {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestProductionWithoutUsersNamesTheCommandThatAddsOne(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{"intake": "cotejo user add admin --role admin", "notify": "cotejo user add --service notify"} {
		_, err := service.Start(t.Context(), service.Options{Binary: cotejod(t), Dir: t.TempDir(), Args: []string{command},
			Env: []string{"ENVIRONMENT=production", "SVC_JWT_SECRET=" + tokenSecret, "NOTIFY_JWT_SECRET=" + tokenSecret}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want it to name %q", command, err, want)
		}
	}
}

// A disabled user is out at once, and in again when enabled.
func TestUsersOfTheFileAreDisabled(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := start(t, folder)
	c := login(t, p, p.Password)
	file := filepath.Join(folder, ".cotejo", "users.yaml")
	other := account.User{Username: "jefa", PasswordHash: "$2a$12$" + strings.Repeat("a", 53), Role: account.Admin}
	if err := usersfile.Add(file, other); err != nil {
		t.Fatal(err)
	}
	if err := usersfile.SetDisabled(file, "admin", true); err != nil {
		t.Fatal(err)
	}
	call(t, c, "GET", "/auth/me", "", 401)
	if err := usersfile.SetDisabled(file, "admin", false); err != nil {
		t.Fatal(err)
	}
	call(t, login(t, p, p.Password), "GET", "/auth/me", "", 200)
}
