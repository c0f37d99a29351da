package intake

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/once"
	"github.com/cotejo/cotejo/core/sanitize"
)

// required are the fields without which nobody types a document in.
var required = []document.Field{document.FieldActa, document.FieldPlaintiff, document.FieldDefendant}

// Enter implements ports.Intake.
func (s *Service) Enter(ctx context.Context, by account.Actor, e document.Entry) (document.Document, error) {
	d := document.Document{Status: document.ManualEntry, OCRConfidence: 1}
	details := set(&d, e.Fields, "body.")
	for _, f := range required {
		if d.Field(f) == "" && !slices.ContainsFunc(details, func(x fault.Detail) bool { return x.Location == "body."+string(f) }) {
			details = append(details, fault.Detail{Location: "body." + string(f), Message: "Falta este dato."})
		}
	}
	if len(details) > 0 {
		return document.Document{}, invalid(details)
	}
	t, err := document.ParseType(e.TypeName)
	if err != nil {
		return document.Document{}, err
	}
	d.Type, d.FileName = t, document.CleanFileName("Acta "+d.ActaNumber)
	d.ID, d.CreatedAt = s.NewID(), s.Now().UTC()

	detector, err := s.compare.current(ctx)
	if err != nil {
		return document.Document{}, err
	}
	fp := detector.Fingerprint(d.Filing())
	d.ID, err = once.Do(ctx, &s.keys, by.Username, e.Key, e.Digest(), func(note func(context.Context, string) error) (string, error) {
		return d.ID, s.Tx.InTx(ctx, func(ctx context.Context) error {
			if err := s.Documents.Create(ctx, d); err != nil {
				return fmt.Errorf("storing the document: %w", err)
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

// maxValidateAttempts is how often a correction starts anew because somebody
// else changed the document meanwhile.
const maxValidateAttempts = 5

var errOvertaken = errors.New("the document was changed meanwhile")

// Validate implements ports.Intake. The fingerprint is worked out before the
// transaction, which must be short; when the document changed meanwhile, all
// of it is done again.
func (s *Service) Validate(ctx context.Context, by account.Actor, id string, c document.Correction) (document.Document, error) {
	if len(c.Fields) == 0 {
		return document.Document{}, fault.New(fault.Unprocessable, "nothing_to_validate",
			"Indique en «validated_fields» al menos un campo con su valor corregido.").
			With(fault.Detail{Location: "body.validated_fields", Message: "Debe tener al menos un campo."})
	}
	detector, err := s.compare.current(ctx)
	if err != nil {
		return document.Document{}, err
	}
	for range maxValidateAttempts {
		before, err := s.Documents.Get(ctx, id)
		if err != nil {
			return document.Document{}, err
		}
		if c.Revisions != nil && !slices.Contains(c.Revisions, before.Revision()) {
			return document.Document{}, fault.New(fault.Stale, "document_changed",
				"Otra persona cambió el documento después de que usted lo abrió; vuelva a abrirlo, revise y guarde de nuevo.")
		}
		after := before
		if details := set(&after, c.Fields, "body.validated_fields."); len(details) > 0 {
			return document.Document{}, invalid(details)
		}
		after.Status, after.ValidatedAt = document.Validated, s.Now().UTC().Truncate(time.Microsecond) // as stores keep it
		after.ValidatedBy = cmp.Or(sanitize.Line(c.By), by.Username)
		err = s.replace(ctx, by, before, after, detector.Fingerprint(after.Filing()), examples(before, after, c))
		if !errors.Is(err, errOvertaken) {
			return after, err
		}
	}
	return document.Document{}, fault.New(fault.Unavailable, "document_busy",
		"Otras personas están cambiando este documento; vuelva a intentarlo en unos segundos.")
}

// maxExamples bounds what is learned from: the latest stay.
const maxExamples = 50_000

// examples are what a correction teaches.
func examples(before, after document.Document, c document.Correction) []document.Example {
	right := map[document.Field]string{}
	for f := range c.Fields {
		right[f] = after.Field(f)
	}
	return before.Examples(right, after.ValidatedAt)
}

// replace puts after in the place of before, with its fingerprint, its history
// and what it teaches, in one transaction; errOvertaken when before is no
// longer there.
func (s *Service) replace(ctx context.Context, by account.Actor, before, after document.Document, fp dedup.Fingerprint, learned []document.Example) error {
	revision := before.Revision()
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		err := s.Documents.Update(ctx, after.ID, func(d *document.Document) error {
			if d.Revision() != revision {
				return errOvertaken
			}
			*d = after
			return nil
		})
		if err != nil {
			return err
		}
		if err := s.Index.Put(ctx, fp); err != nil {
			return fmt.Errorf("storing the fingerprint: %w", err)
		}
		if err := s.Changes.Append(ctx, changes(by, before, after, after.ValidatedAt, after.ValidatedBy)); err != nil {
			return fmt.Errorf("storing the history: %w", err)
		}
		if err := s.Examples.Put(ctx, learned, maxExamples); err != nil {
			return fmt.Errorf("storing the examples: %w", err)
		}
		return nil
	})
}

// changes lists what differs, the status last: changed at a time, in
// somebody's name.
func changes(by account.Actor, before, after document.Document, at time.Time, name string) []document.Change {
	var all []document.Change
	for _, f := range append(document.Fields(), document.FieldStatus) {
		if from, to := before.Field(f), after.Field(f); from != to {
			all = append(all, document.Change{DocumentID: after.ID, At: at, User: by.Username, By: name,
				Field: f, From: from, To: to})
		}
	}
	return all
}

// set writes values into d and returns what is wrong with them, in the order
// of the fields, unknown ones last.
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
		message := "No es válido."
		if f, ok := fault.As(err); ok {
			message = f.Message
		}
		details = append(details, fault.Detail{Location: location + document.ShownField(f), Message: message})
	}
	return details
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
	if err := s.exists(ctx, id); err != nil {
		return document.ChangeListing{}, err
	}
	return s.Changes.List(ctx, id, page)
}

// maxRecurring bounds each list of a recurrence; its total tells of the rest.
const maxRecurring = 200

// Recurring implements ports.Intake.
func (s *Service) Recurring(ctx context.Context, _ account.Actor, id string, p document.Person) (document.Recurrence, error) {
	var found document.Recurrence
	searches := []struct {
		keys []document.Key
		into *document.Matches
	}{
		{document.KeysOf(document.KeyCedula, p.Cedula), &found.Cedula},
		{document.KeysOf(document.KeyEmail, p.Email), &found.Email},
		{document.KeysOf(document.KeyPlaintiff, p.Plaintiff), &found.Plaintiff},
	}
	total := 0
	for _, search := range searches {
		total += len(search.keys)
	}
	switch {
	case total == 0:
		return found, fault.New(fault.Unprocessable, "nothing_to_search", "Indique al menos uno: cedula, correo o demandante.")
	case total > maxKeys:
		return found, fault.New(fault.Unprocessable, "too_many_people", fmt.Sprintf("Busque hasta %d personas a la vez.", maxKeys))
	}
	if err := s.exists(ctx, id); err != nil {
		return found, err
	}
	for _, search := range searches {
		matches, err := s.Recurrences.WithKeys(ctx, search.keys, id, maxRecurring)
		if err != nil {
			return document.Recurrence{}, err
		}
		*search.into = matches
	}
	return found, nil
}

// maxKeys bounds what one recurrence looks for.
const maxKeys = 100

// exists returns the fault of a document that does not.
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
