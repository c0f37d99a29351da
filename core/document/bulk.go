package document

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// BulkAction is what is done with several documents at once. Its value is the name in every interface.
type BulkAction string

const (
	BulkApprove BulkAction = "approve" // as they are
	BulkReopen  BulkAction = "reopen"  // take back that they were approved
	BulkType    BulkAction = "type"    // give them a type
	BulkTag     BulkAction = "tag"     // add a tag
	BulkUntag   BulkAction = "untag"   // remove a tag
	BulkAssign  BulkAction = "assign"  // say who is to review them
)

// MaxBulk bounds how many documents one request changes.
const MaxBulk = 100

// BulkChange is one change of several documents.
type BulkChange struct {
	Action    BulkAction
	Documents []BulkDocument
	TypeName  string // of BulkType; see ParseType
	Tag       string // of BulkTag and BulkUntag
	Assignee  string // of BulkAssign: a username; empty for nobody
}

// BulkDocument names a document to change.
type BulkDocument struct {
	ID string
	// Revisions are optional preconditions, as of Correction.
	Revisions []string
}

// BulkResult is what became of one document.
type BulkResult struct {
	ID       string
	Changed  bool
	Revision string // as the document is now; empty if it does not exist
	// Refusal says why the document stayed as it was. It is nil if it was changed, and also if there was nothing to change.
	Refusal *fault.Error
	Fields  []Field // the doubtful fields for which it was not approved
}

// ParseTag returns the single tag in s, sanitised. Fault: Unprocessable.
func ParseTag(s string) (string, error) {
	tags, err := ParseTags(s)
	if err != nil || len(tags) != 1 {
		return "", fault.New(fault.Unprocessable, "invalid_tag", fmt.Sprintf("Escriba una etiqueta de hasta %d caracteres, sin comas.", maxTag))
	}
	return tags[0], nil
}

// AddTag adds a tag to d. It reports whether d lacked it. Fault: Unprocessable if d has as many tags as it may.
func (d *Document) AddTag(tag string) (bool, error) {
	if slices.Contains(d.Tags, tag) {
		return false, nil
	}
	if len(d.Tags) >= maxTags {
		return false, fault.New(fault.Unprocessable, "too_many_tags", fmt.Sprintf("Ya tiene %d etiquetas, y un documento no admite más.", maxTags))
	}
	d.Tags = append(slices.Clone(d.Tags), tag)
	return true, nil
}

// RemoveTag removes a tag from d. It reports whether d had it.
func (d *Document) RemoveTag(tag string) bool {
	i := slices.Index(d.Tags, tag)
	if i >= 0 {
		d.Tags = slices.Delete(slices.Clone(d.Tags), i, i+1)
	}
	return i >= 0
}

// Reopen takes back that d was approved. It reports whether it was. The values stay as they were corrected; d has again the
// status with which it came, and needs review if what was read of it did.
func (d *Document) Reopen() bool {
	if d.Status != Validated {
		return false
	}
	switch {
	case d.TypedIn:
		d.Status = ManualEntry
	case d.IsRead():
		d.Status = Processed
	default:
		d.Status = Imported
	}
	d.ValidatedAt, d.ValidatedBy = time.Time{}, ""
	d.NeedsReview = d.IsDoubtful() || d.IsRead() && len(d.Entities) == 0 // see Classify
	return true
}

// Classify sets the type that a person says d has. It drops a suggestion that contradicts or is unsure, and decides again
// whether d needs review. It reports whether anything changed.
func (d *Document) Classify(t Type) bool {
	settled := d.Type == t
	d.Type = t
	if d.Suggested.IsDoubtful(t) || d.Suggested.IsUnsure() {
		d.Suggested, settled = Suggestion{}, false
	}
	// Without a single entity, the extraction may have been cut short: d needs review whatever its type.
	if d.NeedsReview && len(d.Entities) > 0 && !d.IsDoubtful() {
		d.NeedsReview, settled = false, false
	}
	return !settled
}

// DoubtfulFields returns the fields that somebody should check before d is approved: those of OpenDoubts, those with a value
// of which the extraction is unsure, and empty ones for which there are alternatives.
func (d *Document) DoubtfulFields() (fields []Field) {
	if !d.ValidatedAt.IsZero() {
		return nil
	}
	doubts := d.OpenDoubts()
	for _, f := range Fields() {
		of := func(e Entity) bool { return Field(e.Field) == f }
		switch {
		case f == FieldType && d.Suggested.IsDoubtful(d.Type),
			slices.ContainsFunc(doubts, func(x Doubt) bool { return x.Field == f }),
			slices.ContainsFunc(d.Entities, func(e Entity) bool { return of(e) && e.IsDoubtful() && strings.Contains(d.Field(f), e.Value) }),
			d.Field(f) == "" && slices.ContainsFunc(d.Alternatives, of):
			fields = append(fields, f)
		}
	}
	return fields
}

// Approvable returns a fault if d cannot be approved without looking at it: it has been approved, may repeat another, or has
// something to check.
func (d *Document) Approvable() *fault.Error {
	if d.Status == Validated {
		return fault.New(fault.RuleViolated, "already_approved", "Ya estaba aprobado.")
	}
	if d.DuplicateState == OpenDuplicate {
		return fault.New(fault.RuleViolated, "undecided_duplicate", "Puede repetir otro escrito y nadie lo ha decidido: compárelos primero.")
	}
	if fields := d.DoubtfulFields(); len(fields) > 0 {
		names := make([]string, len(fields))
		for i, f := range fields {
			names[i] = string(f)
		}
		return fault.New(fault.RuleViolated, "doubtful_fields", "Hay campos por comprobar en el original: "+strings.Join(names, ", ")+".")
	}
	if d.NeedsReview {
		return fault.New(fault.RuleViolated, "needs_review", "Algo no se leyó bien: ábralo y compárelo con el original.")
	}
	return nil
}
