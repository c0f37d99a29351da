package ports

import (
	"context"
	"net/netip"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// NotificationService is the work of notifiers: cases, subjects, and notifications from one to
// the other. It is an inbound port. Lists are newest first.
//
// A draft is the input for a new record. Its Key, unless empty, is the caller's idempotency key:
// within a day, the same key and content create nothing new; the same key with another content is
// a fault of kind Unprocessable.
type NotificationService interface {
	// OpenCase stores a new case. Faults: Unprocessable, RuleViolated (taken
	// number).
	OpenCase(ctx context.Context, by account.Actor, d notification.CaseDraft) (notification.Case, error)
	Case(ctx context.Context, by account.Actor, id string) (notification.Case, error)
	// CorrectCase changes a case and records each changed field. Faults: NotFound, Unprocessable,
	// RuleViolated (taken number).
	CorrectCase(ctx context.Context, by account.Actor, id string, change notification.CaseChange) (notification.Case, error)
	// CaseCorrections returns what was corrected in a case. Fault: NotFound.
	CaseCorrections(ctx context.Context, by account.Actor, id string, page pagination.Request) (pagination.Of[notification.Correction], error)
	ListCases(ctx context.Context, by account.Actor, f notification.CaseFilter, page pagination.Request) (pagination.Of[notification.Case], error)

	// RegisterCourt stores a new court. Faults: Unprocessable, RuleViolated (taken
	// name).
	RegisterCourt(ctx context.Context, by account.Actor, d notification.CourtDraft) (notification.Court, error)
	// ListCourts returns the courts that are known by name, in the order of their
	// names.
	ListCourts(ctx context.Context, by account.Actor) ([]notification.Court, error)
	// MailTemplate returns the template of a court's e-mails, its own or the default one. Fault:
	// NotFound.
	MailTemplate(ctx context.Context, by account.Actor, courtID string) (notification.CourtTemplate, error)
	// SetMailTemplate gives a court a template of its own and records each changed field. E-mails
	// that are queued keep the text they have. Faults: Forbidden unless by is an administrator;
	// NotFound; Unprocessable.
	SetMailTemplate(ctx context.Context, by account.Actor, courtID string, t notification.Template) (notification.CourtTemplate, error)
	// ResetMailTemplate gives a court the default template. Faults: as of SetMailTemplate.
	ResetMailTemplate(ctx context.Context, by account.Actor, courtID string) error
	// PreviewMailTemplate returns the e-mail of an invented notification as t would have it. Nothing
	// is stored. Faults: NotFound, Unprocessable.
	PreviewMailTemplate(ctx context.Context, by account.Actor, courtID string, t notification.Template) (notification.Dispatch, error)
	// CourtCorrections returns what was changed in the template of a court. Fault: NotFound.
	CourtCorrections(ctx context.Context, by account.Actor, id string, page pagination.Request) (pagination.Of[notification.Correction], error)

	// EnterSubject stores a new subject. Fault: Unprocessable.
	EnterSubject(ctx context.Context, by account.Actor, d notification.SubjectDraft) (notification.Subject, error)
	Subject(ctx context.Context, by account.Actor, id string) (notification.Subject, error)
	// CorrectSubject changes a subject and records each changed field. E-mails that are queued keep
	// the address they have. Faults: NotFound, Unprocessable.
	CorrectSubject(ctx context.Context, by account.Actor, id string, change notification.SubjectChange) (notification.Subject, error)
	// SubjectCorrections returns what was corrected in a subject. Fault: NotFound.
	SubjectCorrections(ctx context.Context, by account.Actor, id string, page pagination.Request) (pagination.Of[notification.Correction], error)
	ListSubjects(ctx context.Context, by account.Actor, f notification.SubjectFilter, page pagination.Request) (pagination.Of[notification.Subject], error)

	// Notify stores a new notification. Faults: Unprocessable, NotFound (no
	// such case or subject).
	Notify(ctx context.Context, by account.Actor, d notification.NotificationDraft) (notification.Notification, error)
	// Notification returns a notification with its attachments, its receipts and the day on which it
	// counts as made. Fault: NotFound.
	Notification(ctx context.Context, by account.Actor, id string) (notification.Notification, error)
	// ListNotifications returns one page of the notifications that the filter accepts.
	ListNotifications(ctx context.Context, by account.Actor, r notification.ListRequest, page pagination.Request) (pagination.Of[notification.Notification], error)
	// Concerned returns the cases and subjects of notifications, by ID.
	Concerned(ctx context.Context, by account.Actor, list []notification.Notification) (map[string]notification.Case, map[string]notification.Subject, error)
	// Outlook returns the possible changes of a notification and its due date.
	Outlook(n notification.Notification) notification.Outlook
	// Calendar returns the days from from to to. Fault: Unprocessable when they are in
	// the wrong order or more than a year apart.
	Calendar(ctx context.Context, by account.Actor, from, to document.Day) ([]notification.CalendarDay, error)
	// Move changes the state of a notification. Faults: NotFound; RuleViolated (the transition is
	// not allowed, with the allowed ones in the message; or an e-mail is being sent).
	Move(ctx context.Context, by account.Actor, id string, to notification.State, remark string) (notification.Notification, error)
	// Workbook returns the notifications of a case, newest first, with their
	// histories. Fault: NotFound.
	Workbook(ctx context.Context, by account.Actor, caseID string) (notification.Workbook, error)
	// Send queues the e-mail of a pending notification; its outcome changes the state. key is an
	// idempotency key. Faults: NotFound, RuleViolated (no e-mail channel, not pending, no address,
	// or sending is disabled).
	Send(ctx context.Context, by account.Actor, id, key string) (notification.Notification, error)
	// Preview returns recipient, subject, text and attachments of the e-mail of a notification: of the
	// one that is on its way, otherwise of the one that Send would queue now. Faults: those of Send.
	Preview(ctx context.Context, by account.Actor, id string) (notification.Dispatch, error)
	// Stop keeps a queued e-mail from being sent. Its notification is pending again, unless a person
	// has moved it meanwhile; the history names the caller. Faults: NotFound;
	// notification.ErrNotQueued.
	Stop(ctx context.Context, by account.Actor, id string) (notification.Notification, error)

	// Attach adds a file to the e-mail of a pending notification; one with the same content is not
	// added twice. Faults: NotFound; TooLarge; Unprocessable (kind of file); RuleViolated (the e-mail
	// is queued or sent, too many files, or sending is disabled).
	Attach(ctx context.Context, by account.Actor, id, name string, content []byte) (notification.Attachment, error)
	// ListAttachments returns the attachments of a notification, oldest first. Fault: NotFound.
	ListAttachments(ctx context.Context, by account.Actor, id string) ([]notification.Attachment, error)
	// Attachment returns an attachment of a notification with its content. Fault: NotFound.
	Attachment(ctx context.Context, by account.Actor, id, attachmentID string) (notification.AttachedFile, error)
	// Detach deletes an attachment of a pending notification. Faults: NotFound; RuleViolated (the
	// e-mail is queued or sent, or an earlier one had the file).
	Detach(ctx context.Context, by account.Actor, id, attachmentID string) error

	// ListReceipts returns one page of what came back for e-mails.
	ListReceipts(ctx context.Context, by account.Actor, f notification.ReceiptFilter, page pagination.Request) (pagination.Of[notification.Receipt], error)
	// Receipt returns a receipt. Fault: NotFound.
	Receipt(ctx context.Context, by account.Actor, id string) (notification.Receipt, error)
	// ReceiptMessage returns the message of a receipt, byte for byte. A stranger wrote it. Fault:
	// NotFound.
	ReceiptMessage(ctx context.Context, by account.Actor, id string) ([]byte, error)
	// SettleReceipt assigns a receipt that waits to a notification, or dismisses it if
	// notificationID is empty. It moves nothing. Faults: NotFound; RuleViolated for a receipt that
	// does not wait.
	SettleReceipt(ctx context.Context, by account.Actor, id, notificationID string) (notification.Receipt, error)
}

// UserAdmin manages the users of the notification service. It is an inbound port. Every call
// is Forbidden unless by is an administrator; each change stores an account.Event in the same
// transaction.
type UserAdmin interface {
	// Register stores a new user. Faults: Unprocessable, RuleViolated (taken
	// e-mail).
	Register(ctx context.Context, by account.Actor, d account.Draft) (account.User, error)
	// User returns a user. Fault: NotFound.
	User(ctx context.Context, by account.Actor, id string) (account.User, error)
	ListUsers(ctx context.Context, by account.Actor, f account.UserFilter, page pagination.Request) (pagination.Of[account.User], error)
	// Unlock forgets the failed attempts of a user. Fault: NotFound.
	Unlock(ctx context.Context, by account.Actor, id string) (account.User, error)
	// Disable excludes a user permanently and at once. Faults: NotFound, RuleViolated (oneself, the
	// last administrator).
	Disable(ctx context.Context, by account.Actor, id string) (account.User, error)
	// EndSessions ends all sessions of a user, who may log in again. Fault:
	// NotFound.
	EndSessions(ctx context.Context, by account.Actor, id string) (account.User, error)
	// EndSessionsOf is EndSessions by the name of a user, also of one whom an identity provider
	// has identified. Fault: NotFound if there is neither such a user nor a session.
	EndSessionsOf(ctx context.Context, by account.Actor, username string) error
	// ChangePassword changes the password of the caller, who must know the current one. Faults:
	// those of PasswordConfirmer; Unprocessable for the new password.
	ChangePassword(ctx context.Context, by account.Actor, from netip.Addr, current, password string) error
	// Events returns one page of the changes of a user, newest first.
	Events(ctx context.Context, by account.Actor, id string, page pagination.Request) (pagination.Of[account.Event], error)
}
