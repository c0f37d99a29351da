package ports

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/listing"
)

// Docket is what notifiers do: cases, subjects, and notifications from one to
// the other. It is an inbound port. Lists are newest first.
//
// A draft carries what a person says of a new thing; its Key, unless empty, is
// the caller's name for the request: the same one again, within a day, makes
// nothing new, and with another content is a fault of kind Unprocessable.
type Docket interface {
	// OpenCase stores a new case. Faults: Unprocessable, RuleViolated (taken
	// number).
	OpenCase(ctx context.Context, by account.Actor, d docket.CaseDraft) (docket.Case, error)
	Case(ctx context.Context, by account.Actor, id string) (docket.Case, error)
	ListCases(ctx context.Context, by account.Actor, f docket.CaseFilter, page listing.Request) (listing.Of[docket.Case], error)

	// EnterSubject stores a new subject. Fault: Unprocessable.
	EnterSubject(ctx context.Context, by account.Actor, d docket.SubjectDraft) (docket.Subject, error)
	Subject(ctx context.Context, by account.Actor, id string) (docket.Subject, error)
	ListSubjects(ctx context.Context, by account.Actor, f docket.SubjectFilter, page listing.Request) (listing.Of[docket.Subject], error)

	// Notify stores a new notification. Faults: Unprocessable, NotFound (no
	// such case or subject).
	Notify(ctx context.Context, by account.Actor, d docket.NotificationDraft) (docket.Notification, error)
	Notification(ctx context.Context, by account.Actor, id string) (docket.Notification, error)
	// ListNotifications returns those that f takes; overdue alone where it is
	// asked for, whatever f says of time.
	ListNotifications(ctx context.Context, by account.Actor, f docket.NotificationFilter, overdue bool, page listing.Request) (listing.Of[docket.Notification], error)
	// Move takes a notification to another state. Faults: NotFound,
	// RuleViolated (the table forbids it; the moves it allows are told. Or it
	// is being sent).
	Move(ctx context.Context, by account.Actor, id string, to docket.State, remark string) (docket.Notification, error)
	// Workbook returns the notifications of a case, newest first, with their
	// histories. Fault: NotFound.
	Workbook(ctx context.Context, by account.Actor, caseID string) (docket.Workbook, error)
	// Send has the e-mail of a pending notification sent. What becomes of it
	// moves the notification on. key is as that of a draft. Faults: NotFound,
	// RuleViolated (no e-mail, not pending, no address, or nothing is sent).
	Send(ctx context.Context, by account.Actor, id, key string) (docket.Notification, error)
}

// UserAdmin is what administrators do with users of the notification service.
// It is an inbound port. Every call is Forbidden to others; what changes a user
// is kept as an account.Event in the same transaction.
type UserAdmin interface {
	// Register stores a new user. Faults: Unprocessable, RuleViolated (taken
	// e-mail).
	Register(ctx context.Context, by account.Actor, d account.Draft) (account.User, error)
	// User returns a user. Fault: NotFound.
	User(ctx context.Context, by account.Actor, id string) (account.User, error)
	ListUsers(ctx context.Context, by account.Actor, f account.UserFilter, page listing.Request) (listing.Of[account.User], error)
	// Unlock forgets the failed attempts of a user. Fault: NotFound.
	Unlock(ctx context.Context, by account.Actor, id string) (account.User, error)
	// Disable shuts a user out, at once and for good. Faults: NotFound,
	// RuleViolated (himself).
	Disable(ctx context.Context, by account.Actor, id string) (account.User, error)
	// EndSessions ends all sessions of a user, who may log in again. Fault:
	// NotFound.
	EndSessions(ctx context.Context, by account.Actor, id string) (account.User, error)
	// Events returns one page of what was done to a user, newest first.
	Events(ctx context.Context, by account.Actor, id string, page listing.Request) (listing.Of[account.Event], error)
}
