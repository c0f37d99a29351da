package remote

import (
	"bytes"
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"

	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
)

// Collect uploads a file. The server knows it again for a day, by its path and content:
// then the task is that of the first upload, and a failed one is retried.
func (c *Client) Collect(ctx context.Context, f document.FoundFile) (document.Collected, error) {
	task, err := c.upload(ctx, f)
	if err != nil {
		return document.Collected{}, err
	}
	known := document.Collected{Task: task}
	switch task.Status {
	case document.TaskCompleted:
		known.Before = true
	case document.TaskFailed:
		retry, err := json.Marshal(intakeapi.Retry{Password: passwordOf(f.Upload)})
		if err != nil {
			return known, err
		}
		accepted, err := decode[intakeapi.Accepted](c.do(ctx, request{
			method: http.MethodPost, path: "tasks/" + url.PathEscape(task.ID) + "/retry", body: bytes.NewReader(retry), contentType: "application/json",
		}))
		if err != nil {
			return known, err
		}
		known.Task, err = c.Task(ctx, accepted.TaskID)
		return known, err
	}
	return known, nil
}

// Deliver uploads a message or an archive and asks what became of its parts.
func (c *Client) Deliver(ctx context.Context, u document.Upload) (document.Delivered, error) {
	var d document.Delivered
	answer, err := c.post(ctx, "documents/files", "files", u, "")
	sent, err := decode[struct{ Data intakeapi.SentFiles }](answer, err)
	if err != nil {
		return d, err
	}
	if n := len(sent.Data.Deliveries); n != 1 {
		return d, badAnswer(answer, fmt.Errorf("%d deliveries", n))
	}
	d.Known = sent.Data.Deliveries[0].Known
	got, err := decode[struct{ Data intakeapi.Delivery }](c.do(ctx, request{path: "deliveries/" + url.PathEscape(sent.Data.Deliveries[0].DeliveryID)}))
	d.ID = got.Data.ID
	for _, p := range got.Data.Parts {
		d.Parts = append(d.Parts, document.DeliveredPart{Name: p.Name, In: p.In, Outcome: document.PartOutcome(p.Outcome), DocumentID: orEmpty(p.DocumentID),
			TaskID: orEmpty(p.TaskID), Code: p.Code, Reason: p.Reason})
	}
	return d, err
}

func (c *Client) upload(ctx context.Context, f document.FoundFile) (document.Task, error) {
	path, part, isOne := "documents/process", "file", true
	switch document.KindByName(f.FileName) {
	case document.PDF:
	case document.DOCX:
		path, part, isOne = "documents/files", "files", false
	default:
		path, part = "documents/images", "files"
	}
	key, err := keyOf(f)
	if err != nil {
		return document.Task{}, err
	}
	answer, err := c.post(ctx, path, part, f.Upload, key)
	if !isOne {
		sent, err := decode[struct{ Data intakeapi.SentFiles }](answer, err)
		if err != nil {
			return document.Task{}, err
		}
		if n := len(sent.Data.Accepted); n != 1 {
			return document.Task{}, badAnswer(answer, fmt.Errorf("%d files were accepted", n))
		}
		return c.Task(ctx, sent.Data.Accepted[0].TaskID)
	}
	accepted, err := decode[intakeapi.Accepted](answer, err)
	if err != nil {
		return document.Task{}, err
	}
	return c.Task(ctx, accepted.TaskID)
}

// post sends a form with a file, which is not read into memory.
func (c *Client) post(ctx context.Context, path, part string, u document.Upload, key string) (*http.Response, error) {
	var frame bytes.Buffer
	form := multipart.NewWriter(&frame)
	for name, value := range map[string]string{"doc_type": u.TypeName(), "password": passwordOf(u)} {
		if value != "" {
			if err := form.WriteField(name, value); err != nil {
				return nil, err
			}
		}
	}
	if _, err := form.CreateFormFile(part, u.FileName); err != nil {
		return nil, err
	}
	head := frame.Len()
	if err := form.Close(); err != nil {
		return nil, err
	}
	body := io.MultiReader(bytes.NewReader(frame.Bytes()[:head]), u.Content, bytes.NewReader(frame.Bytes()[head:]))
	return c.do(ctx, request{method: http.MethodPost, path: path, body: body, contentType: form.FormDataContentType(), key: key})
}

func passwordOf(u document.Upload) string {
	if u.Password == nil {
		return ""
	}
	return u.Password()
}

// guessCost is the number of PBKDF2 iterations, as for what the server keeps of a password.
const guessCost = 100_000

// keyOf is the idempotency key of a file: the same for the same upload of it. The server
// keeps it for a day, so the password in it must be hard to guess.
func keyOf(f document.FoundFile) (string, error) {
	if f.Again {
		return rand.Text(), nil
	}
	password, err := pbkdf2.Key(sha256.New, passwordOf(f.Upload), []byte(f.SHA256), guessCost, sha256.Size)
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %s %q %x", f.Source, f.SHA256, f.TypeName(), password))
	return hex.EncodeToString(sum[:]), err
}

// Task returns a task as the service has it, as far as the interface says.
func (c *Client) Task(ctx context.Context, id string) (document.Task, error) {
	t, err := decode[intakeapi.Task](c.do(ctx, request{path: "tasks/" + url.PathEscape(id)}))
	if err != nil {
		return document.Task{}, err
	}
	task := document.Task{
		ID: t.TaskID, Status: document.TaskStatus(t.Status), Stage: document.Stage(t.Stage), Progress: t.Progress,
		PagesDone: t.PagesDone, PagesTotal: t.PagesTotal, Error: orEmpty(t.Error), ErrorCode: orEmpty(t.ErrorCode),
	}
	if r := t.Result.Value; r != nil {
		task.DocumentID, task.FileName, task.Type = r.ID, r.FileName, document.Type(r.DocumentType)
		task.Result = &document.TaskResult{
			DocumentID: r.ID, FileName: r.FileName, Type: task.Type, Plaintiff: r.Demandante, Defendant: r.Demandado, OCRConfidence: r.OCRConfidence,
			Pages: r.Pages, NeedsReview: r.NeedsReview, PoorlyRead: r.PoorlyRead || r.NeedsReview && len(r.Doubts) == 0, Doubts: doubts(r.Doubts), Warnings: t.Warnings,
			Related: document.Related{Duplicates: duplicates(r.Duplicates), NewClaims: duplicates(r.NewClaims), Mass: duplicates(r.Mass),
				SameCase: duplicates(r.SameCase), Unlisted: max(0, r.DuplicatesTotal-len(r.Duplicates))},
		}
	}
	return task, nil
}

func doubts(all []intakeapi.Doubt) (list []document.Doubt) {
	for _, d := range all {
		list = append(list, document.Doubt{Field: document.Field(d.Field), Chance: d.Confidence, Reason: ner.Reason(d.Reason)})
	}
	return list
}

func duplicates(all []intakeapi.Candidate) []document.Duplicate {
	found := make([]document.Duplicate, len(all))
	for i, d := range all {
		found[i] = document.Duplicate{DocumentID: d.DocumentID, FileName: d.FileName}
		found[i].Similarity = d.Similarity
		for _, r := range d.Reasons {
			found[i].Reasons = append(found[i].Reasons, dedup.Reason(r))
		}
	}
	return found
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
