package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cotejo/cotejo/adapters/durable"
	"github.com/cotejo/cotejo/core/fault"
)

// Session is the session of a user on a server, as it is kept between commands.
type Session struct {
	Server   string    `json:"server"`
	Username string    `json:"username"`
	Token    string    `json:"token"`
	Granted  time.Time `json:"granted"`
	Expires  time.Time `json:"expires"`
}

// defaultPrefix is where the API is unless the address has a path.
const defaultPrefix = "/api/v1"

// ParseServer returns the address of the API on a server. Without a scheme it is https;
// a path is that of the API, which is /api/v1 by default.
func ParseServer(address string) (*url.URL, error) {
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fault.New(fault.Invalid, "bad_server", "La dirección del servidor no sirve; debe ser como https://cotejo.juzgado.gov.co")
	}
	if u.Path = strings.TrimRight(u.Path, "/"); u.Path == "" {
		u.Path = defaultPrefix
	}
	u.Host = strings.ToLower(u.Host)
	return u, nil
}

// IsExposed reports whether what is sent to a server can be read on the way.
func IsExposed(server *url.URL) bool {
	ip := net.ParseIP(server.Hostname())
	return server.Scheme == "http" && server.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback())
}

// sessionFile is where the session on a server is kept: a file of its own for each,
// so that commands on different servers do not overwrite each other's.
func sessionFile(server *url.URL) (string, error) {
	folder, err := os.UserConfigDir()
	return filepath.Join(folder, "cotejo", "sessions", url.PathEscape(server.String())+".json"), err
}

// load returns the session on a server; the zero Session without one.
func load(server *url.URL) (s Session, err error) {
	path, err := sessionFile(server)
	var content []byte
	if err == nil {
		content, err = os.ReadFile(path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return s, fmt.Errorf("no se pudo leer la sesión guardada: %w", err)
	case json.Unmarshal(content, &s) != nil:
		return Session{}, nil // a login replaces it
	}
	return s, nil
}

// save keeps the session on a server where only its user can read it.
func save(server *url.URL, s Session) (err error) {
	path, err := sessionFile(server)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	_, err = durable.Write(path, os.Rename, func(f *os.File) error { return json.NewEncoder(f).Encode(s) })
	return err
}

// forget removes the session on a server.
func forget(server *url.URL) error {
	path, err := sessionFile(server)
	if err == nil {
		err = os.Remove(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
