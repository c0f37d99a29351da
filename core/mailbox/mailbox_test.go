package mailbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/mailbox"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/mock"
)

// box is a mailbox in memory. It ends the reader when there is nothing left to await.
type box struct {
	*mock.MailboxMock
	*mock.MailboxSessionMock
	intake *mock.IntakeMock

	messages map[uint32]string // by UID
	sizes    map[uint32]int64  // as the server states them, where they differ
	marks    map[uint32]document.MailboxMark
	fail     func(step string, uid uint32) error

	delivered []string
	pauses    []time.Duration
	log       bytes.Buffer
	end       context.CancelFunc
}

func newBox(messages map[uint32]string) *box {
	b := &box{messages: messages, sizes: map[uint32]int64{}, marks: map[uint32]document.MailboxMark{}, fail: func(string, uint32) error { return nil }}
	b.MailboxSessionMock = &mock.MailboxSessionMock{
		UnmarkedFunc: func(context.Context) (uids []uint32, err error) {
			for uid := range b.messages {
				if b.marks[uid] == "" {
					uids = append(uids, uid)
				}
			}
			slices.Sort(uids)
			return uids, b.fail("search", 0)
		},
		DescribeFunc: func(_ context.Context, uid uint32) (document.MailboxMessage, error) {
			size, stated := b.sizes[uid]
			if !stated {
				size = int64(len(b.messages[uid]))
			}
			return document.MailboxMessage{Size: size, Sender: "ana@x.co", Subject: "a\r\n\u202e" + fmt.Sprintf("%.1s", b.messages[uid])}, b.fail("describe", uid)
		},
		FetchFunc: func(_ context.Context, uid uint32, to io.Writer) error {
			if err := b.fail("fetch", uid); err != nil {
				return err
			}
			_, err := io.WriteString(to, b.messages[uid])
			return err
		},
		MarkFunc: func(_ context.Context, uid uint32, mark document.MailboxMark) error {
			err := b.fail("mark", uid)
			if err == nil {
				b.marks[uid] = mark
			}
			return err
		},
		AwaitFunc: func(ctx context.Context) error { b.end(); return ctx.Err() },
		CloseFunc: func() error { return nil },
	}
	b.MailboxMock = &mock.MailboxMock{
		AddressFunc: func() string { return "reparto" },
		OpenFunc:    func(context.Context) (ports.MailboxSession, error) { return b.MailboxSessionMock, b.fail("open", 0) },
	}
	b.intake = &mock.IntakeMock{DeliverFunc: func(_ context.Context, by account.Actor, u document.Upload) (document.Delivered, error) {
		content, err := io.ReadAll(u.Content)
		if err != nil || by != account.System || u.TypeName() != "auto" || !u.FromMailbox || strings.ContainsAny(u.FileName, "\r\n\u202e") {
			return document.Delivered{}, fmt.Errorf("by %v as %q: %w", by, u.FileName, err)
		}
		known := slices.Contains(b.delivered, string(content))
		if err := b.fail("deliver", 0); err != nil {
			return document.Delivered{}, err
		}
		switch {
		case len(content) == 0, content[0] == 'B':
			return document.Delivered{}, fault.New(fault.Unprocessable, "message_damaged", "El correo está dañado.")
		case content[0] == 'P':
			panic("a message that nobody thought of")
		case content[0] == 'X':
			return document.Delivered{}, errors.New("nobody knows why")
		}
		if content[0] == 'I' {
			return document.Delivered{Delivery: document.Delivery{IgnoredBy: "boletín"}}, nil
		}
		if !known {
			b.delivered = append(b.delivered, string(content))
		}
		return document.Delivered{Known: known}, nil
	}}
	return b
}

// run reads the mailbox until nothing is left, or until it paused so many times.
func (b *box) run(t *testing.T, pauses int) *mailbox.Reader {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b.end = cancel
	folder := t.TempDir()
	r := mailbox.New(mailbox.Deps{
		Mailbox: b.MailboxMock, Taker: mailbox.Deliveries{Intake: b.intake}, Logger: slog.New(slog.NewTextHandler(&b.log, nil)),
		Now: func() time.Time { return time.Date(2026, 5, 4, 15, 0, 0, 0, time.UTC) },
		Pause: func(_ context.Context, d time.Duration) {
			if b.pauses = append(b.pauses, d); len(b.pauses) >= pauses {
				cancel()
			}
		},
	}, mailbox.Options{MaxBytes: 100, TempDir: folder})
	r.Run(ctx)
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left among the temporary files: %v, %v", left, err)
	}
	return r
}

func TestMessagesAreMarkedOnceDelivered(t *testing.T) {
	b := newBox(map[uint32]string{7: "c", 2: "a", 5: "b"})
	r := b.run(t, 1)
	if !slices.Equal(b.delivered, []string{"a", "b", "c"}) {
		t.Errorf("delivered %v", b.delivered)
	}
	for uid := range b.messages {
		if b.marks[uid] != document.MarkReceived {
			t.Errorf("message %d: %q", uid, b.marks[uid])
		}
	}
	if got := r.Stats(); got != (mailbox.Stats{Taken: 3}) {
		t.Errorf("%+v", got)
	}
	if c := r.Component("mail"); c.Status != document.ComponentOK || c.Detail != "Leído por última vez: 2026-05-04 10:00." {
		t.Errorf("%+v", c)
	}
}

func TestMessageSizesAtTheBounds(t *testing.T) {
	most := strings.Repeat("a", 100)
	b := newBox(map[uint32]string{1: "", 2: most, 3: most + "a"})
	b.run(t, 1)
	if !slices.Equal(b.delivered, []string{most}) || b.marks[1] != document.MarkReview || b.marks[2] != document.MarkReceived || b.marks[3] != document.MarkReview {
		t.Errorf("delivered %q, marked %v", b.delivered, b.marks)
	}
}

// TestMessagesThatBreakConnectionsBlockNoOther has two messages over which every connection breaks.
func TestMessagesThatBreakConnectionsBlockNoOther(t *testing.T) {
	b := newBox(map[uint32]string{1: "a", 2: "b", 3: "c", 4: "d"})
	tries := map[uint32]int{}
	b.fail = func(at string, uid uint32) error {
		if at == "fetch" && uid < 3 {
			tries[uid]++
			return errors.New("the server hung up")
		}
		return nil
	}
	b.run(t, 6)
	if !slices.Equal(b.delivered, []string{"c", "d"}) || tries[1] != 3 || tries[2] != 3 {
		t.Errorf("delivered %q, tries %v", b.delivered, tries)
	}
}

func TestRefusedMessagesAreSetAside(t *testing.T) {
	b := newBox(map[uint32]string{1: strings.Repeat("a", 101), 2: "B", 3: "c", 4: strings.Repeat("d", 101), 5: "e"})
	b.sizes[4] = 1 // the server is wrong about it
	b.fail = func(at string, uid uint32) error {
		if at == "fetch" && uid == 1 {
			t.Error("a message that is said to be too large is fetched")
		}
		return nil
	}
	r := b.run(t, 1)
	want := map[uint32]document.MailboxMark{1: document.MarkReview, 2: document.MarkReview, 3: document.MarkReceived, 4: document.MarkReview, 5: document.MarkReceived}
	for uid, mark := range want {
		if b.marks[uid] != mark {
			t.Errorf("message %d: %q, want %q", uid, b.marks[uid], mark)
		}
	}
	if got := r.Stats(); got != (mailbox.Stats{Taken: 2, Refused: 3}) {
		t.Errorf("%+v", got)
	}
	for _, part := range []string{"ana@x.co", "code=message_damaged", "code=upload_too_large"} {
		if !strings.Contains(b.log.String(), part) {
			t.Errorf("the log lacks %s: %s", part, b.log.String())
		}
	}
	if strings.Contains(b.log.String(), `\r`) || strings.Contains(b.log.String(), `\u202e`) {
		t.Errorf("the log has what headers hide: %s", b.log.String())
	}
}

// The reader would meet it again after every restart.
func TestMessageThatPanicsIsSetAside(t *testing.T) {
	b := newBox(map[uint32]string{1: "P", 2: "b"})
	b.run(t, 1)
	if want := map[uint32]document.MailboxMark{1: document.MarkReview, 2: document.MarkReceived}; !maps.Equal(b.marks, want) {
		t.Errorf("marked %v", b.marks)
	}
	if !strings.Contains(b.log.String(), "nobody thought of") || !strings.Contains(b.log.String(), "stack=") {
		t.Errorf("the log: %s", b.log.String())
	}
}

func TestTransientFaultsMarkNothing(t *testing.T) {
	away := fault.New(fault.Unavailable, "queue_full", "Hay demasiados documentos en espera.")
	for _, step := range []string{"open", "search", "describe", "fetch", "deliver", "mark"} {
		t.Run(step, func(t *testing.T) {
			b := newBox(map[uint32]string{1: "a", 2: "b"})
			failures := 0
			b.fail = func(at string, _ uint32) error {
				if at != step || failures == 11 {
					return nil
				}
				if len(b.marks) > 0 {
					t.Errorf("marked: %v", b.marks)
				}
				failures++
				return away
			}
			r := b.run(t, 100)
			slices.Sort(b.delivered) // messages that failed come last
			if !slices.Equal(b.delivered, []string{"a", "b"}) || len(b.marks) != 2 {
				t.Errorf("in the end: delivered %v, marked %v", b.delivered, b.marks)
			}
			want := []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300}
			for i := range want {
				want[i] *= time.Second
			}
			if !slices.Equal(b.pauses, want) {
				t.Errorf("pauses %v", b.pauses)
			}
			if counted := r.Stats().Failures > 0; counted != (step != "deliver") {
				t.Errorf("%+v", r.Stats())
			}
		})
	}
}

func TestComponentShowsTheLastProblem(t *testing.T) {
	b := newBox(nil)
	b.fail = func(string, uint32) error {
		return fault.New(fault.Unauthenticated, "mail_login", "No acepta la contraseña.")
	}
	if c := b.run(t, 1).Component("mail"); c.Status != document.ComponentError || c.Detail != "No acepta la contraseña." || c.Blocks {
		t.Errorf("%+v", c)
	}
}

func TestLoggedErrorsAreBounded(t *testing.T) {
	b := newBox(nil)
	b.fail = func(string, uint32) error { return errors.New("NO \u202e\x1b[2J" + strings.Repeat("a", 1<<20)) }
	if b.run(t, 1); b.log.Len() > 5000 || strings.Contains(b.log.String(), `\u202e`) || strings.Contains(b.log.String(), `\x1b`) {
		t.Errorf("the log has %.200s", b.log.String())
	}
}

func TestUnknownErrorsDoNotBlockOtherMessages(t *testing.T) {
	b := newBox(map[uint32]string{1: "X", 2: "a", 3: "X", 4: "b"})
	b.run(t, 3)
	if !slices.Equal(b.delivered, []string{"a", "b"}) || b.marks[1] != "" || b.marks[3] != "" {
		t.Errorf("delivered %v, marked %v", b.delivered, b.marks)
	}
	b = newBox(map[uint32]string{1: "X", 2: "X", 3: "X", 4: "a"}) // rather the machine than the messages
	b.run(t, 1)
	if len(b.delivered) > 0 || len(b.marks) > 0 {
		t.Errorf("delivered %v, marked %v", b.delivered, b.marks)
	}
}

func TestGoneMessagesAreSkipped(t *testing.T) {
	for _, step := range []string{"describe", "fetch"} {
		b := newBox(map[uint32]string{1: "a", 2: "b"})
		b.fail = func(at string, uid uint32) error {
			if at == step && uid == 1 {
				return fault.New(fault.NotFound, "message_gone", "El mensaje ya no está.")
			}
			return nil
		}
		b.run(t, 1)
		if !slices.Equal(b.delivered, []string{"b"}) || b.marks[1] != "" || len(b.pauses) > 0 {
			t.Errorf("%s: delivered %v, marked %v", step, b.delivered, b.marks)
		}
	}
}

func TestIgnoredMessagesAreMarkedSo(t *testing.T) {
	b := newBox(map[uint32]string{1: "I", 2: "a"})
	r := b.run(t, 1)
	if b.marks[1] != document.MarkIgnored || b.marks[2] != document.MarkReceived {
		t.Errorf("marked %v", b.marks)
	}
	if got := r.Stats(); got != (mailbox.Stats{Taken: 1, Ignored: 1}) {
		t.Errorf("%+v", got)
	}
}

func TestStoppingMarksNothing(t *testing.T) {
	b := newBox(map[uint32]string{1: "B"})
	b.fail = func(at string, _ uint32) error {
		if at == "deliver" {
			b.end()
		}
		return nil
	}
	b.run(t, 1)
	if len(b.marks) > 0 {
		t.Errorf("marked %v", b.marks)
	}
}
