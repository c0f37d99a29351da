package intake

// A file with several filings can be divided: each becomes a document of its own, read from a PDF of its pages. The divided document
// goes to the bin, from which undoing the division brings it back.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Split implements ports.Splitter. The parts, their tasks and the move of the divided document to the bin are one commit. If
// that fails, the originals of the parts are left to Sweep.
func (s *Service) Split(ctx context.Context, by account.Actor, r document.Split) (document.Division, error) {
	d, err := s.Documents.Get(ctx, r.DocumentID)
	if err != nil {
		return document.Division{}, err
	}
	if err := unchangedSince(&d, r.Revisions); err != nil {
		return document.Division{}, err
	}
	if d.Status == document.Validated {
		return document.Division{}, errDividesApproved
	}
	if d.OriginalKey == "" {
		return document.Division{}, errNoOriginal
	}
	pages, err := d.PartPages(r.Begins)
	if err != nil {
		return document.Division{}, err
	}
	if err := s.accepting(ctx, len(pages)); err != nil {
		return document.Division{}, err
	}
	division := document.Division{DocumentID: d.ID, FileName: d.FileName}
	tasks, err := s.excerpts(ctx, by, &d, pages)
	if err != nil {
		return document.Division{}, err
	}
	for i, t := range tasks {
		division.Parts = append(division.Parts, document.DividedPart{DocumentID: t.DocumentID, TaskID: t.ID, Pages: pages[i]})
	}
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		entry, err := s.delete(ctx, by, d.ID, document.Divided)
		if err != nil {
			return err
		}
		if err := unchangedSince(&entry.Document, []string{d.Revision()}); err != nil {
			return err
		}
		if err := s.keepDeleted(ctx, entry); err != nil {
			return err
		}
		if err := s.Divisions.Create(ctx, division); err != nil {
			return fmt.Errorf("storing a division: %w", err)
		}
		for _, t := range tasks {
			if err := s.enqueue(ctx, t); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return document.Division{}, err
	}
	s.Logger.InfoContext(ctx, "document divided", "document", d.ID, "parts", len(tasks), "by", by.Username)
	return division, nil
}

// errDividesApproved keeps what an approval said: the parts would have to be approved again.
var errDividesApproved = fault.New(fault.Conflict, "document_approved", "Este documento ya está aprobado. Deshaga primero su aprobación.")

// excerpts stores the originals of the parts of a document and returns their tasks, which are not stored yet.
func (s *Service) excerpts(ctx context.Context, by account.Actor, d *document.Document, parts []document.PageRange) (tasks []document.Task, err error) {
	defer func() {
		if err != nil {
			discarding, cancel := context.WithTimeout(context.WithoutCancel(ctx), storePatience)
			defer cancel()
			for _, t := range tasks {
				s.discard(discarding, t)
			}
		}
	}()
	words, err := s.Deps.PageWords.All(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	original, done, err := localFile(ctx, s.Blobs, d.OriginalKey, s.opts.TempDir)
	if fault.KindOf(err) == fault.NotFound {
		s.Logger.ErrorContext(ctx, "an original is missing", "document", d.ID)
		return nil, errNoOriginal
	}
	if err != nil {
		return nil, err
	}
	defer done()
	info, err := os.Stat(original)
	if err != nil {
		return nil, fmt.Errorf("opening the original: %w", err)
	}
	now, room := s.Now().UTC(), excerptsGrowth*info.Size()+excerptsRoom
	for i, pages := range parts {
		task := document.Task{ID: s.NewID(), DocumentID: s.NewID(), Status: document.TaskPending, Stage: document.StageQueued,
			FileName: document.PartName(d.FileName, i+1, len(parts)), Type: document.Auto, Tags: d.Tags, CreatedBy: by.Username,
			CreatedAt: now, ArrivedAt: d.Arrived()}
		task.OriginalKey = path.Join(now.Format("2006/01/02"), task.DocumentID+document.PDF.Extension())
		tasks = append(tasks, task)
		t := &tasks[i]
		if err := s.excerpt(ctx, t, original, pages); err != nil {
			return tasks, err
		}
		if room -= t.Size; room < 0 {
			return tasks, errExcerptsTooLarge
		}
		if read, ok := d.ReadPages(pages, words); ok {
			if err := s.spoolRead(ctx, t.ID, read); err != nil {
				return tasks, err
			}
		}
	}
	return tasks, nil
}

// The parts of a file together may be excerptsGrowth times as large as the file, since they share pictures and fonts, and excerptsRoom
// bytes more.
const excerptsGrowth, excerptsRoom = 4, 64 << 20

var errExcerptsTooLarge = fault.New(fault.Unprocessable, "excerpts_too_large",
	"Las páginas de este archivo comparten tanto contenido que dividirlo ocuparía demasiado espacio. Divídalo con otro programa y envíe cada escrito.")

// excerpt stores pages of a file as the original of a task.
func (s *Service) excerpt(ctx context.Context, t *document.Task, from string, pages document.PageRange) error {
	if err := s.Gate.diskSpace(ctx); err != nil {
		return err
	}
	made, err := os.CreateTemp(s.opts.TempDir, "cotejo-*"+document.PDF.Extension())
	if err != nil {
		return uncopied(err)
	}
	file := temporary{made}
	defer file.Close()
	if err := s.Drawer.Excerpt(ctx, from, pages, made.Name()); err != nil {
		return err
	}
	content := newUpload(made, 0)
	if err := s.Blobs.Put(ctx, t.OriginalKey, content); err != nil {
		return content.explain(err)
	}
	t.Size, t.SHA256 = content.n, content.digest()
	return nil
}

// spoolRead spares a task the reading of its pages.
func (s *Service) spoolRead(ctx context.Context, taskID string, read []document.Page) error {
	spooled, err := s.Spool.Pages(ctx, taskID)
	if err != nil {
		return err
	}
	for _, p := range read {
		if err = spooled.Append(p); err != nil {
			break
		}
	}
	return errors.Join(err, spooled.Close())
}

// Join implements ports.Splitter.
func (s *Service) Join(ctx context.Context, by account.Actor, id string) (document.Document, error) {
	if _, err := s.Divisions.Get(ctx, id); err != nil {
		return document.Document{}, err
	}
	return s.restore(ctx, by, id)
}

// dissolve deletes the documents into which a file was divided, in the transaction of ctx, and cancels the tasks of those that are not
// read yet. It returns the originals that are gone for good.
func (s *Service) dissolve(ctx context.Context, by account.Actor, id string) (originals []string, err error) {
	division, err := s.Divisions.Get(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, part := range division.Parts {
		switch _, err := s.Divisions.Get(ctx, part.DocumentID); {
		case err == nil:
			return nil, errDividedAgain
		case fault.KindOf(err) != fault.NotFound:
			return nil, err
		}
		err = s.Tasks.Update(ctx, part.TaskID, func(t *document.Task) error {
			if !t.Status.Ended() {
				t.Fail("cancelled", "Se deshizo la división del archivo en escritos.", s.Now().UTC(), s.opts.TaskTTL)
			}
			t.OriginalKey = ""
			return nil
		})
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, fmt.Errorf("cancelling a part: %w", err)
		}
		entry, err := s.delete(ctx, by, part.DocumentID, document.Deleted)
		if fault.KindOf(err) == fault.NotFound {
			continue // not read yet, or deleted by a person
		}
		if err != nil {
			return nil, err
		}
		if entry.Document.Status == document.Validated {
			return nil, fault.New(fault.Conflict, "part_approved", fmt.Sprintf(
				"El escrito «%s» de este archivo ya está aprobado. Deshaga primero su aprobación.", entry.Document.FileName))
		}
		if err := s.keepDeleted(ctx, entry); err != nil {
			return nil, err
		}
		if s.opts.BinTTL <= 0 {
			originals = append(originals, entry.Document.OriginalKey)
		}
	}
	return originals, s.Divisions.Delete(ctx, id)
}

var errDividedAgain = fault.New(fault.Conflict, "part_divided", "Uno de los escritos de este archivo también se dividió. Deshaga primero esa división.")

// DivisionOf implements ports.Splitter.
func (s *Service) DivisionOf(ctx context.Context, _ account.Actor, partID string) (document.Division, error) {
	origins, err := s.Divisions.Origins(ctx, []string{partID})
	if err != nil || origins[partID] == "" {
		return document.Division{}, err
	}
	division, err := s.Divisions.Get(ctx, origins[partID])
	if err != nil || division.FileName == "" { // erased
		return document.Division{}, err
	}
	return division, nil
}

// originsOf returns the documents that arrived, by the IDs of the given ones: those that were divided into them, or they themselves.
func originsOf(ctx context.Context, divisions ports.Divisions, ids []string) (map[string]string, error) {
	origins := map[string]string{}
	for _, id := range ids {
		origins[id] = id
	}
	for {
		divided, err := divisions.Origins(ctx, slices.Collect(maps.Values(origins)))
		if err != nil || len(divided) == 0 {
			return origins, err
		}
		for id, origin := range origins { // a part may be of a part
			origins[id] = cmp.Or(divided[origin], origin)
		}
	}
}

// divided returns what was delivered with the parts of divided files in their place.
func (s *Service) divided(ctx context.Context, delivered []document.DeliveredPart) (all []document.DeliveredPart, err error) {
	for _, d := range delivered {
		division, err := s.Divisions.Get(ctx, d.DocumentID)
		if fault.KindOf(err) == fault.NotFound {
			all = append(all, d)
			continue
		}
		if err != nil {
			return nil, err
		}
		parts := make([]document.DeliveredPart, len(division.Parts))
		for i, p := range division.Parts {
			parts[i] = d
			parts[i].DocumentID, parts[i].TaskID = p.DocumentID, p.TaskID
		}
		if parts, err = s.divided(ctx, parts); err != nil {
			return nil, err
		}
		all = append(all, parts...)
	}
	return all, nil
}
