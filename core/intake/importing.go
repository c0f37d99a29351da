package intake

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// importing is a running import. It collects rows in a batch and stores a batch in one
// transaction.
type importing struct {
	*Spreadsheets
	by       account.Actor
	detector *dedup.Detector
	done     func(rows int)
	spreadsheet.ImportOptions

	header  *spreadsheet.Header   // of the sheet that is read
	headers []*spreadsheet.Header // of all sheets so far
	best    nearest
	sampled int // rows
	batch   []candidate

	batchText int          // bytes of text in batch
	step      func() error // may be nil
	report    spreadsheet.Report

	// own holds the new documents whose rows named an ID. Such a row never matches another row of
	// the same import, so an exported workbook is restored completely, even with two documents of
	// one radicado.
	own map[string]bool
	// claimed holds the numbers of the documents that a dry run would have created.
	claimed map[document.Key][]string
}

// candidate is a valid row and the new document it would become.
type candidate struct {
	spreadsheet.Record
	doc         document.Document
	fingerprint dedup.Fingerprint
}

// read adds a row to the batch, or to the errors of the report.
func (i *importing) read(r spreadsheet.Row) {
	i.header.Inspect(r)
	if len(i.headers) == 1 && i.sampled < sampledRows {
		i.sampled++
		i.report.Layout.Sample(r)
	}
	record, faults, ok := i.header.Read(r)
	if !ok {
		i.report.Note(r.SheetName, r.Number, record.Notes...)
		return
	}
	i.report.Rows++
	if len(faults) > 0 {
		i.report.Fail(r.SheetName, r.Number, faults...)
		return
	}
	c := candidate{Record: record, doc: record.Document(i.NewID(), i.Now().UTC())}
	if err := document.CheckType(c.doc.Type, i.ExtraTypes); err != nil {
		i.report.Fail(r.SheetName, r.Number, spreadsheet.Fault{Column: string(document.FieldType), Message: messageOf(err), Value: string(c.doc.Type)})
		return
	}
	i.report.Note(r.SheetName, r.Number, record.Notes...)
	if !i.DryRun {
		c.fingerprint = i.detector.Fingerprint(c.doc.Filing())
	}
	i.batch = append(i.batch, c)
	i.batchText += r.TextSize()
}

// flush stores the batch in one transaction. The last batch stores the report in the same
// transaction.
func (i *importing) flush(ctx context.Context, note func(context.Context, spreadsheet.Report) error) error {
	var done spreadsheet.Report
	var made lookup
	store := func(ctx context.Context) error {
		known, err := i.lookup(ctx)
		if err != nil {
			return err
		}
		done, made = i.report, known
		done.Errors = slices.Clone(i.report.Errors) // the transaction may be repeated
		done.Notes = slices.Clone(i.report.Notes)
		done.IgnoredColumns = i.ignoredColumns()
		for _, c := range i.batch {
			if err := i.take(ctx, c, known, &done); err != nil {
				return fmt.Errorf("importing row %d: %w", c.Row, err)
			}
		}
		if err := i.Index.Put(ctx, slices.Collect(maps.Values(known.prints))...); err != nil {
			return fmt.Errorf("storing fingerprints: %w", err)
		}
		if note != nil {
			return note(ctx, done)
		}
		return nil
	}
	var err error
	if i.DryRun {
		err = store(ctx)
	} else {
		err = i.Tx.InTx(ctx, store)
	}
	if err != nil {
		return err
	}
	i.report, i.batch, i.batchText = done, i.batch[:0], 0
	i.done(i.report.Rows)
	for id := range made.own {
		i.own[id] = true
	}
	if i.DryRun {
		for key, ids := range made.bearers {
			i.claimed[key] = ids
		}
	}
	return nil
}

// lookup holds the documents known by the numbers of a batch, and the changes to store.
type lookup struct {
	ids     map[string]bool
	bearers map[document.Key][]string
	own     map[string]bool
	prints  map[string]dedup.Fingerprint // to be stored, by document ID
}

func (i *importing) lookup(ctx context.Context) (lookup, error) {
	var ids []string
	var keys []document.Key
	for _, c := range i.batch {
		if c.ID != "" {
			ids = append(ids, c.ID)
		}
		keys = append(keys, c.Numbers()...)
	}
	known := lookup{ids: map[string]bool{}, own: map[string]bool{}, prints: map[string]dedup.Fingerprint{}}
	summaries, err := i.Documents.Summaries(ctx, ids)
	if err != nil {
		return known, err
	}
	for id := range summaries {
		known.ids[id] = true
	}
	if known.bearers, err = i.Recurrences.Bearers(ctx, keys); err != nil {
		return known, err
	}
	for _, k := range keys {
		if ids, ok := i.claimed[k]; ok {
			known.bearers[k] = ids
		}
	}
	return known, nil
}

// bear records that a document has gained these keys.
func (l lookup) bear(id string, keys []document.Key) {
	for _, k := range keys {
		if ids := l.bearers[k]; !slices.Contains(ids, id) {
			l.bearers[k] = append(slices.Clone(ids), id)
		}
	}
}

// known returns the documents that a row refers to: none for a new one, several if its number is
// ambiguous.
func (i *importing) known(c candidate, known lookup) []string {
	if c.ID != "" && (known.ids[c.ID] || i.own[c.ID] || known.own[c.ID]) {
		return []string{c.ID}
	}
	for _, k := range c.Numbers() { // the acta first
		ids := known.bearers[k]
		if c.ID != "" {
			ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return i.own[id] || known.own[id] })
		}
		if len(ids) > 0 {
			return ids
		}
	}
	return nil
}

// take applies a row.
func (i *importing) take(ctx context.Context, c candidate, known lookup, done *spreadsheet.Report) error {
	switch ids := i.known(c, known); {
	case len(ids) == 0:
		done.Imported++
		return i.create(ctx, c, known)
	case !i.Update:
		done.Skipped++
		done.Note(c.Sheet, c.Row, c.knownBy())
	case len(ids) > 1:
		done.Fail(c.Sheet, c.Row, spreadsheet.Fault{Column: string(document.FieldActa),
			Message: "Varios documentos tienen ese número de acta o radicado; agregue la columna ID para decir cuál."})
	default:
		done.Updated++
		return i.change(ctx, c, ids[0], known)
	}
	return nil
}

// knownBy says by what number a skipped row is known.
func (c candidate) knownBy() spreadsheet.Fault {
	f := spreadsheet.Fault{Column: "id", Message: "Ya hay un documento con este número: se deja como estaba.", Value: c.ID}
	if c.ID == "" && c.doc.ActaNumber != "" {
		f.Column, f.Value = string(document.FieldActa), c.doc.ActaNumber
	} else if c.ID == "" {
		f.Column, f.Value = string(document.FieldRadicado), c.doc.Radicado
	}
	return f
}

func (i *importing) create(ctx context.Context, c candidate, known lookup) error {
	known.ids[c.doc.ID] = true
	if c.ID != "" {
		known.own[c.ID] = true
	}
	known.bear(c.doc.ID, c.Numbers())
	if i.DryRun {
		return nil
	}
	if err := i.Documents.Create(ctx, c.doc); err != nil {
		return fmt.Errorf("storing the document: %w", err)
	}
	known.prints[c.doc.ID] = c.fingerprint
	return nil
}

// change writes the values of a row to a known document. Its status and the name of its validator
// stay; the history records who imported.
func (i *importing) change(ctx context.Context, c candidate, id string, known lookup) error {
	known.bear(id, c.Numbers())
	if i.DryRun {
		return nil
	}
	before, err := i.Documents.Get(ctx, id)
	if err != nil {
		return err
	}
	after := before
	if err := c.Change(&after); err != nil {
		return err
	}
	if after.Revision() == before.Revision() {
		return nil
	}
	if err := i.Documents.Update(ctx, id, func(d *document.Document) error { *d = after; return nil }); err != nil {
		return err
	}
	known.prints[id] = i.detector.Fingerprint(after.Filing())
	return i.Changes.Append(ctx, changes(i.by, before, after, i.Now().UTC(), i.by.Username))
}
