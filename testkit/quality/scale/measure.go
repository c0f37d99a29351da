package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

type measurement struct {
	bin, folder, database, collection string
	samples                           int
}

func (m *measurement) env() []string {
	env := []string{"SVC_LOG_LEVEL=error", "SVC_JWT_SECRET=0123456789abcdef0123456789abcdef0123456789abcdef"}
	if m.database != "" {
		env = append(env, "SVC_DATABASE_URL="+m.database)
	}
	return env
}

// fill imports the collection and reports the speed. A folder that is already filled is left as it is.
func (m *measurement) fill(ctx context.Context) error {
	marker := filepath.Join(m.folder, "imported")
	if _, err := os.Stat(marker); err == nil {
		return nil
	}
	collection, err := filepath.Abs(m.collection)
	if err != nil {
		return err
	}
	var said struct{ Imported int }
	begin := time.Now()
	out, err := m.cotejo(ctx, &said, "import", "--create", "--json", collection)
	if err != nil {
		return err
	}
	if said.Imported > 0 {
		m.report(fmt.Sprintf("bulk import of %d", said.Imported), float64(said.Imported)/time.Since(begin).Seconds(), "documents/s", target{1000, 1000}, true)
	}
	return os.WriteFile(marker, out, 0o600)
}

// cotejo runs the command line in the folder, and returns the line of JSON that
// it answers, of which said is what matters.
func (m *measurement) cotejo(ctx context.Context, said any, args ...string) ([]byte, error) {
	program, err := filepath.Abs(filepath.Join(m.bin, "cotejo"))
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, program, args...)
	c.Dir, c.Env, c.Stderr = m.folder, append(os.Environ(), m.env()...), os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("cotejo %s: %w", args[0], err)
	}
	return out, json.Unmarshal(out, said)
}

// common are words that a great part of filings have.
var common = []string{"tutela", "salud", "derecho", "derechos fundamentales", "tutela salud", "pensiones", "vulneración", "accionante -sanitas"}

// beginnings are the first letters of words that a great part of filings have, and
// phrases words of such that stand side by side, or never do.
var (
	beginnings = []string{"con", "sal", "med", "der", "tute", "vulner", "per", "fundam"}
	phrases    = []string{
		`"acción de tutela"`,
		`"derecho a la salud"`,
		`"derecho fundamental a la salud"`,
		`"mínimo vital"`,
		`"salud"`,
		`"tutela salud derecho"`,
		`"la de el"`,
		`salud -"acción de tutela"`,
	}
)

// consoleLists are what the pages of the console show first.
var consoleLists = []string{
	"/documents?per_page=50&status=processed",
	"/documents?per_page=50&duplicates=open",
	"/documents?per_page=50&needs_review=true",
	"/documents?per_page=50&needs_review=true&status=imported",
	"/documents?per_page=50&needs_review=true&duplicates=open",
	"/tasks?per_page=50&status=failed",
	"/tasks?per_page=50&mine=true",
	"/duplicates?per_page=50&state=open",
	"/duplicates?per_page=50&state=decided",
	"/duplicates?per_page=50&state=open&sort=date",
	"/form-letters?per_page=50",
	"/stats/activity",
}

// askServer asks over HTTP.
func (m *measurement) askServer(ctx context.Context) error {
	begin := time.Now()
	p, err := service.Start(ctx, service.Options{Binary: filepath.Join(m.bin, "cotejod"), Dir: m.folder, Env: m.env()})
	if err != nil {
		return err
	}
	defer p.Kill()
	m.report("start of the server", time.Since(begin).Seconds(), "s", target{2, 2}, false)
	note := filepath.Join(m.folder, "password")
	if p.Password != "" {
		if err := os.WriteFile(note, []byte(p.Password), 0o600); err != nil {
			return err
		}
	}
	password, _ := os.ReadFile(note)
	c, err := service.Login(ctx, p.URL, "admin", cmp.Or(p.Password, string(password)))
	if err != nil {
		return err
	}
	ask := func(path string) error {
		method := "GET"
		if strings.HasSuffix(path, "/duplicates") {
			method = "POST"
		}
		res, err := c.Do(ctx, method, path, "", nil)
		if err == nil && res.Status != 200 {
			err = fmt.Errorf("%s is answered %d: %.200s", path, res.Status, res.Body)
		}
		return err
	}
	search := func(words string) string { return "/documents/search?per_page=50&q=" + url.QueryEscape(words) }
	known, total, err := sample(ctx, c, m.samples)
	if err != nil {
		return err
	}
	fmt.Printf("| documents | %d | | |\n", total)
	var lists, shown, details, same, rare, often, begun, quoted []string
	for n, d := range known {
		lists = append(
			lists,
			[]string{"/documents?per_page=50&page=" + fmt.Sprint(1+n%40), "/documents?per_page=50&document_type=tutela", "/documents?per_page=50&status=imported&page=2"}[n%3],
		)
		shown = append(shown, consoleLists[n%len(consoleLists)])
		details = append(details, "/documents/"+d.ID)
		same = append(same, "/documents/"+d.ID+"/duplicates")
		rare = append(rare, search([]string{d.Plaintiff, d.Cedula, strings.TrimSpace(d.Cedula + " " + d.Plaintiff)}[n%3]))
		often = append(often, search(common[n%len(common)]))
		begun, quoted = append(begun, search(beginnings[n%len(beginnings)])), append(quoted, search(phrases[n%len(phrases)]))
	}
	for _, line := range []struct {
		what    string
		paths   []string
		percent int
		target  target
	}{
		{"index query (duplicates of a document: candidates, scores) p99", same, 99, target{25, 40}},
		{"list p99", lists, 99, target{10, 10}},
		{"lists of the console p99", shown, 99, target{100, 100}},
		{"detail p99", details, 99, target{10, 10}},
		{"search, rare terms p95", rare, 95, target{80, 80}},
		{"search, common terms p95", often, 95, target{200, 250}},
		{"search, beginnings of words p95", begun, 95, target{100, 300}},
		{"search, phrases of common words p95", quoted, 95, target{500, 500}},
	} {
		times := timesOf(line.paths, ask)
		if times.err != nil {
			return times.err
		}
		m.report(line.what, times.at(line.percent), "ms", line.target, false)
	}
	if err := m.upload(ctx, c, total); err != nil {
		return err
	}
	return p.Stop(ctx)
}

// upload measures printed filings, asked for ten times a second, until they are read, compared
// and stored; they stay. The total makes them others than those of earlier runs.
func (m *measurement) upload(ctx context.Context, c *service.Client, total int) error {
	g := filings.New(uint64(total), filings.Options{})
	var pdfs [][]byte
	for range max(1, m.samples/8) {
		printed, err := paper.BornDigital(g.Filing(), paper.Options{})
		if err != nil {
			return err
		}
		pdfs = append(pdfs, printed.PDF)
	}
	times := timesOf(pdfs, func(pdf []byte) error {
		id, err := c.Upload(ctx, "demanda.pdf", pdf, "")
		if err != nil {
			return err
		}
		task, err := c.Wait(ctx, id, nil)
		if err == nil && task.Status != "completed" {
			err = fmt.Errorf("an upload ends as %+v", task)
		}
		return err
	})
	if times.err != nil {
		return times.err
	}
	printFigure("upload of a printed filing until it is stored p95", times.at(95), "ms")
	return nil
}

// export writes the whole register as a workbook.
func (m *measurement) export(ctx context.Context) error {
	const book = "register.xlsx"
	defer os.Remove(filepath.Join(m.folder, book))
	var said struct{ Documents int }
	begin := time.Now()
	if _, err := m.cotejo(ctx, &said, "export", "--json", "--force", book); err != nil {
		return err
	}
	printFigure(fmt.Sprintf("export of %d", said.Documents), float64(said.Documents)/time.Since(begin).Seconds(), "documents/s")
	return nil
}

// sample returns documents from everywhere in the list, and how long it is.
func sample(ctx context.Context, c *service.Client, n int) (known []service.Document, total int, err error) {
	for i := range n {
		var list struct {
			Data []struct{ ID string }
			Meta struct{ Total int }
		}
		res, err := c.Do(ctx, "GET", fmt.Sprintf("/documents?per_page=1&page=%d", 1+i*max(0, total-1)/n), "", nil)
		if err == nil {
			err = res.Decode(&list)
		}
		if err != nil || len(list.Data) == 0 {
			return nil, 0, fmt.Errorf("sampling: document %d of %d: %w", i, total, cmp.Or(err, errors.New("the list is empty")))
		}
		total = list.Meta.Total
		d, err := c.Document(ctx, list.Data[0].ID)
		if err != nil {
			return nil, 0, err
		}
		known = append(known, d)
	}
	return known, total, nil
}

// times are how long things took, the shortest first.
type times struct {
	all []time.Duration
	err error
}

func timesOf[T any](all []T, do func(T) error) (t times) {
	for _, x := range all {
		begin := time.Now()
		if t.err = do(x); t.err != nil {
			return t
		}
		t.all = append(t.all, time.Since(begin))
	}
	slices.Sort(t.all)
	return t
}

// at is how many milliseconds that many of a hundred took at most.
func (t times) at(percent int) float64 {
	return float64(t.all[(len(t.all)-1)*percent/100].Microseconds()) / 1000
}
