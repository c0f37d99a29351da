package notifyapi

import (
	"bytes"
	"context"
	"strings"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/notification"
)

// Recibo is a message that came back for an e-mail.
type Recibo struct {
	ID             string  `json:"id" format:"uuid"`
	IDNotificacion *string `json:"id_notificacion" doc:"null si no se asignó a ninguna"`
	Tipo           string  `json:"tipo" enum:"FALLO,DEMORA,REENVIO,ENTREGA,LECTURA,SIN_LECTURA,ACUSE,RESPUESTA,AUTOMATICA,SIN_ENTENDER" doc:"Lo que dice el mensaje; nadie comprueba que sea cierto"`
	Efecto         string  `json:"efecto" enum:"APLICADO,CONSTANCIA,SIN_ASOCIAR,DESCARTADO" doc:"APLICADO: cambió el estado de la notificación. CONSTANCIA: se guarda y no cambió nada. SIN_ASOCIAR: espera a una persona"`
	Nota           *string `json:"nota" doc:"Por qué no cambió nada; null si cambió el estado"`
	Destinatario   *string `json:"destinatario" doc:"El correo que nombra"`
	Codigo         *string `json:"codigo" example:"5.1.1" doc:"Del servidor de correo"`
	Motivo         *string `json:"motivo" doc:"Por qué no se entregó, o se demora"`
	Detalle        *string `json:"detalle" doc:"Lo que dijo el servidor de correo"`
	Remitente      string  `json:"remitente"`
	Asunto         string  `json:"asunto"`
	Bytes          int64   `json:"bytes" doc:"Del mensaje"`
	SHA256         string  `json:"sha256" doc:"Del mensaje"`
	FechaLlegada   Stamp   `json:"fecha_llegada" example:"2026-03-04T15:04:05.123" doc:"Al buzón"`
	FechaCreacion  Stamp   `json:"fecha_creacion" doc:"Cuándo se leyó"`
	ResueltoPor    *string `json:"resuelto_por" doc:"Quién lo asignó o lo descartó; null si lo hizo el programa"`
}

func receiptOf(r notification.Receipt) Recibo {
	return Recibo{ID: r.ID, IDNotificacion: orNull(r.NotificationID), Tipo: string(r.Kind), Efecto: string(r.Effect), Nota: orNull(r.Note),
		Destinatario: orNull(r.Recipient), Codigo: orNull(r.Status), Motivo: orNull(r.Reason), Detalle: orNull(r.Detail),
		Remitente: r.Sender, Asunto: r.Subject, Bytes: r.Size, SHA256: r.Digest,
		FechaLlegada: stamp(r.ArrivedAt), FechaCreacion: stamp(r.CreatedAt), ResueltoPor: orNull(r.SettledBy)}
}

type receiptsInput struct {
	Paging
	Efecto         string `query:"efecto" enum:"APLICADO,CONSTANCIA,SIN_ASOCIAR,DESCARTADO"`
	IDNotificacion string `query:"id_notificacion" format:"uuid"`
}

func (h *handlers) receipts(ctx context.Context, in *receiptsInput) (*paged[Recibo], error) {
	f := notification.ReceiptFilter{Effect: notification.Effect(in.Efecto), NotificationID: strings.ToLower(in.IDNotificacion)}
	list, err := h.NotificationService.ListReceipts(ctx, rest.Actor(ctx), f, in.request())
	if err != nil {
		return nil, err
	}
	return pageOf(list, receiptOf), nil
}

func (h *handlers) receipt(ctx context.Context, in *IDPath) (*one[Recibo], error) {
	r, err := h.NotificationService.Receipt(ctx, rest.Actor(ctx), in.id())
	if err != nil {
		return nil, err
	}
	return &one[Recibo]{receiptOf(r)}, nil
}

const messageType = "message/rfc822"

func (h *handlers) receiptMessage(ctx context.Context, in *IDPath) (*rest.File, error) {
	message, err := h.NotificationService.ReceiptMessage(ctx, rest.Actor(ctx), in.id())
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: "recibo " + in.id() + ".eml", Type: messageType, Size: int64(len(message)), Content: content{bytes.NewReader(message)}}, nil
}

type settleReceiptInput struct {
	IDPath
	Body struct {
		IDNotificacion string `json:"id_notificacion" format:"uuid" nullable:"true" doc:"La notificación a la que se asigna; null lo descarta"`
	} `nameHint:"ResolucionDeRecibo"`
}

func (h *handlers) settleReceipt(ctx context.Context, in *settleReceiptInput) (*one[Recibo], error) {
	r, err := h.NotificationService.SettleReceipt(ctx, rest.Actor(ctx), in.id(), strings.ToLower(in.Body.IDNotificacion))
	if err != nil {
		return nil, err
	}
	return &one[Recibo]{receiptOf(r)}, nil
}
