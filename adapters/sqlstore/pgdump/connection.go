package pgdump

import (
	"cmp"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/fault"
)

// libpq are the parameters of an address that the programs of PostgreSQL 13 and later know, and pgx, too.
var libpq = []string{"host", "hostaddr", "port", "dbname", "user", "passfile", "connect_timeout", "client_encoding", "application_name",
	"keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout", "sslmode", "sslcert", "sslkey", "sslpassword",
	"sslrootcert", "sslcrl", "target_session_attrs", "channel_binding", "krbsrvname", "gssencmode", "service"}

// ofPGX are the parameters that pgx takes for itself: they are no settings of the server.
var ofPGX = []string{"default_query_exec_mode", "statement_cache_capacity", "description_cache_capacity", "min_read_buffer_size"}

// systemRoots are the certificates that pgx trusts unless the address names others. libpq looks only at ~/.postgresql/root.crt.
const systemRoots = "/etc/ssl/certs/ca-certificates.crt"

// connection returns a URL as the programs of PostgreSQL understand it, without its password: everybody on the machine can see
// the arguments of a program. The password is in the environment that it returns, beside the settings of the server.
func connection(address string) (string, []string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", nil, fault.New(fault.Invalid, "database_url", "No es una dirección de PostgreSQL. Escríbala así: postgres://usuario:clave@servidor:5432/base")
	}
	env := []string{}
	query := u.Query()
	password, ok := u.User.Password()
	if !ok {
		password = query.Get("password")
	}
	if password != "" {
		env = append(env, "PGPASSWORD="+password)
	}
	query.Del("password")
	if ok {
		u.User = url.User(u.User.Username())
	}
	options := []string{cmp.Or(query.Get("options"), os.Getenv("PGOPTIONS"))}
	query.Del("options")
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if slices.Contains(libpq, name) {
			continue
		}
		if !slices.Contains(ofPGX, name) && !strings.HasPrefix(name, "pool_") {
			options = append(options, "-c "+name+"="+escape(query.Get(name)))
		}
		query.Del(name)
	}
	if text := strings.TrimSpace(strings.Join(options, " ")); text != "" {
		env = append(env, "PGOPTIONS="+text)
	}
	if mode := query.Get("sslmode"); strings.HasPrefix(mode, "verify-") && query.Get("sslrootcert") == "" && !hasRoots() && isFile(systemRoots) {
		env = append(env, "PGSSLROOTCERT="+systemRoots)
	}
	u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20") // libpq reads a plus sign as such
	return u.String(), env, nil
}

// escape writes a value of PGOPTIONS, in which blanks and backslashes need a backslash.
func escape(value string) string { return strings.NewReplacer(`\`, `\\`, " ", `\ `).Replace(value) }

// hasRoots reports whether libpq finds certificates by itself.
func hasRoots() bool {
	home, err := os.UserHomeDir()
	return os.Getenv("PGSSLROOTCERT") != "" || err == nil && isFile(filepath.Join(home, ".postgresql", "root.crt"))
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
