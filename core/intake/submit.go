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
	"path"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/once"
)

// Submit implements ports.Intake. The bytes go to the blob store while they
// are counted and hashed; the task and its place in the queue follow in one
// transaction. An original whose transaction failed is left for Sweep, because
// a failed commit may yet have been written.
func (s *Service) Submit(ctx context.Context, by account.Actor, u document.Upload) (document.Task, error) {
	task, err := s.receive(ctx, by, u)
	if err != nil {
		return document.Task{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, storePatience)
	defer cancel()
	id, err := once.Do(ctx, &s.keys, by.Username, u.Key, uploadDigest(task, u), func(note func(context.Context, string) error) (string, error) {
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
		s.discard(ctx, task) // nothing was done; the first request with the key has its own
		task = document.Task{ID: id, Status: document.TaskPending, Stage: document.StageQueued}
	}
	if err != nil {
		return document.Task{}, err
	}
	return task, nil
}

// uploadDigest stands for all that an upload says (see once.Digest).
func uploadDigest(task document.Task, u document.Upload) string {
	parts := []string{"upload", task.SHA256, string(task.Type)}
	if password := passwordOf(u); u.Key != "" && password != "" {
		parts = append(parts, hardToGuess(password, task.SHA256))
	}
	return once.Digest(parts...)
}

func passwordOf(u document.Upload) string {
	if u.Password == nil {
		return ""
	}
	return u.Password()
}

// guessCost is the number of iterations of PBKDF2: some 30 ms a guess.
const guessCost = 100_000

// hardToGuess returns what stands for a password in a digest that is stored for
// a day: who reads the database shall not find out the password by trying many.
func hardToGuess(password, salt string) string {
	key, err := pbkdf2.Key(sha256.New, password, []byte(salt), guessCost, sha256.Size)
	if err != nil {
		panic(err) // only for a key length or a salt that FIPS mode refuses
	}
	return hex.EncodeToString(key)
}

// storePatience is how long an upload waits for the stores before and after its
// file has come in, which itself may take long.
const storePatience = 30 * time.Second

// receive stores the original of an upload and returns the task that is to
// work it, which nobody knows of yet.
func (s *Service) receive(ctx context.Context, by account.Actor, u document.Upload) (document.Task, error) {
	if err := s.accepting(ctx); err != nil {
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
	}
	content := &upload{r: bufio.NewReader(u.Content), limit: s.opts.MaxUploadBytes, sum: sha256.New()}
	kind, err := content.sniff(task.FileName)
	if err != nil {
		return document.Task{}, err
	}
	task.OriginalKey = path.Join(now.Format("2006/01/02"), task.DocumentID+kind.Extension())
	if err := s.Blobs.Put(ctx, task.OriginalKey, content); err != nil {
		return document.Task{}, content.explain(err)
	}
	task.Size = content.n
	task.SHA256 = hex.EncodeToString(content.sum.Sum(nil))

	// The fields may stand behind the file in the request: they are known only now.
	ctx, cancel := context.WithTimeout(ctx, storePatience)
	defer cancel()
	if err := s.admit(ctx, &task, u); err != nil {
		s.discard(ctx, task)
		return document.Task{}, err
	}
	return task, nil
}

// admit looks at what came with a file, and at how many pages it has.
func (s *Service) admit(ctx context.Context, task *document.Task, u document.Upload) (err error) {
	if task.Type, err = s.parseType(u.TypeName(), "body.doc_type"); err != nil {
		return err
	}
	password := passwordOf(u)
	if err := s.checkLength(ctx, task.OriginalKey, password); err != nil || password == "" {
		return err
	}
	return s.Spool.KeepPassword(ctx, task.ID, password)
}

// countPatience is how long an upload waits for its pages to be counted.
const countPatience = 2 * time.Second

// checkLength refuses a document of too many pages. One whose pages cannot be
// counted at once is let in: its reading will tell what is wrong with it.
func (s *Service) checkLength(ctx context.Context, key, password string) error {
	path, done, err := localFile(ctx, s.Blobs, key, s.opts.TempDir)
	if err != nil {
		return err
	}
	defer done()
	counting, cancel := context.WithTimeout(ctx, countPatience)
	defer cancel()
	pages, err := s.Drawer.Count(counting, path, password)
	if err != nil || pages <= s.opts.MaxPages {
		return nil
	}
	return document.TooManyPages(pages, s.opts.MaxPages)
}

// discard removes what was kept of a task that there will not be.
func (s *Service) discard(ctx context.Context, task document.Task) {
	_ = s.Blobs.Delete(ctx, task.OriginalKey)
	_ = s.Spool.Remove(ctx, task.ID)
}

// enqueue stores a task and its place in the queue in the transaction of ctx.
func (s *Service) enqueue(ctx context.Context, task document.Task) error {
	if err := s.Tasks.Create(ctx, task); err != nil {
		return fmt.Errorf("storing the task: %w", err)
	}
	if err := s.Queue.Enqueue(ctx, task.ID, task.Priority); err != nil {
		return fmt.Errorf("queueing the task: %w", err)
	}
	return nil
}

// accepting says why no upload can be taken now, if so.
func (s *Service) accepting(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, storePatience)
	defer cancel()
	if err := s.room(ctx); err != nil {
		return err
	}
	backlog, err := s.Tasks.Backlog(ctx)
	if err != nil {
		return err
	}
	if backlog.Tasks >= s.opts.QueueLimit {
		return fault.New(fault.Unavailable, "queue_full",
			"Hay demasiados documentos en espera; intente de nuevo en unos minutos.")
	}
	return nil
}

// room says why nothing can be stored now, if so.
func (s *Service) room(ctx context.Context) error {
	if s.draining.Load() {
		return fault.New(fault.Unavailable, "draining", "El servicio se está deteniendo; intente de nuevo en unos segundos.")
	}
	return s.diskSpace(ctx)
}

// diskSpace is a fault while uploads are refused for want of disk space.
func (s *Service) diskSpace(ctx context.Context) error {
	if s.opts.MinFreeBytes <= 0 {
		return nil
	}
	free, err := s.Space.Free(ctx)
	if err != nil {
		return fmt.Errorf("measuring free space: %w", err)
	}
	if free < s.opts.MinFreeBytes {
		return fault.DiskFull(nil)
	}
	return nil
}

// upload counts and hashes what passes through it, and stops at its limit.
type upload struct {
	r     *bufio.Reader
	limit int64
	sum   hash.Hash
	n     int64
	err   error // why reading stopped, if it was not the end
}

// sniff tells what is sent by its first bytes.
func (u *upload) sniff(name string) (document.FileKind, error) {
	head, err := u.r.Peek(document.HeadLength)
	if err != nil && !errors.Is(err, io.EOF) {
		u.err = err
		return "", u.explain(err)
	}
	return document.KindOf(head, name)
}

func (u *upload) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.n += int64(n)
	if u.n > u.limit {
		u.err = fault.New(fault.TooLarge, "upload_too_large", fmt.Sprintf(
			"El archivo supera el máximo de %d MB; divídalo o reduzca su resolución.", u.limit>>20))
		return 0, u.err
	}
	u.sum.Write(p[:n])
	if err != nil && !errors.Is(err, io.EOF) {
		u.err = err
	}
	return n, err
}

// explain returns the fault of the upload behind an error of the store, if
// there is one: a client that hung up is no failure of the store.
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
