package intake

import (
	"bufio"
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/idempotency"
	"github.com/cotejo/cotejo/ports"
)

// Submit implements ports.Intake. It counts and hashes the bytes while it writes them to the blob
// store. The task and its job follow in one transaction. If that fails, the original is left to
// Sweep, because a commit that reports an error may still have been written.
func (s *Service) Submit(ctx context.Context, by account.Actor, u document.Upload) (document.Task, error) {
	task, err := s.receive(ctx, by, u)
	if err != nil {
		return document.Task{}, err
	}
	done, err := u.AwaitTurn(ctx)
	if err != nil {
		discarding, cancel := context.WithTimeout(context.WithoutCancel(ctx), storePatience)
		defer cancel()
		s.discard(discarding, task)
		return document.Task{}, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, storePatience)
	defer cancel()
	id, err := idempotency.Do(ctx, &s.keys, by.Username, u.Key, uploadDigest(task, u), func(note func(context.Context, string) error) (string, error) {
		return task.ID, s.Tx.InTx(ctx, func(ctx context.Context) error {
			if err := s.enqueue(ctx, task); err != nil {
				return err
			}
			return note(ctx, task.ID)
		})
	})
	if err == nil && id == task.ID {
		s.Logger.InfoContext(ctx, "task accepted", "task", id, "bytes", task.Size)
	}
	if id != task.ID {
		s.discard(ctx, task) // nothing was stored; the first request has a task of its own
		task = document.Task{ID: id, Status: document.TaskPending, Stage: document.StageQueued}
	}
	if err != nil {
		return document.Task{}, err
	}
	return task, nil
}

// uploadDigest returns a digest of everything in an upload (see idempotency.Digest).
func uploadDigest(task document.Task, u document.Upload) string {
	parts := []string{"upload", task.SHA256, string(task.Type)}
	if password := passwordOf(u); u.Key != "" && password != "" {
		parts = append(parts, hardToGuess(password, task.SHA256))
	}
	return idempotency.Digest(parts...)
}

func passwordOf(u document.Upload) string {
	if u.Password == nil {
		return ""
	}
	return u.Password()
}

// guessCost is the number of PBKDF2 iterations: about 30 ms per guess.
const guessCost = 100_000

// hardToGuess returns a slow hash of a password, for a digest that is stored for a day. It keeps a
// reader of the database from guessing the password.
func hardToGuess(password, salt string) string {
	key, err := pbkdf2.Key(sha256.New, password, []byte(salt), guessCost, sha256.Size)
	if err != nil {
		panic(err) // only for a key length or a salt that FIPS mode rejects
	}
	return hex.EncodeToString(key)
}

// storePatience bounds how long an upload waits for the stores before and after the transfer of
// its file. The transfer itself has no such limit.
const storePatience = 30 * time.Second

// receive stores the original of an upload and returns its task, which is not stored yet.
func (s *Service) receive(ctx context.Context, by account.Actor, u document.Upload) (document.Task, error) {
	if err := s.accepting(ctx, 1); err != nil {
		return document.Task{}, err
	}
	now := s.Now().UTC()
	task := document.Task{
		ID:         s.NewID(),
		DocumentID: s.NewID(),
		Status:     document.TaskPending,
		Stage:      document.StageQueued,
		FileName:   document.CleanFileName(u.FileName),
		CreatedBy:  by.Username,
		Priority:   u.Priority,
		CreatedAt:  now,
		ArrivedAt:  arrived(u, now),
	}
	content, kind, err := s.open(u, task.FileName)
	if err != nil {
		return document.Task{}, err
	}
	task.OriginalKey = path.Join(now.Format("2006/01/02"), task.DocumentID+kind.Extension())
	local, err := s.store(ctx, task.OriginalKey, content)
	if err != nil {
		return document.Task{}, content.explain(err)
	}
	defer local.remove()
	if content.album != nil {
		task.FileName = content.album.fileName()
	}
	task.Size = content.n
	task.SHA256 = content.digest()

	// Fields may follow the file in the request, so they are known only now.
	ctx, cancel := context.WithTimeout(ctx, storePatience)
	defer cancel()
	if err := s.admit(ctx, &task, u, local.path); err != nil {
		s.discard(ctx, task)
		return document.Task{}, err
	}
	return task, nil
}

// open returns the content of an upload and its kind.
func (s *Service) open(u document.Upload, name string) (*upload, document.FileKind, error) {
	if u.Images != nil {
		a := newAlbum(u.Images)
		content := newUpload(a, s.opts.MaxUploadBytes)
		content.album = a
		return content, document.Album, nil
	}
	content := newUpload(u.Content, s.opts.MaxUploadBytes)
	kinds := u.Kinds
	if kinds == nil {
		kinds = document.FileKinds()
	}
	kind, err := sniff(content.r, name, kinds, "not_a_pdf")
	if err != nil {
		content.err = err
		return nil, "", content.explain(err)
	}
	return content, kind, nil
}

// sniff returns the kind of a file, which must be one of accepted; see document.AcceptedKind.
func sniff(r *bufio.Reader, name string, accepted []document.FileKind, code string) (document.FileKind, error) {
	head, err := r.Peek(document.HeadLength)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return document.AcceptedKind(head, name, accepted, code)
}

// admit checks the fields of an upload and the number of its pages.
func (s *Service) admit(ctx context.Context, task *document.Task, u document.Upload, path string) (err error) {
	if task.Type, err = s.uploadType(u.TypeName()); err != nil {
		return err
	}
	password := passwordOf(u)
	if err := s.checkLength(ctx, path, password); err != nil || password == "" {
		return err
	}
	return s.Spool.KeepPassword(ctx, task.ID, password)
}

// uploadType parses the type of an upload.
func (s *Service) uploadType(name string) (document.Type, error) {
	if t, err := document.ParseType(name); err == nil && t == document.Auto {
		return t, nil
	}
	return parseType(name, "body.doc_type", s.opts.ExtraTypes)
}

// localOriginal is an original as a local file.
type localOriginal struct {
	path   string
	remove func()
}

// store writes an original to the blob store and returns it as a local file: the stored file if
// the store has one, otherwise a private copy.
func (s *Service) store(ctx context.Context, key string, content io.Reader) (local localOriginal, err error) {
	if _, ok := s.Blobs.(ports.LocalFiles); ok {
		if err := s.Blobs.Put(ctx, key, content); err != nil {
			return local, err
		}
		local.path, local.remove, err = localFile(ctx, s.Blobs, key, s.opts.TempDir)
		return local, err
	}
	copied, err := os.CreateTemp(s.opts.TempDir, "cotejo-*"+path.Ext(key))
	if err != nil {
		return local, uncopied(err)
	}
	local = localOriginal{path: copied.Name(), remove: func() { os.Remove(copied.Name()) }}
	err = s.Blobs.Put(ctx, key, io.TeeReader(content, copied))
	if closeErr := copied.Close(); err == nil && closeErr != nil {
		err = uncopied(closeErr)
	}
	if err != nil {
		local.remove()
	}
	return local, err
}

// countPatience bounds how long an upload waits for the count of its pages.
const countPatience = 2 * time.Second

// checkLength rejects a document with too many pages. It accepts one whose pages cannot be counted
// in time; the reader reports its faults later.
func (s *Service) checkLength(ctx context.Context, path, password string) error {
	counting, cancel := context.WithTimeout(ctx, countPatience)
	defer cancel()
	pages, err := s.Drawer.Count(counting, path, password)
	if err != nil || pages <= s.opts.MaxPages {
		return nil
	}
	return document.TooManyPages(pages, s.opts.MaxPages)
}

// discard removes the stored data of a rejected upload.
func (s *Service) discard(ctx context.Context, task document.Task) {
	_ = s.Blobs.Delete(ctx, task.OriginalKey)
	_ = s.Spool.Remove(ctx, task.ID)
}

// enqueue stores a task and its job in the transaction of ctx.
func (s *Service) enqueue(ctx context.Context, task document.Task) error {
	if err := s.Tasks.Create(ctx, task); err != nil {
		return fmt.Errorf("storing the task: %w", err)
	}
	if err := s.Queue.Enqueue(ctx, task.ID, task.CreatedBy, task.Priority); err != nil {
		return fmt.Errorf("queueing the task: %w", err)
	}
	return nil
}

// accepting returns the fault if an upload that makes so many tasks cannot be accepted now.
func (s *Service) accepting(ctx context.Context, tasks int) error {
	ctx, cancel := context.WithTimeout(ctx, storePatience)
	defer cancel()
	if err := s.Gate.room(ctx); err != nil {
		return err
	}
	backlog, err := s.Tasks.Backlog(ctx)
	if err != nil {
		return err
	}
	return s.refusal(backlog, tasks)
}

// refusal returns the fault if the backlog would be too long with more tasks, or the service is shutting down. What alone is more than
// the queue may hold is taken when nothing waits.
func (s *Service) refusal(backlog document.Backlog, more int) error {
	if err := s.Gate.ending(); err != nil {
		return err
	}
	if backlog.Tasks > 0 && backlog.Tasks+more > s.opts.QueueLimit {
		return fault.New(fault.Unavailable, "queue_full",
			"Hay demasiados documentos en espera; intente de nuevo en unos minutos.")
	}
	return nil
}

// upload counts and hashes the bytes read through it, up to its limit; 0 means no limit.
type upload struct {
	r     *bufio.Reader
	limit int64
	sum   hash.Hash
	n     int64
	err   error  // why reading stopped, if it was not the end
	album *album // what is read; nil for a single file
}

func newUpload(content io.Reader, limit int64) *upload {
	return &upload{r: bufio.NewReader(content), limit: limit, sum: sha256.New()}
}

// digest returns the SHA-256 of what was read.
func (u *upload) digest() string { return hex.EncodeToString(u.sum.Sum(nil)) }

func (u *upload) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.n += int64(n)
	if u.limit > 0 && u.n > u.limit {
		u.err = document.UploadTooLarge(u.limit)
		return 0, u.err
	}
	u.sum.Write(p[:n])
	if err != nil && !errors.Is(err, io.EOF) {
		u.err = err
	}
	return n, err
}

// explain returns the fault of the upload that caused an error of the store, if there is one: a
// disconnected client is not a failure of the store.
func (u *upload) explain(err error) error {
	_, known := fault.As(u.err)
	switch {
	case u.err == nil:
		return fmt.Errorf("storing the original: %w", err)
	case known:
		return u.err
	}
	return fault.Wrap(u.err, fault.Unprocessable, "upload_interrupted", "El archivo no llegó completo; vuelva a enviarlo.")
}
