//go:build soak

package blackbox

import "testing"

// The stream of a session that ended says so with its next heartbeat, within a quarter of a minute.
func TestEventsEndWithTheirSession(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	boss := openBrowser(t, p.URL+"/api/v1")
	boss.login(t, "admin", p.Password)
	next := boss.listen(t)
	next(func(e event) bool { return e.name == "ready" })
	boss.want(t, 204, "DELETE", "/auth/session", "")
	if e := next(func(e event) bool { return e.name == "end" }); e.data.Code != "session_ended" {
		t.Errorf("%+v", e)
	}
}
