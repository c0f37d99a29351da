package dovecot

import (
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	folderName = "cotejo-dovecot-" // then the process that made it
	patience   = 10 * time.Minute
)

// lifeline runs the server until its input ends, which the kernel sees to when the tests end or are killed.
const lifeline = `
"$1" -F -c "$2/dovecot.conf" >"$2/out" 2>&1 </dev/null &
server=$!
cat >/dev/null
kill -TERM $server
wait $server`

// settings are those of a server without any rights. Indexes are outside of the mail, so that a folder of mail may
// be closed to new folders.
const settings = `
base_dir = %[1]s/run
log_path = %[1]s/log
protocols = imap
listen = 127.0.0.1
default_internal_user = %[2]s
default_internal_group = %[3]s
default_login_user = %[2]s
disable_plaintext_auth = no
auth_failure_delay = 0
ssl = yes
ssl_cert = <%[1]s/cert.pem
ssl_key = <%[1]s/key.pem
mail_location = maildir:~/Maildir:INDEX=~/index:CONTROL=~/control
mail_fsync = never
mail_max_userip_connections = 100
first_valid_uid = 1
first_valid_gid = 1
namespace inbox {
  inbox = yes
  separator = %[7]s
  prefix = %[8]s
}
%[6]s
userdb {
  driver = static
  args = uid=%[2]s gid=%[3]s home=%[1]s/mail/%%u
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = %[4]d
  }
  inet_listener imaps {
    port = %[5]d
    ssl = yes
  }
}
service stats {
  chroot =
}
`

// start writes the settings and starts a server on them.
func (s *Server) start() (err error) {
	binary, err := find()
	if err != nil {
		return err
	}
	removeLeftovers()
	if s.folder, err = os.MkdirTemp("", folderName+strconv.Itoa(os.Getpid())+"-"); err != nil {
		return err
	}
	as, name, group, err := s.unprivileged()
	if err != nil {
		return err
	}
	for _, folder := range []string{"", "run", "mail"} {
		if err := s.makeFolder(filepath.Join(s.folder, folder)); err != nil {
			return err
		}
	}
	if err := s.certify(); err != nil {
		return err
	}

	text := fmt.Sprintf(settings, s.folder, name, group, s.Port, s.TLSPort, s.logins(), cmp.Or(s.options.Delimiter, "/"), s.options.Prefix)
	introspection := "introspection_mode = post\nintrospection_url = " + s.options.TokenInfoURL + "\nusername_attribute = username\nactive_attribute = active\nactive_value = true\n"
	if err := s.write("oauth2.conf", []byte(introspection)); err != nil {
		return err
	}
	if err := s.write("dovecot.conf", []byte(text)); err != nil {
		return err
	}
	return s.launch(binary, as)
}

// logins returns the settings that say who may log in.
func (s *Server) logins() string {
	if s.options.TokenInfoURL == "" {
		return "passdb {\n  driver = static\n  args = password=" + Password + "\n}"
	}
	return "auth_mechanisms = xoauth2\npassdb {\n  driver = oauth2\n  mechanisms = xoauth2\n  args = " + s.folder + "/oauth2.conf\n}"
}

// launch starts a lifeline and waits until its server answers.
func (s *Server) launch(binary string, as *syscall.SysProcAttr) error {
	server := exec.Command("/bin/sh", "-c", lifeline, "sh", binary, s.folder)
	server.Dir, server.SysProcAttr = s.folder, as
	input, err := server.StdinPipe() // never written to, closed with this process
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	gone := make(chan struct{})
	go func() { server.Wait(); close(gone) }()
	s.lifeline, s.ended = input, gone
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", s.Port))
		if err == nil {
			return conn.Close()
		}
		select {
		case <-gone:
		default:
			if time.Now().Before(deadline) {
				continue
			}
		}
		out, _ := os.ReadFile(filepath.Join(s.folder, "out"))
		log, _ := os.ReadFile(filepath.Join(s.folder, "log"))
		return fmt.Errorf("it does not answer: %w; it says: %s", err, lastLines(string(out)+string(log)))
	}
}

// Stop ends the server; what it has stays.
func (s *Server) Stop() {
	if s.lifeline != nil {
		s.lifeline.Close()
		<-s.ended
	}
}

// find finds the program: on the path, or where Debian keeps it.
func find() (string, error) {
	for _, name := range []string{"dovecot", "/usr/sbin/dovecot"} {
		if found, err := exec.LookPath(name); err == nil {
			if _, err := os.Stat("/usr/lib/dovecot/imap"); err == nil {
				return found, nil
			}
		}
	}
	return "", errors.New("dovecot is not installed: run make deps, or as root apt-get install dovecot-imapd, and try again")
}

// unprivileged says as whom to run the server, which has no rights then, not even those of root.
func (s *Server) unprivileged() (as *syscall.SysProcAttr, name, group string, err error) {
	as = &syscall.SysProcAttr{Setpgid: true} // no signal of a terminal reaches it
	who, err := user.Current()
	if os.Geteuid() == 0 {
		who, err = user.Lookup("nobody")
	}
	if err != nil {
		return nil, "", "", err
	}
	if s.uid, err = strconv.Atoi(who.Uid); err != nil {
		return nil, "", "", err
	}
	if s.gid, err = strconv.Atoi(who.Gid); err != nil {
		return nil, "", "", err
	}
	g, err := user.LookupGroupId(who.Gid)
	if err != nil {
		return nil, "", "", err
	}
	if os.Geteuid() == 0 {
		as.Credential = &syscall.Credential{Uid: uint32(s.uid), Gid: uint32(s.gid)}
	}
	return as, who.Username, g.Name, nil
}

// makeFolder makes a folder of the user who runs the server.
func (s *Server) makeFolder(path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	return os.Chown(path, s.uid, s.gid)
}

func (s *Server) write(name string, content []byte) error {
	path := filepath.Join(s.folder, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return err
	}
	return os.Chown(path, s.uid, s.gid)
}

// certify makes a certificate of localhost that signs itself.
func (s *Server) certify() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	s.Authorities = x509.NewCertPool()
	s.Authorities.AppendCertsFromPEM(certificate)
	return errors.Join(s.write("cert.pem", certificate), s.write("key.pem", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})))
}

// removeLeftovers removes the folders of processes that are no more.
func removeLeftovers() {
	found, _ := filepath.Glob(filepath.Join(os.TempDir(), folderName+"*"))
	for _, folder := range found {
		owner, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(folder), folderName), "-")
		pid, err := strconv.Atoi(owner)
		if err == nil && pid > 0 && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			_ = os.RemoveAll(folder)
		}
	}
}
