// Package memstore keeps in memory what the services store, for the tests of
// core, which use no database. It implements the ports that those tests need,
// and passes the conformance suites of testkit/storetest for them.
package memstore

import (
	"context"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/ports"
)

// Store implements the stores of both services in memory; each method without a comment
// returns one. It is safe for concurrent use: one call or one transaction at a time.
type Store struct {
	mu   sync.Mutex
	undo []func() // what a transaction that fails has to undo, in reverse order

	documents    documents
	history      log[document.Change]
	claims       *table[document.Claim]
	tasks        tasks
	sessions     sessions
	tunings      tunings[ner.Config]
	dedupTunings tunings[dedup.Config]
	mailRules    tunings[document.MailRules]
	examples     *table[document.Example]
	pairs        *table[document.Pair]
	words        words
	letters      *table[document.Letter]
	members      *table[member]
	deliveries   deliveries
	bin          bin
	divisions    divisions
	savedViews   savedViews
	index        index
	boilerplate  boilerplate

	courts        courts
	mailTemplates mailTemplates
	cases         cases
	subjects      subjects
	corrections   log[notification.Correction]
	notifications notifications
	outbox        outbox
	receipts      receipts
	attachments   attachments
	users         register
	userEvents    log[account.Event]
	lockouts      lockouts
}

// New returns an empty store.
func New() *Store {
	s := &Store{}
	s.examples = newTable[document.Example](s, nil, nil)
	s.words = words{newTable[[][]byte](s, nil, nil)}
	s.pairs = newTable[document.Pair](s, notFound("pair_not_found"), nil)
	s.letters, s.members = newTable[document.Letter](s, notFound("letter_not_found"), nil), newTable[member](s, nil, nil)
	s.deliveries = deliveries{newTable(s, notFound("delivery_not_found"), func(d *document.Delivery) key { return key{&d.ID, d.ReceivedAt} })}
	s.divisions.table = newTable(s, notFound("not_divided"), func(d *document.Division) key { return key{id: &d.DocumentID} })
	s.savedViews = savedViews{newTable(s, document.ErrViewNotFound, func(v *document.SavedView) key { return key{&v.ID, v.At} })}
	s.bin = bin{newTable(s, notFound("not_in_bin"), func(e *document.BinEntry) key { return key{&e.Document.ID, e.DeletedAt} }),
		newTable[document.Pair](s, nil, nil)}
	s.divisions.bin = s.bin.table
	s.documents = documents{newTable(s, notFound("document_not_found"), func(d *document.Document) key { return key{&d.ID, d.CreatedAt} })}
	s.history = log[document.Change]{newTable[[]document.Change](s, nil, nil)}
	s.claims = newTable[document.Claim](s, notFound("claim_not_found"), nil)
	s.tasks = tasks{newTable(s, notFound("task_not_found"), func(t *document.Task) key { return key{&t.ID, t.CreatedAt} })}
	s.sessions = sessions{newTable(s, notFound("session_not_found"), func(a *account.Session) key { return key{&a.ID, a.CreatedAt} })}
	s.tunings, s.dedupTunings = newTunings(s, document.DefaultTuning()), newTunings(s, document.DefaultDedupTuning())
	s.mailRules = newTunings(s, document.MailRuling{})
	s.index = index{dedup.NewMemory(), s}
	s.boilerplate = boilerplate{newTable[edition](s, nil, nil)}

	s.courts = courts{newTable(s, notification.ErrCourtNotFound, func(c *notification.Court) key { return key{&c.ID, c.CreatedAt} })}
	s.mailTemplates = mailTemplates{newTable[notification.CourtTemplate](s, nil, nil), s.courts}
	s.cases = cases{newTable(s, notification.ErrCaseNotFound, func(c *notification.Case) key { return key{&c.ID, c.CreatedAt} })}
	s.subjects = subjects{newTable(s, notification.ErrSubjectNotFound, func(p *notification.Subject) key { return key{&p.ID, p.CreatedAt} })}
	s.corrections = log[notification.Correction]{newTable[[]notification.Correction](s, nil, nil)}
	s.notifications = notifications{newTable(s, notification.ErrNotificationNotFound, func(n *notification.Notification) key { return key{&n.ID, n.CreatedAt} })}
	s.outbox = outbox{newTable(s, notification.ErrNotSending, func(d *notification.Dispatch) key { return key{&d.ID, d.CreatedAt} })}
	s.receipts = receipts{newTable(s, notification.ErrReceiptNotFound, func(r *notification.Receipt) key { return key{&r.ID, r.CreatedAt} }),
		newTable[[]byte](s, notification.ErrReceiptNotFound, nil)}
	s.attachments = attachments{newTable(s, notification.ErrAttachmentNotFound, func(a *notification.Attachment) key { return key{&a.ID, a.AddedAt} }),
		newTable[[]byte](s, notification.ErrAttachmentNotFound, nil)}
	s.users = register{newTable(s, account.ErrUserNotFound, func(u *account.User) key { return key{&u.ID, u.CreatedAt} })}
	s.userEvents = log[account.Event]{newTable[[]account.Event](s, nil, nil)}
	s.lockouts = lockouts{newTable[account.LockState](s, nil, nil)}
	return s
}

func notFound(code string) error { return fault.New(fault.NotFound, code, "No existe.") }

var errTaken = fault.New(fault.Conflict, "already_exists", "Ya existe un registro con ese identificador.")

// Each method returns one store.

func (s *Store) Documents() ports.Documents                   { return s.documents }
func (s *Store) Recurrences() ports.Recurrences               { return s.documents }
func (s *Store) Tallies() ports.Tallies                       { return s.documents }
func (s *Store) History() ports.History                       { return history{s.history} }
func (s *Store) Claims() ports.Claims                         { return claims{s.claims} }
func (s *Store) Loader() ports.Loader                         { return loader{s} }
func (s *Store) Tasks() ports.Tasks                           { return s.tasks }
func (s *Store) Sessions() ports.Sessions                     { return s.sessions }
func (s *Store) Tunings() ports.Tunings[ner.Config]           { return s.tunings }
func (s *Store) Examples() ports.Examples                     { return examples{s.examples} }
func (s *Store) Pairs() ports.Pairs                           { return pairs{s.pairs} }
func (s *Store) Letters() ports.Letters                       { return letters{s.letters, s.members} }
func (s *Store) Deliveries() ports.Deliveries                 { return s.deliveries }
func (s *Store) Bin() ports.Bin                               { return s.bin }
func (s *Store) Divisions() ports.Divisions                   { return s.divisions }
func (s *Store) SavedViews() ports.SavedViewStore             { return s.savedViews }
func (s *Store) PageWords() ports.PageWords                   { return s.words }
func (s *Store) DedupTunings() ports.Tunings[dedup.Config]    { return s.dedupTunings }
func (s *Store) MailRules() ports.Tunings[document.MailRules] { return s.mailRules }
func (s *Store) Originals() ports.OriginalKeys                { return originals{s} }
func (s *Store) Boilerplate() ports.Boilerplate               { return s.boilerplate }
func (s *Store) Index() dedup.Index                           { return s.index }
func (s *Store) Prints() dedup.Sampler                        { return s.index }
func (s *Store) Courts() ports.Courts                         { return s.courts }
func (s *Store) MailTemplates() ports.MailTemplates           { return s.mailTemplates }
func (s *Store) Cases() ports.Cases                           { return s.cases }
func (s *Store) Subjects() ports.Subjects                     { return s.subjects }
func (s *Store) Corrections() ports.Corrections               { return corrections{s.corrections} }
func (s *Store) Notifications() ports.Notifications           { return s.notifications }
func (s *Store) Outbox() ports.Outbox                         { return s.outbox }
func (s *Store) Receipts() ports.Receipts                     { return s.receipts }
func (s *Store) Attachments() ports.Attachments               { return s.attachments }
func (s *Store) Users() ports.UserRegister                    { return s.users }
func (s *Store) UserEvents() ports.UserEvents                 { return userEvents{s.userEvents} }
func (s *Store) Lockouts() ports.Lockouts                     { return s.lockouts }

// Ping implements ports.Pinger.
func (s *Store) Ping(ctx context.Context) error { return ctx.Err() }

type txKey struct{ s *Store }

// InTx implements ports.Transactor.
func (s *Store) InTx(ctx context.Context, change func(ctx context.Context) error) error {
	if ctx.Value(txKey{s}) != nil {
		return fault.New(fault.Internal, "nested_transaction", "Error interno: una transacción dentro de otra.")
	}
	return s.do(ctx, func() (err error) {
		committed := false
		defer func() { // after a panic too
			if !committed {
				for _, f := range slices.Backward(s.undo) {
					f()
				}
			}
		}()
		if err = change(context.WithValue(ctx, txKey{s}, true)); err == nil {
			err = ctx.Err()
		}
		committed = err == nil
		return err
	})
}

// InView implements ports.Viewer.
func (s *Store) InView(ctx context.Context, read func(ctx context.Context) error) error {
	if ctx.Value(txKey{s}) != nil {
		return read(ctx)
	}
	return s.InTx(ctx, read)
}

// do runs a call in the transaction of ctx, or while there is none. A call
// changes nothing before it can no longer fail.
func (s *Store) do(ctx context.Context, call func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if ctx.Value(txKey{s}) == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.undo = nil
	}
	return call()
}

// ask is do for a call that returns something.
func ask[T any](ctx context.Context, s *Store, call func() (T, error)) (answer T, err error) {
	err = s.do(ctx, func() (err error) {
		answer, err = call()
		return err
	})
	return answer, err
}
