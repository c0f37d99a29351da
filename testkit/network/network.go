// Package network puts a real proxy, Toxiproxy, between a program and what it
// speaks to, so that tests can spoil the connection: it is built from the module
// beside this package and ends with the test.
package network

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/program"
)

// Network is a running proxy.
type Network struct {
	api    string
	client http.Client
	links  int
}

// Link is a way through the proxy to one server.
type Link struct {
	Address string // host:port, to connect to instead of the server's

	network *Network
	name    string
}

// Start starts a proxy without links.
func Start(t testing.TB) *Network {
	t.Helper()
	binary, err := program.Tool("testkit/network/server", "server")
	if err != nil {
		t.Fatalf("%v\nThe proxy of the tests is built with Go from the module in testkit/network/server.", err)
	}
	address := program.FreeAddress(t)
	host, port, _ := net.SplitHostPort(address)
	process := exec.Command(binary, "-host", host, "-port", port)
	process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	process.Env = []string{"LOG_LEVEL=fatal"}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { process.Process.Kill(); process.Wait() })
	n := &Network{api: "http://" + address, client: http.Client{Timeout: 10 * time.Second}}
	for deadline := time.Now().Add(10 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if err = n.call("GET", "/version", nil, nil); err == nil {
			return n
		}
		if time.Now().After(deadline) {
			t.Fatalf("the proxy does not answer: %v", err)
		}
	}
}

// Link opens a way to the server at an address.
func (n *Network) Link(t testing.TB, to string) *Link {
	t.Helper()
	n.links++
	l := &Link{network: n, name: fmt.Sprint("link", n.links)}
	var made struct{ Listen string }
	if err := n.call("POST", "/proxies", map[string]any{"name": l.name, "listen": "127.0.0.1:0", "upstream": to, "enabled": true}, &made); err != nil {
		t.Fatal(err)
	}
	l.Address = made.Listen
	return l
}

// Close refuses connections and closes existing those.
func (l *Link) Close() error {
	return l.call("POST", "", map[string]any{"enabled": false})
}

// Reset lets connections be made and resets them.
func (l *Link) Reset() error {
	return l.spoil("reset_peer", map[string]any{"timeout": 0})
}

// Silence drops all that is sent, and tells neither side.
func (l *Link) Silence() error {
	return l.spoil("timeout", map[string]any{"timeout": 0})
}

// Delay makes each way take longer.
func (l *Link) Delay(by time.Duration) error {
	return l.spoil("latency", map[string]any{"latency": by.Milliseconds(), "jitter": by.Milliseconds() / 4})
}

// Narrow lets so many kilobytes a second through, each way.
func (l *Link) Narrow(kilobytes int) error {
	return l.spoil("bandwidth", map[string]any{"rate": kilobytes})
}

// Heal makes the link sound again. Connections that were silenced end.
func (l *Link) Heal() error {
	var spoilt []struct{ Name string }
	if err := l.network.call("GET", "/proxies/"+l.name+"/toxics", nil, &spoilt); err != nil {
		return err
	}
	for _, toxic := range spoilt {
		if err := l.call("DELETE", "/toxics/"+toxic.Name, nil); err != nil {
			return err
		}
	}
	return l.call("POST", "", map[string]any{"enabled": true})
}

// spoil does a thing to both directions.
func (l *Link) spoil(kind string, how map[string]any) error {
	for _, stream := range []string{"upstream", "downstream"} {
		toxic := map[string]any{"name": kind + "_" + stream, "type": kind, "stream": stream, "attributes": how}
		if err := l.call("POST", "/toxics", toxic); err != nil {
			return err
		}
	}
	return nil
}

func (l *Link) call(method, path string, body any) error {
	return l.network.call(method, "/proxies/"+l.name+path, body, nil)
}

// call speaks to the proxy's own interface.
func (n *Network) call(method, path string, body, answer any) error {
	sent, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequest(method, n.api+path, bytes.NewReader(sent))
	if err != nil {
		return err
	}
	res, err := n.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return err
	case res.StatusCode >= 300:
		return fmt.Errorf("the proxy answers %s %s with %d: %s", method, path, res.StatusCode, got)
	case answer != nil:
		return json.Unmarshal(got, answer)
	}
	return nil
}
