package blackbox

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"

	"github.com/cotejo/cotejo/testkit/openapi"
	"github.com/cotejo/cotejo/testkit/service"
)

// tokenSecret is known here, so that tokens can be forged.
const tokenSecret = "un secreto que solo sirve en estas pruebas"

// Every credential is sent to every operation of the published description:
// anyone who adds a route adds it here.
func TestEachRouteIsOpenToWhomItsDescriptionSays(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	users := filepath.Join(folder, "users.yaml")
	writeUsers(t, users, "jefa:admin", "ana:user", "eva:user")
	p := start(t, folder, "SVC_JWT_SECRET="+tokenSecret, "SVC_AUTH_CONFIG_PATH="+users)
	session := func(name string) string {
		t.Helper()
		c, err := service.Login(t.Context(), p.URL, name, passwordOf(name))
		if err != nil {
			t.Fatal(err)
		}
		return c.Token
	}
	good := map[string]string{"a user": session("ana"), "an administrator": session("jefa")}
	bad := forged(t, good["an administrator"])
	bad["a deleted user"] = session("eva")
	content, err := os.ReadFile(users)
	if err != nil {
		t.Fatal(err)
	}
	rest := regexp.MustCompile(`(?m)^.*username: eva.*\n`).ReplaceAll(content, nil)
	if err := os.WriteFile(users, rest, 0o600); err != nil {
		t.Fatal(err)
	}
	bad["an ended session"] = session("ana")
	logout := openapi.Operation{Method: "POST", Path: "/api/v1/auth/logout"}
	if got := ask(t, p.URL, logout, "POST", bad["an ended session"]); got.Status != http.StatusNoContent {
		t.Fatalf("logging out: %d %s", got.Status, got.Body)
	}

	operations := describe(t, p.URL).Operations
	for _, op := range operations {
		for _, method := range op.Methods() {
			if op.ID == "logout" || op.ID == "closeSession" {
				break // they end the good sessions: see below
			}
			for who, token := range bad {
				got := ask(t, p.URL, op, method, token)
				welcome := op.Public || op.Anonymous && token == ""
				check(t, op, method, who, got, welcome == (got.Status == http.StatusUnauthorized))
			}
			for who, token := range good {
				got := ask(t, p.URL, op, method, token)
				refused := (got.Status == http.StatusForbidden) != (op.Admin && who == "a user")
				check(t, op, method, who, got, refused || got.Status == http.StatusUnauthorized)
			}
		}
	}
	for who, token := range bad {
		got := ask(t, p.URL, logout, "POST", token)
		check(t, logout, "POST", who, got, got.Status != http.StatusUnauthorized)
	}
	if admins := slices.DeleteFunc(operations, func(op openapi.Operation) bool { return !op.Admin }); len(admins) < 2 {
		t.Errorf("%d operations are for administrators alone, there were two", len(admins))
	}
}

// check reports an answer that is wrong, or that its description does not know.
func check(t *testing.T, op openapi.Operation, method, who string, got openapi.Answer, wrong bool) {
	t.Helper()
	if wrong {
		t.Errorf("%s %s by %s: %d %s", method, op.Path, who, got.Status, got.Body)
	}
	if method == http.MethodHead || op.ID == "" {
		return
	}
	for _, f := range op.Faults(got) {
		t.Errorf("%s %s by %s: %s", method, op.Path, who, f)
	}
}

// describe fetches the description that the service publishes.
func describe(t *testing.T, url string) *openapi.Document {
	t.Helper()
	res, err := http.Get(url + "/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	d, err := openapi.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Operations) < 20 {
		t.Fatalf("%d operations are described, there were 20 and more", len(d.Operations))
	}
	return d
}

var parameters = regexp.MustCompile(`\{[^}]+\}`)

// ask sends a request without a body, for a document that does not exist.
func ask(t *testing.T, url string, op openapi.Operation, method, token string) openapi.Answer {
	t.Helper()
	path := parameters.ReplaceAllString(op.Path, "0195f0a0-0000-7000-8000-00000000ffff")
	req, err := http.NewRequestWithContext(t.Context(), method, url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := openapi.ReadBody(res)
	if err != nil {
		t.Fatal(err)
	}
	return openapi.Answer{Status: res.StatusCode, Header: res.Header, Body: body}
}

func passwordOf(name string) string { return "la clave de " + name }

// writeUsers writes a users file; each user is NAME:ROLE.
func writeUsers(t *testing.T, path string, users ...string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("users:\n")
	for _, u := range users {
		name, role, _ := strings.Cut(u, ":")
		hash, err := bcrypt.GenerateFromPassword([]byte(passwordOf(name)), bcrypt.MinCost)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "  - {username: %s, role: %s, password: %q}\n", name, role, hash)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}
