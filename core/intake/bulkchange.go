package intake

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// ChangeMany implements ports.Intake. Each document has its own transaction.
func (s *Service) ChangeMany(ctx context.Context, by account.Actor, c document.BulkChange) ([]document.BulkResult, error) {
	edit, err := s.bulkEdit(ctx, by, c)
	if err != nil {
		return nil, err
	}
	if n := len(c.Documents); n == 0 || n > document.MaxBulk {
		return nil, fault.New(fault.Unprocessable, "too_many_documents",
			fmt.Sprintf("Elija de 1 a %d documentos; eligió %d.", document.MaxBulk, n)).
			With(fault.Detail{Location: "body.documents", Message: fmt.Sprintf("Debe tener de 1 a %d documentos.", document.MaxBulk)})
	}
	var results []document.BulkResult
	seen := map[string]bool{}
	changed := 0
	for _, named := range c.Documents {
		if seen[named.ID] {
			continue
		}
		seen[named.ID] = true
		r := s.changeOne(ctx, named, edit)
		if r.Changed {
			changed++
		}
		results = append(results, r)
	}
	s.Logger.InfoContext(ctx, "documents changed together", "action", string(c.Action), "by", by.Username,
		"documents", len(results), "changed", changed)
	return results, nil
}

// errUnchanged is the error of an edit that has nothing to change.
var errUnchanged = errors.New("nothing to change")

// changeOne changes one document and reports what became of it.
func (s *Service) changeOne(ctx context.Context, named document.BulkDocument, edit editing) (r document.BulkResult) {
	r.ID = named.ID
	var before document.Document // as the edit saw it last
	after, err := s.edit(ctx, named.ID, func(ctx context.Context, detector *dedup.Detector, d document.Document) (correction, error) {
		before = d
		if err := unchangedSince(&d, named.Revisions); err != nil {
			return correction{}, err
		}
		return edit(ctx, detector, d)
	})
	switch {
	case err == nil:
		r.Changed, r.Revision = true, after.Revision()
		return r
	case before.ID != "":
		r.Revision = before.Revision()
	}
	if errors.Is(err, errUnchanged) {
		return r
	}
	refusal, ok := fault.As(err)
	if !ok || refusal.Kind == fault.Internal {
		s.Logger.ErrorContext(ctx, "a document of several could not be changed", "document", named.ID, "error", err)
		refusal = fault.Wrap(err, fault.Internal, "internal", "No se pudo guardar; vuelva a intentarlo.")
	}
	r.Refusal = refusal
	if refusal.Code == "doubtful_fields" {
		r.Fields = before.DoubtfulFields()
	}
	return r
}

// bulkEdit returns what a change does with each of its documents.
func (s *Service) bulkEdit(ctx context.Context, by account.Actor, c document.BulkChange) (editing, error) {
	switch c.Action {
	case document.BulkApprove:
		return func(ctx context.Context, detector *dedup.Detector, d document.Document) (correction, error) {
			if refusal := d.Approvable(); refusal != nil {
				return correction{}, refusal
			}
			return s.correct(ctx, detector, by, d, document.Correction{})
		}, nil
	case document.BulkReopen:
		return func(ctx context.Context, detector *dedup.Detector, d document.Document) (correction, error) {
			return s.recompared(ctx, detector, by, d, (*document.Document).Reopen)
		}, nil
	case document.BulkType:
		var named document.Document
		if f, ok := fault.As(named.SetField(document.FieldType, c.TypeName)); ok { // an empty name is no type here
			return nil, f.With(fault.Detail{Location: "body.document_type", Message: f.Message})
		}
		t, err := parseType(string(named.Type), "body.document_type", s.opts.ExtraTypes)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, detector *dedup.Detector, d document.Document) (correction, error) {
			return s.classify(ctx, detector, by, d, t)
		}, nil
	case document.BulkTag, document.BulkUntag:
		tag, err := document.ParseTag(c.Tag)
		if f, ok := fault.As(err); ok {
			return nil, f.With(fault.Detail{Location: "body.tag", Message: f.Message})
		}
		return s.uncompared(by, func(d *document.Document) (bool, error) {
			if c.Action == document.BulkUntag {
				return d.RemoveTag(tag), nil
			}
			return d.AddTag(tag)
		}), nil
	case document.BulkAssign:
		if err := s.checkAssignee(ctx, by, c.Assignee); err != nil {
			return nil, err
		}
		return s.uncompared(by, func(d *document.Document) (bool, error) {
			changed := d.Assignee != c.Assignee
			d.Assignee = c.Assignee
			return changed, nil
		}), nil
	}
	return nil, fault.New(fault.Unprocessable, "unknown_action",
		"No existe esa acción: elija aprobar, deshacer la aprobación, cambiar el tipo, poner o quitar una etiqueta, o asignar.")
}

// checkAssignee returns a fault unless documents can be assigned to a user: nobody, the caller, or a user who may log in.
func (s *Service) checkAssignee(ctx context.Context, by account.Actor, username string) error {
	if username == "" || username == by.Username {
		return nil
	}
	var user account.User
	err := error(fault.New(fault.NotFound, "user_not_found", ""))
	if s.Users != nil {
		user, err = s.Users.Find(ctx, username)
	}
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return err
	}
	if err != nil || user.Disabled {
		const message = "No hay un usuario con ese nombre que pueda ingresar; elija otro."
		return fault.New(fault.Unprocessable, "unknown_assignee", message).With(fault.Detail{Location: "body.assignee", Message: message})
	}
	return nil
}

// classify returns the correction by which a person sets the type of a document without approving it.
func (s *Service) classify(
	ctx context.Context, detector *dedup.Detector, by account.Actor, before document.Document, t document.Type,
) (correction, error) {
	c, err := s.recompared(ctx, detector, by, before, func(d *document.Document) bool {
		if !d.Classify(t) {
			return false
		}
		if before.Due == s.opts.Terms.Due(&before) {
			d.Due = s.opts.Terms.Due(d)
		}
		return true
	})
	if err == nil && before.Type == t { // confirmed
		c.changes = append(c.changes, document.Change{DocumentID: before.ID, At: s.now(), User: by.Username, By: by.Username,
			Field: document.FieldType, From: string(t), To: string(t)})
	}
	return c, err
}

// recompared returns the correction that applies a change on which comparisons depend. change reports whether it changed
// anything.
func (s *Service) recompared(
	ctx context.Context, detector *dedup.Detector, by account.Actor, before document.Document, change func(*document.Document) bool,
) (correction, error) {
	after := before
	if !change(&after) {
		return correction{}, errUnchanged
	}
	fp, err := detector.FingerprintContext(ctx, after.Filing())
	return correction{before: before, after: after, compared: true, fingerprint: fp, changes: changes(by, before, after, s.now(), by.Username)}, err
}

// uncompared returns the edit that applies a change on which no comparison depends. change reports whether it changed anything.
func (s *Service) uncompared(by account.Actor, change func(*document.Document) (bool, error)) editing {
	return func(_ context.Context, _ *dedup.Detector, before document.Document) (correction, error) {
		after := before
		changed, err := change(&after)
		if err == nil && !changed {
			err = errUnchanged
		}
		return correction{before: before, after: after, changes: changes(by, before, after, s.now(), by.Username)}, err
	}
}

// now returns the time as stores keep it.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }
