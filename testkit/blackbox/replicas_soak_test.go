//go:build soak

package blackbox

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"github.com/cotejo/cotejo/testkit/network"
	"github.com/cotejo/cotejo/testkit/objectstore"
	"github.com/cotejo/cotejo/testkit/postgres"
	"github.com/cotejo/cotejo/testkit/service"
)

// district is several servers on one database and one object store, each with
// links of its own to both.
type district struct {
	database *postgres.Server
	store    *objectstore.Server
	servers  []*replica
	token    string
}

// replica is one server, which may be killed and started again.
type replica struct {
	role              string
	toDatabase, store *network.Link

	folder string
	env    []string

	mu      sync.Mutex
	process *service.Process
	deaths  int
}

// startDistrict starts a server for each of the roles.
func startDistrict(t *testing.T, roles ...string) *district {
	t.Helper()
	d := &district{database: postgres.Start(t, 0), store: objectstore.Start(t)}
	bucket, wires := d.store.Bucket(t, "originals"), network.Start(t)
	hash, err := bcrypt.GenerateFromPassword([]byte("una clave de prueba"), bcrypt.MinCost+6)
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range roles {
		r := &replica{role: role, folder: t.TempDir(),
			toDatabase: wires.Link(t, d.database.Address), store: wires.Link(t, strings.TrimPrefix(d.store.Endpoint, "http://"))}
		r.env = []string{"SVC_DATABASE_URL=" + d.database.URL(r.toDatabase.Address),
			"SVC_BLOB_URL=" + strings.Replace(bucket, d.store.Endpoint, "http://"+r.store.Address, 1),
			"SVC_BLOB_ACCESS_KEY=" + objectstore.Access, "SVC_BLOB_SECRET_KEY=" + objectstore.Secret,
			"SVC_JWT_SECRET=a secret that all servers of this test share", `AUTH_USERS={"admin":{"password":"` + string(hash) + `","role":"admin"}}`,
			"SVC_ROLES=" + role, "SVC_TMP_DIR=" + filepath.Join(r.folder, "tmp"), "SVC_QUEUE_LIMIT=100000", "SVC_OCR_WORKERS=1"}
		d.servers = append(d.servers, r)
		r.begin(t)
	}
	d.token = login(t, d.servers[0].process, "una clave de prueba").Token
	return d
}

// begin starts the server, as an init system does after its death.
func (r *replica) begin(t *testing.T) {
	t.Helper()
	p := start(t, r.folder, r.env...)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.process = p
}

func (r *replica) kill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.deaths++
	r.process.Kill()
}

// now returns where the server listens, and how often it has died.
func (r *replica) now() (url string, deaths int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.process.URL, r.deaths
}

// dead reports whether the process is no more.
func (r *replica) dead() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.process.Ended()
}

func (r *replica) answers() bool { return strings.Contains(r.role, "api") }

// client speaks to a server that answers, any of them, which has died so often.
func (d *district) client() (c *service.Client, r *replica, deaths int) {
	for {
		if r := d.servers[rand.IntN(len(d.servers))]; r.answers() {
			url, deaths := r.now()
			return &service.Client{URL: url, Token: d.token, HTTP: impatient}, r, deaths
		}
	}
}

// well waits until each server says that nothing is wrong with it, and the queue
// is empty.
func (d *district) well(t *testing.T) {
	t.Helper()
	for _, r := range d.servers {
		url, _ := r.now()
		c := &service.Client{URL: url, HTTP: impatient}
		var last string
		for deadline := time.Now().Add(patience); ; time.Sleep(200 * time.Millisecond) {
			res, err := c.Do(t.Context(), "GET", "/health", "", nil)
			if last = fmt.Sprintf("%d %s %v", res.Status, res.Body, err); err == nil && res.Status == 200 && !strings.Contains(string(res.Body), `"error"`) {
				if last = waiting.FindString(metricsOf(t, url)); last == "cotejo_queue_tasks 0" {
					break
				}
			}
			if time.Now().After(deadline) {
				t.Fatalf("the server for %s does not recover: %s", r.role, last)
			}
		}
	}
}

var (
	waiting    = regexp.MustCompile(`(?m)^cotejo_queue_tasks .*$`)
	goroutines = regexp.MustCompile(`(?m)^go_goroutines (\d+)$`)
	inUse      = regexp.MustCompile(`(?m)^go_memstats_heap_inuse_bytes (\S+)$`)
)

// holdings are what servers hold together.
type holdings struct {
	goroutines, megabytes, connections int
}

func (d *district) holds(t *testing.T) (h holdings) {
	t.Helper()
	for _, r := range d.servers {
		url, _ := r.now()
		page := metricsOf(t, url)
		n, _ := strconv.Atoi(goroutines.FindStringSubmatch(page)[1])
		heap, _ := strconv.ParseFloat(inUse.FindStringSubmatch(page)[1], 64)
		h.goroutines += n
		h.megabytes += int(heap / 1e6)
	}
	for _, n := range d.database.Connections(t) {
		h.connections += n
	}
	return h
}
