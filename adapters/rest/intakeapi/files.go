package intakeapi

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// reusedKey is the code of a fault that is of the whole request.
const reusedKey = "idempotency_key_reused"

// SentFiles says what became of each file of a request.
type SentFiles struct {
	Accepted   []SentFile     `json:"accepted" nullable:"false" doc:"Cada uno es un documento, en el orden en que llegaron"`
	Refused    []RefusedFile  `json:"refused" nullable:"false" doc:"Los que no se tomaron, y qué hacer con cada uno"`
	Deliveries []SentDelivery `json:"deliveries" nullable:"false" doc:"Los correos y archivos comprimidos; lo que traen está en las otras dos listas"`
}

// SentFile is a file that has become a task.
type SentFile struct {
	FileName   string  `json:"file_name"`
	DeliveryID *string `json:"delivery_id" format:"uuid" doc:"El correo o archivo comprimido que lo trae"`
	Accepted
}

// RefusedFile is a file that was not accepted.
type RefusedFile struct {
	FileName   string  `json:"file_name"`
	DeliveryID *string `json:"delivery_id" format:"uuid"`
	Code       string  `json:"code" example:"not_a_pdf"`
	Message    string  `json:"message" doc:"Por qué, y qué hacer"`
}

// SentDelivery is a message or an archive among the files.
type SentDelivery struct {
	FileName   string `json:"file_name"`
	DeliveryID string `json:"delivery_id" format:"uuid"`
	Known      bool   `json:"known" doc:"Había llegado antes: no se tomó otra vez, y lo que trae no está en las otras listas"`
}

func (h *handlers) files(ctx context.Context, in *processInput) (*enveloped[SentFiles], error) {
	upload, err := in.OpenAll("files", h.MaxUploadBytes)
	if err != nil {
		return nil, err
	}
	sent := SentFiles{Accepted: []SentFile{}, Refused: []RefusedFile{}, Deliveries: []SentDelivery{}}
	var refusals []*fault.Error
	for n := 1; ; n++ {
		if n > document.MaxFiles {
			return nil, document.TooManyFiles()
		}
		name := document.CleanFileName(upload.FileName)
		if err := h.file(ctx, in, upload, n, name, &sent); err != nil {
			refusal, ok := fault.As(err)
			if !ok || refusal.Code == reusedKey {
				return nil, err
			}
			if _, unread := io.Copy(io.Discard, upload); unread != nil {
				return nil, unread
			}
			sent.Refused = append(sent.Refused, RefusedFile{FileName: name, Code: refusal.Code, Message: refusal.Message})
			refusals = append(refusals, refusal)
		}
		if !upload.Next() {
			break
		}
	}
	if len(sent.Accepted)+len(sent.Deliveries) == 0 {
		return nil, allRefused(sent.Refused, refusals)
	}
	return envelope(sent), nil
}

// file submits the nth file of a form. The same request with its key does not double it, and a
// message is known again without.
func (h *handlers) file(ctx context.Context, in *processInput, upload *rest.Upload, n int, name string, sent *SentFiles) error {
	before := upload.Field("doc_type")
	u := document.Upload{
		FileName: upload.FileName,
		Content:  upload,
		TypeName: func() string { return cmp.Or(before, upload.Field("doc_type"), string(document.Auto)) },
		Password: func() string { return upload.Field("password") },
		Turn:     rest.TakeTurn,
	}
	if document.HoldsFiles(name) {
		d, err := h.Intake.Deliver(ctx, rest.Actor(ctx), u)
		if err == nil {
			sent.addDelivery(name, d)
		}
		return err
	}
	if in.Key != "" {
		u.Key = keyOfFile(in.Key, n)
	}
	task, err := h.Intake.Submit(ctx, rest.Actor(ctx), u)
	if err == nil {
		sent.Accepted = append(sent.Accepted, SentFile{FileName: name, Accepted: Accepted{TaskID: task.ID, Status: string(task.Status)}})
	}
	return err
}

// addDelivery adds a delivery, its documents and what was refused of it.
func (s *SentFiles) addDelivery(name string, d document.Delivered) {
	s.Deliveries = append(s.Deliveries, SentDelivery{name, d.ID, d.Known})
	if d.Known {
		return // GET /deliveries/{id} has what became of it then
	}
	last := ""
	for _, p := range d.Parts {
		switch {
		case p.Outcome == document.PartRefused:
			s.Refused = append(s.Refused, RefusedFile{p.Name, &d.ID, p.Code, p.Reason})
		case p.Outcome == document.PartAccepted && p.TaskID != last: // the pages of a document follow one another
			last = p.TaskID
			s.Accepted = append(s.Accepted, SentFile{cmp.Or(p.Name, d.Subject, name), &d.ID, Accepted{TaskID: p.TaskID, Status: string(document.TaskPending)}})
		}
	}
}

// keyOfFile is the idempotency key of the nth file of a request.
func keyOfFile(key string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d", key, n))
	return hex.EncodeToString(sum[:])
}

// allRefused is the fault of a request without any accepted file: that of the service, if it
// had one, else that of the files.
func allRefused(files []RefusedFile, refusals []*fault.Error) error {
	all := fault.New(fault.Unprocessable, "no_file_accepted", "No se tomó ninguno de los archivos; errors dice por qué.")
	for i, r := range refusals {
		if r.Kind != fault.Unprocessable || len(refusals) == 1 {
			return r
		}
		all = all.With(fault.Detail{Location: "body.files", Message: "«" + files[i].FileName + "»: " + r.Message})
	}
	return all
}
