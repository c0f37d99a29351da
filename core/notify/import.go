package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/listing"
	"github.com/cotejo/cotejo/core/sheet"
)

const (
	// perImport is how many rows are taken in in one transaction.
	perImport = 500
	// maxTitles is how many rows may stand above the headers of a sheet.
	maxTitles = 10
)

// Import takes cases and subjects in from a workbook, from every sheet with
// headers, in transactions of some hundreds of rows. What is known already is
// left as it is, so that importing the same again does nothing: a case is known
// by its number; a subject by its document, and without one by name and e-mail.
// Rows that cannot be used are in the report. Fault: Unprocessable when no sheet
// has headers, or has two of one column.
func (s *Service) Import(ctx context.Context, by account.Actor, in docket.Import) (docket.ImportReport, error) {
	i := &importing{Service: s, by: by, in: in,
		claimedCases: map[string]bool{}, claimedCourts: map[string]bool{}, claimedSubjects: map[string][]docket.SubjectDraft{}}
	if in.Strict {
		if err := i.check(ctx); err != nil {
			return i.report, err
		}
	}
	err := i.rows(ctx, func(r sheet.Row) error { return i.visit(ctx, r) })
	if err == nil {
		err = i.flush(ctx)
	}
	return i.report, err
}

// check is a fault when columns of the workbook would be ignored.
func (i *importing) check(ctx context.Context) error {
	err := i.rows(ctx, func(sheet.Row) error { return nil })
	if err != nil {
		return err
	}
	if ignored := (sheet.Report{IgnoredColumns: i.report.IgnoredColumns}).Ignored(); ignored != "" {
		return sheet.ErrIgnored(ignored)
	}
	return nil
}

// importing is an import on its way.
type importing struct {
	*Service
	by account.Actor
	in docket.Import

	header *docket.Header // of the sheet that is read

	cases    []docket.CaseRow
	subjects []docket.SubjectRow
	report   docket.ImportReport

	// What a dry run would have made.
	claimedCases    map[string]bool
	claimedCourts   map[string]bool
	claimedSubjects map[string][]docket.SubjectDraft // by what they are looked for by
}

// rows finds the headers of each sheet and hands the rows below them to visit.
func (i *importing) rows(ctx context.Context, visit func(sheet.Row) error) error {
	current, titles, found := -1, 0, false // titles counts rows of a sheet without headers so far
	i.report.IgnoredColumns = nil
	finish := func() {
		if i.header == nil {
			return
		}
		for _, name := range i.header.IgnoredColumns() {
			if !slices.Contains(i.report.IgnoredColumns, name) {
				i.report.IgnoredColumns = append(i.report.IgnoredColumns, name)
			}
		}
		i.header = nil
	}
	err := i.in.Rows(ctx, func(r sheet.Row) error {
		if r.Sheet != current {
			finish()
			current, titles = r.Sheet, 0
		}
		if i.header != nil {
			i.header.Inspect(r)
			return visit(r)
		}
		if titles++; titles > maxTitles {
			return nil
		}
		h := docket.MatchHeader(r)
		if !h.HasCases() && !h.HasSubjects() {
			return nil
		}
		i.header, found = &h, true
		return h.Check()
	})
	finish()
	if err == nil && !found {
		return docket.NoHeader()
	}
	return err
}

func (i *importing) visit(ctx context.Context, r sheet.Row) error {
	if i.header.HasCases() {
		if d, faults, ok := i.header.ReadCase(r, i.in.CourtID); ok {
			i.cases = taken(&i.report.Cases, i.cases, r, d, faults)
		}
	}
	if i.header.HasSubjects() {
		if d, faults, ok := i.header.ReadSubject(r); ok {
			i.subjects = taken(&i.report.Subjects, i.subjects, r, d, faults)
		}
	}
	if len(i.cases)+len(i.subjects) < perImport {
		return nil
	}
	return i.flush(ctx)
}

// taken counts a row and adds its draft to those that wait, unless it is at fault.
func taken[D any](report *sheet.Report, waiting []D, r sheet.Row, d D, faults []sheet.Fault) []D {
	report.Rows++
	if len(faults) > 0 {
		report.Fail(r.Number, faults...)
		return waiting
	}
	return append(waiting, d)
}

// flush stores what waits in one transaction.
func (i *importing) flush(ctx context.Context) error {
	var done docket.ImportReport
	store := func(ctx context.Context) error {
		done = i.report // the transaction may be done again
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

func (i *importing) takeCase(ctx context.Context, d docket.CaseRow, done *docket.ImportReport) error {
	report := &done.Cases
	key := docket.NumberKey(d.Number)
	known, err := i.Cases.List(ctx, docket.CaseFilter{NumberKey: key}, listing.Request{Number: 1, Size: 1})
	switch {
	case err != nil:
		return err
	case known.Total > 0 || i.claimedCases[key]:
		report.Skipped++
		return nil
	}
	if d.Court != "" {
		d.CourtID, err = i.court(ctx, d.Court, done)
		if errors.Is(err, docket.ErrCourtNotFound) {
			report.Fail(d.Row, sheet.Fault{Column: "juzgado_id", Value: sheet.Shown(d.Court),
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
	if errors.Is(err, docket.ErrNumberTaken) { // somebody was faster
		report.Skipped++
		return nil
	}
	report.Imported++
	return err
}

// court returns the ID of the court with that name, and registers it if it may.
func (i *importing) court(ctx context.Context, name string, done *docket.ImportReport) (string, error) {
	known, err := i.Courts.Named(ctx, name)
	if !errors.Is(err, docket.ErrCourtNotFound) || !i.in.CreateCourts {
		return known.ID, err
	}
	made := docket.Court{ID: i.NewID(), Name: name, CreatedAt: i.now(), CreatedBy: i.by.Username}
	if key := docket.CourtKey(name); i.in.DryRun {
		if !i.claimedCourts[key] {
			i.claimedCourts[key] = true
			done.Courts = append(done.Courts, name)
		}
		return made.ID, nil
	}
	err = i.Courts.Create(ctx, made)
	if errors.Is(err, docket.ErrCourtTaken) { // somebody was faster
		known, err = i.Courts.Named(ctx, name)
		return known.ID, err
	}
	done.Courts = append(done.Courts, name)
	return made.ID, err
}

func (i *importing) takeSubject(ctx context.Context, d docket.SubjectDraft, report *sheet.Report) error {
	f := docket.SubjectFilter{DocumentKey: docket.DocumentKey(d.DocumentNumber)}
	if f.DocumentKey == "" {
		f.Words = docket.Words(d.Name)
	}
	known, err := i.knows(ctx, d, f)
	if err != nil {
		return err
	}
	key := fmt.Sprint(f)
	if known || slices.ContainsFunc(i.claimedSubjects[key], func(other docket.SubjectDraft) bool { return sameSubject(other, d) }) {
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

// knows reports whether one of the subjects that f takes is the one of d.
func (i *importing) knows(ctx context.Context, d docket.SubjectDraft, f docket.SubjectFilter) (bool, error) {
	for page := (listing.Request{Number: 1, Size: 100}); ; page.Number++ {
		some, err := i.Subjects.List(ctx, f, page)
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(some.Items, func(u docket.Subject) bool {
			return sameSubject(docket.SubjectDraft{Name: u.Name, DocumentType: u.DocumentType, DocumentNumber: u.DocumentNumber, Email: u.Email}, d)
		}) {
			return true, nil
		}
		if page.Number*page.Size >= some.Total {
			return false, nil
		}
	}
}

// sameSubject compares documents where there are any, else names and e-mails.
// A document of no type may be of any.
func sameSubject(a, b docket.SubjectDraft) bool {
	numberA, numberB := docket.DocumentKey(a.DocumentNumber), docket.DocumentKey(b.DocumentNumber)
	if numberA != "" || numberB != "" {
		return numberA == numberB && (a.DocumentType == b.DocumentType || a.DocumentType == "" || b.DocumentType == "")
	}
	return slices.Equal(docket.Words(a.Name), docket.Words(b.Name)) && account.EmailKey(a.Email) == account.EmailKey(b.Email)
}
