package notifyapi_test

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/apitest"
)

func TestLongBodiesAreRefusedWithoutMemory(t *testing.T) {
	h := buildWith(t, 100_000)
	for range 3 { // a refused body gives back what it took
		h.Do(t, apitest.Row{Method: "POST", Path: "/procesos", Token: h.boss, Body: `{"descripcion":"` + strings.Repeat("x", 50_000) + `"}`, Status: 503,
			JSON: `{"code":"server_busy"}`, WantHeader: map[string]string{"Retry-After": "*"}})
		h.Do(t, apitest.Row{Method: "POST", Path: "/procesos", Token: h.boss, Body: `{"descripcion":"` + strings.Repeat("x", 10_000) + `"}`, Status: 422})
	}
}

func TestHealthAndReadiness(t *testing.T) {
	h := build(t)
	h.Run(t, []apitest.Row{
		{Name: "alive", Path: "/health", Status: 200, JSON: `{"status":"ok","version":"test","components":[]}`},
		{Name: "ready", Path: "/ready", Status: 200, JSON: `{"status":"ready","database":"ok"}`},
		{Name: "a bad token does not matter", Path: "/ready", Token: "x", Status: 200},
	})
	h.pinged = errors.New("SELECT: disk I/O error")
	h.Run(t, []apitest.Row{
		{Name: "alive without a database", Path: "/health", Status: 200},
		{Name: "not ready without a database", Path: "/ready", Status: 503, WantHeader: map[string]string{"Retry-After": "*"},
			JSON: `{"code":"database_unavailable"}`, Lacks: []string{"SELECT"}},
	})
	h.parts = []document.Component{{Name: "mailbox_1", Status: document.ComponentOK}, {Name: "mailbox_2", Status: document.ComponentError, Detail: "No acepta la contraseña."}}
	h.Do(t, apitest.Row{Name: "a mailbox that fails", Path: "/health", Status: 200,
		JSON: `{"status":"degraded","components":[{"name":"mailbox_1","status":"ok","detail":null},{"name":"mailbox_2","status":"error","detail":"No acepta la contraseña."}]}`})
}

func TestLogin(t *testing.T) {
	refused := `{"status":401,"code":"bad_credentials","detail":"El correo o la contraseña no son correctos, o la cuenta está bloqueada: 5 intentos fallidos seguidos la bloquean durante 15 minutos."}`
	rows := []apitest.Row{
		{Name: "a grant", Body: `{"email":"ana@juzgado.gov.co","password":"una clave larga"}`, Status: 200,
			JSON: `{"access_token":"*","token_type":"bearer","expires_in":28800,"rol":"NOTIFICADOR"}`},
		{Name: "however the e-mail is written", Body: `{"email":" JEFA@Juzgado.GOV.co ","password":"una clave larga"}`, Status: 200, JSON: `{"rol":"ADMINISTRADOR"}`},
		{Name: "wrong password", Body: `{"email":"ana@juzgado.gov.co","password":"otra"}`, Status: 401, JSON: refused,
			WantHeader: map[string]string{"WWW-Authenticate": "Bearer", "Content-Type": "application/problem+json"}},
		{Name: "unknown e-mail", Body: `{"email":"nadie@juzgado.gov.co","password":"una clave larga"}`, Status: 401, JSON: refused},
		{Name: "no e-mail at all", Body: `{"email":"' OR 1=1 --","password":"x"}`, Status: 401, JSON: refused},
		{Name: "missing field", Body: `{"password":"secreta"}`, Status: 422, JSON: `{"errors":[{"location":"body.email"}]}`, Lacks: []string{"secreta"}},
		{Name: "blank field", Body: `{"email":" ","password":"secreta"}`, Status: 422, JSON: `{"errors":[{"location":"body.email"}]}`},
		{Name: "a password is never repeated", Body: `{"email":"ana@juzgado.gov.co","password":90210}`, Status: 422, Lacks: []string{"90210"}},
		{Name: "malformed", Body: `{"email":`, Status: 422, JSON: `{"code":"malformed_json"}`},
		{Name: "too large", Body: `{"email":"a@x.co","password":"` + strings.Repeat("x", 2<<20) + `"}`, Status: 413},
	}
	for i := range rows {
		rows[i].Method, rows[i].Path = "POST", "/auth/login"
	}
	build(t).Run(t, rows)
}

func TestFiveFailuresLockAnAccountAndAnAdministratorUnlocksIt(t *testing.T) {
	h := build(t)
	try := func(password string, status int) {
		t.Helper()
		h.Do(t, apitest.Row{Method: "POST", Path: "/auth/login", Body: map[string]string{"email": anaEmail, "password": password}, Status: status})
	}
	for range 5 {
		try("otra", 401)
	}
	try(password, 401)
	user := "/usuarios/" + h.anaID
	h.Run(t, []apitest.Row{
		{Name: "the lock is shown", Path: user, Token: h.boss, Status: 200, JSON: `{"bloqueado_hasta":"*","activo":true}`},
		{Name: "her session goes on", Path: "/procesos", Token: h.ana, Status: 200},
		{Name: "she cannot unlock herself", Method: "POST", Path: user + "/desbloquear", Token: h.ana, Status: 403},
		{Name: "unlocked", Method: "POST", Path: user + "/desbloquear", Token: h.boss, Status: 200, JSON: `{"bloqueado_hasta":null}`},
		{Name: "and it is recorded", Path: user + "/historial", Token: h.boss, Status: 200,
			JSON: `{"items":[{"accion":"DESBLOQUEADO","usuario":"jefa@juzgado.gov.co","fecha":"*"},{"accion":"CREADO","usuario":"system"}],"total":2,"page":1,"page_size":20}`},
		{Name: "nobody to unlock", Method: "POST", Path: "/usuarios/" + unknown + "/desbloquear", Token: h.boss, Status: 404},
	})
	try(password, 200)
	for range 5 {
		try("otra", 401)
	}
	h.later.Store(int64(16 * time.Minute))
	try(password, 200)
}

// However many guesses come at once, five are checked: the right one among
// those that come later is not.
func TestParallelGuessesGetFiveChecks(t *testing.T) {
	h := build(t)
	statuses := make([]int, 200)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() {
			res, err := http.Post(h.Base+"/auth/login", "application/json", strings.NewReader(`{"email":"ana@juzgado.gov.co","password":"otra"}`))
			if err != nil {
				t.Error(err)
				return
			}
			res.Body.Close()
			statuses[i] = res.StatusCode
		})
	}
	all.Wait()
	for _, s := range statuses {
		if s != 401 {
			t.Errorf("status %d", s)
		}
	}
	h.Do(t, apitest.Row{Method: "POST", Path: "/auth/login", Body: map[string]string{"email": anaEmail, "password": password}, Status: 401})
}

func TestSessionsEnd(t *testing.T) {
	h := build(t)
	second := h.login(t, anaEmail)
	h.Run(t, []apitest.Row{
		{Name: "without a token", Path: "/procesos", Status: 401, WantHeader: map[string]string{"WWW-Authenticate": "Bearer"}, JSON: `{"code":"token_missing"}`},
		{Name: "with one that is none", Path: "/procesos", Token: "x.y.z", Status: 401, JSON: `{"code":"token_invalid"}`},
		{Name: "logout", Method: "POST", Path: "/auth/logout", Token: h.ana, Status: 204},
		{Name: "the token is dead", Path: "/procesos", Token: h.ana, Status: 401},
		{Name: "that of another session is not", Path: "/procesos", Token: second, Status: 200},
		{Name: "an administrator ends them", Method: "POST", Path: "/usuarios/" + h.anaID + "/terminar-sesiones", Token: h.boss, Status: 200, JSON: `{"activo":true}`},
		{Name: "the other one has ended", Path: "/procesos", Token: second, Status: 401},
	})
	second = h.login(t, anaEmail)
	h.Run(t, []apitest.Row{
		{Name: "nobody else ends them by name", Method: "DELETE", Path: "/auth/sessions?username=" + anaEmail, Token: second, Status: 403},
		{Name: "an administrator does", Method: "DELETE", Path: "/auth/sessions?username=" + anaEmail, Token: h.boss, Status: 204},
		{Name: "they have ended", Path: "/procesos", Token: second, Status: 401},
		{Name: "of nobody", Method: "DELETE", Path: "/auth/sessions?username=nadie@x.co", Token: h.boss, Status: 404},
	})
	second = h.login(t, anaEmail)
	h.Run(t, []apitest.Row{
		{Name: "a new one begins", Path: "/procesos", Token: second, Status: 200},
		{Name: "a disabled user", Method: "POST", Path: "/usuarios/" + h.anaID + "/desactivar", Token: h.boss, Status: 200, JSON: `{"activo":false}`},
		{Name: "has no session", Path: "/procesos", Token: second, Status: 401},
		{Name: "and cannot log in", Method: "POST", Path: "/auth/login", Body: map[string]string{"email": anaEmail, "password": password}, Status: 401},
		{Name: "nobody disables himself", Method: "POST", Path: "/usuarios/" + bossID(t, h) + "/desactivar", Token: h.boss, Status: 400, JSON: `{"code":"own_user"}`},
	})
	h.later.Store(int64(8*time.Hour + time.Minute))
	h.Do(t, apitest.Row{Path: "/procesos", Token: h.boss, Status: 401})
}

func bossID(t *testing.T, h *house) string {
	t.Helper()
	var list struct{ Items []struct{ ID string } }
	decode(t, h.Do(t, apitest.Row{Path: "/usuarios?rol=ADMINISTRADOR", Token: h.boss, Status: 200}), &list)
	return list.Items[0].ID
}

// page is what a page in a browser keeps of its session.
type page struct{ cookie, csrf string }

func (p page) header() map[string]string {
	return map[string]string{"Cookie": "session=" + p.cookie, "X-CSRF-Token": p.csrf, "Sec-Fetch-Site": "same-origin"}
}

// browse opens a session of a browser.
func (h *house) browse(t *testing.T, email, password string) page {
	t.Helper()
	var p page
	var answer struct {
		Data struct {
			CSRF string `json:"csrf_token"`
		}
	}
	client := h.Client
	client.Check = func(_ testing.TB, _, _ string, _ int, header http.Header, _ []byte) {
		c, err := http.ParseSetCookie(header.Get("Set-Cookie"))
		must(t, err)
		p.cookie = c.Value
	}
	decode(t, client.Do(t, apitest.Row{Method: "POST", Path: "/auth/session", Body: map[string]string{"username": email, "password": password}, Status: 200}), &answer)
	p.csrf = answer.Data.CSRF
	return p
}

func TestChangeOfThePasswordEndsAllSessions(t *testing.T) {
	h := build(t)
	ana := h.browse(t, " Ana@Juzgado.gov.co", password)
	other := h.browse(t, anaEmail, password)
	change := func(current, next string) string {
		return `{"current_password":"` + current + `","new_password":"` + next + `"}`
	}
	row := apitest.Row{Method: "PUT", Path: "/auth/password", Header: ana.header()}
	for _, c := range []struct {
		name, body string
		status     int
		json       string
	}{
		{"not knowing the current one", change("otra clave larga", "otra clave larga"), 422, `{"code":"wrong_password"}`},
		{"the same", change(password, password), 422, `{"code":"same_password"}`},
		{"a short one", change(password, "corta"), 422, `{"errors":[{"location":"body.password"}]}`},
		{"another", change(password, "otra clave larga"), 204, ""},
		{"again", change(password, "otra clave larga"), 401, `{"code":"session_ended"}`},
	} {
		row.Name, row.Body, row.Status, row.JSON = c.name, c.body, c.status, c.json
		h.Run(t, []apitest.Row{row})
	}
	h.Run(t, []apitest.Row{
		{Name: "the other browser is out", Path: "/procesos", Header: other.header(), Status: 401},
		{Name: "so is the program with a token", Path: "/procesos", Token: h.ana, Status: 401},
		{Name: "it is recorded", Path: "/usuarios/" + h.anaID + "/historial", Token: h.boss, Status: 200,
			JSON: `{"items":[{"accion":"CLAVE_CAMBIADA","usuario":"ana@juzgado.gov.co"},{"accion":"CREADO"}],"total":2}`},
		{Name: "the old password is worth nothing", Method: "POST", Path: "/auth/session", Body: `{"username":"ana@juzgado.gov.co","password":"` + password + `"}`, Status: 401},
	})
	h.Do(t, apitest.Row{Path: "/procesos", Header: h.browse(t, anaEmail, "otra clave larga").header(), Status: 200})
}

func TestWrongCurrentPasswordsLockTheAccount(t *testing.T) {
	h := build(t)
	row := apitest.Row{Method: "PUT", Path: "/auth/password", Header: h.browse(t, anaEmail, password).header()}
	try := func(current string, status int, json string) {
		t.Helper()
		row.Body, row.Status, row.JSON = map[string]string{"current_password": current, "new_password": "otra clave larga"}, status, json
		h.Do(t, row)
	}
	for range 5 {
		try("no es esa clave", 422, `{"code":"wrong_password"}`)
	}
	try(password, 422, `{"code":"wrong_password","detail":"La contraseña actual no es esa, o la cuenta está bloqueada: 5 intentos fallidos seguidos la bloquean durante 15 minutos."}`)
	h.Run(t, []apitest.Row{
		{Name: "nor does she log in", Method: "POST", Path: "/auth/login", Body: map[string]string{"email": anaEmail, "password": password}, Status: 401},
		{Name: "her session goes on", Path: "/procesos", Header: row.Header, Status: 200},
		{Name: "unlocked", Method: "POST", Path: "/usuarios/" + h.anaID + "/desbloquear", Token: h.boss, Status: 200},
	})
	try(password, 204, "")
}

func TestBrowserSessionEndsWithItsUser(t *testing.T) {
	h := build(t)
	ana, boss := h.browse(t, anaEmail, password), h.browse(t, bossEmail, password)
	h.Run(t, []apitest.Row{
		{Name: "she is not the administrator", Method: "POST", Path: "/usuarios/" + h.anaID + "/desactivar", Header: ana.header(), Status: 403, JSON: `{"code":"admin_only"}`},
		{Name: "who disables her", Method: "POST", Path: "/usuarios/" + h.anaID + "/desactivar", Header: boss.header(), Status: 200},
		{Name: "she is out", Path: "/procesos", Header: ana.header(), Status: 401},
		{Name: "he is not", Path: "/auth/session", Header: boss.header(), Status: 200, JSON: `{"data":{"username":"jefa@juzgado.gov.co","role":"ADMINISTRADOR","idle_minutes":30}}`},
		{Name: "until he leaves", Method: "DELETE", Path: "/auth/session", Header: boss.header(), Status: 204},
		{Name: "and stays out", Path: "/procesos", Header: boss.header(), Status: 401},
	})
}

func TestFirstPasswordIsReplaced(t *testing.T) {
	h := build(t)
	_, err := h.service.Register(t.Context(), account.System, account.Draft{Email: "eva@x.co", Password: password, Name: "Eva", Role: account.Administrator, MustChangePassword: true})
	must(t, err)
	eva := h.browse(t, "eva@x.co", password)
	h.Run(t, []apitest.Row{
		{Name: "nothing is open", Path: "/procesos", Header: eva.header(), Status: 403, JSON: `{"code":"password_change_required"}`},
		{Name: "the session says why", Path: "/auth/session", Header: eva.header(), Status: 200, JSON: `{"data":{"must_change_password":true}}`},
		{Name: "the change is", Method: "PUT", Path: "/auth/password", Header: eva.header(), Body: `{"current_password":"` + password + `","new_password":"otra clave larga"}`, Status: 204},
	})
	h.Do(t, apitest.Row{Path: "/procesos", Header: h.browse(t, "eva@x.co", "otra clave larga").header(), Status: 200})
}
