package pgdump

import (
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/fault"
)

func TestConnectionHidesPasswordFromArguments(t *testing.T) {
	t.Setenv("PGOPTIONS", "")
	t.Setenv("PGSSLROOTCERT", "/roots.pem")
	for given, want := range map[string]struct {
		address string
		env     []string
	}{
		"postgres://ana@db/x": {"postgres://ana@db/x", nil},
		"postgres://ana:se%20creto@db:5433/x?sslmode=require":                               {"postgres://ana@db:5433/x?sslmode=require", []string{"PGPASSWORD=se creto"}},
		"postgres://ana@db/x?password=p":                                                    {"postgres://ana@db/x", []string{"PGPASSWORD=p"}},
		"postgres://ana@/x?host=%2Ftmp%2Fa+b&port=5432":                                     {"postgres://ana@/x?host=%2Ftmp%2Fa%20b&port=5432", nil},
		"postgres://ana@db/x?synchronous_commit=off&jit=a%20b":                              {"postgres://ana@db/x", []string{`PGOPTIONS=-c jit=a\ b -c synchronous_commit=off`}},
		"postgres://db/x?options=-c%20jit%3Doff&jit=on":                                     {"postgres://db/x", []string{"PGOPTIONS=-c jit=off -c jit=on"}},
		"postgres://db/x?pool_max_conns=3&default_query_exec_mode=exec&sslmode=verify-full": {"postgres://db/x?sslmode=verify-full", nil},
	} {
		address, env, err := connection(given)
		if err != nil || address != want.address || !slices.Equal(env, want.env) {
			t.Errorf("%s: %s %q, %v; want %s %q", given, address, env, err, want.address, want.env)
		}
	}
	if _, _, err := connection("postgres://a:%zz@db/x"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no address: %v", err)
	}
}
