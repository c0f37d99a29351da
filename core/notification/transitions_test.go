package notification_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
)

// allowed is what may follow each state, by the channels that send something
// and by those on which the person is there.
var allowed = map[notification.State]struct{ sending, there string }{
	notification.Pending:   {"EN_PROCESO ENVIADA FALLIDA CANCELADA", "EN_PROCESO ENVIADA RECIBIDA FALLIDA CANCELADA"},
	notification.InProcess: {"PENDIENTE ENVIADA FALLIDA CANCELADA", "PENDIENTE ENVIADA RECIBIDA FALLIDA CANCELADA"},
	notification.Sent:      {"RECIBIDA FALLIDA", "RECIBIDA FALLIDA"},
	notification.Received:  {"", ""},
	notification.Failed:    {"PENDIENTE EN_PROCESO CANCELADA", "PENDIENTE EN_PROCESO CANCELADA"},
	notification.Cancelled: {"", ""},
}

func TestEveryMoveByEveryChannel(t *testing.T) {
	for _, from := range notification.States() {
		for _, channel := range notification.Channels() {
			want := strings.Fields(allowed[from].sending)
			if channel == notification.InPerson || channel == notification.Phone {
				want = strings.Fields(allowed[from].there)
			}
			var next []string
			for _, s := range notification.Next(from, channel) {
				next = append(next, string(s))
			}
			if !slices.Equal(next, want) {
				t.Errorf("%s by %s leads to %v, want %v", from, channel, next, want)
			}
			for _, to := range notification.States() {
				checkMove(t, from, to, channel, want)
			}
			if final := from.IsFinal(); final != (len(want) == 0) {
				t.Errorf("%s final: %v", from, final)
			}
		}
	}
}

// checkMove holds Move against the list of states that may follow.
func checkMove(t *testing.T, from, to notification.State, channel notification.Channel, want []string) {
	t.Helper()
	err := notification.CheckTransition(from, to, channel)
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
	for _, s := range notification.States() {
		told := strings.Contains(f.Message[strings.Index(f.Message, ".")+1:], string(s))
		if allowed := slices.Contains(want, string(s)); told != allowed {
			t.Errorf("%s → %s by %s: %q, but %s allowed is %v", from, to, channel, f.Message, s, allowed)
		}
	}
}

// Every other state is offered or refused with a reason.
func TestMovesSayWhyNot(t *testing.T) {
	for _, from := range notification.States() {
		for _, channel := range notification.Channels() {
			moves := notification.NextStates(from, channel)
			if len(moves) != len(notification.States())-1 {
				t.Errorf("%s by %s: %v", from, channel, moves)
			}
			for _, m := range moves {
				allowed := notification.CheckTransition(from, m.To, channel) == nil
				if m.To == from || allowed != (m.Refusal == "") {
					t.Errorf("%s → %s by %s: allowed is %v, refusal %q", from, m.To, channel, allowed, m.Refusal)
				}
			}
		}
	}
}

func TestUnknownStatesMoveNowhere(t *testing.T) {
	for _, from := range append(notification.States(), "", "pendiente", "OTRA") {
		if err := notification.CheckTransition(from, "OTRA", notification.Email); fault.KindOf(err) != fault.RuleViolated {
			t.Errorf("%q → OTRA: %v", from, err)
		}
	}
	if next := notification.Next("OTRA", notification.Email); next != nil {
		t.Errorf("OTRA leads to %v", next)
	}
}

func TestParsingTakesTheKnownWordsAlone(t *testing.T) {
	for _, s := range notification.States() {
		if got, err := notification.ParseState(string(s)); got != s || err != nil {
			t.Errorf("state %s: %q, %v", s, got, err)
		}
	}
	for _, word := range []string{"", "pendiente", " PENDIENTE", "EMAIL ", "email", "CORREO", "ENVIADO"} {
		_, err := notification.ParseState(word)
		if fault.KindOf(err) != fault.Unprocessable || !strings.Contains(err.Error(), "PENDIENTE, EN_PROCESO, ENVIADA, RECIBIDA, FALLIDA, CANCELADA") {
			t.Errorf("state %q: %v", word, err)
		}
	}
}

func ExampleCheckTransition() {
	fmt.Println(notification.CheckTransition(notification.Pending, notification.Received, notification.InPerson))
	fmt.Println(notification.CheckTransition(notification.Pending, notification.Received, notification.Email))
	// Output:
	// <nil>
	// move_not_allowed: Una notificación por EMAIL que está en PENDIENTE no puede pasar a RECIBIDA. Puede pasar a: EN_PROCESO, ENVIADA, FALLIDA, CANCELADA.
}

func ExampleNextStates() {
	for _, m := range notification.NextStates(notification.Sent, notification.Email)[2:] {
		fmt.Printf("%s %q\n", m.To, m.Refusal)
	}
	// Output:
	// RECIBIDA ""
	// FALLIDA ""
	// CANCELADA "Lo que ya se envió no se puede cancelar."
}

func ExampleNext() {
	fmt.Println(notification.Next(notification.Sent, notification.Email), notification.Next(notification.Cancelled, notification.Email))
	// Output: [RECIBIDA FALLIDA] []
}
