package intakeapi

import (
	"context"
	"strconv"

	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/core/document"
)

// MailRule is a rule for messages of mailboxes. A condition without texts always holds.
type MailRule struct {
	Name       string   `json:"name"`
	Enabled    bool     `json:"enabled"`
	Sender     []string `json:"sender" nullable:"false"`
	Recipient  []string `json:"recipient" nullable:"false"`
	Subject    []string `json:"subject" nullable:"false"`
	Attachment []string `json:"attachment" nullable:"false"`
	Action     string   `json:"action" enum:"take,type,tag,ignore"`
	Type       string   `json:"type" doc:"De type; si no, vacío"`
	Tag        string   `json:"tag" doc:"De tag; si no, vacía"`
	Reason     string   `json:"reason" doc:"De ignore; si no, vacío"`
}

func mailRuleOf(r document.MailRule) MailRule {
	list := func(s []string) []string { return append([]string{}, s...) }
	return MailRule{Name: r.Name, Enabled: r.Enabled, Sender: list(r.Sender), Recipient: list(r.Recipient), Subject: list(r.Subject),
		Attachment: list(r.Attachment), Action: string(r.Action), Type: string(r.Type), Tag: r.Tag, Reason: r.Reason}
}

// NewMailRule is a rule that is sent.
type NewMailRule struct {
	Name       string   `json:"name" doc:"De hasta 100 caracteres; distinto en cada regla" example:"Boletín jurídico"`
	Enabled    *bool    `json:"enabled,omitempty" default:"true"`
	Sender     []string `json:"sender,omitempty" doc:"Uno de estos textos está en la dirección o el nombre de quien envía; no distinguen mayúsculas ni tildes" example:"[\"boletin@ejemplo.org\"]"`
	Recipient  []string `json:"recipient,omitempty" doc:"Uno de estos textos está en las direcciones de los destinatarios"`
	Subject    []string `json:"subject,omitempty" doc:"Uno de estos textos está en el asunto"`
	Attachment []string `json:"attachment,omitempty" doc:"Uno de estos textos está en el nombre de un archivo del correo"`
	Action     string   `json:"action" enum:"take,type,tag,ignore" doc:"take: recibir, sin mirar más reglas; type y tag: dar tipo o etiqueta y seguir; ignore: no recibir, sin mirar más reglas"`
	Type       string   `json:"type,omitempty" doc:"De type: el tipo de los documentos" example:"tutela"`
	Tag        string   `json:"tag,omitempty" doc:"De tag: la etiqueta de los documentos" example:"salud"`
	Reason     string   `json:"reason,omitempty" doc:"De ignore: por qué; de hasta 300 caracteres" example:"No es un escrito."`
}

func (r NewMailRule) rule() document.MailRule {
	return document.MailRule{Name: r.Name, Enabled: r.Enabled == nil || *r.Enabled, Sender: r.Sender, Recipient: r.Recipient, Subject: r.Subject,
		Attachment: r.Attachment, Action: document.MailAction(r.Action), Type: document.Type(r.Type), Tag: r.Tag, Reason: r.Reason}
}

// MailRules is a version of the rules.
type MailRules struct {
	Number int        `json:"number" doc:"De la versión; 0 si nunca hubo reglas"`
	At     *string    `json:"at" format:"date-time" doc:"Cuándo se guardó"`
	By     string     `json:"by" doc:"Quién la guardó"`
	Origin string     `json:"origin" doc:"manual, o undo si se volvió a una anterior; vacío si nunca hubo reglas"`
	Rules  []MailRule `json:"rules" nullable:"false" doc:"En el orden en que se miran"`
}

func mailRulesOf(v document.MailRuling) MailRules {
	return MailRules{Number: v.Number, At: stampOrNull(v.At), By: v.By, Origin: string(v.Origin), Rules: each(v.Config, mailRuleOf)}
}

// mailRulesOutput is a version of the rules and its tag.
type mailRulesOutput struct {
	ETag string `header:"ETag" doc:"De esta versión, para If-Match"`
	Body struct {
		Data MailRules `json:"data"`
	}
}

func tagged(v document.MailRuling, err error) (*mailRulesOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &mailRulesOutput{ETag: rest.ETag(strconv.Itoa(v.Number))}
	out.Body.Data = mailRulesOf(v)
	return out, nil
}

func (h *handlers) mailRules(ctx context.Context, _ *struct{}) (*mailRulesOutput, error) {
	return tagged(h.Configuration.MailRules(ctx, rest.Actor(ctx)))
}

type mailRulesBody struct {
	Body struct {
		Rules []NewMailRule `json:"rules" nullable:"false" maxItems:"100" doc:"Todas, en su orden"`
	} `nameHint:"NewMailRules"`
}

func (in *mailRulesBody) rules() document.MailRules {
	return each(in.Body.Rules, NewMailRule.rule)
}

type setMailRulesInput struct {
	mailRulesBody
	IfMatch string `header:"If-Match" doc:"ETag de las reglas como se vieron; 412 si cambiaron desde entonces"`
}

func (h *handlers) setMailRules(ctx context.Context, in *setMailRulesInput) (*mailRulesOutput, error) {
	return tagged(h.Configuration.SetMailRules(ctx, rest.Actor(ctx), in.rules(), versions(in.IfMatch)))
}

// versions returns the numbers in an If-Match header; nil if it asks for nothing.
func versions(header string) (numbers []int) {
	tags := rest.Tags(header)
	if tags != nil {
		numbers = []int{}
	}
	for _, tag := range tags {
		if n, err := strconv.Atoi(tag); err == nil {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// MailTrial has what rules would make of the messages that came last.
type MailTrial struct {
	Messages []TriedMessage `json:"messages" nullable:"false" doc:"Los últimos correos que llegaron por un buzón, del más reciente al más antiguo; a lo sumo 50"`
	Ignored  int            `json:"ignored" doc:"Cuántos de ellos se ignorarían"`
	Matched  int            `json:"matched" doc:"A cuántos de ellos se aplicaría alguna regla"`
}

// TriedMessage is a message and what rules would make of it.
type TriedMessage struct {
	DeliveryID  string   `json:"delivery_id" format:"uuid"`
	Sender      string   `json:"sender"`
	SenderName  string   `json:"sender_name"`
	Recipients  string   `json:"recipients" doc:"Separados por comas"`
	Subject     string   `json:"subject"`
	Attachments []string `json:"attachments" nullable:"false" doc:"Nombres de los archivos"`
	SentAt      *string  `json:"sent_at" format:"date-time"`
	ReceivedAt  string   `json:"received_at" format:"date-time"`
	State       string   `json:"state" enum:"taken,ignored" doc:"Cómo está ahora"`

	Outcome   string   `json:"outcome" enum:"take,ignore" doc:"Qué se haría con él"`
	Rules     []string `json:"rules" nullable:"false" doc:"Las reglas que se aplicarían, en su orden"`
	DecidedBy string   `json:"decided_by" doc:"La regla que lo recibe o ignora; vacío si se recibe porque ninguna decide"`
	Reason    string   `json:"reason" doc:"Por qué se ignoraría"`
	Type      string   `json:"type" doc:"El tipo de sus documentos; auto si lo dice su texto; vacío si se ignora"`
	Tags      []string `json:"tags" nullable:"false"`
}

func triedMessageOf(t document.MailTrial) TriedMessage {
	d, v := t.Delivery, t.Verdict
	out := TriedMessage{DeliveryID: d.ID, Sender: d.Sender, SenderName: d.SenderName, Recipients: d.Recipients, Subject: d.Subject,
		Attachments: append([]string{}, d.MailFacts().Attachments...), SentAt: stampOrNull(d.SentAt), ReceivedAt: stamp(d.ReceivedAt), State: deliveryState(d),
		Outcome: string(document.MailTake), Rules: append([]string{}, v.Rules...), Reason: v.Reason, Type: string(v.Type), Tags: append([]string{}, v.Tags...)}
	if v.Ignored {
		out.Outcome = string(document.MailIgnore)
	}
	if v.Decided {
		out.DecidedBy = v.Rules[len(v.Rules)-1]
	}
	return out
}

func (h *handlers) tryMailRules(ctx context.Context, in *mailRulesBody) (*enveloped[MailTrial], error) {
	trials, err := h.Configuration.TryMailRules(ctx, rest.Actor(ctx), in.rules())
	if err != nil {
		return nil, err
	}
	out := MailTrial{Messages: each(trials, triedMessageOf)}
	for _, t := range trials {
		if t.Verdict.Ignored {
			out.Ignored++
		}
		if len(t.Verdict.Rules) > 0 {
			out.Matched++
		}
	}
	return envelope(out), nil
}

func (h *handlers) mailRulesHistory(ctx context.Context, in *nerHistoryInput) (*paged[MailRules], error) {
	list, err := h.Configuration.MailRulesHistory(ctx, rest.Actor(ctx), document.PageRequest{Number: in.Page, Size: in.PerPage})
	if err != nil {
		return nil, err
	}
	out := pageOf(each(list.Items, mailRulesOf), list.Total, list.Page)
	out.Link = links(rest.RoutePath(ctx), nil, list.Page, list.Total)
	return out, nil
}

func (h *handlers) undoMailRules(ctx context.Context, _ *struct{}) (*mailRulesOutput, error) {
	return tagged(h.Configuration.UndoMailRules(ctx, rest.Actor(ctx)))
}
