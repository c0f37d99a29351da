package docket

import "time"

// Notification tells one subject about one case.
type Notification struct {
	ID        string
	CaseID    string
	SubjectID string
	Channel   Channel
	Remark    string // of whoever made it
	CreatedAt time.Time
	CreatedBy string // username

	// What follows comes of the movements in History alone; see Apply.
	State      State
	UpdatedAt  time.Time
	SentAt     time.Time // the last time; zero: never
	ReceivedAt time.Time // zero: not yet
	Attempts   int       // to reach the subject
	History    []Movement

	Dispatch *Dispatch // the latest; nil when none was asked for. Stores leave it nil.
}

// Movement is one line of a notification's history.
type Movement struct {
	From, To State
	Remark   string
	User     string // username
	At       time.Time
}

// NewNotification returns a notification as it begins: pending, without history.
func NewNotification(id, caseID, subjectID string, channel Channel, remark, by string, at time.Time) Notification {
	return Notification{
		ID: id, CaseID: caseID, SubjectID: subjectID, Channel: channel, Remark: remark, CreatedAt: at, CreatedBy: by,
		State: Pending, UpdatedAt: at,
	}
}

// Apply adds m to the history and does what it says. It does not ask whether
// the move is allowed: a history that is replayed on a new notification gives
// the notification of today.
//
// An attempt is a move of an open notification to Sent, Received or Failed.
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

// NotificationFilter chooses notifications; what is zero chooses all.
type NotificationFilter struct {
	State     State
	Channel   Channel
	CaseID    string
	SubjectID string
	// OpenBefore chooses those that were created before it and are still open.
	OpenBefore time.Time
}

// Takes reports whether n is among the chosen ones.
func (f NotificationFilter) Takes(n *Notification) bool {
	return (f.State == "" || f.State == n.State) &&
		(f.Channel == "" || f.Channel == n.Channel) &&
		(f.CaseID == "" || f.CaseID == n.CaseID) &&
		(f.SubjectID == "" || f.SubjectID == n.SubjectID) &&
		(f.OpenBefore.IsZero() || n.State.Open() && n.CreatedAt.Before(f.OpenBefore))
}
