package rest

import (
	"net/netip"
	"strings"
)

// proxies are the networks whose word is taken for where a request came from.
type proxies []netip.Prefix

// client returns where a request came from. Each proxy adds the address it was
// called from at the right end of X-Forwarded-For, so that only what a trusted
// one wrote can be believed: reading goes from the socket to the left and ends
// at the first address that is not a trusted proxy. Where that is unreadable, the
// last proxy that was understood stands for it.
func (p proxies) client(socket netip.Addr, forwarded [][]byte) netip.Addr {
	client := plain(socket)
	for i := len(forwarded) - 1; i >= 0; i-- {
		line, more := string(forwarded[i]), true
		for more {
			if !p.trusts(client) {
				return client
			}
			var last string
			if cut := strings.LastIndexByte(line, ','); cut >= 0 {
				line, last = line[:cut], line[cut+1:]
			} else {
				last, more = line, false
			}
			addr, ok := parseHop(last)
			if !ok {
				return client
			}
			client = addr
		}
	}
	return client
}

func (p proxies) trusts(a netip.Addr) bool {
	for _, network := range p {
		if network.Contains(a) {
			return true
		}
	}
	return false
}

// parseHop reads an address with or without a port, as some proxies add one.
func parseHop(s string) (netip.Addr, bool) {
	s = strings.TrimSpace(s)
	if a, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil {
		return plain(a), true
	}
	ap, err := netip.ParseAddrPort(s)
	return plain(ap.Addr()), err == nil
}

// plain returns an address as networks compare it: IPv4 as IPv4, no zone.
func plain(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }
