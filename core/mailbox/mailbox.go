// Package mailbox takes the messages of a mailbox in, one after the other, for a service that makes them durable.
//
// A message is marked on the mail server, by moving or flagging it, only after its delivery is durable. A process that
// is killed in between finds the message again, and the service knows it. So no UID is
// remembered here: a folder whose UIDVALIDITY changes, or one that is restored from a backup, needs no special care.
package mailbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/ports"
)

// Deps are the dependencies of a Reader; all are required.
type Deps struct {
	Mailbox ports.Mailbox
	Taker   ports.MessageTaker

	Now    func() time.Time
	Pause  func(ctx context.Context, d time.Duration) // returns after d, or when ctx ends
	Logger *slog.Logger
}

// Options configure a Reader.
type Options struct {
	MaxBytes int64  // of a message
	TempDir  string // for the message in hand; the system's if empty
}

// Reader takes the messages of one mailbox in. Only one may run on a mailbox at a time; two would do no harm, but
// each would fetch every message.
type Reader struct {
	Deps
	opts Options

	failed  map[uint32]int // last failure of each message that failed, in the order of failures
	attempt int            // number of the last failure

	state    state
	taken    atomic.Int64
	ignored  atomic.Int64
	refused  atomic.Int64
	failures atomic.Int64
}

// New returns a reader over deps.
func New(deps Deps, opts Options) *Reader { return &Reader{Deps: deps, opts: opts} }

// Stats counts what a Reader did since it was made.
type Stats struct {
	Taken    int64 // messages that the service has, those that were known before included
	Ignored  int64 // messages that a rule ignored, those that were known before included
	Refused  int64 // messages that were set aside for a person
	Failures int64 // connections that could not be opened, or ended with an error
}

// done counts the messages that are marked.
func (s Stats) done() int64 { return s.Taken + s.Ignored + s.Refused }

// Stats returns the counts so far.
func (r *Reader) Stats() Stats {
	return Stats{Taken: r.taken.Load(), Ignored: r.ignored.Load(), Refused: r.refused.Load(), Failures: r.failures.Load()}
}

// Bounds of the pause after a failure. It doubles with each failure in a row.
const firstPause, longestPause = time.Second, 5 * time.Minute

// Run reads the mailbox until ctx ends. After a failure it pauses and connects again.
func (r *Reader) Run(ctx context.Context) {
	pause := firstPause
	for ctx.Err() == nil {
		progress, err := r.read(ctx)
		if ctx.Err() != nil {
			return
		}
		if progress {
			pause = firstPause
		}
		if _, ok := errors.AsType[*deliveryError](err); !ok {
			r.failures.Add(1)
		}
		r.state.fail(messageOf(err))
		r.Logger.WarnContext(ctx, "mailbox is not read; trying again", "mailbox", r.Mailbox.Address(), "pause", pause.String(),
			"error", sanitize.Excerpt(err.Error(), longestError))
		r.Pause(ctx, pause)
		pause = min(2*pause, longestPause)
	}
}

// read opens the mailbox and takes messages in until an error. It reports whether anything succeeded.
func (r *Reader) read(ctx context.Context) (progress bool, err error) {
	session, err := r.Mailbox.Open(ctx)
	if err != nil {
		return false, err
	}
	defer session.Close()
	for {
		before := r.Stats().done()
		err := r.takeAll(ctx, session)
		progress = progress || err == nil || r.Stats().done() > before
		if err != nil {
			return progress, err
		}
		r.state.succeed(r.Now())
		if err := session.Await(ctx); err != nil {
			return progress, err
		}
	}
}

// maxStuck is how many messages may fail in a row, for reasons of their own, before the rest waits.
const maxStuck = 3

// takeAll takes in all messages without a mark. A message that fails for an unknown reason is left for the next time.
// Messages that failed before come last, even if the connection broke over them: none blocks the others.
func (r *Reader) takeAll(ctx context.Context, session ports.MailboxSession) error {
	uids, err := session.Unmarked(ctx)
	if err != nil {
		return fmt.Errorf("searching the mailbox: %w", err)
	}
	var first error
	stuck := 0
	for _, uid := range r.failedLast(uids) {
		err := r.take(ctx, session, uid)
		if err != nil {
			r.attempt++
			r.failed[uid] = r.attempt
		}
		if _, ok := errors.AsType[*deliveryError](err); ok && fault.KindOf(err) == fault.Internal && ctx.Err() == nil {
			if first == nil {
				first = err
			}
			if stuck++; stuck < maxStuck {
				continue
			}
		}
		if err != nil {
			return err
		}
		stuck = 0
	}
	return first
}

// failedLast returns messages in the order in which they are tried. It forgets failures of messages that are gone.
// UIDs of another UIDVALIDITY are harmless, because they only change the order.
func (r *Reader) failedLast(uids []uint32) []uint32 {
	failed := map[uint32]int{}
	for _, uid := range uids {
		if n := r.failed[uid]; n > 0 {
			failed[uid] = n
		}
	}
	r.failed = failed
	slices.SortStableFunc(uids, func(a, b uint32) int { return cmp.Compare(failed[a], failed[b]) })
	return uids
}

// take takes one message in and marks it.
func (r *Reader) take(ctx context.Context, session ports.MailboxSession, uid uint32) error {
	var taken document.TakenMessage
	m, err := session.Describe(ctx, uid)
	if err == nil {
		taken, err = r.deliver(ctx, session, uid, m)
	}
	if fault.KindOf(err) == fault.NotFound && !isDelivery(err) {
		return nil // somebody else moved it
	}
	mark, f := document.MarkReceived, (*fault.Error)(nil)
	if taken.Ignored {
		mark = document.MarkIgnored
	}
	if isRefusal(err) && ctx.Err() == nil {
		mark = document.MarkReview
		f, _ = fault.As(err)
	} else if err != nil {
		return fmt.Errorf("taking message %d in: %w", uid, err)
	}
	if err := session.Mark(ctx, uid, mark); err != nil {
		return fmt.Errorf("marking message %d: %w", uid, err)
	}
	switch mark {
	case document.MarkReceived:
		r.taken.Add(1)
		return nil
	case document.MarkIgnored:
		r.ignored.Add(1)
		return nil
	}
	r.refused.Add(1)
	r.Logger.WarnContext(ctx, "message set aside for a person to look at", "mailbox", r.Mailbox.Address(), "uid", uid,
		"sender", sanitize.Excerpt(m.Sender, longestHeader), "subject", sanitize.Excerpt(m.Subject, longestHeader), "code", f.Code, "reason", f.Message)
	return nil
}

// deliver fetches a message and passes it to the service. The message is a file before that, so that a
// connection that breaks is never mistaken for the end of a message.
func (r *Reader) deliver(ctx context.Context, session ports.MailboxSession, uid uint32, m document.MailboxMessage) (taken document.TakenMessage, err error) {
	if m.Size > r.opts.MaxBytes {
		return taken, &deliveryError{document.UploadTooLarge(r.opts.MaxBytes)}
	}
	file, err := os.CreateTemp(r.opts.TempDir, "cotejo-*.eml")
	if err != nil {
		return taken, &deliveryError{err}
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if err := session.Fetch(ctx, uid, &boundedFile{file, r.opts.MaxBytes, r.opts.MaxBytes}); err != nil {
		return taken, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return taken, &deliveryError{err}
	}
	if taken, err = r.hand(ctx, m, file); err != nil {
		return document.TakenMessage{}, &deliveryError{err}
	}
	r.Logger.InfoContext(ctx, "message taken in", "mailbox", r.Mailbox.Address(), "uid", uid, "id", taken.ID, "ignored", taken.Ignored)
	return taken, nil
}

// hand passes a message to the service. A panic is a fault of this message: trying again would end the same way.
func (r *Reader) hand(ctx context.Context, m document.MailboxMessage, content io.Reader) (taken document.TakenMessage, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			r.Logger.ErrorContext(ctx, "taking a message in panicked", "mailbox", r.Mailbox.Address(), "panic", cause, "stack", string(debug.Stack()))
			err = fault.New(fault.Unprocessable, "message_failed", "El mensaje no se pudo abrir por un error del programa; avise al administrador.")
		}
	}()
	return r.Taker.TakeMessage(ctx, m, content)
}

// boundedFile is a file that takes no more than left bytes.
type boundedFile struct {
	file       *os.File
	left, most int64
}

func (b *boundedFile) Write(p []byte) (int, error) {
	if int64(len(p)) > b.left {
		return 0, &deliveryError{document.UploadTooLarge(b.most)}
	}
	b.left -= int64(len(p))
	n, err := b.file.Write(p)
	if err != nil {
		err = &deliveryError{err}
	}
	return n, err
}

// deliveryError is an error of the service or of this machine, not of the mail server.
type deliveryError struct{ err error }

func (e *deliveryError) Error() string { return e.err.Error() }

func (e *deliveryError) Unwrap() error { return e.err }

func isDelivery(err error) bool {
	_, ok := errors.AsType[*deliveryError](err)
	return ok
}

// isRefusal reports whether a message can never be taken in as it is.
func isRefusal(err error) bool {
	return isDelivery(err) && slices.Contains([]fault.Kind{fault.TooLarge, fault.Unprocessable, fault.Invalid, fault.RuleViolated}, fault.KindOf(err))
}

// What is logged of a header, and of an error, which may quote a server; in code points.
const longestHeader, longestError = 200, 1000
