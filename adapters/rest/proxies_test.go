package rest

import (
	"net/netip"
	"strings"
	"testing"
)

func TestClientBehindProxies(t *testing.T) {
	trusted := proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct{ rule, socket, forwarded, want string }{
		{"nobody else is believed", "192.0.2.1", "198.51.100.7", "192.0.2.1"},
		{"a proxy that says nothing is the client", "10.0.0.1", "", "10.0.0.1"},
		{"a proxy is believed", "10.0.0.1", "198.51.100.7", "198.51.100.7"},
		{"what the client itself wrote is not", "10.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"},
		{"a chain of proxies is walked", "10.0.0.1", "203.0.113.9, 198.51.100.7, 10.9.9.9 ,10.8.8.8", "198.51.100.7"},
		{"lines are one list", "10.0.0.1", "203.0.113.9\n198.51.100.7\n10.8.8.8", "198.51.100.7"},
		{"all trusted: the first of them", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"},
		{"what cannot be read ends the walk", "10.0.0.1", "198.51.100.7, unknown, 10.0.0.2", "10.0.0.2"},
		{"an empty item ends the walk", "10.0.0.1", "198.51.100.7,", "10.0.0.1"},
		{"a port is no part of it", "10.0.0.1", "198.51.100.7:4711", "198.51.100.7"},
		{"IPv6", "fd00::1", "2001:db8::7", "2001:db8::7"},
		{"IPv6 in brackets", "fd00::1", "[2001:db8::7]", "2001:db8::7"},
		{"IPv6 with a port", "fd00::1", "[2001:db8::7]:443", "2001:db8::7"},
		{"IPv4 written as IPv6", "::ffff:10.0.0.1", "::ffff:198.51.100.7, ::ffff:10.0.0.2", "198.51.100.7"},
		{"a zone is no part of it", "fd00::1%eth0", "fd00::2%x, fd00::3%y", "fd00::2"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var lines [][]byte
			for line := range strings.SplitSeq(c.forwarded, "\n") {
				if c.forwarded != "" {
					lines = append(lines, []byte(line))
				}
			}
			if got := trusted.client(netip.MustParseAddr(c.socket), lines); got.String() != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// FuzzForwarded holds that a client whom no proxy vouches for cannot choose his
// address, and that whatever a header says the answer is an address.
func FuzzForwarded(f *testing.F) {
	f.Add("1.2.3.4, 10.0.0.1")
	f.Add("[::1%]:99999,,")
	trusted := proxies{netip.MustParsePrefix("10.0.0.0/8")}
	f.Fuzz(func(t *testing.T, header string) {
		stranger := netip.MustParseAddr("192.0.2.1")
		if got := trusted.client(stranger, [][]byte{[]byte(header)}); got != stranger {
			t.Errorf("a stranger became %s", got)
		}
		behind := trusted.client(netip.MustParseAddr("10.0.0.1"), [][]byte{[]byte(header + ", 192.0.2.1")})
		if behind != stranger {
			t.Errorf("whom the proxy saw became %s", behind)
		}
		if got := trusted.client(netip.MustParseAddr("10.0.0.1"), [][]byte{[]byte(header)}); !got.IsValid() {
			t.Error("no address")
		}
	})
}
