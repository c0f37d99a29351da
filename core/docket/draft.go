package docket

// CaseDraft is what a person says of a new case.
type CaseDraft struct {
	Key         string // the caller's name for the request; see ports.Docket
	Number      string
	Description string
	CourtID     string
}

// SubjectDraft is what a person says of a new subject.
type SubjectDraft struct {
	Key            string
	Name           string
	DocumentType   DocumentType
	DocumentNumber string
	Email          string
	Phone          string
	Address        string
	Part           Part
}

// NotificationDraft is what a person says of a new notification.
type NotificationDraft struct {
	Key       string
	CaseID    string
	SubjectID string
	Channel   Channel
	Remark    string
}
