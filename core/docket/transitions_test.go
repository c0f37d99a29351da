package docket_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/fault"
)

// allowed is what may follow each state, by the channels that send something
// and by those on which the person is there.
var allowed = map[docket.State]struct{ sending, there string }{
	docket.Pending:   {"EN_PROCESO ENVIADA FALLIDA CANCELADA", "EN_PROCESO ENVIADA RECIBIDA FALLIDA CANCELADA"},
	docket.InProcess: {"PENDIENTE ENVIADA FALLIDA CANCELADA", "PENDIENTE ENVIADA RECIBIDA FALLIDA CANCELADA"},
	docket.Sent:      {"RECIBIDA FALLIDA", "RECIBIDA FALLIDA"},
	docket.Received:  {"", ""},
	docket.Failed:    {"PENDIENTE EN_PROCESO CANCELADA", "PENDIENTE EN_PROCESO CANCELADA"},
	docket.Cancelled: {"", ""},
}

func TestEveryMoveByEveryChannel(t *testing.T) {
	for _, from := range docket.States() {
		for _, channel := range docket.Channels() {
			want := strings.Fields(allowed[from].sending)
			if channel == docket.InPerson || channel == docket.Phone {
				want = strings.Fields(allowed[from].there)
			}
			var next []string
			for _, s := range docket.Next(from, channel) {
				next = append(next, string(s))
			}
			if !slices.Equal(next, want) {
				t.Errorf("%s by %s leads to %v, want %v", from, channel, next, want)
			}
			for _, to := range docket.States() {
				checkMove(t, from, to, channel, want)
			}
			if final := from.Final(); final != (len(want) == 0) {
				t.Errorf("%s final: %v", from, final)
			}
		}
	}
}

// checkMove holds Move against the list of states that may follow.
func checkMove(t *testing.T, from, to docket.State, channel docket.Channel, want []string) {
	t.Helper()
	err := docket.Move(from, to, channel)
	if slices.Contains(want, string(to)) {
		if err != nil {
			t.Errorf("%s → %s by %s: %v", from, to, channel, err)
		}
		return
	}
	f, ok := fault.As(err)
	if !ok || f.Kind != fault.RuleViolated {
		t.Errorf("%s → %s by %s: %v, want a violated rule", from, to, channel, err)
		return
	}
	for _, s := range docket.States() {
		told := strings.Contains(f.Message[strings.Index(f.Message, ".")+1:], string(s))
		if allowed := slices.Contains(want, string(s)); told != allowed {
			t.Errorf("%s → %s by %s: %q, but %s allowed is %v", from, to, channel, f.Message, s, allowed)
		}
	}
}

func TestUnknownStatesMoveNowhere(t *testing.T) {
	for _, from := range append(docket.States(), "", "pendiente", "OTRA") {
		if err := docket.Move(from, "OTRA", docket.Email); fault.KindOf(err) != fault.RuleViolated {
			t.Errorf("%q → OTRA: %v", from, err)
		}
	}
	if next := docket.Next("OTRA", docket.Email); next != nil {
		t.Errorf("OTRA leads to %v", next)
	}
}

func TestParsingTakesTheKnownWordsAlone(t *testing.T) {
	for _, s := range docket.States() {
		if got, err := docket.ParseState(string(s)); got != s || err != nil {
			t.Errorf("state %s: %q, %v", s, got, err)
		}
	}
	for _, word := range []string{"", "pendiente", " PENDIENTE", "EMAIL ", "email", "CORREO", "ENVIADO"} {
		_, err := docket.ParseState(word)
		if fault.KindOf(err) != fault.Unprocessable || !strings.Contains(err.Error(), "PENDIENTE, EN_PROCESO, ENVIADA, RECIBIDA, FALLIDA, CANCELADA") {
			t.Errorf("state %q: %v", word, err)
		}
	}
}

func ExampleMove() {
	fmt.Println(docket.Move(docket.Pending, docket.Received, docket.InPerson))
	fmt.Println(docket.Move(docket.Pending, docket.Received, docket.Email))
	// Output:
	// <nil>
	// move_not_allowed: Una notificación por EMAIL que está en PENDIENTE no puede pasar a RECIBIDA. Puede pasar a: EN_PROCESO, ENVIADA, FALLIDA, CANCELADA.
}

func ExampleNext() {
	fmt.Println(docket.Next(docket.Sent, docket.Email), docket.Next(docket.Cancelled, docket.Email))
	// Output: [RECIBIDA FALLIDA] []
}
