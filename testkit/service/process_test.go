package service

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestServersEndWithTheTests kills a test binary that has started a server.
func TestServersEndWithTheTests(t *testing.T) {
	const inside = "COTEJO_TEST_SERVER"
	if program := os.Getenv(inside); program != "" {
		p, err := Start(t.Context(), Options{Binary: program})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(p.PID())
		select {}
	}
	server := filepath.Join(t.TempDir(), "server")
	if err := os.WriteFile(server, []byte("#!/bin/sh\necho Cotejo escucha en http://127.0.0.1:1\nexec sleep 1000000\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	tests := exec.Command(os.Args[0], "-test.run=^TestServersEndWithTheTests$")
	tests.Env = append(os.Environ(), inside+"="+server)
	out, err := tests.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := tests.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscan(out, &pid); err != nil {
		t.Fatal(err)
	}
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	if err := tests.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = tests.Wait()
	const patience = 600_000 // ms
	for {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, patience)
		if err == unix.EINTR {
			continue
		}
		if n != 1 || err != nil {
			_ = unix.Kill(pid, unix.SIGKILL)
			t.Fatalf("the server outlives the tests: %d, %v", n, err)
		}
		return
	}
}
