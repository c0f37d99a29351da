// Command reading measures what reading costs the running service beside the
// quality of its text: the memory of the server and of its readers, the time of
// a page, and what a second worker is worth.
//
//	go run ./testkit/quality/reading -server bin/cotejod -documents 2000
//
// Memory is resident, of each process by itself, as Linux counts it. Times are
// of a machine that had better have nothing else to do. The exit status is 1
// when a goal is missed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/cotejo/cotejo/testkit/service"
)

func main() {
	server := flag.String("server", "bin/cotejod", "the server to measure")
	documents := flag.Int("documents", 2000, "documents of the soak; its memory is compared with that after a tenth")
	only := flag.String("only", "", "one of "+names()+"; all of them by default")
	flag.Parse()
	if err := run(context.Background(), *server, *documents, *only); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measurement is one thing that is measured on a server of its own.
type measurement struct {
	name    string
	workers int
	do      func(b *bench, ctx context.Context) error
}

var measurements = []measurement{
	{"uploads", 2, (*bench).uploads},
	{"long", 1, (*bench).long},
	{"soak", 2, (*bench).soak},
	{"workers", 0, nil}, // two servers: see pace
}

func names() string {
	var all []string
	for _, m := range measurements {
		all = append(all, m.name)
	}
	return strings.Join(all, ", ")
}

var errMissed = errors.New("a goal was missed")

func run(ctx context.Context, server string, documents int, only string) error {
	missed := false
	for _, m := range measurements {
		if only != "" && m.name != only {
			continue
		}
		do := func() error {
			return served(ctx, server, m.workers, func(b *bench) error {
				b.documents = documents
				return m.do(b, ctx)
			})
		}
		if m.do == nil {
			do = func() error { return pace(ctx, server) }
		}
		err := do()
		if err != nil && !errors.Is(err, errMissed) {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		missed = missed || err != nil
	}
	if missed {
		return errMissed
	}
	return nil
}

// bench is a server that has just been started and has nothing to do.
type bench struct {
	*service.Client
	process   *service.Process
	documents int
}

func served(ctx context.Context, server string, workers int, do func(b *bench) error) error {
	folder, err := os.MkdirTemp("", "cotejo-reading-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	p, err := service.Start(ctx, service.Options{Binary: server, Dir: folder,
		Env: []string{fmt.Sprint("SVC_OCR_WORKERS=", workers), "SVC_QUEUE_LIMIT=100000", "SVC_MAX_PAGES=5000"}})
	if err != nil {
		return err
	}
	defer p.Kill()
	c, err := service.Login(ctx, p.URL, "admin", p.Password)
	if err != nil {
		return err
	}
	c.HTTP.Timeout = 10 * time.Minute
	if err := do(&bench{Client: c, process: p}); err != nil {
		return err
	}
	return p.Stop(ctx)
}

// read uploads a PDF and waits until it is read.
func (b *bench) read(ctx context.Context, name string, pdf []byte) error {
	id, err := b.Upload(ctx, name, pdf, "")
	if err != nil {
		return err
	}
	return b.finished(ctx, id)
}

func (b *bench) finished(ctx context.Context, task string) error {
	t, err := b.Wait(ctx, task, nil)
	if err == nil && t.Status != "completed" {
		err = fmt.Errorf("task %+v", t)
	}
	return err
}

// verdict prints a figure beside its goal; the error says that it was missed.
func verdict(name, figure, goal string, reached bool) error {
	mark := "ok"
	if !reached {
		mark = "MISSED"
	}
	fmt.Printf("%-46s %-34s goal %-22s %s\n", name, figure, goal, mark)
	if !reached {
		return errMissed
	}
	return nil
}
