package postgres

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cotejo/cotejo/testkit/program"
	"github.com/cotejo/cotejo/testkit/smalldisk"
)

// Server is a server of one test's own, to be treated badly. It listens on TCP
// as well, waits for the disk, and is started again whenever it ends, as an init
// system does. It has one database.
type Server struct {
	Address string // host:port

	server
	process *exec.Cmd
	small   bool
}

// supervise is a script like lifeline that also restarts a server that ended, unless there is a file
// "held". The test removes the folder.
const supervise = `
while [ ! -e "$2/ending" ]; do
  [ -e "$2/held" ] || "$1/postgres" -D "$3" >>"$2/log" 2>&1 </dev/null
  sleep 0.1
done &
cat >/dev/null
touch "$2/ending"
kill -QUIT $(head -1 "$3/postmaster.pid") 2>/dev/null
wait`

const ownSettings = `
max_connections = 100
shared_buffers = 32MB
`

// Start starts a server that ends with the test. With megabytes all of its data
// are on a disk of that size; otherwise the disk is that of temporary files.
func Start(t testing.TB, megabytes int) *Server {
	t.Helper()
	bin, err := programs()
	if err != nil {
		t.Fatalf("no PostgreSQL server for this test: %v", err)
	}
	removeLeftovers()
	s := &Server{Address: program.FreeAddress(t), small: megabytes > 0}
	if s.folder, err = os.MkdirTemp("", folderName+strconv.Itoa(os.Getpid())+"-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(s.folder) })
	ended, err := s.start(bin, megabytes)
	if err == nil {
		t.Cleanup(func() { s.lifeline.Close(); <-ended })
		err = s.do(t.Context(), "postgres", "CREATE DATABASE cotejo")
	}
	if err != nil {
		t.Fatalf("no PostgreSQL server for this test: %v", err)
	}
	return s
}

func (s *Server) start(bin string, megabytes int) (<-chan struct{}, error) {
	as, err := unprivileged(s.folder)
	if err != nil {
		return nil, err
	}
	host, port, _ := net.SplitHostPort(s.Address)
	s.port = port
	if err := s.initialise(bin, as, ownSettings+fmt.Sprintf("listen_addresses = '%s'\nport = %s\n", host, port)); err != nil {
		return nil, err
	}
	if !s.small {
		s.process = exec.Command("/bin/sh", "-c", supervise, "sh", bin, s.folder, filepath.Join(s.folder, "data"))
		s.process.SysProcAttr = as
		return s.launch(s.process)
	}
	user := as.Credential
	if user == nil {
		user = &syscall.Credential{Uid: uint32(os.Getuid()), Gid: uint32(os.Getgid())}
	}
	disk := s.disk()
	if err := os.Mkdir(disk, 0o755); err != nil {
		return nil, err
	}
	data := filepath.Join(disk, "data")
	move := append([]string{"/bin/sh", "-c", `cp -a "$0" "$1" && shift && exec "$@"`, filepath.Join(s.folder, "data"), data},
		smalldisk.As(user, "/bin/sh", "-c", supervise, "sh", bin, s.folder, data)...)
	command := smalldisk.Command(disk, megabytes, move...)
	s.process = exec.Command(command[0], command[1:]...)
	s.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return s.launch(s.process)
}

func (s *Server) disk() string { return filepath.Join(s.folder, "disk") }

// Disk is where the test sees the small disk of the data.
func (s *Server) Disk() string { return smalldisk.PathSeenBy(s.process.Process.Pid, s.disk()) }

// URL names the database, by way of an address, which is the server's own or
// that of a link to it.
func (s *Server) URL(address string) string {
	return fmt.Sprintf("postgres://%s@%s/cotejo?sslmode=disable", superuser, address)
}

// Connections counts those to the database, by what they call themselves.
func (s *Server) Connections(t testing.TB) map[string]int {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.url("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, err := conn.Query(t.Context(), "SELECT application_name, count(*) FROM pg_stat_activity WHERE datname = 'cotejo' GROUP BY 1")
	if err != nil {
		t.Fatal(err)
	}
	found, name, n := map[string]int{}, "", 0
	if _, err := pgx.ForEachRow(rows, []any{&name, &n}, func() error { found[name] = n; return nil }); err != nil {
		t.Fatal(err)
	}
	return found
}

// Crash ends the server at once, without a word to its clients or a checkpoint,
// and starts it again after a while.
func (s *Server) Crash(pause time.Duration) error {
	held := filepath.Join(s.folder, "held")
	if err := os.WriteFile(held, nil, 0o600); err != nil {
		return err
	}
	defer os.Remove(held)
	pid, err := s.postmaster()
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGQUIT); err != nil {
		return err
	}
	time.Sleep(pause)
	return nil
}

// KillBackend kills the process that serves one of the connections; the server
// then ends all others and recovers.
func (s *Server) KillBackend(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := s.answers(ctx, func() bool { return true }); err != nil { // it may have been treated badly just now
		return err
	}
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(context.Background())
	var pid int
	for pid == 0 {
		err := conn.QueryRow(ctx, "SELECT coalesce((SELECT pid FROM pg_stat_activity WHERE datname = 'cotejo' ORDER BY random() LIMIT 1), 0)").Scan(&pid)
		if err != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond) // until somebody has connected again
	}
	return syscall.Kill(pid, syscall.SIGKILL)
}

func (s *Server) postmaster() (int, error) {
	data := filepath.Join(s.folder, "data")
	if s.small {
		data = filepath.Join(s.Disk(), "data")
	}
	text, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(first)
}
