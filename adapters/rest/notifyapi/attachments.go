package notifyapi

import (
	"bytes"
	"context"
	"strings"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/notification"
)

// Adjunto is a file that goes with the e-mails of a notification.
type Adjunto struct {
	ID          string `json:"id" format:"uuid"`
	Nombre      string `json:"nombre" example:"Auto admisorio.pdf" doc:"Con el que sale en el correo; no se repite en la notificación"`
	Tipo        string `json:"tipo" example:"application/pdf"`
	Tamano      int64  `json:"tamano" doc:"En bytes"`
	SHA256      string `json:"sha256"`
	AgregadoPor string `json:"agregado_por"`
	Fecha       Stamp  `json:"fecha" doc:"Cuándo se agregó"`
}

func attachmentOf(a notification.Attachment) Adjunto {
	return Adjunto{ID: a.ID, Nombre: a.Name, Tipo: a.MediaType, Tamano: a.Size, SHA256: a.SHA256, AgregadoPor: a.AddedBy, Fecha: stamp(a.AddedAt)}
}

// Adjuntos is all attachments of a notification.
type Adjuntos struct {
	Items []Adjunto `json:"items" nullable:"false" doc:"Del más antiguo al más reciente"`
}

type attachInput struct {
	IDPath
	rest.Stream
}

// attachmentField is the field of a form that has the file.
const attachmentField = "archivo"

func (h *handlers) attach(ctx context.Context, in *attachInput) (*one[Adjunto], error) {
	upload, err := in.Open(attachmentField, notification.MaxAttachment)
	if err != nil {
		return nil, err
	}
	file, err := upload.ReadInTurn(ctx, notification.MaxAttachment)
	if err != nil {
		return nil, err
	}
	a, err := h.NotificationService.Attach(ctx, rest.Actor(ctx), in.id(), upload.FileName, file)
	if err != nil {
		return nil, err
	}
	return &one[Adjunto]{attachmentOf(a)}, nil
}

func (h *handlers) attachments(ctx context.Context, in *IDPath) (*one[Adjuntos], error) {
	list, err := h.NotificationService.ListAttachments(ctx, rest.Actor(ctx), in.id())
	if err != nil {
		return nil, err
	}
	return &one[Adjuntos]{Adjuntos{each(list, attachmentOf)}}, nil
}

type attachmentInput struct {
	IDPath
	Adjunto string `path:"adjunto" format:"uuid" pattern:"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$" patternDescription:"un identificador UUID"`
}

func (h *handlers) attachment(ctx context.Context, in *attachmentInput) (*rest.File, error) {
	a, err := h.NotificationService.Attachment(ctx, rest.Actor(ctx), in.id(), strings.ToLower(in.Adjunto))
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: a.Name, Type: a.MediaType, Size: a.Size, Content: content{bytes.NewReader(a.Content)}}, nil
}

func (h *handlers) detach(ctx context.Context, in *attachmentInput) (*struct{}, error) {
	return nil, h.NotificationService.Detach(ctx, rest.Actor(ctx), in.id(), strings.ToLower(in.Adjunto))
}

// attachedFiles answers the attachments of an e-mail.
func attachedFiles(d notification.Dispatch) []Adjunto {
	return each(d.Attachments, func(a notification.AttachedFile) Adjunto { return attachmentOf(a.Attachment) })
}

// attachmentTypes lists the media types of attachments.
func attachmentTypes() (types []string) {
	for _, kind := range notification.AttachableKinds() {
		types = append(types, kind.MediaType())
	}
	return types
}
