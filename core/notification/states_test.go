package notification_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/notification"
)

var update = flag.Bool("update", false, "rewrite docs/states.md")

const statesPage = "../../docs/states.md"

// TestStatesPage holds docs/states.md against the rules that it shows.
func TestStatesPage(t *testing.T) {
	want := "# States\n\nWhat may follow what. This page is written from the rules by `go generate ./core/notification`; a test fails when it is stale.\n" +
		notificationStates() + accountStates()
	if *update {
		if err := os.WriteFile(statesPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(statesPage)
	if err != nil || string(got) != want {
		t.Errorf("docs/states.md is stale (%v): run go generate ./core/notification", err)
	}
}

// notificationStates asks notification.Next about every state by every channel.
func notificationStates() string {
	var diagram, table strings.Builder
	fmt.Fprintf(&diagram, "stateDiagram-v2\n    [*] --> %s\n", notification.Pending)
	for _, from := range notification.States() {
		moves := map[notification.State][]string{}
		for _, c := range notification.Channels() {
			for _, to := range notification.Next(from, c) {
				moves[to] = append(moves[to], string(c))
			}
		}
		var cells []string
		for _, to := range notification.States() {
			switch by := moves[to]; len(by) {
			case 0:
			case len(notification.Channels()):
				fmt.Fprintf(&diagram, "    %s --> %s\n", from, to)
				cells = append(cells, string(to))
			default:
				fmt.Fprintf(&diagram, "    %s --> %s : %s\n", from, to, strings.Join(by, ", "))
				cells = append(cells, fmt.Sprintf("%s (%s)", to, strings.Join(by, ", ")))
			}
		}
		if from.IsFinal() {
			fmt.Fprintf(&diagram, "    %s --> [*]\n", from)
			cells = []string{"nothing: it is final"}
		}
		fmt.Fprintf(&table, "| %s | %s |\n", from, strings.Join(cells, ", "))
	}
	return "\n## A notification\n\n`core/notification/transitions.go`. A move that names channels is for these alone.\n\n```mermaid\n" + diagram.String() +
		"```\n\n| From | To |\n|---|---|\n" + table.String()
}

// accountStates walks account.Lockout from a name that nobody ever tried, until
// it comes upon nothing new. Two states are one when as many failures count and
// both are locked or both are not.
func accountStates() string {
	rule := account.Lockout{Attempts: 5, Lock: 15 * time.Minute}
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	name := func(s account.LockState) string {
		if !s.LockedUntil.IsZero() {
			return "locked"
		}
		return fmt.Sprintf("failed_%d", s.Gen-s.Base)
	}
	events := []struct {
		name string
		do   func(s account.LockState) account.LockState
	}{
		{"wrong password", func(s account.LockState) account.LockState {
			s, _ = rule.Reserve(s, now)
			return s
		}},
		{"right password", func(s account.LockState) account.LockState {
			reserved, granted := rule.Reserve(s, now)
			if !granted {
				return s
			}
			return rule.Succeed(reserved, reserved.Gen)
		}},
		{"wrong password after 15 minutes", func(s account.LockState) account.LockState {
			s, _ = rule.Reserve(s, now.Add(rule.Lock))
			return s
		}},
		{"right password after 15 minutes", func(s account.LockState) account.LockState {
			reserved, _ := rule.Reserve(s, now.Add(rule.Lock))
			return rule.Succeed(reserved, reserved.Gen)
		}},
		{"unlocked by an administrator", account.LockState.Unlock},
	}
	diagram := "stateDiagram-v2\n    [*] --> failed_0\n"
	seen, waiting := []string{"failed_0"}, []account.LockState{{}}
	for len(waiting) > 0 {
		s := waiting[0]
		waiting = waiting[1:]
		told := map[string]bool{} // what time changes nothing about is reported once
		for _, e := range events {
			next := e.do(s)
			plain := strings.TrimSuffix(e.name, " after 15 minutes")
			if !told[plain+name(next)] {
				diagram += fmt.Sprintf("    %s --> %s : %s\n", name(s), name(next), e.name)
			}
			told[plain+name(next)] = true
			if !slices.Contains(seen, name(next)) {
				seen, waiting = append(seen, name(next)), append(waiting, next)
			}
		}
	}
	return "\n## A name that somebody logs in with\n\n`core/account/lockout.go`. While it is locked no password is looked at, so right and wrong are the same.\n\n```mermaid\n" +
		diagram + "```\n"
}
