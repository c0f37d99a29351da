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
	i := &importing{Service: s, by: by, in: in, sheet: -1,
		claimedCases: map[string]bool{}, claimedSubjects: map[string][]docket.SubjectDraft{}}
	err := in.Rows(ctx, func(r sheet.Row) error { return i.visit(ctx, r) })
	if err == nil && !i.found {
		err = docket.NoHeader()
	}
	if err == nil {
		err = i.flush(ctx)
	}
	return i.report, err
}

// importing is an import on its way.
type importing struct {
	*Service
	by account.Actor
	in docket.Import

	sheet  int            // the one being read
	titles int            // rows of it so far, while it has no header
	header *docket.Header // of the sheet; nil until it is found
	found  bool           // any header

	cases    []docket.CaseDraft
	subjects []docket.SubjectDraft
	report   docket.ImportReport

	// What a dry run would have made.
	claimedCases    map[string]bool
	claimedSubjects map[string][]docket.SubjectDraft // by what they are looked for by
}

func (i *importing) visit(ctx context.Context, r sheet.Row) error {
	if r.Sheet != i.sheet {
		i.sheet, i.titles, i.header = r.Sheet, 0, nil
	}
	if i.header == nil {
		return i.match(r)
	}
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

// match looks for headers in the first rows of a sheet.
func (i *importing) match(r sheet.Row) error {
	if i.titles++; i.titles > maxTitles {
		return nil
	}
	h := docket.MatchHeader(r)
	if !h.HasCases() && !h.HasSubjects() {
		return nil
	}
	i.header, i.found = &h, true
	return h.Check()
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
		for _, d := range i.cases {
			if err := i.takeCase(ctx, d, &done.Cases); err != nil {
				return fmt.Errorf("importing case %s: %w", d.Number, err)
			}
		}
		for _, d := range i.subjects {
			if err := i.takeSubject(ctx, d, &done.Subjects); err != nil {
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

func (i *importing) takeCase(ctx context.Context, d docket.CaseDraft, report *sheet.Report) error {
	key := docket.NumberKey(d.Number)
	known, err := i.Cases.List(ctx, docket.CaseFilter{NumberKey: key}, listing.Request{Number: 1, Size: 1})
	switch {
	case err != nil:
		return err
	case known.Total > 0 || i.claimedCases[key]:
		report.Skipped++
		return nil
	}
	if i.in.DryRun {
		report.Imported++
		i.claimedCases[key] = true
		return nil
	}
	err = i.Cases.Create(ctx, i.newCase(i.by, d))
	if errors.Is(err, docket.ErrNumberTaken) { // somebody was faster
		report.Skipped++
		return nil
	}
	report.Imported++
	return err
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
