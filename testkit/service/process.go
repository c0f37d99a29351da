// Package service starts the real program and speaks to it over HTTP, as a
// court's own systems do: for black-box tests and the demo.
package service

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/cotejo/cotejo/testkit/program"
)

// Options say how to start the program.
type Options struct {
	Binary string   // path of cotejod
	Dir    string   // working folder: database, originals, users and secret are kept here
	Args   []string // default: intake
	Env    []string // NAME=value, beside the default settings
	Under  []string // a command that becomes the program: it ends with what comes before the program's path
	Log    io.Writer
}

// Process is a running cotejod.
type Process struct {
	URL      string // http://127.0.0.1:port
	Password string // of the admin made at first start; "" at a later one

	// Of the notification service, where it is the second of two.
	NotifyURL, NotifyPassword string

	cmd  *exec.Cmd
	done chan struct{} // closed when the process has ended
	err  error         // how it ended
}

// announcement is what a service says at start: where it listens and, the
// first time, the password of its administrator.
type announcement struct{ listening, password *regexp.Regexp }

var (
	intakeSays = announcement{regexp.MustCompile(`Cotejo escucha en (\S+)`), regexp.MustCompile(`\(intake\): usuario admin, contraseña (\S+)`)}
	notifySays = announcement{regexp.MustCompile(`\(notificaciones\) escucha en (\S+)`), regexp.MustCompile(`\(notify\): usuario \S+@\S+, contraseña (\S+)`)}
)

// awaited is a service that was started and what is to be heard of it.
type awaited struct {
	says          announcement
	url, password *string
}

// services are those that a command starts.
func (p *Process) services(command string) []awaited {
	switch command {
	case "notify":
		return []awaited{{notifySays, &p.URL, &p.Password}}
	case "all":
		return []awaited{{intakeSays, &p.URL, &p.Password}, {notifySays, &p.NotifyURL, &p.NotifyPassword}}
	}
	return []awaited{{intakeSays, &p.URL, &p.Password}}
}

// parse reads a line of the program's output and reports whether the service has announced its address.
func (a awaited) parse(line string) bool {
	if m := a.says.listening.FindStringSubmatch(line); m != nil {
		*a.url = m[1]
	}
	if m := a.says.password.FindStringSubmatch(line); m != nil {
		*a.password = m[1]
	}
	return *a.url != ""
}

// Start starts the program on a free port of the loopback interface and
// returns once it listens. It does not inherit settings from the environment.
func Start(ctx context.Context, o Options) (*Process, error) {
	binary, err := filepath.Abs(o.Binary)
	if err != nil {
		return nil, err
	}
	args := o.Args
	if args == nil {
		args = []string{"intake"}
	}
	command := append(append(slices.Clone(o.Under), binary), args...)
	p := &Process{cmd: exec.Command(command[0], command[1:]...), done: make(chan struct{})}
	services := p.services(args[0])
	p.cmd.Dir = o.Dir
	p.cmd.Env = append(inherited(), append([]string{"SVC_HOST=127.0.0.1", "SVC_PORT=0", "NOTIFY_HOST=127.0.0.1", "NOTIFY_PORT=0", program.RaceEnv}, o.Env...)...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL} // it ends with the test binary, however that ends
	log := &tail{next: o.Log}
	p.cmd.Stderr = log
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", o.Binary, err)
	}
	found, once := make(chan struct{}), sync.Once{}
	read := make(chan struct{})
	go func() {
		defer close(read)
		lines := bufio.NewScanner(stdout)
		for lines.Scan() {
			listen := 0
			for _, a := range services {
				if a.parse(lines.Text()) {
					listen++
				}
			}
			if listen == len(services) {
				once.Do(func() { close(found) })
			}
		}
	}()
	go func() {
		<-read
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	select {
	case <-found:
		return p, nil
	case <-p.done:
		return nil, fmt.Errorf("cotejod ended before it listened (%v):\n%s", p.err, log)
	case <-ctx.Done():
		p.Kill()
		return nil, fmt.Errorf("cotejod does not listen: %w\n%s", ctx.Err(), log)
	}
}

// Kill ends the process as a power cut would, and waits until it is gone. Its
// readers are left to notice by themselves.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill()
	<-p.done
}

// Stop asks the process to end and waits; the error says how it ended.
func (p *Process) Stop(ctx context.Context) error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
		p.Kill()
		return fmt.Errorf("cotejod did not end: %w", ctx.Err())
	}
}

// Ended reports whether the process has ended by itself.
func (p *Process) Ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// PID is the process's number.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// inherited is the part of the environment that is not a setting of ours, nor one of
// what the memory of a server depends on.
func inherited() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "SVC_") && !strings.HasPrefix(v, "NOTIFY_") && !strings.HasPrefix(v, "AUTH_USERS=") && !strings.HasPrefix(v, "ENVIRONMENT=") &&
			!strings.HasPrefix(v, "GOGC=") && !strings.HasPrefix(v, "GOMEMLIMIT=") {
			env = append(env, v)
		}
	}
	return env
}

// tail keeps the last of what is written and hands all of it on.
type tail struct {
	mu   sync.Mutex
	kept []byte
	next io.Writer
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if over := len(t.kept) - 8<<10; over > 0 {
		t.kept = t.kept[over:]
	}
	if t.next != nil {
		return t.next.Write(b)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}

// Poll is how often a client asks for a task.
const Poll = 100 * time.Millisecond
