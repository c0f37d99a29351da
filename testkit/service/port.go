package service

import "net"

// FreePort returns a TCP port of 127.0.0.1 that nothing listens on now. Another process
// may take it before the caller does.
func FreePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return listener.Addr().(*net.TCPAddr).Port, listener.Close()
}
