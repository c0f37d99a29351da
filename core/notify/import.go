package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// perImport is how many rows one transaction stores.
const perImport = 500

// Import takes cases and subjects in from a workbook, from every visible sheet with
// headers, in transactions of some hundreds of rows. What is known already is
// left as it is, so that importing the same again does nothing: a case is known
// by its number; a subject by its document, and without one by name and e-mail.
// Rows that cannot be used are in the report. Fault: Unprocessable when no sheet
// has headers, or has two of one column.
func (s *Service) Import(ctx context.Context, by account.Actor, in notification.Import) (notification.ImportReport, error) {
	i := &importing{Service: s, by: by, in: in,
		claimedCases: map[string]bool{}, claimedCourts: map[string]bool{}, claimedSubjects: map[string][]notification.SubjectDraft{}}
	if in.Strict {
		if err := i.check(ctx); err != nil {
			return i.report, err
		}
	}
	err := i.rows(ctx, func(r spreadsheet.Row) error { return i.visit(ctx, r) })
	if err == nil {
		err = i.flush(ctx)
	}
	return i.report, err
}

// check returns a fault if the import would ignore columns of the workbook.
func (i *importing) check(ctx context.Context) error {
	err := i.rows(ctx, func(spreadsheet.Row) error { return nil })
	if err != nil {
		return err
	}
	if ignored := i.report.Ignored(); ignored != "" {
		return spreadsheet.ErrIgnored(ignored)
	}
	return nil
}

// importing is a running import.
type importing struct {
	*Service
	by account.Actor
	in notification.Import

	header *notification.Header // of the sheet that is read

	cases    []notification.CaseRow
	subjects []notification.SubjectRow
	report   notification.ImportReport

	// What a dry run would have created.
	claimedCases    map[string]bool
	claimedCourts   map[string]bool
	claimedSubjects map[string][]notification.SubjectDraft // by what they are looked for by
}

// rows finds the headers of each visible sheet and calls visit for the rows below them. The report
// names the columns and sheets that are not read.
func (i *importing) rows(ctx context.Context, visit func(spreadsheet.Row) error) error {
	i.report.IgnoredColumns, i.report.IgnoredSheets, i.header = nil, nil, nil
	tables := spreadsheet.Tables{
		Match: func(r spreadsheet.Row) (known int, complete bool) {
			h := notification.MatchHeader(r)
			return len(h.At), h.HasCases() || h.HasSubjects()
		},
		Begin: func(r spreadsheet.Row) error {
			i.noteIgnored()
			h := notification.MatchHeader(r)
			i.header = &h
			return h.Check()
		},
		Visit: func(r spreadsheet.Row) error {
			i.header.Inspect(r)
			return visit(r)
		},
	}
	if err := i.in.Rows(ctx, tables.Take); err != nil {
		return err
	}
	sheets, err := tables.End()
	if err != nil {
		return err
	}
	if i.header == nil {
		return notification.NoHeader()
	}
	i.noteIgnored()
	i.report.IgnoredSheets = slices.DeleteFunc(sheets, func(s spreadsheet.Sheet) bool { return s.Taken })
	return nil
}

// noteIgnored notes the columns that were ignored on the sheet that ends.
func (i *importing) noteIgnored() {
	if i.header == nil {
		return
	}
	for _, name := range i.header.IgnoredColumns() {
		if !slices.Contains(i.report.IgnoredColumns, name) {
			i.report.IgnoredColumns = append(i.report.IgnoredColumns, name)
		}
	}
}

func (i *importing) visit(ctx context.Context, r spreadsheet.Row) error {
	if i.header.HasCases() {
		if d, faults, ok := i.header.ReadCase(r, i.in.CourtID); ok {
			i.cases = recordStored(&i.report.Cases, i.cases, r, d, faults)
		}
	}
	if i.header.HasSubjects() {
		if d, faults, ok := i.header.ReadSubject(r); ok {
			i.subjects = recordStored(&i.report.Subjects, i.subjects, r, d, faults)
		}
	}
	if len(i.cases)+len(i.subjects) < perImport {
		return nil
	}
	return i.flush(ctx)
}

// recordStored counts a row and adds its draft to the batch, unless the row has faults.
func recordStored[D any](report *spreadsheet.Report, waiting []D, r spreadsheet.Row, d D, faults []spreadsheet.Fault) []D {
	report.Rows++
	if len(faults) > 0 {
		report.Fail(r.SheetName, r.Number, faults...)
		return waiting
	}
	return append(waiting, d)
}

// flush stores the batch in one transaction.
func (i *importing) flush(ctx context.Context) error {
	var done notification.ImportReport
	store := func(ctx context.Context) error {
		done = i.report // the transaction may be repeated
		done.Courts = slices.Clone(i.report.Courts)
		done.Cases.Errors = slices.Clone(i.report.Cases.Errors)
		for _, d := range i.cases {
			if err := i.takeCase(ctx, d, &done); err != nil {
				return fmt.Errorf("importing case %s: %w", d.Number, err)
			}
		}
		for _, d := range i.subjects {
			if err := i.takeSubject(ctx, d.SubjectDraft, &done.Subjects); err != nil {
				return fmt.Errorf("importing a subject: %w", err)
			}
		}
		return nil
	}
	var err error
	if i.in.DryRun {
		err = store(ctx)
	} else {
		err = i.Tx.InTx(ctx, store)
	}
	if err != nil {
		return err
	}
	i.report, i.cases, i.subjects = done, i.cases[:0], i.subjects[:0]
	return nil
}

func (i *importing) takeCase(ctx context.Context, d notification.CaseRow, done *notification.ImportReport) error {
	report := &done.Cases
	key := notification.NumberKey(d.Number)
	known, err := i.Cases.List(ctx, notification.CaseFilter{NumberKey: key}, pagination.Request{Number: 1, Size: 1})
	switch {
	case err != nil:
		return err
	case known.Total > 0 || i.claimedCases[key]:
		report.Skipped++
		return nil
	}
	if d.Court != "" {
		d.CourtID, err = i.court(ctx, d.Court, done)
		if errors.Is(err, notification.ErrCourtNotFound) {
			report.Fail(d.Sheet, d.Row, spreadsheet.Fault{Column: "juzgado_id", Value: spreadsheet.Abbreviate(d.Court),
				Message: "Ese juzgado no está registrado: corrija el nombre, o pida que se registren los juzgados nuevos (--create-courts)."})
			return nil
		}
		if err != nil {
			return err
		}
	}
	if i.in.DryRun {
		report.Imported++
		i.claimedCases[key] = true
		return nil
	}
	err = i.Cases.Create(ctx, i.newCase(i.by, d.CaseDraft))
	if errors.Is(err, notification.ErrNumberTaken) { // another request was faster
		report.Skipped++
		return nil
	}
	report.Imported++
	return err
}

// court returns the ID of the court with that name. It registers a missing court if the import
// allows that.
func (i *importing) court(ctx context.Context, name string, done *notification.ImportReport) (string, error) {
	known, err := i.Courts.Named(ctx, name)
	if !errors.Is(err, notification.ErrCourtNotFound) || !i.in.CreateCourts {
		return known.ID, err
	}
	made := notification.Court{ID: i.NewID(), Name: name, CreatedAt: i.now(), CreatedBy: i.by.Username}
	if key := notification.CourtKey(name); i.in.DryRun {
		if !i.claimedCourts[key] {
			i.claimedCourts[key] = true
			done.Courts = append(done.Courts, name)
		}
		return made.ID, nil
	}
	err = i.Courts.Create(ctx, made)
	if errors.Is(err, notification.ErrCourtTaken) { // another request was faster
		known, err = i.Courts.Named(ctx, name)
		return known.ID, err
	}
	done.Courts = append(done.Courts, name)
	return made.ID, err
}

func (i *importing) takeSubject(ctx context.Context, d notification.SubjectDraft, report *spreadsheet.Report) error {
	f := notification.SubjectFilter{DocumentKey: notification.DocumentKey(d.DocumentNumber)}
	if f.DocumentKey == "" {
		f.Words = notification.Words(d.Name)
	}
	known, err := i.knows(ctx, d, f)
	if err != nil {
		return err
	}
	key := fmt.Sprint(f)
	if known || slices.ContainsFunc(i.claimedSubjects[key], func(other notification.SubjectDraft) bool { return sameSubject(other, d) }) {
		report.Skipped++
		return nil
	}
	report.Imported++
	if i.in.DryRun {
		i.claimedSubjects[key] = append(i.claimedSubjects[key], d)
		return nil
	}
	return i.Subjects.Create(ctx, i.newSubject(i.by, d))
}

// knows reports whether a stored subject that matches f is the one of d.
func (i *importing) knows(ctx context.Context, d notification.SubjectDraft, f notification.SubjectFilter) (bool, error) {
	for page := (pagination.Request{Number: 1, Size: 100}); ; page.Number++ {
		some, err := i.Subjects.List(ctx, f, page)
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(some.Items, func(u notification.Subject) bool {
			return sameSubject(notification.SubjectDraft{Name: u.Name, DocumentType: u.DocumentType, DocumentNumber: u.DocumentNumber, Email: u.Email}, d)
		}) {
			return true, nil
		}
		if page.Number*page.Size >= some.Total {
			return false, nil
		}
	}
}

// sameSubject compares document numbers if both have one, otherwise names and e-mails. A document
// without a type matches every type.
func sameSubject(a, b notification.SubjectDraft) bool {
	numberA, numberB := notification.DocumentKey(a.DocumentNumber), notification.DocumentKey(b.DocumentNumber)
	if numberA != "" || numberB != "" {
		return numberA == numberB && (a.DocumentType == b.DocumentType || a.DocumentType == "" || b.DocumentType == "")
	}
	return slices.Equal(notification.Words(a.Name), notification.Words(b.Name)) && account.EmailKey(a.Email) == account.EmailKey(b.Email)
}
