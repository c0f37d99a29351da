package notification

import (
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// Notification tells one subject about one case.
type Notification struct {
	ID        string
	CaseID    string
	SubjectID string
	Channel   Channel
	Remark    string // by its author
	CreatedAt time.Time
	CreatedBy string // username

	// The following fields are derived from History; see Apply.
	State      State
	UpdatedAt  time.Time
	SentAt     time.Time // the last time; zero: never
	ReceivedAt time.Time // zero: not yet
	Attempts   int       // to reach the subject
	History    []Movement

	Dispatch *Dispatch // the latest; nil when none was asked for. Stores leave it nil.

	// The following fields are empty except in the answer of ports.NotificationService.Notification.
	Receipts    []Receipt // the latest MaxReceiptsShown, newest first
	Attachments []Attachment
	Deemed      Deemed
}

// Movement is an entry of a notification's history.
type Movement struct {
	From, To State
	Remark   string
	User     string // username
	At       time.Time
}

// NewNotification returns a pending notification without history.
func NewNotification(id, caseID, subjectID string, channel Channel, remark, by string, at time.Time) Notification {
	return Notification{
		ID: id, CaseID: caseID, SubjectID: subjectID, Channel: channel, Remark: remark, CreatedAt: at, CreatedBy: by,
		State: Pending, UpdatedAt: at,
	}
}

// Apply appends m to the history and updates the derived fields. It does not check whether the
// transition is allowed: replaying a history on a new notification yields the current one.
//
// An attempt is a transition of an open notification to Sent, Received or Failed.
func (n *Notification) Apply(m Movement) {
	if n.State.Open() && (m.To == Sent || m.To == Received || m.To == Failed) {
		n.Attempts++
	}
	switch m.To {
	case Sent:
		n.SentAt = m.At
	case Received:
		n.ReceivedAt = m.At
	}
	n.State, n.UpdatedAt = m.To, m.At
	n.History = append(n.History[:len(n.History):len(n.History)], m)
}

// NotificationFilter selects notifications; zero fields select all.
type NotificationFilter struct {
	State     State
	Channel   Channel
	CaseID    string
	SubjectID string
	// OpenBefore selects open notifications created before this time.
	OpenBefore time.Time
	// OpenFrom selects open notifications created at or after this time.
	OpenFrom time.Time
	// OldestFirst reverses the order of a list. Open notifications are then sorted by due day.
	OldestFirst bool
}

// ListRequest adds conditions on due days to a filter; they replace the filter's conditions on
// time.
type ListRequest struct {
	NotificationFilter
	Open    bool         // only open ones
	Overdue bool         // only open ones after their due day
	DueOn   document.Day // only open ones due on this day; 0: any
}

// Takes reports whether n matches the filter.
func (f NotificationFilter) Takes(n *Notification) bool {
	return (f.State == "" || f.State == n.State) &&
		(f.Channel == "" || f.Channel == n.Channel) &&
		(f.CaseID == "" || f.CaseID == n.CaseID) &&
		(f.SubjectID == "" || f.SubjectID == n.SubjectID) &&
		(f.OpenBefore.IsZero() || n.State.Open() && n.CreatedAt.Before(f.OpenBefore)) &&
		(f.OpenFrom.IsZero() || n.State.Open() && !n.CreatedAt.Before(f.OpenFrom))
}
