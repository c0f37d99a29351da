package intake

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/sheet"
)

// importing is an import on its way: rows gather in a batch, and a batch is one
// transaction.
type importing struct {
	*Service
	by       account.Actor
	detector *dedup.Detector
	update   bool
	dryRun   bool
	progress func(rows int) // may be nil

	header sheet.Header
	batch  []candidate
	report sheet.Report

	// own holds the IDs of new documents whose rows named them. A row that
	// names its ID is not taken for another of the same import: what export
	// wrote comes back whole, two documents of one radicado as two.
	own map[string]bool
	// claimed holds the numbers of documents that a dry run would have made.
	claimed map[document.Key][]string
}

// candidate is a row that can be used, and what it would be as a new document.
type candidate struct {
	sheet.Record
	doc         document.Document
	fingerprint dedup.Fingerprint
}

// read takes a row into the batch, or into the report if it cannot be used.
func (i *importing) read(r sheet.Row) {
	i.header.Inspect(r)
	record, faults, ok := i.header.Read(r)
	if !ok {
		return
	}
	i.report.Rows++
	if len(faults) > 0 {
		i.report.Fail(r.Number, faults...)
		return
	}
	c := candidate{Record: record, doc: record.Document(i.NewID(), i.Now().UTC())}
	if err := i.checkType(c.doc.Type); err != nil {
		i.report.Fail(r.Number, sheet.Fault{Column: string(document.FieldType), Message: messageOf(err), Value: string(c.doc.Type)})
		return
	}
	i.report.Note(r.Number, record.Notes...)
	if !i.dryRun {
		c.fingerprint = i.detector.Fingerprint(c.doc.Filing())
	}
	i.batch = append(i.batch, c)
}

// flush stores the batch in one transaction, which also notes the report when
// it is the last.
func (i *importing) flush(ctx context.Context, note func(context.Context, sheet.Report) error) error {
	var done sheet.Report
	var made lookup
	store := func(ctx context.Context) error {
		known, err := i.lookup(ctx)
		if err != nil {
			return err
		}
		done, made = i.report, known
		done.Errors = slices.Clone(i.report.Errors) // the transaction may be done again
		done.IgnoredColumns = i.header.IgnoredColumns()
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
	if i.dryRun {
		err = store(ctx)
	} else {
		err = i.Tx.InTx(ctx, store)
	}
	if err != nil {
		return err
	}
	i.report, i.batch = done, i.batch[:0]
	for id := range made.own {
		i.own[id] = true
	}
	if i.dryRun {
		for key, ids := range made.bearers {
			i.claimed[key] = ids
		}
	}
	return nil
}

// lookup is what is known of the numbers in a batch, and what is made of it.
type lookup struct {
	ids     map[string]bool
	bearers map[document.Key][]string
	own     map[string]bool
	prints  map[string]dedup.Fingerprint // to be stored, by document
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

// bear notes that a document has come to have keys.
func (l lookup) bear(id string, keys []document.Key) {
	for _, k := range keys {
		if ids := l.bearers[k]; !slices.Contains(ids, id) {
			l.bearers[k] = append(slices.Clone(ids), id)
		}
	}
}

// known returns the documents that a row is about: none for a new one, several
// when its number does not tell.
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

// take does what a row asks for.
func (i *importing) take(ctx context.Context, c candidate, known lookup, done *sheet.Report) error {
	switch ids := i.known(c, known); {
	case len(ids) == 0:
		done.Imported++
		return i.create(ctx, c, known)
	case !i.update:
		done.Skipped++
	case len(ids) > 1:
		done.Fail(c.Row, sheet.Fault{Column: string(document.FieldActa),
			Message: "Varios documentos tienen ese número de acta o radicado; agregue la columna ID para decir cuál."})
	default:
		done.Updated++
		return i.change(ctx, c, ids[0], known)
	}
	return nil
}

func (i *importing) create(ctx context.Context, c candidate, known lookup) error {
	known.ids[c.doc.ID] = true
	if c.ID != "" {
		known.own[c.ID] = true
	}
	known.bear(c.doc.ID, c.Numbers())
	if i.dryRun {
		return nil
	}
	if err := i.Documents.Create(ctx, c.doc); err != nil {
		return fmt.Errorf("storing the document: %w", err)
	}
	known.prints[c.doc.ID] = c.fingerprint
	return nil
}

// change writes what a row says into a known document. Its status stays, and
// who validated it; the history tells who imported.
func (i *importing) change(ctx context.Context, c candidate, id string, known lookup) error {
	known.bear(id, c.Numbers())
	if i.dryRun {
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
