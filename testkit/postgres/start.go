package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	superuser  = "cotejo"
	folderName = "cotejo-postgres-" // then the process that made it
	patience   = 10 * time.Minute
)

// lifeline runs the server until its input ends, which the kernel sees to when
// the tests end or are killed; then it stops it at once and removes its folder.
const lifeline = `
"$1/postgres" -D "$2/data" >"$2/log" 2>&1 </dev/null &
server=$!
cat >/dev/null
kill -QUIT $server
wait $server
rm -rf "$2"`

// settings keep the server small, and fast where nothing depends on it.
const settings = `
listen_addresses = ''
unix_socket_permissions = 0700
fsync = off
full_page_writes = off
wal_level = minimal
max_wal_senders = 0
max_connections = 200
shared_buffers = 64MB
autovacuum = off
jit = off
`

// start makes a cluster and runs a server on it.
func start() (*server, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	removeLeftovers()
	folder, err := os.MkdirTemp("", folderName+strconv.Itoa(os.Getpid())+"-")
	if err != nil {
		return nil, err
	}
	s := &server{folder: folder}
	if err := s.run(bin); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return s, nil
}

func (s *server) run(bin string) error {
	as, err := unprivileged(s.folder)
	if err != nil {
		return err
	}
	if err := s.initialise(bin, as, settings); err != nil {
		return err
	}
	server := exec.Command("/bin/sh", "-c", lifeline, "sh", bin, s.folder)
	server.SysProcAttr = as
	_, err = s.launch(server)
	return err
}

// initialise makes the cluster.
func (s *server) initialise(bin string, as *syscall.SysProcAttr, settings string) error {
	made := exec.Command(filepath.Join(bin, "initdb"), "--no-sync", "--no-instructions", "--auth=trust", "--username="+superuser,
		"--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=es-CO", filepath.Join(s.folder, "data"))
	made.SysProcAttr, made.Dir, made.Env = as, s.folder, environment()
	if out, err := made.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, lastLines(string(out)))
	}
	config, err := os.OpenFile(filepath.Join(s.folder, "data", "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = config.WriteString(settings + "unix_socket_directories = '" + s.folder + "'\n")
	return errors.Join(err, config.Close())
}

// launch starts a lifeline and waits until its server answers.
func (s *server) launch(server *exec.Cmd) (ended <-chan struct{}, err error) {
	server.Dir, server.Env = s.folder, environment()
	if s.lifeline, err = server.StdinPipe(); err != nil { // never written to, closed with this process
		return nil, err
	}
	if err := server.Start(); err != nil {
		return nil, err
	}
	gone := make(chan struct{})
	go func() { server.Wait(); close(gone) }()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err = s.answers(ctx, func() bool {
		select {
		case <-gone:
			return false
		default:
			return true
		}
	})
	if err != nil {
		log, _ := os.ReadFile(filepath.Join(s.folder, "log"))
		return nil, fmt.Errorf("%w; its log ends with: %s", err, lastLines(string(log)))
	}
	return gone, nil
}

// environment leaves out what would make the programs look elsewhere.
func environment() []string {
	return append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "PG") }), "LC_ALL=C.UTF-8")
}

// programs finds the folder of initdb and postgres: on the path, or where
// Debian keeps those of each version, of which the latest is taken.
func programs() (string, error) {
	if found, err := exec.LookPath("initdb"); err == nil {
		if found, err = filepath.EvalSymlinks(found); err == nil {
			return filepath.Dir(found), nil
		}
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", err
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	if len(found) == 0 {
		return "", errors.New("PostgreSQL is not installed: run make deps, or as root apt-get install postgresql, and try again")
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })), nil
}

// unprivileged says as whom to run the server, which refuses to be root, and
// gives that user the folder.
func unprivileged(folder string) (*syscall.SysProcAttr, error) {
	as := &syscall.SysProcAttr{Setpgid: true} // no signal of a terminal reaches it
	if os.Geteuid() != 0 {
		return as, nil
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		who, err = user.Lookup("nobody")
	}
	if err != nil {
		return nil, fmt.Errorf("the server must not run as root: %w", err)
	}
	uid, err := strconv.ParseUint(who.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(who.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return as, os.Chown(folder, int(uid), int(gid))
}

// removeLeftovers removes the folders of processes that are no more: of tests
// that were killed while they made one.
func removeLeftovers() {
	found, _ := filepath.Glob(filepath.Join(os.TempDir(), folderName+"*"))
	for _, folder := range found {
		owner, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(folder), folderName), "-")
		pid, err := strconv.Atoi(owner)
		if err != nil || pid <= 0 || !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			continue
		}
		if _, err := os.Stat(filepath.Join(folder, "data", "postmaster.pid")); err == nil {
			continue // its lifeline is about to do it
		}
		_ = os.RemoveAll(folder)
	}
}

func lastLines(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}
