package service

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"time"
)

// Client speaks to the intake service as one user.
type Client struct {
	URL   string // of the service, without the prefix
	Token string
	HTTP  *http.Client
}

// Response is an answer read to its end.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Decode reads the body as JSON.
func (r Response) Decode(v any) error {
	if err := json.Unmarshal(r.Body, v); err != nil {
		return fmt.Errorf("status %d, body %.300q: %w", r.Status, r.Body, err)
	}
	return nil
}

// prefix is where the API is by default.
const prefix = "/api/v1"

// Login returns a client with a token.
func Login(ctx context.Context, url, username, password string) (*Client, error) {
	c := &Client{URL: url, HTTP: &http.Client{Timeout: 10 * time.Minute}}
	body, _ := json.Marshal(map[string]string{"username": username, "password": password})
	res, err := c.Do(ctx, http.MethodPost, "/auth/login", "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	var grant struct {
		AccessToken string `json:"access_token"`
	}
	if err := res.Decode(&grant); err != nil {
		return nil, err
	}
	if res.Status != http.StatusOK {
		return nil, fmt.Errorf("login: status %d: %s", res.Status, res.Body)
	}
	c.Token = grant.AccessToken
	return c, nil
}

// Do sends a request to a path under the API's prefix.
func (c *Client) Do(ctx context.Context, method, path, contentType string, body io.Reader) (Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.URL+prefix+path, body)
	if err != nil {
		return Response{}, err
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	res, err := c.HTTP.Do(req)
	if err != nil {
		return Response{}, err
	}
	defer res.Body.Close()
	read, err := io.ReadAll(res.Body)
	return Response{Status: res.StatusCode, Header: res.Header, Body: read}, err
}

// Task is a task as the service describes it.
type Task struct {
	ID          string   `json:"task_id"`
	Status      string   `json:"status"`
	Stage       string   `json:"stage"`
	Progress    float64  `json:"progress"`
	PagesDone   int      `json:"pages_done"`
	PagesTotal  int      `json:"pages_total"`
	Error       *string  `json:"error"`
	ErrorCode   string   `json:"error_code"`
	Result      *Result  `json:"result"`
	Warnings    []string `json:"warnings"`
	CreatedAt   string   `json:"created_at"`
	CompletedAt string   `json:"completed_at"`
}

// Result is what a completed task has to say.
type Result struct {
	ID               string      `json:"id"`
	FileName         string      `json:"file_name"`
	Plaintiff        string      `json:"demandante"`
	Defendant        string      `json:"demandado"`
	OCRConfidence    float64     `json:"ocr_confidence"`
	ProcessingTimeMS int64       `json:"processing_time_ms"`
	Pages            int         `json:"pages"`
	NeedsReview      bool        `json:"needs_review"`
	PoorlyRead       bool        `json:"poorly_read"`
	Duplicates       []Duplicate `json:"duplicates"`
}

// Duplicate is a candidate.
type Duplicate struct {
	DocumentID string  `json:"document_id"`
	Similarity float64 `json:"similarity"`
	FileName   string  `json:"file_name"`
}

// Document is a document in detail.
type Document struct {
	ID            string   `json:"id"`
	FileName      string   `json:"file_name"`
	Type          string   `json:"document_type"`
	Status        string   `json:"status"`
	Plaintiff     string   `json:"demandante"`
	Defendant     string   `json:"demandado"`
	Radicado      string   `json:"radicado"`
	Court         string   `json:"juzgado"`
	Cedula        string   `json:"cedula"`
	Email         string   `json:"correo"`
	OCRConfidence float64  `json:"ocr_confidence"`
	Pages         int      `json:"pages"`
	Text          string   `json:"text"`
	NeedsReview   bool     `json:"needs_review"`
	Warnings      []string `json:"warnings"`
}

// Upload sends a PDF and returns the accepted task's ID.
func (c *Client) Upload(ctx context.Context, name string, pdf []byte, docType string) (string, error) {
	var fields map[string]string
	if docType != "" {
		fields = map[string]string{"doc_type": docType}
	}
	return c.UploadWith(ctx, name, pdf, fields)
}

// UploadWith is Upload with any fields beside the file.
func (c *Client) UploadWith(ctx context.Context, name string, pdf []byte, fields map[string]string) (string, error) {
	return c.send(ctx, "/documents/process", "file", []File{{name, pdf}}, fields)
}

// File is a file to upload.
type File struct {
	Name    string
	Content []byte
}

// UploadImages sends images that become one document.
func (c *Client) UploadImages(ctx context.Context, images ...File) (string, error) {
	return c.send(ctx, "/documents/images", "files", images, nil)
}

// SentFiles is what became of each file of a request.
type SentFiles struct {
	Accepted []struct {
		FileName string `json:"file_name"`
		TaskID   string `json:"task_id"`
	} `json:"accepted"`
	Refused []struct {
		FileName string `json:"file_name"`
		Code     string `json:"code"`
	} `json:"refused"`
	Deliveries []struct {
		ID    string `json:"delivery_id"`
		Known bool   `json:"known"`
	} `json:"deliveries"`
}

// UploadFiles sends files of which each becomes a document.
func (c *Client) UploadFiles(ctx context.Context, files []File, fields map[string]string) (SentFiles, error) {
	var sent struct{ Data SentFiles }
	res, err := c.post(ctx, "/documents/files", "files", files, fields)
	if err != nil {
		return sent.Data, err
	}
	return sent.Data, res.Decode(&sent)
}

// send sends files as parts of that name and returns the accepted task's ID.
func (c *Client) send(ctx context.Context, path, part string, files []File, fields map[string]string) (string, error) {
	res, err := c.post(ctx, path, part, files, fields)
	if err != nil {
		return "", err
	}
	var accepted struct {
		TaskID string `json:"task_id"`
	}
	err = res.Decode(&accepted)
	return accepted.TaskID, err
}

// post sends a form with files as parts of that name; the error is Refused unless it was accepted.
func (c *Client) post(ctx context.Context, path, part string, files []File, fields map[string]string) (Response, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, f := range files {
		to, err := form.CreateFormFile(part, f.Name)
		if err != nil {
			return Response{}, err
		}
		_, _ = to.Write(f.Content)
	}
	for field, value := range fields {
		_ = form.WriteField(field, value)
	}
	_ = form.Close()
	res, err := c.Do(ctx, http.MethodPost, path, form.FormDataContentType(), &body)
	if err == nil && res.Status != http.StatusAccepted {
		err = &Refused{Response: res}
	}
	return res, err
}

// Refused is a request that the server did not accept.
type Refused struct{ Response Response }

func (r *Refused) Error() string {
	return fmt.Sprintf("refused: status %d: %s", r.Response.Status, r.Response.Body)
}

// Task asks for a task.
func (c *Client) Task(ctx context.Context, id string) (Task, error) {
	var t Task
	res, err := c.Do(ctx, http.MethodGet, "/tasks/"+id, "", nil)
	if err != nil {
		return t, err
	}
	if res.Status != http.StatusOK {
		return t, fmt.Errorf("task %s: %w", id, &Refused{Response: res})
	}
	return t, res.Decode(&t)
}

// Wait asks for a task until it has ended; each, if not nil, sees every answer.
func (c *Client) Wait(ctx context.Context, id string, each func(Task)) (Task, error) {
	for {
		t, err := c.Task(ctx, id)
		if err != nil {
			return t, err
		}
		if each != nil {
			each(t)
		}
		if t.Status == "completed" || t.Status == "failed" {
			return t, nil
		}
		select {
		case <-time.After(Poll):
		case <-ctx.Done():
			return t, fmt.Errorf("task %s is still %s (%s, %.0f %%): %w", id, t.Status, t.Stage, 100*t.Progress, ctx.Err())
		}
	}
}

// Document asks for a document.
func (c *Client) Document(ctx context.Context, id string) (Document, error) {
	var d struct {
		Data Document `json:"data"`
	}
	res, err := c.Do(ctx, http.MethodGet, "/documents/"+id, "", nil)
	if err != nil {
		return d.Data, err
	}
	if res.Status != http.StatusOK {
		return d.Data, fmt.Errorf("document %s: status %d: %s", id, res.Status, res.Body)
	}
	return d.Data, res.Decode(&d)
}
