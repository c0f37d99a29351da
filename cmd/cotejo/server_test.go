package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

// A server that is not ours, or no longer, gets nothing onto the terminal but signs, and no more memory than an answer needs.
func TestAServerIsNotBelieved(t *testing.T) {
	const id = "0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11"
	endless := strings.NewReplacer("{}", strings.Repeat(" ", 1<<20))
	for rule, c := range map[string]struct {
		answer http.HandlerFunc
		status int
		want   string
	}{
		"control sequences in a problem": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(`{"code":"x","detail":"no \u001b]0;t\u0007\u001b[31m\u009b2J"}`))
		}, 3, "␛]0;t␇␛[31m"},
		"and in what it redirects to": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "https://otro.example/\u009b2J")
			w.WriteHeader(http.StatusFound)
		}, 2, "remite a https://otro.example/"},
		"an answer without end": {func(w http.ResponseWriter, _ *http.Request) {
			for {
				if _, err := w.Write([]byte(endless.Replace("{}"))); err != nil {
					return
				}
			}
		}, 6, "pasa de 64 MB"},
	} {
		s := httptest.NewServer(c.answer)
		for _, args := range [][]string{{"show", id}, {"compare", id, id}} {
			got := cotejo.Run(t, t.TempDir(), append(args, "--server", s.URL)...)
			if got.Status != c.status || !strings.Contains(got.Stderr, c.want) || strings.ContainsAny(got.Stderr+got.Stdout, "\x1b\x07\u009b") {
				t.Errorf("%s: %v: status %d, %q", rule, args, got.Status, got.Stderr)
			}
		}
		s.Close()
	}
}
