package intake

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/idempotency"
	"github.com/cotejo/cotejo/core/sanitize"
)

// required are the mandatory fields of a document that is typed in.
var required = []document.Field{document.FieldActa, document.FieldPlaintiff, document.FieldDefendant}

// Enter implements ports.Intake.
func (s *Service) Enter(ctx context.Context, by account.Actor, e document.Entry) (document.Document, error) {
	d := document.Document{Status: document.ManualEntry, TypedIn: true}
	details := set(&d, e.Fields, "body.")
	for _, f := range required {
		if d.Field(f) == "" && !slices.ContainsFunc(details, func(x fault.Detail) bool { return x.Location == "body."+string(f) }) {
			details = append(details, fault.Detail{Location: "body." + string(f), Message: "Falta este dato."})
		}
	}
	if len(details) > 0 {
		return document.Document{}, invalid(details)
	}
	t, err := parseType(e.TypeName, "body.doc_type", s.opts.ExtraTypes)
	if err != nil {
		return document.Document{}, err
	}
	d.Type, d.FileName = t, document.CleanFileName("Acta "+d.ActaNumber)
	d.ID, d.CreatedAt = s.NewID(), s.Now().UTC()
	d.ArrivedAt = d.CreatedAt
	if _, ok := e.Fields[document.FieldDue]; !ok {
		d.Due = s.opts.Terms.Due(&d)
	}

	detector, err := s.Comparer.current(ctx)
	if err != nil {
		return document.Document{}, err
	}
	fp, err := detector.FingerprintContext(ctx, d.Filing())
	if err != nil {
		return document.Document{}, err
	}
	d.ID, err = idempotency.Do(ctx, &s.keys, by.Username, e.Key, e.Digest(), func(note func(context.Context, string) error) (string, error) {
		return d.ID, s.Tx.InTx(ctx, func(ctx context.Context) error {
			if err := s.Documents.Create(ctx, d); err != nil {
				return fmt.Errorf("storing the document: %w", err)
			}
			if err := s.refound(ctx, detector, &d, fp); err != nil {
				return err
			}
			if err := s.Index.Put(ctx, fp); err != nil {
				return fmt.Errorf("storing the fingerprint: %w", err)
			}
			return note(ctx, d.ID)
		})
	})
	if err != nil {
		return document.Document{}, err
	}
	return d, nil
}

// correction is a document before and after a change by a person, with the derived data to store.
type correction struct {
	before, after document.Document
	changes       []document.Change
	learned       []document.Example

	compared    bool // the change affects what the document is compared by
	fingerprint dedup.Fingerprint
}

// editing computes the correction of a document.
type editing func(ctx context.Context, detector *dedup.Detector, before document.Document) (correction, error)

// Validate implements ports.Intake.
func (s *Service) Validate(ctx context.Context, by account.Actor, id string, c document.Correction) (document.Document, error) {
	return s.edit(ctx, id, func(ctx context.Context, detector *dedup.Detector, before document.Document) (correction, error) {
		return s.correct(ctx, detector, by, before, c)
	})
}

// edit corrects a document and returns it as it now is. It computes the correction before the transaction, to keep
// that short. If another user changed the document in the meantime, it computes the correction a
// second time inside the transaction, with the document locked.
func (s *Service) edit(ctx context.Context, id string, compute editing) (document.Document, error) {
	detector, err := s.Comparer.current(ctx)
	if err != nil {
		return document.Document{}, err
	}
	before, err := s.Documents.Get(ctx, id)
	if err != nil {
		return document.Document{}, err
	}
	work, err := compute(ctx, detector, before)
	if err != nil {
		return document.Document{}, err
	}
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		err := s.Documents.Update(ctx, id, func(d *document.Document) error {
			if !isSameState(d, &work.before) {
				again, err := compute(ctx, detector, *d)
				if err != nil {
					return err
				}
				work = again
			}
			*d = work.after
			return nil
		})
		if err != nil {
			return err
		}
		return s.record(ctx, detector, &work)
	})
	if err != nil {
		return document.Document{}, err
	}
	return work.after, nil
}

// isSameState reports whether nothing that an edit depends on differs between two reads of a document.
func isSameState(a, b *document.Document) bool {
	return a.Revision() == b.Revision() && a.DuplicateState == b.DuplicateState && a.NeedsReview == b.NeedsReview &&
		a.Suggested.Type == b.Suggested.Type && a.Assignee == b.Assignee
}

// unchangedSince returns a fault unless a document has one of the revisions; nil revisions accept any.
func unchangedSince(d *document.Document, revisions []string) error {
	if revisions != nil && !slices.Contains(revisions, d.Revision()) {
		return fault.New(fault.Stale, "document_changed",
			"Otra persona cambió el documento después de que usted lo abrió; vuelva a abrirlo, revise y guarde de nuevo.")
	}
	return nil
}

func (s *Service) correct(
	ctx context.Context, detector *dedup.Detector, by account.Actor, before document.Document, c document.Correction,
) (correction, error) {
	if err := unchangedSince(&before, c.Revisions); err != nil {
		return correction{}, err
	}
	after := before
	details := set(&after, c.Fields, "body.validated_fields.")
	if after.Type != before.Type {
		if err := document.CheckType(after.Type, s.opts.ExtraTypes); err != nil {
			details = append(details, fault.Detail{Location: "body.validated_fields." + string(document.FieldType), Message: messageOf(err)})
		}
	}
	if len(details) > 0 {
		return correction{}, invalid(details)
	}
	if _, ok := c.Fields[document.FieldDue]; !ok && before.Due == s.opts.Terms.Due(&before) {
		after.Due = s.opts.Terms.Due(&after)
	}
	after.Status, after.ValidatedAt = document.Validated, s.now()
	after.NeedsReview = false
	after.ValidatedBy = cmp.Or(sanitize.Line(c.By), by.Username)
	fp, err := detector.FingerprintContext(ctx, after.Filing())
	return correction{before: before, after: after, compared: true, fingerprint: fp,
		changes: changes(by, before, after, after.ValidatedAt, after.ValidatedBy), learned: examples(before, after, c)}, err
}

// maxExamples bounds how many examples are kept for learning: the latest.
const maxExamples = 50_000

// examples returns the learning examples that a correction yields.
func examples(before, after document.Document, c document.Correction) []document.Example {
	right := map[document.Field]string{}
	for f := range c.Fields {
		right[f] = after.Field(f)
	}
	return before.Examples(right, after.ValidatedAt)
}

// record stores the derived data of a correction in the transaction of ctx.
func (s *Service) record(ctx context.Context, detector *dedup.Detector, c *correction) error {
	if c.compared {
		if err := s.refound(ctx, detector, &c.after, c.fingerprint); err != nil {
			return err
		}
		if err := s.Index.Put(ctx, c.fingerprint); err != nil {
			return fmt.Errorf("storing the fingerprint: %w", err)
		}
	}
	if err := s.Changes.Append(ctx, c.changes); err != nil {
		return fmt.Errorf("storing the history: %w", err)
	}
	if err := s.Examples.Put(ctx, c.learned, maxExamples); err != nil {
		return fmt.Errorf("storing the examples: %w", err)
	}
	return nil
}

// changes lists the differences between two versions, the status last. Each has the time and the
// name of the user.
func changes(by account.Actor, before, after document.Document, at time.Time, name string) []document.Change {
	var all []document.Change
	for _, f := range append(document.Fields(), document.FieldAssignee, document.FieldStatus) {
		if from, to := before.Field(f), after.Field(f); from != to {
			all = append(all, document.Change{DocumentID: after.ID, At: at, User: by.Username, By: name,
				Field: f, From: from, To: to})
		}
	}
	return all
}

// set writes values into d. It returns what is wrong with them, in the order of the fields,
// unknown fields last.
func set(d *document.Document, values map[document.Field]string, location string) []fault.Detail {
	var names []document.Field
	for f := range values {
		names = append(names, f)
	}
	known := document.Fields()
	slices.SortFunc(names, func(a, b document.Field) int {
		place := func(f document.Field) uint { return uint(slices.Index(known, f)) } // -1 is the greatest
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
	})
	var details []fault.Detail
	for _, f := range names {
		err := d.SetField(f, values[f])
		if err == nil {
			continue
		}
		details = append(details, fault.Detail{Location: location + document.ShownField(f), Message: messageOf(err)})
	}
	return details
}

// messageOf returns the message of a fault for users.
func messageOf(err error) string {
	if f, ok := fault.As(err); ok {
		return f.Message
	}
	return "No es válido."
}

func invalid(details []fault.Detail) error {
	first := details[0]
	message := fmt.Sprintf("Revise «%s»: %s", first.Location[len("body."):], first.Message)
	if more := len(details) - 1; more > 0 {
		message += fmt.Sprintf(" Hay %d dato(s) más por corregir.", more)
	}
	return fault.New(fault.Unprocessable, "validation_failed", message).With(details...)
}

// History implements ports.Intake.
func (s *Service) History(ctx context.Context, _ account.Actor, id string, page document.PageRequest) (document.ChangeListing, error) {
	return inView(ctx, s.View, func(ctx context.Context) (document.ChangeListing, error) {
		if err := s.exists(ctx, id); err != nil {
			return document.ChangeListing{}, err
		}
		return s.Changes.List(ctx, id, page)
	})
}

// exists returns a fault if the document does not exist.
func (s *Service) exists(ctx context.Context, id string) error {
	found, err := s.Documents.Summaries(ctx, []string{id})
	if err != nil {
		return err
	}
	if _, ok := found[id]; !ok {
		return errNoDocument
	}
	return nil
}

var errNoDocument = fault.New(fault.NotFound, "document_not_found",
	"No existe un documento con ese identificador. Revise el identificador o búsquelo en la lista.")
