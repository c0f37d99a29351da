package memory

import (
	"cmp"
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

var (
	errDocumentNotFound = fault.New(fault.NotFound, "document_not_found", "No existe un documento con ese identificador. Revise el identificador o búsquelo en la lista.")
	errTaken            = fault.New(fault.Conflict, "already_exists", "Ya existe un registro con ese identificador.")
)

// documents implements ports.Documents.
type documents struct{ s *Store }

func (d documents) Create(ctx context.Context, doc document.Document) error {
	return d.s.do(ctx, func(tx *transaction) error {
		if _, ok := d.s.documents[doc.ID]; ok {
			return errTaken
		}
		set(tx, d.s.documents, doc.ID, copyDocument(doc))
		d.s.makeSearchable(tx, &doc)
		return nil
	})
}

func (d documents) Get(ctx context.Context, id string) (doc document.Document, err error) {
	err = d.s.do(ctx, func(*transaction) error {
		stored, ok := d.s.documents[id]
		if !ok {
			return errDocumentNotFound
		}
		doc = copyDocument(stored)
		return nil
	})
	return doc, err
}

func (d documents) Update(ctx context.Context, id string, change func(*document.Document) error) error {
	return d.s.do(ctx, func(tx *transaction) error {
		stored, ok := d.s.documents[id]
		if !ok {
			return errDocumentNotFound
		}
		doc := copyDocument(stored)
		if err := change(&doc); err != nil {
			return err
		}
		doc.ID = id
		set(tx, d.s.documents, id, copyDocument(doc))
		d.s.makeSearchable(tx, &doc)
		return nil
	})
}

func (d documents) Delete(ctx context.Context, id string) error {
	return d.s.do(ctx, func(tx *transaction) error {
		if _, ok := d.s.documents[id]; !ok {
			return errDocumentNotFound
		}
		remove(tx, d.s.documents, id)
		remove(tx, d.s.searchable, id)
		for key, e := range d.s.examples {
			if e.DocumentID == id {
				remove(tx, d.s.examples, key)
			}
		}
		return nil
	})
}

func (d documents) List(ctx context.Context, f document.Filter, page document.PageRequest) (document.Listing, error) {
	listing := document.Listing{Page: page}
	err := d.s.do(ctx, func(*transaction) error {
		var rows []document.Summary
		for _, doc := range d.s.documents {
			if f.Takes(&doc) {
				rows = append(rows, doc.Summary())
			}
		}
		slices.SortFunc(rows, func(a, b document.Summary) int {
			return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
		})
		listing.Total, listing.Items = len(rows), pageOf(rows, page)
		return nil
	})
	return listing, err
}

func (d documents) Each(ctx context.Context, f document.Filter, visit func(*document.Document) error) error {
	var all []document.Document
	err := d.s.do(ctx, func(*transaction) error {
		for _, doc := range d.s.documents {
			if f.Takes(&doc) {
				doc = copyDocument(doc)
				doc.Text, doc.Pages, doc.Entities, doc.Alternatives, doc.Duplicates, doc.Suggested = "", nil, nil, nil, 0, document.Suggestion{}
				all = append(all, doc)
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b document.Document) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	for i := range all {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = visit(&all[i])
		}
	}
	return err
}

// pageOf returns the part of all that a page shows, nil past the end.
func pageOf[T any](all []T, page document.PageRequest) []T {
	offset := page.Offset()
	if page.Number < 1 || offset < 0 || offset >= len(all) {
		return nil
	}
	return slices.Clone(all[offset:min(offset+page.Size, len(all))])
}

func (d documents) Summaries(ctx context.Context, ids []string) (map[string]document.Summary, error) {
	found := map[string]document.Summary{}
	err := d.s.do(ctx, func(*transaction) error {
		for _, id := range ids {
			if doc, ok := d.s.documents[id]; ok {
				found[id] = doc.Summary()
			}
		}
		return nil
	})
	return found, err
}

func (d documents) WithSHA256(ctx context.Context, sha256 string) ([]string, error) {
	var ids []string
	err := d.s.do(ctx, func(*transaction) error {
		var found []document.Document
		for _, doc := range d.s.documents {
			if sha256 != "" && doc.SHA256 == sha256 {
				found = append(found, doc)
			}
		}
		slices.SortFunc(found, func(a, b document.Document) int {
			return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
		})
		for _, doc := range found {
			ids = append(ids, doc.ID)
		}
		return nil
	})
	return ids, err
}

// originals implements ports.OriginalKeys.
type originals struct{ s *Store }

func (o originals) Referenced(ctx context.Context, keys []string) (map[string]bool, error) {
	named := map[string]bool{}
	err := o.s.do(ctx, func(*transaction) error {
		all := map[string]bool{}
		for _, d := range o.s.documents {
			all[d.OriginalKey] = true
		}
		for _, t := range o.s.tasks {
			all[t.OriginalKey] = true
		}
		for _, key := range keys {
			if key != "" && all[key] {
				named[key] = true
			}
		}
		return nil
	})
	return named, err
}
