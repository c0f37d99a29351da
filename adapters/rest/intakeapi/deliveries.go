package intakeapi

import (
	"context"
	"net/url"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

// DeliverySummary is a message or an archive that was sent, as a list has it.
type DeliverySummary struct {
	ID         string   `json:"id" format:"uuid"`
	FileName   string   `json:"file_name"`
	Sender     string   `json:"sender" doc:"Quien envió el correo; vacío en un archivo comprimido"`
	SenderName string   `json:"sender_name"`
	Recipients string   `json:"recipients" doc:"Separados por comas"`
	Subject    string   `json:"subject"`
	SentAt     *string  `json:"sent_at" format:"date-time" doc:"La fecha que dice el correo"`
	Radicado   string   `json:"radicado" doc:"El de 23 dígitos del asunto"`
	Links      []string `json:"links" nullable:"false" doc:"Enlaces del correo que hay que abrir para tener un escrito: no se abren solos"`
	ArrivedAt  string   `json:"arrived_at" format:"date-time" doc:"Cuándo llegó al buzón o, si alguien lo envió, al servicio: desde ese día cuentan los términos"`
	ReceivedAt string   `json:"received_at" format:"date-time" doc:"Cuándo lo recibió el servicio"`
	ReceivedBy string   `json:"received_by"`

	FromMailbox   bool     `json:"from_mailbox" doc:"Llegó por un buzón"`
	State         string   `json:"state" enum:"taken,ignored" doc:"ignored: una regla del buzón lo ignoró y nadie lo ha recibido"`
	Rules         []string `json:"rules" nullable:"false" doc:"Las reglas del buzón que se le aplicaron"`
	IgnoredBy     string   `json:"ignored_by" doc:"La regla que lo ignoró, aunque alguien lo haya recibido después"`
	IgnoredReason string   `json:"ignored_reason"`
	TakenAt       *string  `json:"taken_at" format:"date-time" doc:"Cuándo se recibió después de ignorado"`
	TakenBy       string   `json:"taken_by" doc:"Quién lo recibió después de ignorado"`
}

// States of deliveries.
const (
	stateTaken   = "taken"
	stateIgnored = "ignored"
)

func deliveryState(d document.Delivery) string {
	if d.IsIgnored() {
		return stateIgnored
	}
	return stateTaken
}

// Delivery is a message or an archive with what became of each part.
type Delivery struct {
	DeliverySummary
	Body  string          `json:"body" doc:"El texto del correo"`
	Parts []DeliveredPart `json:"parts" nullable:"false" doc:"El texto del correo, lo adjunto y lo que hay dentro"`
}

// DeliveredPart is a part of a delivery.
type DeliveredPart struct {
	Name       string  `json:"name" doc:"Vacío para el texto del correo, y para lo que no tiene nombre"`
	In         string  `json:"in" doc:"El archivo o correo adjunto que la contiene"`
	Outcome    string  `json:"outcome" enum:"accepted,refused,left_out"`
	DocumentID *string `json:"document_id" format:"uuid" doc:"El documento que es, o del que es una página"`
	TaskID     *string `json:"task_id" format:"uuid"`
	Code       string  `json:"code"`
	Reason     string  `json:"reason" doc:"Por qué no es un documento"`
}

type deliveriesInput struct {
	Page     int    `query:"page" default:"1" minimum:"1" maximum:"2147483647"`
	PerPage  int    `query:"per_page" default:"20" minimum:"1" maximum:"100"`
	Document string `query:"document" format:"uuid" doc:"Solo el envío en que llegó ese documento"`
	State    string `query:"state" enum:"ignored" doc:"Solo los que una regla del buzón ignoró y nadie ha recibido"`
}

func (h *handlers) deliveries(ctx context.Context, in *deliveriesInput) (*paged[DeliverySummary], error) {
	f := document.DeliveryFilter{DocumentID: in.Document, Ignored: in.State == stateIgnored}
	list, err := h.Intake.ListDeliveries(ctx, rest.Actor(ctx), f, document.PageRequest{Number: in.Page, Size: in.PerPage})
	if err != nil {
		return nil, err
	}
	out := pageOf(each(list.Items, deliverySummaryOf), list.Total, list.Page)
	out.Link = links(rest.RoutePath(ctx), url.Values{"document": {in.Document}, "state": {in.State}}, list.Page, list.Total)
	return out, nil
}

type deliveryInput struct {
	ID string `path:"id"`
}

func (h *handlers) delivery(ctx context.Context, in *deliveryInput) (*enveloped[Delivery], error) {
	d, err := h.Intake.Delivery(ctx, rest.Actor(ctx), identifier(in.ID))
	if err != nil {
		return nil, err
	}
	return envelope(deliveryOf(d)), nil
}

func (h *handlers) takeDelivery(ctx context.Context, in *deliveryInput) (*enveloped[Delivery], error) {
	d, err := h.Intake.TakeDelivery(ctx, rest.Actor(ctx), identifier(in.ID))
	if err != nil {
		return nil, err
	}
	return envelope(deliveryOf(d)), nil
}

func deliveryOf(d document.Delivery) Delivery {
	return Delivery{deliverySummaryOf(d), d.Body, each(d.Parts, deliveredPartOf)}
}

func deliverySummaryOf(d document.Delivery) DeliverySummary {
	return DeliverySummary{
		ID: d.ID, FileName: d.FileName, Sender: d.Sender, SenderName: d.SenderName, Recipients: d.Recipients, Subject: d.Subject,
		SentAt: stampOrNull(d.SentAt), Radicado: d.Radicado, Links: append([]string{}, d.Links...),
		ArrivedAt: stamp(d.Arrived()), ReceivedAt: stamp(d.ReceivedAt), ReceivedBy: d.ReceivedBy,
		FromMailbox: d.FromMailbox, State: deliveryState(d), Rules: append([]string{}, d.Rules...), IgnoredBy: d.IgnoredBy, IgnoredReason: d.IgnoredReason,
		TakenAt: stampOrNull(d.TakenAt), TakenBy: d.TakenBy,
	}
}

func deliveredPartOf(p document.DeliveredPart) DeliveredPart {
	return DeliveredPart{
		Name: p.Name, In: p.In, Outcome: string(p.Outcome), DocumentID: orNull(p.DocumentID), TaskID: orNull(p.TaskID), Code: p.Code, Reason: p.Reason,
	}
}
