package intake

import (
	"archive/zip"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/casefile"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// CaseFiles implements ports.CaseFiles. All fields but TempDir are required.
type CaseFiles struct {
	View      ports.Viewer
	Documents ports.Documents
	Blobs     ports.Blobs
	Workbooks ports.WorkbookWriter // for the index
	TempDir   string               // for archives on their way; the system's
	Now       func() time.Time
	Logger    *slog.Logger
}

var _ ports.CaseFiles = (*CaseFiles)(nil)

// maxCaseFile is the maximum number of documents in a case file.
const maxCaseFile = 500

// CaseFile implements ports.CaseFiles. Like Export, it completes the archive before it returns any
// of it.
func (s *CaseFiles) CaseFile(ctx context.Context, _ account.Actor, r casefile.Request) (made document.Export, name string, err error) {
	documents, err := s.caseDocuments(ctx, r.IDs)
	if err != nil {
		return made, "", err
	}
	stage := cmp.Or(r.Stage, casefile.FirstInstance)
	if !slices.Contains(casefile.Stages(), stage) {
		return made, "", fault.New(fault.Unprocessable, "unknown_stage", fmt.Sprintf("La etapa «%s» no existe; use una de estas: %v.", stage, casefile.Stages()))
	}
	file, err := casefile.New(documents, stage, s.Now())
	if err != nil {
		return made, "", err
	}
	archive, err := os.CreateTemp(s.TempDir, "cotejo-*.zip")
	if err != nil {
		return made, "", fmt.Errorf("making a case file: %w", err)
	}
	content := temporary{archive}
	defer func() {
		if err != nil {
			err = errors.Join(err, content.Close())
		}
	}()
	if err := s.writeCaseFile(ctx, inSpace(archive, r.Space), file, r.Step); err != nil {
		return made, "", fmt.Errorf("making a case file: %w", err)
	}
	if made.Size, err = archive.Seek(0, io.SeekEnd); err == nil {
		_, err = archive.Seek(0, io.SeekStart)
	}
	made.Content, made.Documents = content, len(documents)
	return made, file.ArchiveName(), err
}

// caseDocuments returns the documents with these IDs, each once, in the order of their receipt.
func (s *CaseFiles) caseDocuments(ctx context.Context, ids []string) ([]document.Document, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids))) // UUIDv7 sort by creation
	switch {
	case len(ids) == 0:
		return nil, fault.New(fault.Unprocessable, "no_documents", "Indique los documentos del expediente.")
	case len(ids) > maxCaseFile:
		return nil, fault.New(fault.Unprocessable, "too_many_documents", fmt.Sprintf("Un expediente puede tener hasta %d documentos; indique menos.", maxCaseFile))
	}
	return inView(ctx, s.View, func(ctx context.Context) ([]document.Document, error) { return s.documentsOfCase(ctx, ids) })
}

func (s *CaseFiles) documentsOfCase(ctx context.Context, ids []string) ([]document.Document, error) {
	documents := make([]document.Document, len(ids))
	for i, id := range ids {
		d, err := s.Documents.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		if d.OriginalKey == "" {
			return nil, fault.New(fault.Unprocessable, "original_not_found", fmt.Sprintf(
				"El documento «%s» no tiene archivo original, que es lo que va en el expediente; quítelo de la lista.", cmp.Or(d.FileName, d.ID)))
		}
		d.Text, d.Entities, d.Alternatives = "", nil, nil
		documents[i] = d
	}
	slices.SortStableFunc(documents, func(a, b document.Document) int {
		return cmp.Or(a.Arrived().Compare(b.Arrived()), cmp.Compare(a.ID, b.ID))
	})
	return documents, nil
}

// writeCaseFile writes the unchanged originals and the index.
func (s *CaseFiles) writeCaseFile(ctx context.Context, w io.Writer, file *casefile.File, step func() error) error {
	archive := zip.NewWriter(w)
	for i := range file.Entries {
		if step != nil {
			if err := step(); err != nil {
				return err
			}
		}
		if err := s.addOriginal(ctx, archive, file, &file.Entries[i]); err != nil {
			return err
		}
	}
	text, err := file.XML()
	if err != nil {
		return err
	}
	out, err := create(archive, file.Index(".xml"), zip.Deflate, file)
	if err == nil {
		_, err = out.Write(text)
	}
	if err != nil {
		return err
	}
	if out, err = create(archive, file.Index(".xlsx"), zip.Store, file); err != nil {
		return err
	}
	if err := s.Workbooks.Write(ctx, out, casefile.Table(), file.Rows); err != nil {
		return err
	}
	return archive.Close()
}

func (s *CaseFiles) addOriginal(ctx context.Context, archive *zip.Writer, file *casefile.File, e *casefile.Entry) error {
	content, _, err := s.Blobs.Open(ctx, e.Document.OriginalKey)
	if fault.KindOf(err) == fault.NotFound {
		s.Logger.ErrorContext(ctx, "an original is missing", "document", e.Document.ID)
		return errNoOriginal
	}
	if err != nil {
		return err
	}
	defer content.Close()
	out, err := create(archive, path.Join(file.Folder(), e.Name), zip.Store, file) // PDFs and pictures are compressed already
	if err == nil {
		e.Size, err = io.Copy(out, content)
	}
	return err
}

func create(archive *zip.Writer, name string, method uint16, file *casefile.File) (io.Writer, error) {
	return archive.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: file.Made})
}
