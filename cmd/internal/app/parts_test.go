package app

import (
	"net"
	"strings"
	"testing"
)

func TestListenSaysWhyNot(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	for rule, tc := range map[string]struct {
		host string
		port int
		says string
	}{
		"a name that does not resolve":      {"no-existe.invalid", 0, "SVC_HOST=no-existe.invalid: no se encuentra esa máquina"},
		"an address of another machine":     {"192.0.2.1", 0, "SVC_HOST=192.0.2.1: no es una dirección de esta máquina"},
		"a port that another program holds": {"127.0.0.1", port, "otro programa ya escucha ahí; elija otro puerto con SVC_PORT"},
	} {
		listener, err := listen(tc.host, tc.port, "SVC")
		if err == nil {
			listener.Close()
		}
		if err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: %v, want … %s …", rule, err, tc.says)
		}
	}
}

func TestWebAddressesWorkInABrowser(t *testing.T) {
	for at, want := range map[string]string{
		"127.0.0.1:8000":   "http://127.0.0.1:8000",
		"[::1]:8000":       "http://[::1]:8000",
		"192.168.1.5:8000": "http://192.168.1.5:8000",
	} {
		addr, err := net.ResolveTCPAddr("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		if got := WebAddresses(addr); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q", at, got)
		}
	}
	for _, all := range []net.IP{net.IPv4zero, net.IPv6unspecified} {
		got := WebAddresses(&net.TCPAddr{IP: all, Port: 8000})
		if len(got) == 0 || got[0] != "http://localhost:8000" {
			t.Errorf("%s: %q", all, got)
		}
		for _, address := range got {
			if strings.Contains(address, "0.0.0.0") || strings.Contains(address, "[::]") || strings.Contains(address, "fe80") {
				t.Errorf("%s: %q", all, got)
			}
		}
	}
}
