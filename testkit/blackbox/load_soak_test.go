//go:build soak

package blackbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/service"
)

// impatient waits for an answer longer than any deadline of the service, and no
// longer: an answer that comes later counts as none.
var impatient = &http.Client{Timeout: 80 * time.Second}

// load is clerks at work: they upload filings and look at what they uploaded.
type load struct {
	district *district
	sheets   [][]byte
	stop     context.CancelFunc
	working  sync.WaitGroup

	mu       sync.Mutex
	accepted map[string]string // task by file name
	refused  int
	lost     int // without an answer, since the server was killed
	asked    int
	wrong    []string // what should not have happened
}

// work begins the load, which ends with stop.
func (d *district) work(t *testing.T, seed uint64) *load {
	t.Helper()
	g := filings.New(seed, filings.Options{})
	l := &load{district: d, accepted: map[string]string{}}
	for range 8 {
		l.sheets = append(l.sheets, sheet(t, g.Short(), false))
	}
	ctx, cancel := context.WithCancel(context.Background())
	l.stop = func() { cancel(); l.working.Wait() }
	t.Cleanup(l.stop)
	for n := range 2 {
		l.working.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				l.upload(fmt.Sprintf("%d-%d.pdf", n, i))
				time.Sleep(rand.N(time.Second))
			}
		})
		l.working.Go(func() {
			for ctx.Err() == nil {
				l.ask()
				time.Sleep(rand.N(400 * time.Millisecond))
			}
		})
	}
	return l
}

func (l *load) upload(name string) {
	c, r, deaths := l.district.client()
	id, err := c.Upload(context.Background(), name, l.sheets[rand.IntN(len(l.sheets))], "")
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		l.accepted[name] = id
		return
	}
	var refused *service.Refused
	if errors.As(err, &refused) {
		l.refused++
		l.judge("upload", refused.Response, 503)
		return
	}
	l.unanswered("upload", r, deaths, err)
}

// ask asks for a task that was accepted, or for something else.
func (l *load) ask() {
	c, r, deaths := l.district.client()
	paths := []string{"/documents?per_page=5", "/documents/search?q=salud", "/stats/processing", "/health"}
	path := paths[rand.IntN(len(paths))]
	if task := l.anyTask(); task != "" && rand.IntN(2) == 0 {
		path = "/tasks/" + task
	}
	res, err := c.Do(context.Background(), "GET", path, "", nil)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	if err != nil {
		l.unanswered(path, r, deaths, err)
		return
	}
	l.judge(path, res, 200, 503)
}

func (l *load) anyTask() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range l.accepted { // in no order
		return id
	}
	return ""
}

// judge notes an answer that should not be.
func (l *load) judge(what string, res service.Response, allowed ...int) {
	ok := false
	for _, status := range allowed {
		ok = ok || res.Status == status
	}
	var problem struct{ Code, Detail, Instance string }
	isProblem := json.Unmarshal(res.Body, &problem) == nil && problem.Code != "" && problem.Detail != "" && res.Header.Get("Content-Type") == "application/problem+json"
	if !ok || res.Status == 503 && what != "/health" && (!isProblem || res.Header.Get("Retry-After") == "") {
		l.wrong = append(l.wrong, fmt.Sprintf("%s is answered %d %v %.200s", what, res.Status, res.Header, res.Body))
	}
}

// unanswered notes a request without an answer, which only the death of its
// server excuses.
func (l *load) unanswered(what string, r *replica, deaths int, err error) {
	if _, now := r.now(); now == deaths && !r.dead() {
		l.wrong = append(l.wrong, fmt.Sprintf("%s of the server for %s has no answer: %v", what, r.role, err))
		return
	}
	l.lost++
}

// check ends the load and looks for what was accepted: each upload must have
// become one document, and one only.
func (l *load) check(t *testing.T) {
	t.Helper()
	l.stop()
	d := l.district
	d.well(t)
	c, _, _ := d.client()
	documents := map[string]string{}
	for name, id := range l.accepted {
		task := ended(t, c, id)
		if task.Status != "completed" {
			t.Errorf("%s was accepted and then: %+v %s", name, task, deref(task.Error))
			continue
		}
		if other, taken := documents[task.Result.ID]; taken {
			t.Errorf("%s and %s became one document", name, other)
		}
		documents[task.Result.ID] = name
	}
	found := namesInList(t, c)
	total := 0
	for name, n := range found {
		if total += n; n != 1 {
			t.Errorf("%d documents of %s", n, name)
		}
	}
	for name := range l.accepted {
		if found[name] != 1 {
			t.Errorf("%s was accepted and is not in the list", name)
		}
	}
	// An upload may have been kept whose answer was lost, or which was refused since nobody knew.
	if total > len(l.accepted)+l.refused+l.lost {
		t.Errorf("%d documents of %d accepted, %d refused and %d unanswered uploads", total, len(l.accepted), l.refused, l.lost)
	}
	for _, wrong := range l.wrong {
		t.Error(wrong)
	}
	if len(l.accepted) == 0 || l.refused == 0 {
		t.Errorf("%d uploads accepted, %d refused: nothing is tested", len(l.accepted), l.refused)
	}
	t.Logf("%d uploads accepted, %d refused, %d requests without an answer from a killed server, %d questions", len(l.accepted), l.refused, l.lost, l.asked)
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
