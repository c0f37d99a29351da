// Command demo shows the whole way on a dozen invented filings: it starts the
// intake service with an empty temporary database, uploads the filings over
// HTTP as a court would, and prints in Spanish who sues whom and what was filed before.
// On a terminal it then shows the address of the console and waits for Ctrl-C.
// It ends with 0 only when all that it prints is right.
//
//	make demo
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/cotejo/cotejo/testkit/service"
)

func main() {
	server := flag.String("server", "bin/cotejod", "el programa del servicio")
	seed := flag.Uint64("seed", 23, "qué escritos se inventan")
	keep := flag.String("keep", "", "carpeta en la que quedan los PDF")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	wrong, err := run(ctx, *server, *seed, *keep)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "La demostración no pudo seguir:", err)
		os.Exit(1)
	case wrong > 0:
		fmt.Printf("\nEscritos que no se leyeron como debían (marcados con ✗): %d.\n", wrong)
		os.Exit(1)
	}
	fmt.Println("\nTodo se leyó como debía.")
}

func run(ctx context.Context, binary string, seed uint64, keep string) (wrong int, err error) {
	dozen, err := invent(seed)
	if err != nil {
		return 0, err
	}
	if keep != "" {
		if err := dozen.write(keep); err != nil {
			return 0, err
		}
	}
	dir, err := os.MkdirTemp("", "cotejo-demo-*")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	log, err := os.Create(filepath.Join(dir, "server.log"))
	if err != nil {
		return 0, err
	}
	defer log.Close()

	begin := time.Now()
	starting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	p, err := service.Start(starting, service.Options{Binary: binary, Dir: dir, Env: []string{"SVC_LOG_LEVEL=warn"}, Log: log})
	if err != nil {
		return 0, err
	}
	defer func() {
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
		defer cancel()
		err = errors.Join(err, p.Stop(stopping))
		if err != nil || wrong > 0 {
			showLog(log.Name())
		}
	}()
	fmt.Printf("El servicio atiende en %s\n", p.URL)
	client, err := service.Login(ctx, p.URL, "admin", p.Password)
	if err != nil {
		return 0, err
	}
	show := newProgress(os.Stderr, len(dozen))
	for _, wave := range []bool{false, true} { // what is filed again comes when the first was read
		if err := send(ctx, client, dozen, wave, show); err != nil {
			return 0, err
		}
	}
	show.end()
	wrong, err = report(ctx, os.Stdout, client, dozen)
	fmt.Printf("\n%d escritos, %d páginas en %.0f segundos\n", len(dozen), dozen.pages(), time.Since(begin).Seconds())
	if err == nil && watched() {
		fmt.Printf("\nLa consola los muestra en %s%s\n  usuario:    admin\n  contraseña: %s (al entrar pide cambiarla)\nCtrl-C termina la demostración.\n", p.URL, console, p.Password)
		<-ctx.Done()
	}
	return wrong, err
}

// console is the path of the console of a service.
const console = "/consola/"

// watched reports whether somebody sits before the demo who can end it.
func watched() bool {
	return term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}

// patience is how long the demo waits for one filing.
const patience = 5 * time.Minute

// send sends the filings of one wave and waits until all are read.
func send(ctx context.Context, c *service.Client, dozen dozen, again bool, show *progress) error {
	var sent []*upload
	for _, p := range dozen {
		if (p.again != nil) != again {
			continue
		}
		id, err := c.Upload(ctx, p.name, p.paper.PDF, string(p.filing.Type))
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		p.task.ID = id
		sent = append(sent, p)
	}
	for _, p := range sent {
		waiting, cancel := context.WithTimeout(ctx, patience)
		t, err := c.Wait(waiting, p.task.ID, func(t service.Task) { show.step(p.name, t) })
		cancel()
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		p.task = t
		show.done(p.name, t)
	}
	return nil
}

// showLog prints the end of the server's log.
func showLog(name string) {
	const last = 4 << 10
	f, err := os.Open(name)
	if err != nil {
		return
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > last {
		_, _ = f.Seek(-last, io.SeekEnd)
	}
	fmt.Fprintln(os.Stderr, "El final del registro del servicio:")
	_, _ = io.Copy(os.Stderr, f)
}
